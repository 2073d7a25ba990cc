"""A pack of five suits without aces or twos: typed, said, counted, judged, and what it does not have."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.rulebooks.library import ids, load, with_house_rules
from referee.rulebooks.ruling import opinions, rule
from referee.rules.cards import CardError, Placed, parse_card, parse_meld
from referee.rules.melds.bare import verdict_of
from referee.rules.melds.readings import readings
from referee.rules.packs import STARS_PACK, in_letters, played_with
from referee.rules.rulebook.in_words import rule_in_words
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.hands import HandError, read_hand, shown
from referee.rules.speech.typed import tidy
from referee.rules.speech.words import any_of, the_cards, written_out
from tests.rules import naive

BOOK, CONTRACT = load("five-crowns"), load("contract")
IN_ROUND_5 = BOOK.in_round(5)
HANDS = 400


@pytest.mark.parametrize(
    ("typed", "points", "said"),
    [
        ("K Q 10 5 joker", 90, "K Q 10 5 joker"),
        ("5* 6*", 11, "6 5"),
        ("5★6★8★", 19, "8 6 5"),
        ("KK5", 31, "K K 5"),
        ("two kings, a ten and a seven of stars", 56, "K K 10 7"),
        ("7 7", 40, "7 7"),
        ("2 kings", 26, "K K"),
        ("3x5", 15, "5 5 5"),
        ("4*3", 12, "3 3 3 3"),
        ("T*", 10, "10"),
        ("2", 2, None),
        ("no cards", 0, ""),
    ],
)
def test_cards_left_are_typed_with_stars_or_without(typed: str, points: int, said: str | None) -> None:
    with played_with(STARS_PACK):
        hand = read_hand(typed, IN_ROUND_5.prices)
        assert (hand.points, hand.text if hand.text is None else shown(hand.text)) == (points, said)


@pytest.mark.parametrize("typed", ["A", "ace", "two aces", "AKQ", "2 5", "★", "W", "deuce"])
def test_aces_twos_and_a_star_alone_are_no_cards_left(typed: str) -> None:
    with played_with(STARS_PACK), pytest.raises(HandError) as refused:
        read_hand(typed, IN_ROUND_5.prices)
    assert refused.value.words


def test_stars_are_no_cards_of_another_pack() -> None:
    for name in ("5*", "5X", "5★"):
        with pytest.raises(CardError):
            parse_card(name)
    with played_with(STARS_PACK):
        asked = opinions({"rulebook": "five-crowns", "question": "meld", "round": 2, "cards": "5* 6* 7*", "players": 4})
    assert {str(answer) for answer in asked.values()} == {"cards: there is no 5 of stars in this pack"}


def test_a_text_of_cards_goes_in_and_comes_out_in_letters() -> None:
    with played_with(STARS_PACK):
        assert tidy("5* 6★ jk=7* Qh") == "5X 6X JK=7X QH"
        assert tidy("five of stars, king of hearts") == "5X KH"
        assert tidy("3K* T*") == "KX KX KX 10X"
        assert in_letters("5X 6H JK=7X 10X") == "5* 6H JK=7* 10*"
        assert parse_meld("5*6*JK") == [Placed(56), Placed(57), Placed(52)]


def test_stars_are_said_as_any_suit() -> None:
    with played_with(STARS_PACK):
        assert written_out("5X 6X JK=7X 8X") == "5-6-7-8 of stars with the joker as the 7 of stars"
        assert written_out("QX QD QH") == "the queens of stars, diamonds and hearts"
        assert the_cards([56, 57, 4]) == "the 5 and 6 of stars and the 5 of clubs"
        assert any_of([4, 17, 30, 43, 56]) == "a 5"
        assert any_of([4, 17, 30, 43]) == "a 5 of clubs, diamonds, hearts or spades"


def test_more_cards_than_the_pack_has_are_refused() -> None:
    def message(cards: str) -> str:
        asked = {"rulebook": "five-crowns", "question": "meld", "round": 2, "players": 4, "cards": cards}
        return str(rule(asked)["error"]["message"])

    assert message("5* 5* 5*") == "there are only two 5s of stars in this pack"
    assert message(" ".join(["9"] * 11)) == "there are only ten 9s in this pack"
    assert message(" ".join(["JK"] * 7)) == "there are only six jokers in this pack"
    assert message("5* AH 7*") == "there is no ace of hearts in this pack"
    assert message("5* A 7*") == "I don’t know “A”. Try 5H, 10S, Q* or JK."


@pytest.mark.parametrize(
    ("house", "field"),
    [
        ({"run_ace": "high"}, "run_ace"),
        ({"wild_ranks": ["JK", "2"]}, "wild_ranks"),
        ({"wild_by_round": ["A"] * 11}, "wild_by_round"),
        ({"wild_cards": ["KH"]}, "wild_cards"),
        ({"points": {**BOOK.points, "QS": 40}}, "points"),
        ({"contracts": [["set of 3 aces"]] * 11}, "contracts[1]"),
        ({"contracts": [["run of 12"]] * 11}, "contracts[1]"),
        ({"contracts": [["4 of one colour"]] * 11}, "contracts[1]"),
    ],
)
def test_what_the_pack_does_not_have_cannot_be_asked_for(house: dict[str, Any], field: str) -> None:
    with pytest.raises(RulebookError) as refused:
        with_house_rules(BOOK, house)
    assert refused.value.key == field


def test_a_table_may_play_any_rulebook_with_five_suits_and_five_crowns_with_four() -> None:
    ours = with_house_rules(CONTRACT, {"pack": STARS_PACK, "run_ace": "low", "run_longest": 13})
    assert ours.cards_in_all(4) == 2 * 55 + 3
    assert ours.clause("cards").text.endswith("from 3 to king in five suits.")
    assert rule_in_words("run_longest", ours.values()) == "A run has at most 11 cards."
    thirteen = with_house_rules(BOOK, {"pack": "A to K in four suits"})
    assert thirteen.cards_in_all(4) == 2 * 52 + 6


def test_a_joker_that_costs_more_than_other_wild_cards_keeps_its_price() -> None:
    assert (IN_ROUND_5.prices["7"], IN_ROUND_5.prices["8"], IN_ROUND_5.prices["JK"]) == (20, 8, 50)
    assert rule_in_words("points", IN_ROUND_5.values()) == (
        "A card left in hand counts 13 for a king; 12 for a queen; 11 for a jack; 50 for a joker; "
        "20 for anything else that is wild; the number on it for any other."
    )


def meld_near(rng: random.Random, book: Rulebook) -> list[int]:
    """Cards that are a set or a run, or nearly."""
    cards, size = naive.cards_of(book), rng.randint(2, 6)
    suit, low = rng.choice(naive.suits(book)), rng.randint(3, 14 - size)
    row = [suit * 13 + low - 1 + at for at in range(size)]
    if rng.random() < 0.5:
        row = [rng.choice(naive.suits(book)) * 13 + low - 1 for _ in range(size)]
    return [52 if rng.random() < 0.15 else rng.choice(cards) if rng.random() < 0.1 else card for card in row]


@pytest.mark.parametrize("number", [1, 5, 11])
def test_melds_are_read_as_a_slow_answer_reads_them(number: int) -> None:
    rng, book = random.Random(f"five suits {number}"), BOOK.in_round(number)
    rules, verdict, legal = meld_rules(book), verdict_of(book), 0
    for _ in range(HANDS):
        cards = meld_near(rng, book)
        placed = [Placed(card) for card in cards]
        read = readings(rules, placed)
        runs, rows = ({meld.cards for meld in read if meld.kind == "run"}, naive.runs(book, placed, 3))
        few = sum(rules.wild[card] for card in cards) < 3  # of more wild cards not every order is given
        assert (runs if few else bool(runs)) == ({row for _, row in rows} if few else bool(rows)), cards
        assert {reading.rank for reading in read if reading.kind == "set"} == naive.set_ranks(book, placed, 3), cards
        assert verdict(cards) == bool(read), cards
        legal += bool(read)
    assert HANDS / 4 < legal < HANDS


def test_no_rulebook_of_four_suits_knows_a_card_of_the_fifth() -> None:
    for name in ids():
        rules = meld_rules(load(name))
        assert (len(rules.suits), rules.end, len(rules.wild)) == ((5, 65, 65) if name == BOOK.id else (4, 52, 53))
