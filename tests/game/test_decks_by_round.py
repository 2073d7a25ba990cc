"""Decks that come in from round to round: in the deal, in what can be held, and in what is judged."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.judges.dealing import deal_for
from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.kinds import RulebookError
from tests.game.play import Game

FURTHER = {"decks_by_round": [0, 0, 1, 1, 2, 2, 2]}
BOOK = library.with_house_rules(library.load("contract"), FURTHER)
THREE_KINGS = {"rulebook": "contract", "house": FURTHER, "question": "meld", "players": 4, "cards": "KC KC KC"}


def test_further_decks_are_in_the_pack_of_their_rounds() -> None:
    assert [deal_for(BOOK, number, 4).decks for number in range(1, 8)] == [2, 2, 3, 3, 4, 4, 4]
    game = Game(BOOK, 4)
    game.close(1)
    game.close(2)
    assert game.state.running is not None
    assert game.state.running.deal.pack == 3 * 52 + 3


def test_three_cards_alike_are_in_the_pack_only_where_there_is_a_third_deck() -> None:
    assert "only two kings of clubs" in rule({**THREE_KINGS, "round": 2})["error"]["message"]
    assert rule({**THREE_KINGS, "round": 3})["legal"] is True


def test_without_a_round_the_pack_may_be_the_fullest() -> None:
    assert rule(THREE_KINGS)["legal"] is True
    assert rule({**THREE_KINGS, "cards": "KC KC KC KC KC"})["error"]["field"] == "cards"


def test_the_deal_of_no_round_asks_for_the_round() -> None:
    answer = rule({"rulebook": "contract", "house": FURTHER, "question": "deal", "players": 4})
    assert [need["field"] for need in answer["needs"]] == ["round"]


def test_the_clause_of_the_decks_says_when_more_come_in() -> None:
    assert sentence("decks_by_round", BOOK.values()) == (
        "Take two decks of 52 cards. Shuffle in one further deck in rounds 3 and 4 and two further decks in rounds 5 "
        "to 7, without further jokers."
    )


@pytest.mark.parametrize(
    ("house", "why"), [([3] * 7, None), ([0] * 6, "given for 6 rounds"), (4, "must be from 0 to 3")]
)
def test_what_cannot_be_is_refused(house: object, why: str | None) -> None:
    if why is None:
        assert library.with_house_rules(library.load("contract"), {"decks_by_round": house}).in_round(1).decks[4] == 5
        return
    with pytest.raises(RulebookError, match=why):
        library.with_house_rules(library.load("contract"), {"decks_by_round": house})


def test_no_round_has_more_decks_than_there_are() -> None:
    with pytest.raises(RulebookError, match="makes 7 decks"):
        library.with_house_rules(library.load("may-i"), {"decks_by_round": 3})
