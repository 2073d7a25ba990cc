"""The 81 cards, and how they are typed."""

from __future__ import annotations

from itertools import permutations

import pytest

from referee.triples.cards import DECK, FEATURES, TWICE, UNFINISHED, UNKNOWN, Card, CardError, codes, read


def test_there_are_81_each_with_a_code_of_its_own() -> None:
    assert len({*DECK}) == len({card.code for card in DECK}) == 81
    assert read(codes(DECK)) == DECK


def test_every_card_is_read_in_words_in_any_order() -> None:
    for card in DECK:
        ways = [card.way(feature) for feature in FEATURES]
        for words in permutations(ways):
            assert read(" ".join(words)) == (card,), words


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ""),
        ("  ,; ", ""),
        ("Two RED striped diamonds", "2rdt"),
        ("two red striped diamonds, one green open oval; 3PSF", "2rdt 1goe 3psf"),
        ("2 red striped diamonds 1 green empty ellipse", "2rdt 1goe"),
        ("three violet filled waves", "3psf"),
    ],
)
def test_what_is_typed(text: str, cards: str) -> None:
    assert codes(read(text)) == cards


@pytest.mark.parametrize(
    ("text", "word", "why"),
    [
        ("2rdt 4rdt", "4rdt", UNKNOWN),
        ("2 red hearts", "hearts", UNKNOWN),
        ("2 red striped", "2 red striped", UNFINISHED),
        ("2 red green", "2 red", UNFINISHED),
        ("2 red 1goe", "1goe", UNKNOWN),
        ("2rdt, two red striped diamonds", "2rdt", TWICE),
    ],
)
def test_what_is_no_card_is_named(text: str, word: str, why: str) -> None:
    with pytest.raises(CardError) as wrong:
        read(text)
    assert (wrong.value.word, wrong.value.why) == (word, why)


def test_the_ways_of_a_card_are_words() -> None:
    assert [Card(1, 0, 2, 2).way(feature) for feature in FEATURES] == ["2", "red", "squiggle", "open"]
