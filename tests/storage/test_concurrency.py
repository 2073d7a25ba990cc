"""Many phones at once: nothing doubled, nothing lost, numbers without gaps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from flask import Flask

from referee import errors
from referee.game import commands as cmd
from referee.game.events import CardsLeftEntered, NoteAdded
from referee.game.fold import fold
from referee.services.games import games
from referee.services.games.games import Done
from referee.storage.engine import transactions
from tests.services.desk import closing, must, open_game, opening, tag


def at_once(app: Flask, jobs: list[Callable[[], Any]]) -> list[Any]:
    """The answers of all jobs, each in a thread of its own, begun together."""
    gate = threading.Barrier(len(jobs))
    answers: list[Any] = [None] * len(jobs)

    def run(place: int, job: Callable[[], Any]) -> None:
        with app.app_context():
            gate.wait()
            try:
                answers[place] = job()
            except Exception as error:
                answers[place] = error

    threads = [threading.Thread(target=run, args=(place, job)) for place, job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def test_one_delivery_from_eight_threads_is_written_once(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        command = closing(games.game(code))
    for _ in range(5):
        with app.app_context():
            state = games.game(code)
            command = closing(state)
        same = tag(state.number)
        answers = at_once(app, [lambda: games.act(code, command, same)] * 8)  # noqa: B023 - run before the next turn
        assert all(isinstance(answer, Done) for answer in answers), answers
        assert sum(not answer.repeated for answer in answers) == 1
        assert len({(repr(answer.events), answer.number) for answer in answers}) == 1
    with app.app_context():
        assert len(games.game(code).rounds) == 5


def test_one_opening_from_eight_threads_opens_one_game(app: Flask) -> None:
    same = tag()
    answers = at_once(app, [lambda: games.open_game(opening(), same)] * 8)
    assert len({answer.code for answer in answers}) == 1
    with app.app_context():
        assert len(games.recent_games()) == 1


def test_different_deliveries_from_many_threads_are_all_there_in_a_row(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    jobs = [
        lambda place=place: [
            games.act(code, cmd.AddNote(f"{place}.{turn}"), tag(1, by=f"phone {place}")) for turn in range(10)
        ]
        for place in range(8)
    ]
    answers = at_once(app, jobs)
    assert all(isinstance(answer, Done) for many in answers for answer in many), answers
    with app.app_context():
        state = games.game(code)
    assert [recorded.seq for recorded in state.log] == list(range(1, 82))
    assert sorted(state.notes) == sorted(f"{place}.{turn}" for place in range(8) for turn in range(10))
    for place in range(8):
        mine = [note for note in state.notes if note.startswith(f"{place}.")]
        assert mine == [f"{place}.{turn}" for turn in range(10)]
    numbers = [answer.number for many in answers for answer in many]
    assert sorted(numbers) == list(range(2, 82))
    assert state == fold(state.log)


def test_every_seat_enters_at_once_and_two_close_at_once(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        for _ in range(7):
            state = games.game(code)
            number = state.number
            assert state.running is not None
            round_no, out = state.running.number, state.running.seats[0]
            jobs: list[Callable[[], Any]] = [
                lambda seat=seat: games.act(  # type: ignore[misc]
                    code,
                    cmd.EnterCardsLeft(round_no, seat, "K 5", confirmed=True),  # noqa: B023
                    tag(number),  # noqa: B023
                )
                for seat in state.running.seats[1:]
            ]
            jobs.append(lambda: games.act(code, cmd.SayWentOut(round_no, out), tag(number)))  # noqa: B023
            assert all(isinstance(answer, Done) for answer in at_once(app, jobs))
            seen = games.game(code).number
            closings = at_once(app, [lambda: games.act(code, cmd.CloseRound(round_no), tag(seen))] * 2)  # noqa: B023
            assert all(isinstance(answer, Done) for answer in closings)
        state = games.game(code)
    assert [sum(isinstance(entry.event, CardsLeftEntered) for entry in state.log), len(state.rounds)] == [21, 7]
    assert sorted(state.totals.values()) == [0, 105, 105, 105]


def test_many_games_are_written_side_by_side(app: Flask) -> None:
    def evening() -> str:
        code = open_game().code
        for _ in range(7):
            must(code, closing(games.game(code)))
        return code

    codes = at_once(app, [evening] * 6)
    assert len(set(codes)) == 6
    with app.app_context():
        for code in codes:
            assert games.game(code).last_round_closed


def test_a_turn_in_the_process_is_not_waited_for_for_ever(app: Flask) -> None:
    app.config["BUSY_SECONDS"] = 0.1
    with app.app_context():
        code = open_game().code
        with transactions._in_turn(code):
            (answer,) = at_once(app, [lambda: games.act(code, cmd.AddNote("tea"), tag(1))])
        assert isinstance(answer, errors.Busy)
        assert isinstance(games.act(code, cmd.AddNote("tea"), tag(1)), Done)
        assert [type(entry.event) for entry in games.game(code).log][1:] == [NoteAdded]
