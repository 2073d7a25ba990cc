"""The hands and contracts that the engine is measured on: seeded, the same for every peer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from referee.rulebooks import library
from referee.rules.cards import JOKER
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot

DECK = list(range(52))
TWOS = [1, 14, 27, 40]
OTHERS = [card for card in DECK if card not in TWOS]
TWOS_WILD = frozenset({"JK", "2"})


class Row(NamedTuple):
    """One row of a table: the same question about several hands."""

    name: str
    book: Rulebook
    hands: list[list[int]]


def asked(base: str, sets: int, runs: int, run: int = 4, **changes: Any) -> Rulebook:
    """A rulebook whose only round asks for so many sets of 3 and runs."""
    contract = (Slot("set", 3),) * sets + (Slot("run", run),) * runs
    return replace(library.load(base), **{"contracts": (contract,), "all_cards_rounds": frozenset[int](), **changes})


def drawn(seeds: range, size: int, decks: int, jokers: int) -> list[list[int]]:
    pack = DECK * decks + [JOKER] * jokers
    return [random.Random(seed).sample(pack, size) for seed in seeds]


def with_wilds(seeds: range, size: int, twos: int) -> list[list[int]]:
    """Hands with exactly 6 jokers and so many twos, the rest from three decks."""
    hands = []
    for seed in seeds:
        rng = random.Random(seed)
        wilds = [JOKER] * 6 + rng.sample(TWOS * 3, twos)
        hands.append(wilds + rng.sample((OTHERS if twos else DECK) * 3, size - len(wilds)))
    return hands


def three_runs(seeds: range, size: int, jokers: int, twos: int) -> list[list[int]]:
    """Hands that are three runs, with wild cards standing in."""
    hands = []
    for seed in seeds:
        rng = random.Random(seed)
        lengths = [0]
        while sum(lengths) != size:
            lengths = [rng.randint(4, 13) for _ in range(3)]
        hand = []
        for length in lengths:
            low, suit = rng.randint(1, 15 - length), rng.randrange(4)
            hand += [suit * 13 + (low + i - 1) % 13 for i in range(length)]
        for i, place in enumerate(rng.sample(range(size), jokers + twos)):
            hand[place] = JOKER if i < jokers else rng.choice(TWOS)
        hands.append(hand)
    return hands


def planted(seed: int, size: int, sets: int, runs: int, jokers: int = 2, hands: int = 12) -> list[list[int]]:
    """Hands that hold the contract, with jokers standing in and other cards beside it, from two decks."""
    rng = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < hands:
        hand = []
        for _ in range(sets):
            rank = rng.randrange(13)
            hand += [rng.randrange(4) * 13 + rank for _ in range(3)]
        for _ in range(runs):
            low, suit = rng.randint(1, 11), rng.randrange(4)
            hand += [suit * 13 + (low + i - 1) % 13 for i in range(4)]
        for place in rng.sample(range(len(hand)), jokers):
            hand[place] = JOKER
        pack = DECK * 2
        for card in hand:
            if card in pack:
                pack.remove(card)
        hand += rng.sample(pack, size - len(hand))
        if all(hand.count(card) <= 2 for card in DECK):
            rng.shuffle(hand)
            found.append(hand)
    return found


def suites_a_to_d() -> list[Row]:
    """Random hands of 12, 16 and 24 cards, and 26 and 30 with many wild cards; melds may be longer than asked."""
    a, b, c = drawn(range(10), 12, 2, 4), drawn(range(100, 110), 16, 2, 4), drawn(range(200, 210), 24, 3, 6)
    twos = {"wild_ranks": TWOS_WILD}
    return [
        Row("A 2S", asked("may-i", 2, 0), a),
        Row("A 1S1R", asked("may-i", 1, 1), a),
        Row("B 1S1R", asked("may-i", 1, 1, **twos), b),
        Row("B 2S1R", asked("may-i", 2, 1, **twos), b),
        Row("B 1S2R", asked("may-i", 1, 2, **twos), b),
        Row("C 1S2R", asked("may-i", 1, 2), c),
        Row("C 2S2R", asked("may-i", 2, 2), c),
        Row("C 3S1R", asked("may-i", 3, 1), c),
        Row("C 5S", asked("may-i", 5, 0), c),
        Row("D 5R3, 26 cards, 6 wild", asked("may-i", 0, 5, 3), with_wilds(range(300, 310), 26, 0)),
        Row("D 5R3, 30 cards, 12 wild", asked("may-i", 0, 5, 3, **twos), with_wilds(range(300, 310), 30, 6)),
    ]


def suites_e_and_f() -> list[Row]:
    """Up to 30 cards with many wild cards: hands that are three runs, and sets beside runs."""
    twos: dict[str, Any] = {"wild_ranks": TWOS_WILD}
    whole: dict[str, Any] = {"all_cards_rounds": frozenset({1})}
    e20, e24 = three_runs(range(400, 410), 20, 4, 0), three_runs(range(400, 410), 24, 5, 0)
    e30, f = three_runs(range(400, 410), 30, 6, 2), with_wilds(range(500, 506), 30, 4)
    return [
        Row("E 3R, 20 cards", asked("may-i", 0, 3), e20),
        Row("E 3R, 24 cards", asked("may-i", 0, 3), e24),
        Row("E 3R, 30 cards", asked("may-i", 0, 3, **twos), e30),
        Row("E 3R, 20, whole hand", asked("may-i", 0, 3, **whole), e20),
        Row("E 3R, 24, whole hand", asked("may-i", 0, 3, **whole), e24),
        Row("E 3R, 30, whole hand", asked("may-i", 0, 3, **twos, **whole), e30),
        Row("F 2S3R, 30 cards", asked("may-i", 2, 3, **twos), f),
        Row("F 3S2R, 30 cards", asked("may-i", 3, 2, **twos), f),
    ]


PLANTED = [
    (10, 2, 0), (10, 1, 1), (12, 2, 0), (12, 1, 1), (12, 0, 2), (12, 3, 0), (12, 2, 1), (12, 1, 2), (12, 0, 3),
    (14, 1, 2), (16, 1, 2), (16, 2, 1), (16, 0, 3), (18, 1, 2), (18, 2, 2), (18, 0, 3),
]  # fmt: skip


def planted_rows(base: str) -> list[Row]:
    """Hands of 10 to 18 cards that hold the contract, under the rules of one rulebook."""
    return [
        Row(f"{base} {size} cards {sets}S{runs}R", asked(base, sets, runs), planted(77 + i, size, sets, runs))
        for i, (size, sets, runs) in enumerate(PLANTED)
    ]


def dealt_rows() -> list[Row]:
    """Every round of every rulebook: ten hands as they are after the deal and a draw, two decks and four jokers."""
    rows = []
    for book in library.all_rulebooks():
        for number in range(1, book.rounds + 1):
            whole = frozenset({1} if number in book.all_cards_rounds else ())
            one = replace(book, contracts=(book.contracts[number - 1],), all_cards_rounds=whole)
            hands = drawn(range(number * 100, number * 100 + 10), book.deal[number - 1] + 1, 2, 4)
            rows.append(Row(f"{book.id} {number}", one, hands))
    return rows


def long_rows() -> list[Row]:
    """Every round of every rulebook on random hands of 20 to 24 cards, three decks and six jokers."""
    rows = []
    for row in dealt_rows():
        hands = [hand for size in (20, 22, 24) for hand in drawn(range(size * 10, size * 10 + 4), size, 3, 6)]
        rows.append(Row(row.name, row.book, hands))
    return rows


PLANTED_UNDER = ("contract", "may-i", "progressive", "shanghai")
"""The rulebooks under which planted hands are asked."""

ROWS: dict[str, Callable[[], list[Row]]] = {"suites": suites_a_to_d, "wild": suites_e_and_f} | {
    name: partial(planted_rows, name) for name in PLANTED_UNDER
}
