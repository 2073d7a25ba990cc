"""Answers to questions drawn at random are the recorded ones, letter by letter."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rules.rulebook.house_rules import with_house_rules
from tests.golden import rulings
from tests.golden.rulings import number_of
from tests.rules.asks import DRAWN


@pytest.mark.parametrize("book", library.ids())
@pytest.mark.parametrize("question", DRAWN)
def test_the_rulings_are_the_recorded_ones(book: str, question: str) -> None:
    now = number_of(library.load(book), question)
    assert now == rulings.recorded().get((book, question)), f"If that is meant: {rulings.__name__} says how"


def test_one_more_wild_card_in_a_meld_is_noticed() -> None:
    book = library.load("contract")
    assert number_of(with_house_rules(book, {"wilds_most": 2}), "meld") != number_of(book, "meld")
