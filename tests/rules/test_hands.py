"""Cards left as people type or dictate them: what is understood, and what is asked back."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import RANK_NAMES
from referee.rules.speech.hands import HIGH_TO_LOW, Hand, HandError, hand_of, hand_text, read_hand

POINTS = {rank: int(rank) if rank.isdigit() else 10 for rank in RANK_NAMES} | {"A": 15, "JK": 15}

UNDERSTOOD = {
    # signs
    "K K 10 5 joker": "K K 10 5 JK",
    "2K 10 5 JK": "K K 10 5 JK",
    "K K 10 5": "K K 10 5",
    "k,k,10,5": "K K 10 5",
    "K-K-10-5": "K K 10 5",
    "K+K+10+5": "K K 10 5",
    "KKQ": "K K Q",
    "KK5": "K K 5",
    "K 888": "K 8 8 8",
    "★★": "JK JK",
    "K ★": "K JK",
    "8♠8♥": "8 8",
    "three 8s": "8 8 8",
    "kkt 5": "K K 10 5",
    "T t 10": "10 10 10",
    "jk JK Jk": "JK JK JK",
    "2JK": "JK JK",
    "3J": "J J J",
    "2A": "A A",
    "A": "A",
    "a a 2": "A A 2",
    "A 10 K": "A K 10",
    "10": "10",
    "5": "5",
    "2 5": "5 2",
    "2 K": "K 2",
    "2, 10 5": "10 5 2",
    # suits do not matter
    "5H": "5",
    "10s KD": "K 10",
    "AS ah": "A A",
    "2C 2d 2♥ 2♠": "2 2 2 2",
    "10♥\ufe0e k♠": "K 10",
    "2KH": "K K",
    "king of hearts, 5 of spades": "K 5",
    "5 ♥ 6 clubs": "6 5",
    # counts
    "3 x 5": "5 5 5",
    "3x5": "5 5 5",
    "3×5": "5 5 5",
    "3x 5": "5 5 5",
    "5 x3": "5 5 5",
    "kings x2": "K K",
    "Kx2": "K K",
    "K x 2 5": "K K 5",
    "kingsx2": "K K",
    "2 times king": "K K",
    "10x2": "2 2 2 2 2 2 2 2 2 2",
    # words
    "two kings, a ten and a five": "K K 10 5",
    "Two kings, a ten and a five.": "K K 10 5",
    "2 kings": "K K",
    "two two's": "2 2",
    "2 twos": "2 2",
    "three sixes": "6 6 6",
    "two 10s": "10 10",
    "two 10's and one joker": "10 10 JK",
    "an ace": "A",
    "an eight, an ace": "A 8",
    "A king": "K",
    "A A joker": "A A JK",
    "K A joker": "A K JK",
    "K K 10 A joker": "A K K 10 JK",
    "a pair of jacks": "J J",
    "pair of K": "K K",
    "a couple of jokers and an ace": "A JK JK",
    "king king ten five": "K K 10 5",
    "two five": "5 2",
    "a 10 and a 5": "10 5",
    "a king, a": "A K",
    "a deuce": "2",
    "joker": "JK",
    # nothing
    "nothing": "",
    "Nothing.": "",
    "none": "",
    "zero": "",
    "0": "",
    "-": "",
    "–": "",
    "no cards": "",
}


@pytest.mark.parametrize(("said", "cards"), UNDERSTOOD.items())
def test_what_people_write_is_understood(said: str, cards: str) -> None:
    assert read_hand(said, POINTS).text == cards


def test_a_hand_carries_its_points_and_counts() -> None:
    assert read_hand("two kings, a ten and a five", POINTS) == Hand({"K": 2, "10": 1, "5": 1}, 35, "K K 10 5")


@pytest.mark.parametrize(
    ("said", "points"), {"35": 35, "35.": 35, "1": 1, "11": 11, "10 points": 10, "35 pts": 35}.items()
)
def test_a_plain_number_that_is_no_card_is_points(said: str, points: int) -> None:
    assert read_hand(said, POINTS) == Hand(None, points, None)


def test_zero_points_said_are_no_cards() -> None:
    assert read_hand("0 points", POINTS) == Hand({}, 0, "")


REFUSED = {
    "12+": ["12+"],
    "K+": ["K+"],
    "K Q +": ["Q +"],
    "12 + 5 +": ["12 + 5 +"],
    "20-": ["20-"],
    "12+ points": ["12+"],
    "K Z 5": ["Z"],
    "K 35 5": ["35"],
    "two foos": ["foos"],
    "K elephant 1 5": ["elephant", "1"],
    "2 10s": ["2 10s"],
    "QJK": ["QJK"],
    "KJK 5": ["KJK"],
    "10K": ["10K"],
    "kings and a five": ["kings"],
    "3 x": ["3"],
    "3 x and a king": ["3"],
    "0 x K": ["0"],
    "99 x K": ["99"],
    "999999999999999999999999": ["999999999999999999999999"],
    "a pair": ["pair"],
    "A 10 and a king": ["A"],
    "a a joker": ["a"],
    "-5": ["5"],
    " −10 ": ["10"],
    "-35": ["35"],
    "no king": ["no"],
    "K points": ["points"],
    "K 'n' 5": ["'n'"],
    "nothing and a king": ["nothing"],
    "x2": ["x2"],
    "of hearts": ["of", "hearts"],
}


@pytest.mark.parametrize(("said", "words"), REFUSED.items())
def test_what_cannot_be_read_is_asked_back_with_the_words_at_fault(said: str, words: list[str]) -> None:
    with pytest.raises(HandError) as caught:
        read_hand(said, POINTS)
    assert [wrong.word for wrong in caught.value.words] == words
    for wrong in caught.value.words:
        assert said[wrong.start : wrong.end] == wrong.word
        assert wrong.why


@pytest.mark.parametrize("said", ["", "   ", ",", "\n"])
def test_a_blank_is_not_yet_a_hand(said: str) -> None:
    with pytest.raises(HandError) as caught:
        read_hand(said, POINTS)
    assert caught.value.words == ()


def test_a_text_longer_than_any_hand_is_refused() -> None:
    with pytest.raises(HandError, match="longer than any hand"):
        read_hand("K " * 500, POINTS)


def test_a_key_pad_gives_the_same_hand_as_typing() -> None:
    assert hand_of({"JK": 1, "K": 2, "A": 0, "5": 1}, POINTS) == read_hand("joker K 5 K", POINTS)


DEAR = {**POINTS, "QS": 40, "10S": 1, "AH": 25}


@pytest.mark.parametrize(
    ("said", "cards"),
    {
        "QS Q 5": "Q QS 5",
        "queen of spades": "QS",
        "two queens of spades and a queen of hearts": "Q QS QS",
        "Q♠ x2": "QS QS",
        "q♠ 10♠ 10♥": "QS 10 10S",
        "2QS": "QS QS",
        "qs": "QS",
        "10 of spades, 10": "10 10S",
        "3 x QS": "QS QS QS",
        "a pair of aces of hearts": "AH AH",
        "KS KH": "K K",
    }.items(),
)
def test_a_card_with_points_of_its_own_is_told_by_its_suit(said: str, cards: str) -> None:
    assert read_hand(said, DEAR).text == cards


@pytest.mark.parametrize("said", ["two qs", "two 10s", "3 x qs"])
def test_several_queens_or_several_queens_of_spades_is_asked_back(said: str) -> None:
    assert read_hand(said, POINTS).text
    with pytest.raises(HandError) as caught:
        read_hand(said, DEAR)
    assert [wrong.word for wrong in caught.value.words] == [said.replace(" x", "")]


held = st.dictionaries(st.sampled_from(RANK_NAMES), st.integers(1, 6), max_size=8)


@given(held)
def test_the_canonical_text_reads_back_as_the_same_hand(ranks: dict[str, int]) -> None:
    hand = hand_of(ranks, POINTS)
    text = hand.text or "nothing"
    assert read_hand(text, POINTS) == hand


@given(st.lists(st.sampled_from(RANK_NAMES), min_size=1, max_size=20), st.sampled_from([" ", ", ", "  ", " + ", "; "]))
def test_signs_in_any_order_are_counted_one_by_one(cards: list[str], between: str) -> None:
    assert read_hand(between.join(cards), POINTS).ranks == Counter(cards)


@given(held)
def test_counts_in_words_and_signs_mean_the_same(ranks: dict[str, int]) -> None:
    if ranks:
        counted = ", ".join(f"{count} x {rank}" for rank, count in ranks.items())
        assert read_hand(counted, POINTS).ranks == ranks


@given(st.text(max_size=60) | st.text(alphabet="akqjt1235 0x,sh'♥-of\tJK", max_size=20))
def test_any_text_is_a_hand_or_an_error_that_points_into_it(said: str) -> None:
    refused: HandError | None = None
    try:
        hand = read_hand(said, POINTS)
    except HandError as error:
        refused = error
    if refused is not None:
        assert str(refused)
        assert all(0 <= w.start < w.end <= len(said) and said[w.start : w.end] == w.word for w in refused.words)
        return
    assert hand.points >= 0
    if hand.ranks is not None:
        assert hand.text == hand_text(hand.ranks)
        assert all(rank in HIGH_TO_LOW and count > 0 for rank, count in hand.ranks.items())
