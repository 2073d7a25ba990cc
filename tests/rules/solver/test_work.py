"""No hand, however absurd, keeps the solver busy for long: it answers, or says that it does not know."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import parse_slot
from referee.rules.solver.lay_down import DEFAULT_WORK, LayDown, Undecided, best_lay_down
from referee.rules.solver.missing import Missing

FAR_TOO_LONG = 30.0
"""Seconds of processor time: many times what the bound on work allows, because coverage slows all this down."""


def absurd(number: int) -> tuple[Rulebook, list[int]]:
    """30 cards of one or two suits, three to five melds, up to 8 jokers."""
    rng = random.Random(number)
    sets = rng.choice([0, 0, 1, 2])
    run = parse_slot(rng.choice(["run of 3", "run of 4"]))
    contract = (parse_slot("set of 3"),) * sets + (run,) * (rng.randint(3, 5) - sets)
    book = replace(library.load(rng.choice(library.ids())), contracts=(contract,), all_cards_rounds=frozenset())
    naturals = [suit * 13 + rank for suit in rng.sample(range(4), rng.choice([1, 2])) for rank in range(13)]
    jokers = rng.randint(0, 8)
    return book, rng.sample(naturals * rng.choice([3, 4]), 30 - jokers) + [JOKER] * jokers


@pytest.mark.parametrize("number", range(20))
def test_an_absurd_hand_gets_an_answer_or_an_honest_undecided(number: int) -> None:
    book, hand = absurd(number)
    start = time.process_time()
    found = best_lay_down(book, 1, hand)
    assert time.process_time() - start < FAR_TOO_LONG
    assert found is None or isinstance(found, LayDown) or found == Undecided(DEFAULT_WORK)


@pytest.mark.parametrize(
    ("rulebook", "round_no"),
    [("contract", 6), ("contract", 7), ("may-i", 7), ("shanghai-kolsov", 9), ("progressive", 12), ("progressive", 14)],
)
def test_even_a_whole_pack_in_hand_is_no_hang(rulebook: str, round_no: int) -> None:
    pack = [*range(52)] * 4 + [JOKER] * 8
    start = time.process_time()
    best_lay_down(library.load(rulebook), round_no, pack)
    assert time.process_time() - start < FAR_TOO_LONG


@pytest.mark.parametrize("work", [200, 5_000, 50_000])
def test_where_the_work_ends_does_not_hang_on_what_was_asked_before(work: int) -> None:
    """Tables are kept between questions, but their making is not counted: the count is the same cold and warm."""
    for number in range(40, 45):
        book, hand = absurd(number)
        cold = best_lay_down(replace(book), 1, hand, work=work)
        best_lay_down(book, 1, hand)
        best_lay_down(book, 1, hand[:20])
        assert best_lay_down(book, 1, hand, work=work) == cold


def test_too_little_work_is_said_and_enough_work_decides() -> None:
    book, hand = absurd(3)
    assert best_lay_down(book, 1, hand, work=30) == Undecided(30)
    assert isinstance(best_lay_down(book, 1, hand, work=1 << 40), LayDown)


@pytest.fixture
def threads_that_change_often() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("threads_that_change_often")
def test_threads_that_ask_at_once_get_the_answers_that_one_gets() -> None:
    """The tables of a rulebook are shared by all threads of the server."""
    questions = [absurd(number) for number in range(60, 66)]
    alone = [best_lay_down(replace(book), 1, hand[:22], work=60_000) for book, hand in questions]
    for (book, hand), answer in zip(questions, alone, strict=True):
        shared = replace(book)
        with ThreadPoolExecutor(4) as threads:
            asked = [threads.submit(best_lay_down, shared, 1, hand[:22], work=60_000) for _ in range(4)]
            assert [one.result() for one in asked] == [answer] * 4


def test_a_house_rule_that_makes_nearly_every_rank_wild_is_no_hang() -> None:
    """Each of those cards may be itself or wild: all the ways to see such a hand could never be looked at."""
    nearly_all = frozenset(library.load("contract").points) - {"K"}
    book = replace(library.load("progressive"), wild_ranks=nearly_all)
    start = time.process_time()
    found = best_lay_down(book, 12, list(range(52)))
    assert isinstance(found, LayDown)
    assert not found.left
    assert not Missing(book, book.contracts[11], list(range(52)), whole_hand=False).hopeless
    assert time.process_time() - start < FAR_TOO_LONG
