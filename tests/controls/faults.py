"""What fell once around the write path, as changes of the program: each names the test that has to fail under it.

Rights, limits and clocks have their controls in ``tests.simulator``; these are of pages that break, of resources and of
files of older versions.
"""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn


class Control(NamedTuple):
    what: str
    test: str
    """The test that has to notice."""
    put_in: Callable[[], None]
    needs: str = ""
    """A setting of the environment without which that test is skipped."""


def _script(name: str, change: Callable[[bytes], bytes]) -> None:
    """Browsers get this script as another one. The process ends if what it serves would stay the same."""
    from flask import request
    from werkzeug.wrappers import Response

    from referee.app.house import House

    stderr = os.dup(2)  # pytest takes the other one, and shows nothing of it where a process ends

    def process_response(self: House, response: Response, real: Any = House.process_response) -> Response:
        answer = real(self, response)
        if request.path.endswith("/" + name) and answer.status_code == 200:
            answer.direct_passthrough = False
            is_packed = answer.headers.pop("Content-Encoding", "") == "gzip"
            served = gzip.decompress(answer.get_data()) if is_packed else answer.get_data()
            if change(served) == served:
                _end(f"{name} is served as ever: it has changed, and this control has not\n", stderr)
            answer.set_data(change(served))
        return answer

    House.process_response = process_response  # type: ignore[method-assign, assignment]


def _end(why: str, stderr: int) -> NoReturn:
    """At once, from whichever thread."""
    os.write(stderr, why.encode())
    os._exit(os.EX_SOFTWARE)


def _half_a_page_is_shown() -> None:
    _script("gate.js", lambda _: b"/* nobody watches */")


def _early_taps_are_kept_in_memory() -> None:
    _script("gate.js", lambda script: script.replace(b"localStorage[KEY+id]=", b"void "))


def _strangers_send_large_bodies() -> None:
    from referee.web.shell import bodies

    bodies.SMALL_BODY = 64 * 1024 * 1024


def _bodies_have_no_sum() -> None:
    from referee.cli import home_server

    home_server.AT_ONCE = 2**40


def _nothing_is_idle() -> None:
    from referee.cli.home_server import _Channel

    _Channel.is_still = property(lambda _channel: False)  # type: ignore[assignment]


def _whatever_dribbles_is_in_time() -> None:
    from referee.cli.home_server import _Request

    _Request.is_late = property(lambda _request: False)  # type: ignore[assignment]


def _answers_pile_up() -> None:
    from referee.cli.home_server import HomeServer

    HomeServer.add_task = lambda server, channel: server.task_dispatcher.add_task(channel)  # type: ignore[method-assign]


def _streams_are_idle() -> None:
    from referee.cli.home_server import _Channel

    class _NeverAStream:
        def __get__(self, channel: object, of: type) -> bool:
            return False

        def __set__(self, channel: object, value: bool) -> None:
            """It is forgotten."""

    _Channel.is_stream = _NeverAStream()  # type: ignore[assignment]


def _tables_have_no_bound() -> None:
    from referee.rules.solver.tables import KeptTables

    def make_room(_kept: KeptTables, _key: object) -> None:
        """Nothing goes."""

    KeptTables._make_room = make_room  # type: ignore[method-assign]


def _each_thread_reads_its_picture() -> None:
    from referee.services.games import pictures

    pictures.Turns.runs = staticmethod(lambda read, picture: read(*picture))
    pictures._give_back = lambda: None  # type: ignore[assignment]


def _files_are_read_by_todays_classes() -> None:
    from referee.rules.rulebook.model import digest_of, to_data
    from referee.rules.rulebook.values import from_data
    from referee.storage.files import importing

    importing.digest_of = lambda content: digest_of(to_data(from_data(content)))  # type: ignore[attr-defined]


def _one_lock_for_all_games() -> None:
    from contextlib import contextmanager

    from referee.storage.engine import turns

    lock = threading.Lock()

    @contextmanager
    def of(_game: str, patience: float) -> Any:
        with turns.taken(lock, patience):
            yield

    turns.of = of


BODIES, MEMORY = "tests/house/test_bodies.py::", "tests/services/test_memory.py::"
CONTROLS = {
    "half a page": Control(
        "nothing watches whether a page has come whole",
        "tests/browser/test_cut_off.py::test_a_page_that_was_cut_off_comes_whole_by_itself",
        _half_a_page_is_shown,
    ),
    "early taps": Control(
        "a tap before the modules is kept in memory only",
        "tests/browser/test_scripts_missing.py::"
        "test_a_tap_before_the_scripts_is_written_down_and_goes_out_from_the_next_page",
        _early_taps_are_kept_in_memory,
    ),
    "bodies of strangers": Control(
        "a stranger’s body is read before a right is asked",
        BODIES + "test_a_large_body_of_a_stranger_is_kept_nowhere_and_answered_at_its_header",
        _strangers_send_large_bodies,
    ),
    "sum of bodies": Control(
        "what is sent at once has no sum",
        BODIES + "test_all_bodies_together_have_a_sum_and_those_that_stand_still_make_room",
        _bodies_have_no_sum,
    ),
    "slow readers": Control(
        "who reads nothing keeps the connection",
        BODIES + "test_who_reads_nothing_of_an_answer_makes_room_for_a_phone_that_comes",
        _nothing_is_idle,
    ),
    "dribbled bodies": Control(
        "a body may take as long as it likes",
        BODIES + "test_a_body_that_dribbles_is_still_when_even_a_slow_phone_had_sent_it",
        _whatever_dribbles_is_in_time,
    ),
    "many files": Control(
        "a request is answered while the answer before it is unread",
        BODIES + "test_who_asks_for_many_files_at_once_and_reads_none_keeps_one_open",
        _answers_pile_up,
    ),
    "idle streams": Control(
        "a stream of news counts as idle",
        BODIES + "test_a_stream_of_news_is_never_taken_for_idle",
        _streams_are_idle,
    ),
    "tables": Control(
        "the solver keeps the tables of each house rule",
        "tests/rules/solver/test_tables.py::test_house_rules_that_are_new_each_time_keep_so_many_bytes_and_no_more",
        _tables_have_no_bound,
    ),
    "photographs": Control(
        "each thread reads the picture of its phone",
        MEMORY + "test_photographs_of_many_phones_give_their_memory_back",
        _each_thread_reads_its_picture,
    ),
    "older files": Control(
        "a file is held against what today’s classes make of it",
        "tests/museum/test_museum.py::test_an_export_of_every_version_is_brought_in_and_played_on",
        _files_are_read_by_todays_classes,
    ),
    "one lock": Control(
        "a game that is locked elsewhere stops every other one",
        "tests/faults/test_postgres.py::test_a_game_whose_row_is_held_elsewhere_stops_no_other_game",
        _one_lock_for_all_games,
        needs="TEST_DATABASE_URL",
    ),
}
