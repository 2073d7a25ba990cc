"""The ways to see a hand: which cards are naturals and which are wild."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, product
from operator import add
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import HIGH_ACE, ROUND_TOP
from referee.rules.solver.terms import Terms

BITS = tuple([1 << rank for rank in range(13)])

Counts = tuple[tuple[int, ...], ...]
"""Copies by suit and rank, the ace first."""


class Deal(NamedTuple):
    """One way to see a hand: its naturals, and the wild cards from the dearest on."""

    naturals: Counts
    held: tuple[int, ...]
    """The naturals by rank, all suits together."""
    places: tuple[int, ...]
    """For each suit the places of runs that have a natural; bit 0 is place 1."""
    pool: list[int]
    worth: list[int]
    """What the dearest wild cards are worth together, by how many they are."""
    usable: int
    """The most wild cards that melds can take."""
    floor: int
    """The least value that will do: that of the whole hand where it must all be melded."""


def deals(terms: Terms, values: Sequence[int], hand: Sequence[int]) -> Iterator[Deal]:
    """The hand with each wild card that has a rank taken as itself or as a wild card, where it may be itself."""
    counts = [0] * len(terms.points)
    for card in hand:
        counts[card] += 1
    stock = [(card, counts[card]) for card in terms.wild_cards if counts[card]]
    for card, _ in stock:
        counts[card] = 0
    either = [copies + 1 if terms.melds.as_itself and card != JOKER else 1 for card, copies in stock]
    for as_itself in product(*map(range, either)):
        pool: list[int] = []
        for (card, copies), own in zip(stock, as_itself, strict=True):
            counts[card] = own
            pool += [card] * (copies - own)
        yield _deal(terms, values, counts, pool)


def _deal(terms: Terms, values: Sequence[int], counts: Sequence[int], pool: list[int]) -> Deal:
    worth = [0]
    if pool:
        if pool[0] != pool[-1]:
            pool.sort(key=lambda card: (-values[card], card))
        for card in pool:
            worth.append(worth[-1] + values[card] - 1)
    clubs, diamonds, hearts, spades = counts[:13], counts[13:26], counts[26:39], counts[39:52]
    naturals: Counts = (tuple(clubs), tuple(diamonds), tuple(hearts), tuple(spades))
    held = map(add, map(add, clubs, diamonds), map(add, hearts, spades))
    if terms.melds.end > JOKER:
        stars = tuple(counts[JOKER:])
        naturals, held = (*naturals, stars), map(add, held, stars)
    usable = min(len(pool), terms.wilds_usable)
    if terms.melds.by_naturals:
        usable = min(usable, sum(map(sum, naturals)))
    return Deal(
        naturals,
        tuple(held),
        tuple([_places(terms, suit) for suit in naturals]) if terms.runs.number else (),
        pool,
        worth,
        usable,
        sum(map(int.__mul__, values, counts)) + worth[-1] if terms.whole_hand else 0,
    )


def _places(terms: Terms, counts: Sequence[int]) -> int:
    places = sum(compress(BITS, counts))
    if terms.run_terms.melds.round:
        places |= places << 13 & (1 << ROUND_TOP) - 1
    elif places & 1:
        if terms.run_terms.melds.top == HIGH_ACE:
            places |= 1 << HIGH_ACE - 1
        if terms.run_terms.melds.bottom > 1:
            places -= 1
    return places
