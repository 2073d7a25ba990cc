"""What a hopeless hand is short of, held against the naive answer."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, format_cards, parse_cards
from referee.rules.judges.go_down import judge_go_down
from referee.rules.melds.repairs import MOST_NAMED
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot
from referee.rules.rulings import phrase, plenty
from referee.rules.solver.lay_down import Undecided
from referee.rules.solver.missing import Missing
from tests.rules.naive import cards_of
from tests.rules.solver import naive
from tests.rules.solver.drawing import case, dealt

HANDS = 150
ONE_SHORT = 80
MOST_WILDS = 3
"""More jokers in a long hand would keep the naive answer busy for minutes."""


def missing(book: Rulebook, round_no: int, hand: list[int]) -> Missing:
    return Missing(book, book.contracts[round_no - 1], hand, whole_hand=round_no in book.all_cards_rounds)


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
        assert not found.hopeless
        return
    assert can_meet(book, without(contract, found.slots), hand) or found.slots == contract
    for fewer in combinations(contract, len(found.slots) - 1):
        assert not can_meet(book, without(contract, fewer), hand)
    for wilds in range(1, MOST_WILDS + 1):
        would_do = isinstance(found.wilds, int) and wilds >= found.wilds
        assert can_meet(book, contract, hand + [JOKER] * wilds) == would_do


def test_too_many_wild_cards_for_a_meld_are_no_help() -> None:
    found = missing(library.load("shanghai"), 2, parse_cards("3C 5D 9D JH 2S 4S 8H"))
    assert found.slots == (Slot("set", 3), Slot("run", 4))
    assert found.wilds is None


def test_where_only_the_whole_hand_is_the_trouble_it_names_the_cards_left() -> None:
    hand = parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H KS")
    found = missing(library.load("contract"), 7, hand)
    assert (found.slots, found.wilds, found.left) == ((), None, (parse_cards("KS")[0],))


def test_a_hand_that_can_go_down_is_not_hopeless() -> None:
    assert not missing(library.load("contract"), 1, parse_cards("3C 3D 3H KC KD KH")).hopeless
    assert not missing(library.load("contract"), 7, parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H 6H")).hopeless


def test_it_knows_every_single_card_that_would_do() -> None:
    hand = parse_cards("3C 4C 6C KC KD KH 9S")
    found = missing(library.load("contract"), 2, hand).completing(9)
    assert (format_cards(found.cards), found.every) == ("5C JK", True)


def test_a_long_hand_of_one_suit_is_tried_with_every_card() -> None:
    """Cards of the suits that it has not are all alike: one of them is tried for all, else the work would run out."""
    hand = parse_cards("9D AD 3D 3D AD 7D 4D 2D 8D 6D 4D QD 10D JD 5D 9D")
    found = missing(library.load("progressive"), 12, hand).completing(9)
    assert (format_cards(found.cards), found.every) == ("2C 2D 5D KD 2H 2S JK", True)


def one_card_short(rng: random.Random, number: int) -> tuple[Rulebook, int, list[int]]:
    """A hand that one more wild card would let go down, under a rulebook with rules drawn at random."""
    while True:
        drawn = case(number) if number % 2 else None
        book = drawn.book if drawn else library.load(rng.choice(library.ids()))
        round_no = drawn.round_no if drawn else rng.randint(1, min(3, book.rounds))
        hand = [*drawn.hand] if drawn else dealt(rng, rng.randint(6, 10))
        short_of_one = len(hand) < 12 and missing(book, round_no, hand).wilds == 1
        if short_of_one and hand.count(JOKER) <= MOST_WILDS and naive.best(book, round_no, hand) is None:
            return book, round_no, hand
        number += 2 * ONE_SHORT


@pytest.mark.parametrize("number", range(ONE_SHORT))
def test_the_cards_that_would_do_are_those_that_the_naive_answer_wants(number: int) -> None:
    """All of them while they are few; of many, more than are ever named, and none that would not do."""
    book, round_no, hand = one_card_short(random.Random(number), number)
    wanted = [card for card in sorted({*cards_of(book), JOKER}) if naive.best(book, round_no, [*hand, card])]
    found = missing(book, round_no, hand).completing(MOST_NAMED + 1)
    assert found.every
    if len([card for card in wanted if card != JOKER]) <= MOST_NAMED:
        assert sorted(found.cards) == wanted
    else:
        assert set(found.cards) <= set(wanted)
        assert len([card for card in found.cards if card != JOKER]) > MOST_NAMED
        assert (JOKER in found.cards) == (JOKER in wanted)


def test_what_cannot_be_told_in_time_is_said_to_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.rules.solver.missing.MISSING_WORK", 50)
    monkeypatch.setattr("referee.rules.solver.shortage.MOST_TRIED", 0)
    book, hand = library.load("contract"), parse_cards("3C 4C 6C 7D 8D 9D 10D")
    found = missing(book, 3, hand)
    assert found.wilds == Undecided(50)
    assert not found.completing(MOST_NAMED + 1).every
    assert judge_go_down(book, hand, 3).hint(plenty) == (phrase("not all looked at"),)


def test_a_list_that_time_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole hand must go down, so each card is tried; there is time for the first of them only."""
    book, hand = library.load("contract"), parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 3H 4H 6H 2H")
    every = judge_go_down(book, hand, 7).hint(plenty)
    assert every == (phrase("would do", offer=phrase("any of", cards=tuple(parse_cards("5H JK")))),)
    monkeypatch.setattr("referee.rules.solver.missing.MISSING_WORK", 175)
    cut = judge_go_down(book, hand, 7).hint(plenty)
    assert cut == (phrase("would do", offer=phrase("any of", cards=(JOKER,))), phrase("not all looked at"))
