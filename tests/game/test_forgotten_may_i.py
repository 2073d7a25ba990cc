"""A May I that nobody noted while the round was played is added to the closed one, with its limit and its price."""

from __future__ import annotations

import pytest

from referee.game.commands import RecordPlay
from referee.game.fold import sentences
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game


def forgotten(seat: int, number: int = 1) -> RecordPlay:
    return plays.take_discard(number, (seat,), forgotten=True)


def test_it_counts_for_the_closed_round_and_for_no_other() -> None:
    game = Game("shanghai")
    game.close(1)
    totals, before = game.totals, game.state.running
    game.must(forgotten(3))
    assert game.state.rounds[0].play.used(3) == 1
    assert game.state.running == before
    assert game.totals == totals
    assert sentences(game.state)[-1] == "Round 1: Cid took the discard with a May I and drew 2 cards from the stock"
    assert game.undo is not None


def test_the_limit_of_that_round_holds() -> None:
    game = Game("shanghai")
    for _ in range(2):
        game.must(plays.take_discard(1, (3,), active=2, same=False))
    game.close(1)
    said = game.refuses(forgotten(3))
    assert "2" in said or "two" in said
    game.must(forgotten(4))


def test_nobody_was_down_when_a_forgotten_one_was_taken() -> None:
    game = Game(library.with_house_rules(library.load("shanghai"), {"may_i_down": False}))
    game.must(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D 9H")))
    game.refuses(plays.take_discard(1, (2,), active=3, same=False))
    game.close(2)
    game.must(forgotten(2))
    assert game.state.rounds[0].play.used(2) == 1


def test_it_puts_its_price_into_the_kitty() -> None:
    game = Game("may-i")
    game.close(1)
    kitty = game.state.kitty
    game.must(forgotten(2))
    assert game.state.buys == {2: 1}
    assert game.state.kitty == kitty + game.state.book.may_i_price


def test_two_phones_that_add_the_same_one_are_asked() -> None:
    game = Game("shanghai")
    game.close(1)
    seen = game.state.number
    game.must(forgotten(3))
    [conflict] = game.stale(forgotten(3), seen).conflicts
    assert conflict.adds
    game.must(forgotten(3))
    assert game.state.rounds[0].play.used(3) == 2


@pytest.mark.parametrize(
    "command", [forgotten(3, 2), forgotten(3, 0), forgotten(9), plays.take_discard(1, (), forgotten=True)]
)
def test_what_makes_no_sense_is_refused(command: RecordPlay) -> None:
    game = Game("shanghai")
    game.close(1)
    assert game.refuses(command)


def test_after_the_last_round_too() -> None:
    game = Game("contract", 3)
    for _ in range(7):
        game.close(1)
    if game.state.status == "playing":
        game.must(forgotten(3, 7))
        assert game.state.rounds[6].play.used(3) == 1
