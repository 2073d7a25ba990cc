"""What a hopeless hand is short of, held against the naive answer."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, format_cards, parse_cards
from referee.rules.rulebook.model import Rulebook, Slot
from referee.rules.solver.missing import Missing, completing, missing
from tests.rules.solver import naive
from tests.rules.solver.drawing import dealt

HANDS = 150
MOST_WILDS = 3
"""More jokers in a long hand would keep the naive answer busy for minutes."""


def can_meet(book: Rulebook, contract: tuple[Slot, ...], hand: list[int]) -> bool:
    """Whether the contract can be met when nothing forces the whole hand down."""
    return naive.best(replace(book, contracts=(contract,), all_cards_rounds=frozenset()), 1, hand) is not None


def without(contract: tuple[Slot, ...], unmet: tuple[Slot, ...]) -> tuple[Slot, ...]:
    rest = list(contract)
    for slot in unmet:
        rest.remove(slot)
    return tuple(rest)


@pytest.mark.parametrize("number", range(HANDS))
def test_it_names_the_fewest_melds_and_wild_cards_that_are_missing(number: int) -> None:
    rng = random.Random(number)
    book = library.load(rng.choice(library.ids()))
    round_no = rng.randint(1, book.rounds)
    contract = book.contracts[round_no - 1]
    hand = [card for card in dealt(rng, rng.randint(8, 12)) if card != JOKER]
    found = missing(book, round_no, hand)
    if can_meet(book, contract, hand):
        assert found is None or (found.slots == () and round_no in book.all_cards_rounds)
        return
    assert found is not None
    assert can_meet(book, without(contract, found.slots), hand) or found.slots == contract
    for fewer in combinations(contract, len(found.slots) - 1):
        assert not can_meet(book, without(contract, fewer), hand)
    for wilds in range(1, MOST_WILDS + 1):
        would_do = found.wilds is not None and wilds >= found.wilds
        assert can_meet(book, contract, hand + [JOKER] * wilds) == would_do


def test_too_many_wild_cards_for_a_meld_are_no_help() -> None:
    assert missing(library.load("shanghai"), 2, parse_cards("3C 5D 9D JH 2S 4S 8H")) == Missing(
        (Slot("set", 3), Slot("run", 4)), None
    )


def test_where_only_the_whole_hand_is_the_trouble_it_names_the_cards_left() -> None:
    hand = parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H KS")
    found = missing(library.load("contract"), 7, hand)
    assert found == Missing((), None, (parse_cards("KS")[0],))


def test_a_hand_that_can_go_down_misses_nothing() -> None:
    assert missing(library.load("contract"), 1, parse_cards("3C 3D 3H KC KD KH")) is None
    assert missing(library.load("contract"), 7, parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H 6H")) is None


def test_it_knows_every_single_card_that_would_do() -> None:
    hand = parse_cards("3C 4C 6C KC KD KH 9S")
    assert format_cards(completing(library.load("contract"), 2, hand)) == "5C JK"
    assert completing(library.load("contract"), 2, parse_cards("3C 4C KC KD 9S")) == ()


@pytest.mark.parametrize("number", range(30))
def test_the_cards_that_would_do_are_those_that_the_naive_answer_wants(number: int) -> None:
    rng = random.Random(number)
    book = library.load(rng.choice(library.ids()))
    round_no = rng.choice([1, 2])
    hand = [card for card in dealt(rng, 9) if card != JOKER]
    wanted = [card for card in range(JOKER + 1) if naive.best(book, round_no, [*hand, card])]
    assert list(completing(book, round_no, hand)) == wanted


def test_a_hand_too_wild_to_be_sure_about_names_the_whole_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.rules.solver.missing.MISSING_WORK", 50)
    found = missing(library.load("contract"), 6, parse_cards("3C 4C 6C 8D 9D JD KC KD 9S 2H 4H"))
    assert found == Missing(library.load("contract").contracts[5], None)
    assert completing(library.load("contract"), 2, parse_cards("3C 4C 6C KC KD KH 9S")) == ()
