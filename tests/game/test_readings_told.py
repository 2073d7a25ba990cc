"""Every reading that the rules leave open can be recorded; the table says which."""

from __future__ import annotations

import pytest

from referee.game.judges.decide import NeedsConfirmation
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game

LOW, HIGH = "JK=3H 4H 5H 6H 7H", "4H 5H 6H 7H JK=8H"


def bicycle() -> tuple[Game, int]:
    """Ben's run of hearts: 4, 5, joker, 7."""
    game = Game("bicycle")
    while not any(slot.kind == "run" for slot in game.state.running.deal.contract):  # type: ignore[union-attr]
        game.close(1)
    melds = ["4H 5H JK 7H" if slot.kind == "run" else "9C 9D 9S" for slot in game.state.running.deal.contract]  # type: ignore[union-attr]
    game.must(plays.go_down(game.number, 2, tuple(melds)))
    lying = game.state.running.play.melds.values()  # type: ignore[union-attr]
    return game, next(one.id for one in lying if "4H" in one.cards)


@pytest.mark.parametrize("reading", [LOW, HIGH])
def test_a_joker_that_moves_goes_to_the_end_that_the_table_says(reading: str) -> None:
    game, run = bicycle()
    command = plays.lay_off(game.number, 2, run, "6H", "earlier", reading)
    assert game.must(command).events[0].became == reading  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("reading", "said"),
    [(LOW, "the joker stands for the 3 of hearts"), (HIGH, "the joker stands for the 8 of hearts")],
)
def test_the_history_says_to_which_end_the_joker_went(reading: str, said: str) -> None:
    game, run = bicycle()
    game.must(plays.lay_off(game.number, 2, run, "6H", "earlier", reading))
    assert str(game.entries[-1].sentence).endswith(f". Now {said}")
    game.must(plays.lay_off(game.number, 2, run, "9H" if reading == HIGH else "8H", "earlier", ""))
    assert "now the joker" not in str(game.entries[-1].sentence)


def test_where_it_was_not_said_every_reading_is_offered() -> None:
    game, run = bicycle()
    decision = game.do(plays.lay_off(game.number, 2, run, "6H", "earlier"))
    assert isinstance(decision, NeedsConfirmation)
    assert sorted(decision.queries[0].readings) == sorted([LOW, HIGH])
    assert decision.queries[0].question == "This can be read in several ways. Which one is it?"


def test_a_reading_that_the_rules_do_not_leave_open_is_asked_for_again() -> None:
    game, run = bicycle()
    decision = game.do(plays.lay_off(game.number, 2, run, "6H", "earlier", "4H 5H JK=6H 7H 6H"))
    assert isinstance(decision, NeedsConfirmation)


def test_the_discard_of_a_call_leaves_the_joker_where_the_table_says() -> None:
    book = library.with_house_rules(library.load("bicycle"), {"shanghai_call": True})
    game = Game(book)
    while not any(slot.kind == "run" for slot in game.state.running.deal.contract):  # type: ignore[union-attr]
        game.close(1)
    melds = ["4H 5H JK 7H" if slot.kind == "run" else "9C 9D 9S" for slot in game.state.running.deal.contract]  # type: ignore[union-attr]
    game.must(plays.go_down(game.number, 2, tuple(melds)))
    call = plays.call_shanghai(game.number, 1, 3, "6H")
    assert isinstance(game.do(call), NeedsConfirmation)
    told = plays.call_shanghai(game.number, 1, 3, "6H", reading=HIGH)
    assert game.must(told).events[0].became == HIGH  # type: ignore[union-attr]


def test_a_new_meld_is_read_as_the_table_says() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D 9H")))
    told = plays.lay_meld(1, 2, "6C 7C 8C JK", "earlier", "JK=5C 6C 7C 8C")
    assert game.must(told).events[0].cards == "JK=5C 6C 7C 8C"  # type: ignore[union-attr]


def going_down(book: str = "screw") -> Game:
    game = Game(book)
    while [slot.kind for slot in game.state.running.deal.contract] != ["set", "run"]:  # type: ignore[union-attr]
        game.close(1)
    return game


@pytest.mark.parametrize("row", ["9C 9D 9H; {}", "9C 9D 9H {}"])
@pytest.mark.parametrize(
    ("told", "lies"),
    [("4H 5H 6H JK", "4H 5H 6H JK=7H"), ("JK 4H 5H 6H", "JK=3H 4H 5H 6H"), ("4H 5H JK 7H", "4H 5H JK=6H 7H")],
)
def test_a_joker_of_a_contract_lies_where_it_was_told(row: str, told: str, lies: str) -> None:
    game = going_down()
    melds = tuple(row.format(told).split("; "))
    assert game.must(plays.go_down(game.number, 2, melds)).events[0].melds == ("9C 9D 9H", lies)  # type: ignore[union-attr]


@pytest.mark.parametrize("row", ["9C 9D 9H; 4H 5H JK 6H", "9C 9D 9H 4H JK 5H 6H"])
@pytest.mark.parametrize("reading", ["9C 9D 9H; 4H 5H 6H JK=7H", "9C 9D 9H; JK=3H 4H 5H 6H"])
def test_a_contract_that_can_be_read_in_two_ways_is_asked_back_and_recorded_as_tapped(row: str, reading: str) -> None:
    game = going_down()
    command = plays.go_down(game.number, 2, tuple(row.split("; ")))
    asked = game.do(command)
    assert isinstance(asked, NeedsConfirmation)
    assert len(asked.queries[0].readings) == 2
    assert reading in asked.queries[0].readings
    assert "; ".join(game.must(plays.but(command, reading=reading)).events[0].melds) == reading  # type: ignore[union-attr]


def test_a_screw_over_that_goes_down_asks_how_its_contract_is_read() -> None:
    game = going_down()
    game.must(plays.go_down(game.number, 2, ("9C 9D 9H", "5C 6C 7C 8C")))
    lying = next(one.id for one in game.state.running.play.melds.values() if "9H" in one.cards)  # type: ignore[union-attr]
    melds = ("9H 9S 9C", "4H 5H JK 6H")
    command = plays.screw_over(game.number, 3, 2, "9H", "KD", "contract", melds, lying)
    asked = game.do(command)
    assert isinstance(asked, NeedsConfirmation)
    done = game.must(plays.but(command, reading=asked.queries[0].readings[-1]))
    assert "; ".join(done.events[0].melds) == asked.queries[0].readings[-1]  # type: ignore[union-attr]
