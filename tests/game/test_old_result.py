"""A result of which no rounds are left: what its log says, and what nobody can do with it."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import commands as cmd
from referee.game.fold import fold, sentences
from referee.game.judges.decide import decide
from referee.game.judges.outcome import Refused
from referee.game.old_result import OldResult, log_of, problems_of
from referee.game.replay import MOST_TOTAL
from referee.game.state import GameState
from referee.rulebooks import library

THREE = OldResult(library.load("contract"), "2021-03-04", ("Ann", "Ben", "Cleo"), totals=(120, 35, 120))


def state_of(result: OldResult) -> GameState:
    return fold(log_of(result, "Ann", "2021-03-04T19:00:00Z", "2026-01-01T12:00:00Z"))


def test_totals_give_the_places() -> None:
    state = state_of(THREE)
    assert (state.status, state.day, state.rounds) == ("finished", "2021-03-04", ())
    assert [(place.place, place.shared) for place in state.places.values()] == [(2, True), (1, False), (2, True)]
    assert (state.leaders, dict(state.totals)) == ((2,), {1: 120, 2: 35, 3: 120})
    assert sentences(state)[1] == "Result without rounds: Ann 120, Ben 35, Cleo 120"


def test_places_stand_alone() -> None:
    state = state_of(dataclasses.replace(THREE, played_on="2021", totals=(), places=(3, 1, 2)))
    assert [place.place for place in state.places.values()] == [3, 1, 2]
    assert (state.has_points, state.day) == (False, "2021")
    assert sentences(state)[1] == "Places without points: 3. Ann, 1. Ben, 2. Cleo"


@pytest.mark.parametrize("command", [cmd.Reopen(True), cmd.CarryOn(True), cmd.Undo(2, True), cmd.Undo(None, True)])
def test_there_is_no_round_to_go_back_to(command: cmd.Command) -> None:
    state = state_of(THREE)
    decided = decide(state, command, state.number)
    if command == cmd.Undo(None, True):  # the note that it was typed in may go
        assert not isinstance(decided, Refused)
    else:
        assert isinstance(decided, Refused)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ("Ann",), "totals": (1,)}, "columns"),
        ({"players": ("Ann", "ann", "Ben")}, "player-2"),
        ({"players": ("Ann", "", "Ben")}, "player-2"),
        ({"totals": (1, 2, MOST_TOTAL + 1)}, "player-3"),
        ({"totals": (), "places": (1, 2, 4)}, "player-3"),
    ],
)
def test_what_cannot_be_is_named(change: dict[str, object], field: str) -> None:
    assert problems_of(THREE) == ()
    assert [problem.field for problem in problems_of(dataclasses.replace(THREE, **change))] == [field]  # type: ignore[arg-type]


@given(st.lists(st.integers(-MOST_TOTAL, MOST_TOTAL), min_size=2, max_size=12))
def test_whoever_has_less_is_never_behind(totals: list[int]) -> None:
    players = tuple(f"Player {number}" for number in range(len(totals)))
    places = [*state_of(dataclasses.replace(THREE, players=players, totals=tuple(totals))).places.values()]
    for mine, other in itertools.product(zip(totals, places, strict=True), repeat=2):
        assert (mine[0] < other[0]) == (mine[1].place < other[1].place)
