"""The readings of a meld against a slow and simple second opinion, in every rulebook and under random rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, Placed, card_of, format_meld, parse_card, parse_meld
from referee.rules.judges.meld import judge_meld
from referee.rules.melds.bare import is_meld, verdict_of
from referee.rules.melds.readings import MOST_READINGS, NOT_PLAIN, Seen, look, plain_readings, readings
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.rulings import as_json
from referee.rules.speech.words import reading_said, ways
from tests.rules import naive
from tests.rules.solver.drawing import FOUR_SUITS

ORDINARY = Least(3, 4)
pytestmark = pytest.mark.unmeasured

BOOKS = FOUR_SUITS


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("AC AD AH", "a set of aces"),
        ("KC KD JK", "a set of kings"),
        ("7C 7D 7H", "a set of 7s"),
        ("JC QC KC AC", "J-Q-K-A of clubs"),
    ],
)
def test_a_reading_is_said_as_people_say_it(cards: str, said: str) -> None:
    rules, its = meld_rules(library.load("contract")), [Placed(parse_card(card)) for card in cards.split()]
    found = plain_readings(rules, its, ORDINARY, look(rules, its))
    assert found is not None
    assert reading_said(found[0]) == said


def test_of_many_readings_five_are_told_and_how_many_more_there_are() -> None:
    every = readings(meld_rules(library.load("contract")), parse_meld("JK JK JK JK JK JK 7C"), ORDINARY)
    assert len(every) == 8
    assert ways(every[:6]).endswith("4-5-6-7-8-9-10 of clubs or 5-6-7-8-9-10-J of clubs")
    assert ways(every[:7]).endswith("4-5-6-7-8-9-10 of clubs or 2 more")


def some_cards(random: Random, book: Rulebook, size: int) -> list[int]:
    """Cards that are often a meld and often nearly one."""
    wild = [card for card in range(JOKER + 1) if meld_rules(book).wild[card]]
    suit, low = random.randrange(4), random.randrange(1, 14)
    shape = random.random()
    if shape < 0.45:
        cards = [card_of(suit, (low + i - 1) % 13 + 1) for i in range(size)]
    elif shape < 0.75:
        cards = [card_of(random.randrange(4), low) for _ in range(size)]
    else:
        cards = [card_of(random.randrange(2), random.randrange(1, 7)) for _ in range(size)]
    for index in range(size):
        if random.random() < 0.3:
            cards[index] = random.choice(wild) if random.random() < 0.9 else random.randrange(JOKER + 1)
    random.shuffle(cards)
    return cards


def assigned(random: Random, book: Rulebook, cards: list[int]) -> list[Placed]:
    """Some of the cards said to stand for something, wild or not."""
    placed = []
    for card in cards:
        said: int | None = None
        if random.random() < (0.4 if meld_rules(book).wild[card] else 0.02):
            said = random.choice([random.choice(cards) % 52, random.randrange(52), -random.randrange(1, 14)])
        placed.append(Placed(card, said))
    return placed


def with_random_rules(random: Random, book: Rulebook) -> Rulebook:
    """The rulebook with the switches of melds thrown at random; no table would play them all."""
    different = random.random() < 0.3
    ace = random.choice(["low or high", "high", "low", "round the corner"])
    changes: dict[str, Any] = {
        "run_ace": ace,
        "run_longest": random.choice([13, 14]) if ace == "low or high" else 13,
        "run_least": random.choice([3, 4, 4, 5]),
        "set_least": random.choice([3, 3, 4]),
        "set_suits": "different" if different else "any",
        "set_longest": random.choice([3, 4]) if different else random.choice([3, 4, "no limit"]),
        "wild_ranks": frozenset(random.choice([{"JK"}, {"JK", "2"}, {"JK", "2", "J"}])),
        "wilds_most": random.choice([0, 1, 2, "no limit"]),
        "wilds_most_by": random.choice(["number", "number", "natural cards"]),
        "naturals_least": random.choice([0, 1, 2]),
        "wilds_side_by_side": random.random() < 0.6,
        "wild_as_itself": random.random() < 0.7,
    }
    return dataclasses.replace(book, **changes)


def compare(book: Rulebook, cards: list[Placed], least: Least) -> None:
    found = readings(meld_rules(book), cards, least)
    runs = {(one.kind, one.cards) for one in found if one.kind == "run"}
    sets = {one.rank for one in found if one.kind != "run"}
    here = f"{book.id} {least} {format_meld(cards)} {book.values() if book.id == 'contract' else ''}"
    assert sets == naive.set_ranks(book, cards, least.set), here
    expected = naive.runs(book, cards, least.run)
    if len(expected) <= MOST_READINGS:
        assert runs == expected, here
    else:
        # too many to list: one of each span
        assert runs <= expected
        assert {naive.span(row) for _, row in runs} == {naive.span(row) for _, row in expected}, here
    assert len({(one.kind, one.cards) for one in found}) == len(found), here
    once = readings(meld_rules(book), cards, least, every=False)
    assert {(one.kind, one.rank, one.suit) for one in once} == {(one.kind, one.rank, one.suit) for one in found}, here


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_readings_are_those_of_the_second_opinion(book: Rulebook) -> None:
    random = Random(book.id)
    for _ in range(120):
        cards = some_cards(random, book, random.randrange(2, 6))
        least = random.choice([ORDINARY, Least(2, 3)])
        compare(book, assigned(random, book, cards), least)


def test_readings_are_those_of_the_second_opinion_under_random_rules() -> None:
    random = Random("random rules")
    for _ in range(800):
        book = with_random_rules(random, BOOKS[0])
        cards = some_cards(random, book, random.randrange(3, 6))
        compare(book, assigned(random, book, cards), Least(2, 3))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_bare_verdict_is_whether_there_is_a_reading(book: Rulebook) -> None:
    random = Random(f"bare {book.id}")
    for least in (ORDINARY, Least(3, 3), Least(2, 4)):
        verdict = verdict_of(book, least)
        for _ in range(1200):
            cards = some_cards(random, book, random.randrange(0, 16))
            has_one = bool(readings(meld_rules(book), [Placed(card) for card in cards], least, every=False))
            assert verdict(cards) == has_one, f"{least} {format_meld(map(Placed, cards))}"


def test_the_bare_verdict_is_whether_there_is_a_reading_under_random_rules() -> None:
    random = Random("bare random rules")
    for _ in range(4000):
        book = with_random_rules(random, BOOKS[0])
        cards = some_cards(random, book, random.randrange(2, 15))
        has_one = bool(readings(meld_rules(book), [Placed(card) for card in cards], every=False))
        assert is_meld(book, cards) == has_one, f"{book.values()} {format_meld(map(Placed, cards))}"


def test_every_no_has_a_reason_and_every_yes_a_reading_under_random_rules() -> None:
    random = Random("reasons")
    seen = set()
    for _ in range(800):
        book = with_random_rules(random, random.choice(BOOKS))
        cards = assigned(random, book, some_cards(random, book, random.randrange(0, 15)))
        kind = random.choice([None, None, "set", "run", "pair"])
        round_no = random.randrange(1, book.rounds + 1)
        ruling = judge_meld(book, cards, kind, round_no)
        assert ruling.legal is bool(ruling.adds["readings"])
        assert ruling.because
        assert bool(ruling.findings) is not ruling.legal
        assert as_json(ruling)["legal"] is ruling.legal
        seen |= {finding.reason for finding in ruling.findings}
    assert len(seen) > 12


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_quick_way_gives_the_same_readings_in_the_same_order_as_the_long_way(book: Rulebook) -> None:
    random = Random(f"quick {book.id}")
    for _ in range(600):
        cards = [Placed(card) for card in some_cards(random, book, random.randrange(2, 14))]
        known = meld_rules(book)
        seen = look(known, cards)
        quick = None if seen is NOT_PLAIN else plain_readings(known, cards, known.ordinary, seen)
        if quick is not None:
            sets = readings(known, cards, kind="set")
            assert quick == [*sets, *readings(known, cards, kind="run")], format_meld(cards)


@pytest.mark.parametrize("cards", ["5C 6C 9D 7H", "5C JK=6C 9D 7H"])
def test_refused_cards_are_looked_at_once_plain_or_not(cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    meld = parse_meld(cards)
    looked = []

    def noted(rules: MeldRules, its: Sequence[Placed]) -> Seen:
        looked.append(list(its))
        return look(rules, its)

    for module in ("judges.meld", "melds.readings", "melds.repairs"):
        monkeypatch.setattr(f"referee.rules.{module}.look", noted)
    ruling = judge_meld(library.load("contract"), meld)
    assert ruling.legal is False
    ruling.hint(ruling.left)
    assert looked.count(meld) == 1
