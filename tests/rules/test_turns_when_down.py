"""Turns of players who are down, and after somebody has gone out: what a rulebook says, and what goes along."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rules.rulebook.kinds import RulebookError

CONTRACT = library.load("contract")
IDLE = {"down_draws": False}


def test_who_neither_draws_nor_discards_takes_no_discard_either_and_goes_out_without_one() -> None:
    book = library.with_house_rules(CONTRACT, IDLE)
    assert (book.draw_down, book.may_i_down, book.final_discard) == (False, False, "optional")
    assert book.clause("go-out").text == "You go out by melding, laying off or discarding your last card."
    never = library.with_house_rules(library.load("shanghai-powe"), IDLE)
    assert never.final_discard == "never"


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({"final_discard": "required"}, "who is down discards nothing"),
        ({"draw_down": True}, "who is down draws nothing"),
        ({"may_i_down": True}, "who is down draws nothing"),
    ],
)
def test_what_cannot_hold_beside_it_is_refused(house: dict[str, object], why: str) -> None:
    with pytest.raises(RulebookError, match=why):
        library.with_house_rules(CONTRACT, IDLE | house)


def test_the_clauses_say_what_is_played() -> None:
    book = library.with_house_rules(CONTRACT, IDLE | {"last_turns": True})
    assert book.clause("down-turns").text == (
        "From the turn after going down, a player neither draws nor discards, but may lay down cards."
    )
    assert book.clause("last-turns").text == (
        "When a player goes out, each of the others has one more turn before the round ends."
    )
