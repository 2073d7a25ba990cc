"""At least so many wild cards: what a contract needs even if every card could be used twice.

Most hands are hopeless, and this finds it out before any table is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.rules.solver_terms import HIGH_ACE, NEVER, Kinds, RunRules, SetRules

Counts = tuple[tuple[int, ...], ...]
"""Copies by suit and rank."""


def places_of(rules: RunRules, counts: Sequence[int]) -> int:
    """The places of a suit that have a natural: bit 0 is place 1."""
    places = 0
    for rank, copies in enumerate(counts):
        if copies:
            places |= 1 << rank
    if places & 1:
        places |= 1 << HIGH_ACE - 1
        if rules.bottom > 1:
            places &= ~1
    return places


@cache
def densest(places: int, size: int) -> int:
    """The most places with a natural among so many in a row."""
    window = (1 << size) - 1
    return max([(places >> low & window).bit_count() for low in range(HIGH_ACE + 1 - size)])


def one_run_short(rules: RunRules, places: int, size: int) -> int:
    """The wild cards that one run of a suit needs at least."""
    short = size - densest(places, size)
    return short if short <= rules.wilds_most else NEVER


def runs_short(rules: RunRules, kinds: Kinds, suits: Counts) -> tuple[int, int]:
    """The wild cards that all runs need at least, and the least that any one run needs."""
    if not kinds.number:
        return 0, 0
    suits_places = [places_of(rules, counts) for counts in suits]
    least = [[one_run_short(rules, places, size) for places in suits_places] for size in kinds.sizes]
    cheapest = min([min(one) for one in least])
    if len(kinds.sizes) > 1:
        return sum([min(one) * count for one, count in zip(least, kinds.counts, strict=True)]), cheapest
    size, number = kinds.sizes[0], kinds.number
    # one suit after the other: the least for so many runs in the suits so far
    best = [0] + [NEVER] * number
    for one, counts in zip(least[0], suits, strict=True):
        if one >= NEVER:
            continue
        costs = [0, one]
        for runs in range(2, 2 if rules.single else number + 1):
            held = sum([copies if copies < runs else runs for copies in counts])
            costs.append(max(runs * one, runs * size - held))
        best = [
            min([best[total - runs] + costs[runs] for runs in range(min(total + 1, len(costs)))])
            for total in range(number + 1)
        ]
    return min(best[number], NEVER), cheapest


def sets_short(rules: SetRules, kinds: Kinds, suits: Counts) -> int:
    """The wild cards that all sets need at least."""
    if not kinds.number:
        return 0
    held = [sum(copies) for copies in zip(*suits, strict=True)]
    total = 0
    for size, number in zip(kinds.sizes, kinds.counts, strict=True):
        shorts = []
        for copies in held:
            if copies < rules.naturals_least:
                continue
            short = size - copies if copies < size else 0
            if short <= rules.wilds_most:
                shorts.append(short)
            if rules.again and number > 1:
                # each further set of the rank costs what the earlier ones leave it short of
                for sets in range(2, number + 1):
                    short = max(0, sets * size - copies) - max(0, (sets - 1) * size - copies)
                    shorts.append(short)
        if len(shorts) < number:
            return NEVER
        shorts.sort()
        total += sum(shorts[:number])
    return total
