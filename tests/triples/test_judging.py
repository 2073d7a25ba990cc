"""Three cards are a SET or are not, against a slow second answer in the maker's own words."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from referee.triples.cards import DECK, FEATURES, codes, read
from referee.triples.facts import TWENTY
from referee.triples.judging import faults, third, triples
from tests.triples import twenty_one


def naive(three: tuple) -> bool:  # type: ignore[type-arg]
    """Each feature looked at by itself, all alike or all different."""
    return all(len({card.way(feature) for card in three}) in (1, 3) for feature in FEATURES)


def test_every_three_cards_get_the_answer_of_the_rules() -> None:
    count = 0
    for three in combinations(DECK, 3):
        assert (not faults(three)) == naive(three)
        count += naive(three)
    assert count == 1080


def test_a_fault_names_the_feature_the_two_and_the_odd_one() -> None:
    first, second, last = three = read("1rdf 2rdf 2gdf")
    number, colour = faults(three)
    assert number == ("number", (second, last), first)
    assert colour == ("colour", (first, second), last)


def test_two_cards_have_one_third() -> None:
    for first, second in combinations(DECK, 2):
        assert [card for card in DECK if card not in (first, second) and naive((first, second, card))] == [
            third(first, second)
        ]


@pytest.mark.parametrize("size", [0, 2, 3, 12, 15, 21, 81])
def test_all_of_them_are_found_each_once(size: int) -> None:
    random = Random(size)
    for _ in range(3 if size < 81 else 1):
        cards = random.sample(DECK, size)
        assert list(triples(cards)) == [three for three in combinations(cards, 3) if naive(three)]


def test_twenty_cards_hold_none_and_every_further_card_makes_one() -> None:
    assert len({*TWENTY}) == 20
    assert not triples(TWENTY)
    for card in {*DECK} - {*TWENTY}:
        assert triples([*TWENTY, card]), codes([card])


def test_any_21_hold_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert twenty_one.main() == 0
    assert "Any 21 cards hold a SET; 20 need not." in capsys.readouterr().out


def test_the_proof_finds_what_is_there() -> None:
    """The search that finds no ten cards finds the most that there are: 4 of 9, 9 of 27."""
    assert [twenty_one.first_without(features, size)[0] is not None for features, size in ((2, 4), (2, 5), (3, 9))] == [
        True, False, True,
    ]  # fmt: skip
    assert len(twenty_one.possible(21)) == 7
