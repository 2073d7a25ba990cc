"""Melds that only a contract makes melds: legal exactly where a slow answer can lay all their cards."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, Placed, format_cards
from referee.rules.judges.contract import judge_contract
from referee.rules.judges.lay_off import judge_lay_off
from referee.rules.judges.meld import judge_meld
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import parse_slot
from tests.rules.naive import is_wild
from tests.rules.solver import naive
from tests.rules.solver.drawing import FOUR_SUITS, planted, with_switches
from tests.sizes import sized

SLOTS = ("run of 4 in any suits", "run of 6 in any suits", "4 of one colour", "6 of one colour", "3 of one suit")
CASES = sized(150, 6_000)


def drawn(number: int) -> tuple[Rulebook, list[int]]:
    """A rulebook whose one round asks for one such meld, all cards at once, and cards that may be it."""
    rng = random.Random(f"loose meld {number}")
    book, _ = with_switches(rng, rng.choice(FOUR_SUITS))
    whole = {"all_cards_rounds": frozenset({1}), "wilds_going_down": NO_LIMIT}
    book = replace(book, contracts=((parse_slot(rng.choice(SLOTS)),),), **whole)
    cards = planted(rng, book, 1, 0)
    if rng.random() < 0.4:
        cards[rng.randrange(len(cards))] = rng.choice([JOKER, *range(52)])
    return book, cards


def can_be_laid(book: Rulebook, cards: list[int]) -> bool:
    return naive.best(book, 1, cards) is not None


@pytest.mark.parametrize("first", range(0, CASES, CASES // 5))
def test_a_meld_meets_the_contract_exactly_where_a_slow_answer_lays_all_its_cards(first: int) -> None:
    wrong, legal = [], 0
    for number in range(first, first + CASES // 5):
        book, cards = drawn(number)
        ruling = judge_contract(book, [[Placed(card) for card in cards]], (), 1)
        legal += bool(ruling.legal)
        if bool(ruling.legal) != can_be_laid(book, cards):
            wrong.append(f"{number}: {book.contracts[0][0]}: {format_cards(cards)}: {ruling.legal}")
    assert wrong == []
    assert legal >= CASES // 5 // 4


def test_what_is_one_card_longer_was_laid_off_on_what_lay_there() -> None:
    """Where melds may be longer, a meld that stands without a card takes that card, and no other."""
    laid = 0
    for number in range(CASES):
        book, cards = drawn(number)
        book = replace(book, melds_exact=False, all_cards_rounds=frozenset(), wilds_most=NO_LIMIT)
        wild = [card for card in cards if is_wild(book, card)]
        size = book.contracts[0][0].size
        if wild or len(cards) <= size:
            continue
        whole = can_be_laid(replace(book, all_cards_rounds=frozenset({1})), cards)
        for rest in combinations(cards, len(cards) - 1):
            if not can_be_laid(replace(book, all_cards_rounds=frozenset({1})), list(rest)):
                continue
            more = list(cards)
            for card in rest:
                more.remove(card)
            meld = [Placed(card) for card in rest]
            if judge_meld(book, meld, None, 1).adds["kind"] in ("run", "set"):
                continue  # it may lie there as that
            ruling = judge_lay_off(book, meld, [Placed(more[0])], "earlier", "self", None, 1)
            assert ruling.legal is whole, (number, format_cards(rest), format_cards(more), str(book.contracts[0][0]))
            laid += 1
    assert laid >= CASES // 10


@pytest.mark.parametrize(
    ("card", "legal"), [("6R", True), ("6G", True), ("5R", False), ("8R", False)], ids=("its own", "rank", "5", "8")
)
@pytest.mark.parametrize("place", ["W=6R", "W=6", "W"])
def test_in_a_run_of_any_suits_a_wild_card_stands_for_its_rank_whatever_suit_was_named(
    place: str, card: str, legal: bool
) -> None:
    table = {"rulebook": "phase-10", "house": {"swap": "any"}, "round": 4, "down": "earlier", "owner": "other"}
    meld = f"3G 4Y 5R {place} 7R 8G 9B"
    assert rule({**table, "question": "swap", "meld": meld, "card": card})["legal"] is legal
    laid = rule({**table, "question": "lay_off", "meld": meld, "cards": f"{card} 10G"})
    assert laid["legal"] is False
    assert ("already stands for the 6 in 3-4-5-6-7-8-9 in any colours" in laid["ruling"]) is legal


@pytest.mark.parametrize(
    ("runs", "cut", "says"),
    [
        (["3G 4G 5G 6G", "7G 8G 9G 10G"], None, "Yes. They are one run now, 3-4-5-6-7-8-9-10 in green."),
        (["3G 4G 5G 6G 7G 8G 9G 10G"], "7G", "Yes."),
        (["3G 4G 5G 6G", "8G 9G 10G 11G"], None, "No."),
        (["3G 4Y 5R 6B", "7R 8G 9B 10G"], None, "Yes. They are one run now, 3-4-5-6-7-8-9-10 in any colours."),
        (["3G 4Y 5R 6B", "7G 8G 9G 10G"], None, "Yes. They are one run now, 3-4-5-6-7-8-9-10 in any colours."),
        (["3G 4Y 5R 6B 7R 8G 9B 10G"], "7R", "Yes. It becomes 3-4-5-6 in any colours and 7-8-9-10"),
        (["3G 4Y 5R 6B", "8G 9B 10G 11R"], None, "No."),
    ],
)
def test_a_run_of_one_suit_is_one_where_runs_of_any_suits_are_asked_for(
    runs: list[str], cut: str | None, says: str
) -> None:
    house = {"runs_that_meet": "one", "runs_cut": True}
    asked = {"rulebook": "phase-10", "question": "runs_meet", "house": house, "round": 4, "runs": runs}
    ruling = rule(asked if cut is None else {**asked, "cut": cut})["ruling"]
    assert ruling.startswith(says)
    assert "not a run" not in ruling
