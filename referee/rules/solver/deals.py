"""The ways to see a hand: which cards are naturals and which are wild."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, product
from operator import add
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import HIGH_ACE, ROUND_TOP
from referee.rules.solver.terms import Terms

FREE, PAID, FULL = range(3)
"""How cards count that are natural and wild: like any natural, though wild cards come to too many then; or each is paid
for like a wild card, and worth 1, as the pool counts it already, or worth as much as any natural."""
BITS = tuple([1 << rank for rank in range(13)])

Counts = tuple[tuple[int, ...], ...]
"""Copies by suit and rank, the ace first."""


class Deal(NamedTuple):
    """A way to see a hand: its naturals, and the wild cards from the dearest on.

    Where it is open whether a wild card lies as itself, the card is both.
    """

    naturals: Counts
    held: tuple[int, ...]
    """The naturals by rank, all suits together."""
    places: tuple[int, ...]
    """For each suit the places of runs that have a natural; bit 0 is place 1."""
    pool: list[int]
    worth: list[int]
    """What the dearest wild cards are worth together, by how many they are."""
    limit: int
    """The most wild cards that melds can take."""
    usable: int
    """The most of the pool that melds can take, where they count so as themselves too."""
    floor: int
    """The least value that will do: that of the whole hand where it must all be melded."""
    most: int
    """The most that all cards together can be worth."""
    own: dict[int, tuple[int, int]]
    """Of each wild card that may lie as itself, the fewest copies that do and the most."""
    sure: Counts
    """The naturals that are not wild cards too; empty where none is."""
    paid: bool
    """Whether those that are both are paid for like wild cards: not where only so many of these may go down."""


def deals(terms: Terms, values: Sequence[int], hand: Sequence[int]) -> Iterator[Deal]:
    """The hand with each wild card that has a rank taken as itself or as a wild card, where it may be itself."""
    own = open_deal(terms, values, hand).own
    for copies in product(*[range(least, most + 1) for least, most in own.values()]):
        yield deal_of(terms, values, hand, {card: (its, its) for card, its in zip(own, copies, strict=True)})


def open_deal(terms: Terms, values: Sequence[int], hand: Sequence[int]) -> Deal:
    """The hand with all that may be natural and all that may be wild."""
    may_be = set(terms.wild_cards).difference([JOKER]).intersection(hand) if terms.melds.as_itself else ()
    return deal_of(terms, values, hand, {card: (0, hand.count(card)) for card in sorted(may_be)})


def deal_of(terms: Terms, values: Sequence[int], hand: Sequence[int], own: dict[int, tuple[int, int]]) -> Deal:
    """The hand with so many copies of a wild card as themselves, from the fewest to the most."""
    counts = [0] * len(terms.points)
    for card in hand:
        counts[card] += 1
    pool: list[int] = []
    sure = list(counts)
    for card in terms.wild_cards:
        if copies := counts[card]:
            least, most = own.get(card, (0, 0))
            counts[card] = most
            sure[card] = least
            pool += [card] * (copies - least)
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
    limit = min(len(pool), terms.wilds_usable)
    if terms.melds.by_naturals:
        limit = min(limit, sum(map(sum, naturals)))
    both = sum([most - least for least, most in own.values()])
    paid = terms.melds.wilds_going_down >= min(len(pool), terms.melds.wilds_most * len(terms.contract))
    in_all = sum(map(values.__getitem__, hand)) - len(pool)
    return Deal(
        naturals,
        tuple(held),
        tuple([_places(terms, suit) for suit in naturals]) if terms.runs.number else (),
        pool,
        worth,
        limit,
        min(len(pool), limit + both) if paid else limit,
        in_all if terms.whole_hand else 0,
        in_all + both,
        own,
        tuple([tuple(sure[at : at + 13]) for at in range(0, terms.melds.end, 13)]) if both else (),
        paid,
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
