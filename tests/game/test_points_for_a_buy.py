"""Points that a discard out of turn costs: entries of their own in the score, taken back with it."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.rulebooks import library
from referee.rules.rulebook.in_words import sentence
from tests.game.play import Game
from tests.game.plays import take_discard

COSTS = {"may_i_points": 5}
BOOK = library.with_house_rules(library.load("contract"), COSTS)


def test_each_one_adds_its_points_when_the_round_is_closed() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    game.must(take_discard(1, (3,), active=4, same=False))
    game.must(take_discard(1, (4,), active=2, same=False))
    before = dict(game.state.totals)
    game.close(1)
    cells = game.state.rounds[0].cells
    assert [extra.points for extra in cells[3].extras] == [5, 5]
    assert [extra.points for extra in cells[4].extras] == [5]
    assert game.state.totals[3] == before.get(3, 0) + cells[3].line.points + 10


def test_taken_back_they_cost_nothing() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    game.must(cmd.Undo(game.state.number))
    game.close(1)
    assert game.state.rounds[0].cells[3].extras == ()


def test_a_round_that_is_dealt_again_costs_nothing_either() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    game.must(cmd.NoteIrregularity(1, None, "misdeal", "void"))
    game.close(1)
    assert game.state.rounds[0].cells[3].extras == ()


def test_where_the_highest_total_wins_they_come_off() -> None:
    game = Game(library.with_house_rules(BOOK, {"winning_total": "highest, own cards come off"}), 4)
    game.must(take_discard(1, (3,), active=2))
    game.close(1)
    assert [extra.points for extra in game.state.rounds[0].cells[3].extras] == [-5]


def test_the_history_says_what_it_cost_and_older_entries_cost_nothing() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    assert "That costs 5 points" in str(game.entries[-1].sentence)
    assert ev.MayITaken(1, 3, None, False, 1, 0, (3,), {}).points == 0


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({}, "Taking the discard out of turn doesn’t cost money."),
        (COSTS, "Taking the discard out of turn costs five points."),
        (
            COSTS | {"may_i_price": 1, "settlement": "by place"},
            "Taking the discard out of turn puts one penny into the kitty. It also costs five points.",
        ),
    ],
)
def test_the_clause_says_what_it_costs(house: dict[str, object], says: str) -> None:
    book = library.with_house_rules(library.load("contract"), house)
    assert sentence("may_i_points", book.values()) == says
