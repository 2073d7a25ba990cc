"""At least so many wild cards: what a contract needs even if every card could be used twice.

Most hands are hopeless, and this finds it out before any table is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product, repeat

from referee.rules.rulebook.meld_rules import HIGH_ACE
from referee.rules.solver.deals import Deal
from referee.rules.solver.terms import NEVER, Kinds, MeldTerms, Terms

ALL_RANKS = (1 << 13) - 1


@cache
def densest(places: int, size: int, top: int) -> int:
    """The most places with a natural among so many in a row, of those up to ``top``."""
    window = (1 << size) - 1
    return max([(places >> low & window).bit_count() for low in range(top + 1 - size)], default=0)


def runs_short(terms: MeldTerms, kinds: Kinds, deal: Deal) -> tuple[int, int]:
    """The wild cards that all runs need at least, and the least that any one run needs."""
    if not kinds.number:
        return 0, 0
    least = [[_one_run(terms, places, size) for places in deal.places] for size in kinds.sizes]
    cheapest = min(map(min, least))
    if len(kinds.sizes) > 1:
        return sum([min(cheapest_of) * count for cheapest_of, count in zip(least, kinds.counts, strict=True)]), cheapest
    if kinds.number == 1 or cheapest >= NEVER:
        return cheapest, cheapest
    return _runs_of_one_size(terms, kinds.sizes[0], kinds.number, least[0], deal), cheapest


def runs_for_all(terms: MeldTerms, deal: Deal) -> int:
    """So many runs at least hold all naturals: none holds two of a card, but for aces at both its ends."""
    both_ends = terms.melds.run_longest == HIGH_ACE
    total = 0
    for aces, *others in deal.sure or deal.naturals:
        total += max((aces + 1) // 2 if both_ends else aces, *others)
    return total


def left_at_least(terms: Terms, hand: Sequence[int]) -> int:
    """So many natural cards stay in hand at least, however runs are spread over suits and whichever ranks are sets: no
    run holds two of a card, but for aces at both its ends."""
    melds = terms.melds
    counts, wild = [0] * melds.end, set(terms.wild_cards)
    for card in hand:
        if card < melds.end and card not in wild:
            counts[card] += 1
    if melds.run_longest == HIGH_ACE:
        counts[::13] = [(aces + 1) // 2 for aces in counts[::13]]
    runs, most = terms.runs.number, 1 if melds.run_in_each_suit else terms.runs.number
    fewest = len(hand)
    for spread in product(range(most + 1), repeat=melds.end // 13):
        if sum(spread) == min(runs, most * len(spread)):
            over = [max(0, copies - spread[card // 13]) for card, copies in enumerate(counts)]
            by_rank = sorted([sum(over[rank::13]) for rank in range(13)])
            fewest = min(fewest, sum(by_rank[: 13 - terms.sets.number]))
    return fewest


def _one_run(terms: MeldTerms, places: int, size: int) -> int:
    short = size - densest(places, size, terms.melds.top)
    return short if short <= terms.melds.wilds_most else NEVER


def suits_for_runs(terms: MeldTerms, kinds: Kinds, deal: Deal, wilds: int) -> list[int]:
    """The suits in which so many wild cards can make a run."""
    if not kinds.number:
        return []
    size, top, most = kinds.sizes[0], terms.melds.top, min(wilds, terms.melds.wilds_most)
    return [suit for suit, places in enumerate(deal.places) if size - densest(places, size, top) <= most]


def _runs_of_one_size(terms: MeldTerms, size: int, number: int, least: Sequence[int], deal: Deal) -> int:
    """One suit after the other: the least for so many runs in the suits so far; more than the hand has is ``NEVER``."""
    best = [0] + [NEVER] * number
    for size_least, counts in zip(least, deal.naturals, strict=True):
        if size_least > deal.usable:
            continue
        costs = [size_least]
        for runs in range(2, 2 if terms.melds.run_in_each_suit else number + 1):
            cost = max(runs * size_least, runs * size - sum(map(min, counts, repeat(runs))))
            if cost > deal.usable:
                break
            costs.append(cost)
        for total in range(number, 0, -1):
            for runs, cost in enumerate(costs[:total], 1):
                if best[total - runs] + cost < best[total]:
                    best[total] = best[total - runs] + cost
    return best[number]


def two_runs_possible(
    once: int, twice: int, sizes: tuple[int, int], most: int, wilds: int, *, around: bool = False
) -> bool:
    """Whether so many wild cards, at ``most`` some of them in each, make two runs of one suit.

    ``once`` and ``twice``: the places that have a natural, and those that have two. ``around``: they may go round the
    corner.
    """
    shorter, longer = [
        [window for window in _windows(size, around=around) if (window & ~once).bit_count() <= most] for size in sizes
    ]
    for window in shorter:
        left = once & ~window | twice
        here = wilds - (window & ~once).bit_count()
        for other in longer:
            if (other & ~left).bit_count() <= here:
                return True
    return False


@cache
def _windows(size: int, *, around: bool) -> tuple[int, ...]:
    """The places of a run of this size, for each place where it can begin."""
    if around:
        return tuple([(row | row >> 13) & ALL_RANKS for row in [((1 << size) - 1) << low for low in range(13)]])
    return tuple([((1 << size) - 1) << low for low in range(HIGH_ACE + 1 - size)])


def sets_short(terms: MeldTerms, kinds: Kinds, deal: Deal) -> int:
    """The wild cards that all sets need at least."""
    if not kinds.number:
        return 0
    if kinds.number == 1:
        copies, size = max(deal.held), kinds.sizes[0]
        return max(0, size - copies) if copies >= terms.melds.fewest_naturals(size) else NEVER
    total = 0
    for size, number in zip(kinds.sizes, kinds.counts, strict=True):
        least = terms.melds.fewest_naturals(size)
        shorts = [size - copies if copies < size else 0 for copies in deal.held if copies >= least]
        if terms.melds.sets_of_one_rank and number > 1:
            # each further set of a rank costs what the earlier ones leave it short of
            for copies in deal.held:
                if copies > size:
                    shorts += [max(0, min(size, sets * size - copies)) for sets in range(2, number + 1)]
                elif copies >= terms.melds.naturals_least:
                    shorts += [size] * (number - 1)
        if len(shorts) < number:
            return NEVER
        shorts.sort()
        total += sum(shorts[:number])
    return total
