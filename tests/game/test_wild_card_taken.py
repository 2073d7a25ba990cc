"""A swap where two kinds of wild cards lie in a meld: what is recorded, told and owed is the card that leaves."""

from __future__ import annotations

import pytest

from referee.game.judges.decide import NeedsConfirmation
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game

WILD_TWOS = {"wild_ranks": ["JK", "2"], "swap": "any"}
SET, RUN = "5C JK=5 2D=5", "5C JK=6C 2D=7C 8C"
WITHOUT = {"JK": "5C 5S 2D=5", "2D": "5C 5S JK=5"}


def down() -> tuple[Game, dict[str, int]]:
    """Ann is down with a set and a run in which two kinds of wild cards lie, Ben too."""
    game = Game(library.with_house_rules(library.load("contract"), WILD_TWOS))
    game.close(1)
    game.must(plays.go_down(2, 1, (SET, RUN)))
    game.must(plays.go_down(2, 2))
    running = game.state.running
    assert running is not None
    return game, {laid.cards: laid.id for laid in running.play.melds.values()}


@pytest.mark.parametrize(
    ("card", "wild", "said"), [("7C", "2D", "took the 2 of diamonds from"), ("6C", "JK", "took the joker from")]
)
def test_in_a_run_it_is_the_one_that_lies_there(card: str, wild: str, said: str) -> None:
    game, lying = down()
    (event,) = game.must(plays.take_wild(2, 1, lying[RUN], card)).events
    assert (event.wild, event.duty) == (wild, "lay off now")  # type: ignore[union-attr]
    assert said in game.entries[-1].sentence


def test_in_a_set_it_is_asked_which() -> None:
    game, lying = down()
    decision = game.do(plays.take_wild(2, 1, lying[SET], "5S"))
    assert isinstance(decision, NeedsConfirmation)
    assert decision.queries[0].question == "More than one wild card could be taken. What does the meld look like now?"
    assert sorted(decision.queries[0].readings) == sorted(WITHOUT.values())


@pytest.mark.parametrize(("wild", "said"), [("JK", "took the joker from"), ("2D", "took the 2 of diamonds from")])
def test_the_one_that_was_said_is_recorded_told_and_owed(wild: str, said: str) -> None:
    game, lying = down()
    game.must(plays.take_wild(2, 1, lying[SET], "5S", reading=WITHOUT[wild]))
    running = game.state.running
    assert running is not None
    assert running.play.melds[lying[SET]].cards == WITHOUT[wild]
    assert running.play.duties[1].what == "lay off now"
    assert said in game.entries[-1].sentence
