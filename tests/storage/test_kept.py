"""Games kept in memory: nothing is folded twice, and what other processes wrote is never missed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app, days, errors
from referee.game import commands as cmd
from referee.game.fold import fold
from referee.services import deliveries
from referee.services.clubs import clubs, removal, seasons
from referee.services.games import games, live
from referee.services.games.games import Done
from referee.storage.engine import kept
from referee.storage.engine.transactions import kept_games
from referee.storage.games import log
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.carrying import brought_in, exported
from tests.services.desk import act, closing, must, open_game, tag

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the logs that were read whole, one after the other."""
    whole: list[int] = []

    def counting(code: str) -> object:
        state = read(code)
        whole.append(state.number)
        return state

    read = log.read_state
    monkeypatch.setattr(log, "read_state", counting)
    return whole


@contextmanager
def beside(app: Flask) -> Iterator[Flask]:
    """Another worker on the same database, with a memory of its own."""
    other = create_app({"TESTING": True, "DATA_DIR": app.instance_path})
    try:
        yield other
    finally:
        dispose(other)


def test_a_game_is_read_once_and_then_kept(app: Flask, folded: list[int]) -> None:
    with app.app_context():
        code = open_game().code
        for _ in range(3):
            must(code, closing(games.game(code)))
            assert games.game(code) is games.game(code)
    assert folded == [1]


def test_a_worker_that_is_behind_reads_only_what_came_since(app: Flask, folded: list[int]) -> None:
    with app.app_context():
        code = open_game().code
        games.game(code)
    with beside(app) as other, other.app_context():
        for round_no in range(1, 4):
            must(code, closing(games.game(code)))
            with app.app_context():
                assert len(games.game(code).rounds) == round_no
                must(code, cmd.AddNote(f"note {round_no}"))
            assert len(games.game(code).notes) == round_no
        assert games.game(code) == log.read_state(code)
    assert folded[:-1] == [1, 1]


@pytest.mark.database_file
def test_a_process_sees_what_another_one_has_written(app: Flask) -> None:
    """Two processes, one file: each writes after the other, and neither loses a note."""
    with app.app_context():
        code = open_game().code
        must(code, cmd.AddNote("here"))
    command = [sys.executable, "-m", "tests.storage.taking_turns", app.instance_path, code]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for turn in range(4):
            process.stdin.write(f"there {turn}\n")
            process.stdin.flush()
            assert process.stdout.readline().split() == [str(3 + 2 * turn), str(2 + 2 * turn)]
            with app.app_context():
                state = games.game(code)
                assert (state.number, state.notes[-1]) == (3 + 2 * turn, f"there {turn}")
                must(code, cmd.AddNote(f"here {turn}"))
        process.stdin.close()
        assert process.wait(30) == 0
    with app.app_context():
        assert games.game(code) == log.read_state(code)


def test_a_forgotten_name_is_forgotten_by_every_worker(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        ann = next(player.id for player in seasons.players(seasons.first_club().id) if player.name == "Ann")
        assert games.game(code).name(1) == "Ann"
    with beside(app) as other, other.app_context():
        removal.remove_player(ann)
        monthly = days.clock() + timedelta(days=31)
        monkeypatch.setattr(days, "clock", lambda: monthly)
        clubs.remove_club(clubs.make_club("Other").id)  # whatever is due is forgotten with it
        assert games.game(code).name(1) == "Removed player"
    with app.app_context():
        assert games.game(code).number == 1
        assert games.game(code).name(1) == "Removed player"


def test_a_game_that_came_back_otherwise_is_not_taken_for_the_one_before(app: Flask) -> None:
    """Its club went for good and was brought in again from a file: the same code, as many events, other ones."""
    with app.app_context():
        clubs.make_club("Other")
        code = open_game("contract", "Ann", "Ben", "Cid").code
        club = next(club.id for club in seasons.clubs() if games.recent_games(club=club.id))
        must(code, cmd.AddNote("tea"))
        file = exported(club).replace(b'"text":"tea"', b'"text":"rum"')
        assert games.game(code).notes == ("tea",)
    with beside(app) as other, other.app_context():
        from referee.storage.clubs.forgetting import purge
        from referee.storage.engine.transactions import writing

        clubs.remove_club(club)
        with writing():
            purge("2999-01-01T00:00:00Z")
        brought_in(file)
    with app.app_context():
        assert games.game(code).number == 2
        assert games.game(code).notes == ("rum",)


def test_a_log_that_was_put_back_and_went_on_otherwise_is_read_again(app: Flask, folded: list[int]) -> None:
    """As after a copy of a server's database was restored under the workers."""
    with app.app_context():
        code = open_game().code
        must(code, cmd.AddNote("tea"))
    with beside(app) as other, other.app_context():
        with db.engine.connect().execution_options(referee_write=True) as connection, connection.begin():
            connection.exec_driver_sql("DELETE FROM event WHERE seq = 2")
            stamp = connection.exec_driver_sql("SELECT stamp FROM game").scalar_one()
            connection.exec_driver_sql("UPDATE game SET number = 1, stamp = 'restored'")
        for note in ("rum", "gin"):
            must(code, cmd.AddNote(note))
        assert stamp != "restored"
    with app.app_context():
        assert games.game(code).notes == ("rum", "gin")


def test_what_was_not_committed_is_not_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        code = open_game().code
        before = games.game(code)

        def no_room(*_: object) -> None:
            raise errors.Full

        with monkeypatch.context() as broken:
            broken.setattr(deliveries, "accepted", no_room)
            with pytest.raises(errors.Full):
                act(code, cmd.AddNote("tea"))
        assert games.game(code) is before
        assert isinstance(act(code, cmd.AddNote("rum")), Done)
        assert games.game(code).notes == ("rum",)


def test_the_version_alone_is_known_without_the_log(app: Flask, folded: list[int]) -> None:
    with app.app_context():
        code = open_game().code
        must(code, cmd.AddNote("tea"))
        kept_games().clear()
        folded.clear()
        assert live.game_version(code).startswith("2.0.s")
        with pytest.raises(errors.UnknownGame):
            live.game_version("NOGAME")
    assert folded == []


def test_memory_is_bounded_by_events_and_the_games_used_last_stay(app: Flask) -> None:
    with app.app_context():
        states = {}
        for _ in range(3):
            code = open_game().code
            must(code, cmd.AddNote("tea"))
            states[code] = games.game(code)
    memory = kept.KeptGames(most=5)
    first, second, third = states
    memory.put(first, kept.KeptGame("a", states[first]))
    memory.put(second, kept.KeptGame("b", states[second]))
    assert memory.get(first) is not None
    memory.put(third, kept.KeptGame("c", states[third]))
    assert [memory.get(code) is not None for code in states] == [True, False, True]


def test_threads_read_and_write_one_game_without_a_stale_answer(app: Flask) -> None:
    from tests.storage.test_concurrency import at_once

    with app.app_context():
        code = open_game().code

    def turn(place: int) -> Callable[[], None]:
        def job() -> None:
            for step in range(6):
                done = games.act(code, cmd.AddNote(f"{place}.{step}"), tag(1))
                assert isinstance(done, Done)
                seen = games.game(code)
                assert seen.number >= done.number
                assert f"{place}.{step}" in seen.notes

        return job

    assert at_once(app, [turn(place) for place in range(6)]) == [None] * 6
    with app.app_context():
        assert games.game(code) == fold(log.load_log(code))
