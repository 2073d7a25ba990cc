"""Any 21 of the 81 cards hold a SET: a proof by counting, in which the computer counts. In a few seconds.

A *slice* is one of three parts of the deck, of 27 cards each, that every SET meets all in one or each in one: "red",
for example, or a mix of features. A feature of the mix follows from the others, so a slice is a deck of three features.

1. Among any 10 cards of a slice there is a SET. If 10 had none, the ways of each feature could be renamed until the
   first of its cards is among them, and still they would have none. That is the symmetry that is broken: with this
   card given, every choice is tried.
2. So if 21 cards had no SET, each of the 40 ways to slice the deck would part them into three numbers of at most 9.
3. Two cards are together in a slice in 13 of the 40 ways, and three that are no SET in 4: counted over all cards.
   So over all 40 ways, 13 x 210 pairs and 4 x 1330 threes are together.
4. No 40 triples of numbers as in 2 have so many pairs and threes. Taking 16 from three times the threes of a way for
   each of its pairs, no way has less than -693, and that is what it has on average: so each way has just that, and is
   9 + 9 + 3 or 7 + 7 + 7. They have 75 and 63 pairs; no 40 of these make 2730.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations, product
from math import comb

from referee.triples.cards import DECK
from referee.triples.facts import TWENTY
from referee.triples.judging import triples

MOST_IN_A_SLICE = 9
Ways = tuple[int, ...]


def first_without(features: int, size: int) -> tuple[list[int] | None, int]:
    """So many cards of a deck of so many features, the first among them, without a SET; and how many tries it took."""
    deck = list(product(range(3), repeat=features))
    at = {card: place for place, card in enumerate(deck)}
    third = [[at[tuple(-(a + b) % 3 for a, b in zip(x, y, strict=True))] for y in deck] for x in deck]
    tries = 0

    def go(chosen: list[int], free: int) -> list[int] | None:
        """``free``: a bit for each card that comes later and makes no SET with two of those chosen."""
        nonlocal tries
        tries += 1
        if len(chosen) == size:
            return chosen
        while len(chosen) + free.bit_count() >= size:
            card = (free & -free).bit_length() - 1
            free &= free - 1
            left = free
            for other in chosen:
                left &= ~(1 << third[card][other])
            if done := go([*chosen, card], left):
                return done
        return None

    return go([0], (1 << len(deck)) - 2), tries


def slices() -> list[dict[Ways, int]]:
    """Each way to slice the deck, as the part that each card is in: a mix of its features, up to renaming the parts."""
    mixes = [mix for mix in product(range(3), repeat=4) if any(mix) and next(filter(None, mix)) == 1]
    return [{card: sum(a * b for a, b in zip(mix, card, strict=True)) % 3 for card in DECK} for mix in mixes]


def together(size: int) -> set[int]:
    """In how many of the ways so many cards are in one part, if they are no SET."""
    parts = [tuple(way[card] for way in slices()) for card in DECK]
    return {
        sum(len(set(each)) == 1 for each in zip(*(parts[at] for at in places), strict=True))
        for places in combinations(range(len(DECK)), size)
        if not triples([DECK[at] for at in places])
    }


def possible(cards: int) -> list[tuple[int, int, int]]:
    """The three numbers that cards without a SET can be parted into."""
    most = range(MOST_IN_A_SLICE, -1, -1)
    return [(a, b, c) for a in most for b in most for c in most if a >= b >= c and a + b + c == cards]


def main() -> int:
    begun = time.monotonic()
    nine, _ = first_without(3, MOST_IN_A_SLICE)
    ten, tries = first_without(3, MOST_IN_A_SLICE + 1)
    assert nine is not None
    assert ten is None
    print(f"1. Of 27 cards, 9 can be without a SET and 10 cannot: {tries} tries.")
    ways = slices()
    assert len(ways) == 40
    assert all(list(way.values()).count(part) == 27 for way in ways for part in range(3))
    assert all(len({way[card] for card in three}) != 2 for way in ways for three in triples(DECK))
    print(f"2. The deck is sliced in {len(ways)} ways; every one of the {len(triples(DECK))} SETs fits each of them.")
    assert (together(2), together(3)) == ({13}, {4})
    pairs, threes = 13 * comb(21, 2), 4 * comb(21, 3)
    print(f"3. Two cards are together in 13 ways, three in 4: {pairs} pairs and {threes} threes in all.")
    parted = possible(21)
    in_parts = {parts: (sum(comb(n, 2) for n in parts), sum(comb(n, 3) for n in parts)) for parts in parted}
    worth = {parts: 3 * three - 16 * two for parts, (two, three) in in_parts.items()}
    least = min(worth.values())
    assert 3 * threes - 16 * pairs == least * len(ways)
    left = [parts for parts in parted if worth[parts] == least]
    made = [
        count for count in range(len(ways) + 1)
        if count * in_parts[left[0]][0] + (len(ways) - count) * in_parts[left[-1]][0] == pairs
    ]  # fmt: skip
    assert len(left) == 2
    assert not made
    print(f"4. Each way would have to be one of {left}, and no 40 of these have {pairs} pairs.")
    assert len({*TWENTY}) == 20
    assert not triples(TWENTY)
    print(f"Any 21 cards hold a SET; 20 need not. {time.monotonic() - begun:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
