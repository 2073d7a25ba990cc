"""A pack of numbers in four colours, with wild cards and skips: typed, said, counted, and what it does not have."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.rulebooks.library import load, with_house_rules
from referee.rulebooks.ruling import rule
from referee.rules.packs import NO_CARD, NUMBERS_PACK, in_letters, played_with
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.speech.hands import HandError, read_hand, shown
from referee.rules.speech.typed import tidy
from referee.rules.speech.words import any_of, the_cards, written_out

BOOK = load("phase-10")
CONTRACT = load("contract")


@pytest.mark.parametrize(
    ("typed", "points", "said"),
    [
        ("12 12 S W", 60, "12 12 skip wild"),
        ("1 S", 20, "1 skip"),
        ("1 1 1", 15, "1 1 1"),
        ("one skip", 15, "skip"),
        ("a skip and two wild cards", 65, "skip wild wild"),
        ("red five and blue seven", 10, "7 5"),
        ("5R 12B WW", 65, "12 5 wild wild"),
        ("5R6RW", 35, "6 5 wild"),
        ("two 12s", 20, "12 12"),
        ("three twelves, a wild", 55, "12 12 12 wild"),
        ("3x5", 15, "5 5 5"),
        ("2W", 50, "wild wild"),
        ("12", 10, "12"),
        ("no cards", 0, ""),
    ],
)
def test_cards_left_are_typed_as_the_cards_are_called(typed: str, points: int, said: str) -> None:
    with played_with(NUMBERS_PACK):
        hand = read_hand(typed, BOOK.prices)
        assert (hand.points, shown(hand.text or "")) == (points, said)


@pytest.mark.parametrize("typed", ["K", "queen", "5 of hearts", "JK", "skips", "888"])
def test_what_is_no_card_of_the_pack_is_refused(typed: str) -> None:
    with played_with(NUMBERS_PACK), pytest.raises(HandError) as refused:
        read_hand(typed, BOOK.prices)
    assert refused.value.words


def test_numbers_are_no_cards_of_another_pack() -> None:
    with pytest.raises(HandError):
        read_hand("12 12 S W", CONTRACT.prices)
    assert "error" in rule({"rulebook": "contract", "question": "meld", "cards": "5R 6R 7R"})


def test_a_text_of_cards_goes_in_and_comes_out_in_letters() -> None:
    with played_with(NUMBERS_PACK):
        assert tidy("5r 6R w=7r S") == "5H 6H JK=7H KC"
        assert in_letters("5H 6H JK=7H KC") == "5R 6R W=7R S"
        assert tidy("red five, blue seven and a wild") == "5H 7D JK"
        assert tidy("5c") == f"5c{NO_CARD}"
    assert in_letters("5H") == "5H", "as it is written in a pack of 52"


def test_cards_are_said_with_their_colours_and_a_skip_with_none() -> None:
    with played_with(NUMBERS_PACK):
        assert written_out("5H 6H JK=7H 8H") == "5-6-7-8 in red with the wild card as the red 7"
        assert written_out("QH QD QS") == "the 12s in red, blue and yellow"
        assert the_cards([12, 4, 17]) == "the skip, the green 5 and the blue 5"
        assert any_of([36, 10, 52]) == "an 11 in red or green or a wild card"


def test_more_cards_than_the_pack_has_are_refused() -> None:
    def message(**fields: Any) -> str:
        return str(rule({"rulebook": "phase-10", "players": 4, **fields})["error"]["message"])

    assert message(question="meld", cards="5R 5R 5R") == "there are only two 5s in red in this pack"
    assert message(question="meld", cards="S S S S S") == "there are only four skips in this pack"
    assert message(question="meld", cards="W W W W W W W W W 5R") == "there are only eight wild cards in this pack"
    with played_with(NUMBERS_PACK):
        assert tidy("5C KD") == f"5C KD{NO_CARD}", "a skip has no colour"
    assert message(question="meld", cards="5C K") == "I don’t know “K”. Try 5R, 12B, W or S."


@pytest.mark.parametrize(
    ("house", "field"),
    [
        ({"run_ace": "high"}, "run_ace"),
        ({"wild_ranks": ["JK", "2"]}, "wild_ranks"),
        ({"wild_cards": ["AH"]}, "wild_cards"),
        ({"naturals_least": 0}, "naturals_least"),
        ({"contracts": [["7 of one colour"]] * 10}, "contracts[1]"),
        ({"contracts": [["run of 13"]] * 10}, "contracts[1]"),
    ],
)
def test_what_the_pack_does_not_have_cannot_be_asked_for(house: dict[str, Any], field: str) -> None:
    with pytest.raises(RulebookError, match=field.replace("[", r"\[").replace("]", r"\]")):
        with_house_rules(BOOK, house)


def test_a_run_ends_with_the_12_and_a_skip_fits_nothing() -> None:
    rules = meld_rules(BOOK)
    assert (rules.bottom, rules.top, rules.run_longest) == (1, 12, 12)
    assert [card for card, odd in enumerate(rules.odd) if odd] == [12, 25, 38, 51]
    assert not any(meld_rules(CONTRACT).odd)


def test_a_table_may_play_any_rulebook_with_numbers() -> None:
    ours = with_house_rules(CONTRACT, {"pack": NUMBERS_PACK, "run_ace": "low", "run_longest": 13})
    assert ours.cards_in_all(4) == 2 * 50 + 3
    assert "four skips" in ours.clause("cards").text
    words = " ".join(f"{clause.title} {clause.text}" for clause in ours.clauses.values())
    assert not re.search(r"\b(joker|suit|rank)s?\b", words, re.IGNORECASE)
    answer = rule({"rulebook": "contract", "question": "contract", "round": 2, "melds": ["5R 5B W", "9Y 10Y 11Y 12Y"],
                   "house": {"pack": NUMBERS_PACK, "run_ace": "low", "run_longest": 13}})  # fmt: skip
    assert answer["legal"] is True
    assert answer["readings"] == ["5R 5B W=5", "9Y 10Y 11Y 12Y"]
