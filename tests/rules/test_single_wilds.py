"""Single cards that are wild, such as the red aces: what is wild, what they cost, and how the rule is said."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import parse_card
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook

RED_ACES = {"wild_cards": ["AH", "AD"]}
POINTS = {**{str(rank): 5 for rank in range(2, 11)}, "J": 10, "Q": 10, "K": 10, "A": 15, "JK": 50}


def played(house: dict[str, Any]) -> Rulebook:
    return library.with_house_rules(library.load("contract"), house)


def test_only_the_cards_named_are_wild() -> None:
    book = played(RED_ACES)
    assert [
        name for name in ("AC", "AD", "AH", "AS", "A", "KD", "JK") if book.is_wild(parse_card(name, suits=False))
    ] == [
        "AD",
        "AH",
        "JK",
    ]
    assert book.may_be_wild(parse_card("A", suits=False))
    assert not book.may_be_wild(parse_card("K", suits=False))


@pytest.mark.parametrize(
    ("house", "says"),
    [
        (RED_ACES, "Jokers and red aces are wild."),
        ({"wild_cards": ["JC", "JS"], "wild_ranks": ["2"]}, "Jokers, 2s and black jacks are wild."),
        ({"wild_cards": ["QS", "10C"]}, "Jokers, the queen of spades and the 10 of clubs are wild."),
        ({"wild_cards": ["KC", "KD", "KH"]}, "Jokers and the kings of clubs, diamonds and hearts are wild."),
        ({"wild_cards": ["QS"], "wild_ranks": ["Q"]}, "Jokers and queens are wild."),
    ],
)
def test_the_clause_says_which_cards(house: dict[str, Any], says: str) -> None:
    assert played(house).clause("wild").text == says


def test_they_cost_what_every_wild_card_does_unless_their_own_price_is_named() -> None:
    assert "AH" not in played(RED_ACES).prices
    # the rule has said all along: 50 for a joker, 30 for anything else that is wild
    every = played(RED_ACES | {"points": {**POINTS, "wild": 30}})
    assert {name: every.prices[name] for name in ("A", "AD", "AH", "JK")} == {"A": 15, "AD": 30, "AH": 30, "JK": 50}
    own = played(RED_ACES | {"points": {**POINTS, "wild": 30, "AH": 1}})
    assert (own.prices["AH"], own.prices["AD"]) == (1, 30)


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({"wild_cards": ["AC", "AD", "AH", "AS"]}, "every A is named; say so in wild_ranks"),
        ({"wild_cards": ["JK"]}, "'JK' is no card with a suit"),
        ({"wild_cards": ["A"]}, "'A' is no card with a suit"),
        ({"wild_cards": "AH"}, "must be a list of cards such as AH"),
    ],
)
def test_what_names_no_single_card_is_refused(house: dict[str, Any], why: str) -> None:
    with pytest.raises(RulebookError, match=why):
        played(house)


@pytest.mark.parametrize(("aces", "legal"), [("AH", True), ("AS", False), ("A", None)])
def test_a_hand_told_with_an_ace_goes_down_only_if_it_is_a_red_one(aces: str, legal: bool | None) -> None:
    hand = f"KC KD QC QD QS {aces} 2 3 4 5"
    answer = rule({"rulebook": "contract", "house": RED_ACES, "question": "go_down", "round": 1, "hand": hand})
    assert answer["legal"] is legal


def test_a_longer_set_is_in_the_pack_with_the_single_wild_cards() -> None:
    many = [["set of 12", "set of 3"], *[["set of 3", "set of 3"]] * 6]
    with pytest.raises(RulebookError, match="no such meld has more than 10 cards"):
        played({"contracts": many, "deal": 16})
    assert played({"contracts": many, "deal": 16, **RED_ACES}).is_wild(parse_card("AH"))
