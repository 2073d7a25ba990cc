"""From groups and sets to melds on the table: places for every card, wild cards assigned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.rules.cards import Placed
from referee.rules.melds.readings import PLAIN, ROWS
from referee.rules.rulebook.slots import Slot
from referee.rules.solver.runs import Group
from referee.rules.solver.sets import SetMade
from referee.rules.solver.strict import Laid
from referee.rules.solver.terms import MeldTerms, Terms, Work


class LayDown(NamedTuple):
    """A contract met: the melds in the contract's order, wild cards in their places, and what stays in hand.

    Runs lie from low to high. A wild card in a run stands for a card, in a set for ``-rank``; a wild
    card that counts as itself stands for nothing else.
    """

    melds: tuple[tuple[Placed, ...], ...]
    left: tuple[int, ...]
    points: int
    """The penalty points of the cards left."""


def lay_out(terms: MeldTerms, groups: Sequence[Group], most: int, work: Work) -> tuple[list[Laid], int] | None:
    """Real runs of one suit that hold these groups, with as many wild cards more than they need as can be, at most so
    many; and how many these are. None if they cannot lie with any number."""
    for further in range(most, -1, -1):
        if (laid := _lay_out(terms, groups, further, work)) is not None:
            return laid, further
    return None


def _lay_out(terms: MeldTerms, groups: Sequence[Group], further: int, work: Work) -> list[Laid] | None:
    """Real runs of one suit that hold these groups, with so many wild cards more than they need.

    None if these groups cannot lie so; others of the same value may.
    """
    if len(groups) == 1:
        return next(([run] for run in _ways_to_lie(terms, groups[0], further, work)), None)
    return next(_laid(terms, groups, (), further, work), None)


def _laid(
    terms: MeldTerms, groups: Sequence[Group], before: tuple[Laid, ...], further: int, work: Work
) -> Iterator[list[Laid]]:
    if not groups:
        yield list(before)
        return
    # the last run takes all further wild cards, the others as few as will do
    for more in range(further + 1) if len(groups) > 1 else (further,):
        for run in _ways_to_lie(terms, groups[0], more, work):
            if terms.melds.runs_apart and any(terms.melds.touch(run.span, other.span) for other in before):
                continue
            yield from _laid(terms, groups[1:], (*before, run), further - more, work)


def _ways_to_lie(terms: MeldTerms, group: Group, more: int, work: Work) -> Iterator[Laid]:
    places, size = group.places, terms.sizes[group.kind]
    lowest, highest = (places[0], places[-1]) if places else (terms.melds.top, terms.melds.bottom)
    length = max(size, highest - lowest + 1) + more
    wilds = length - len(places)
    if not terms.melds.limits_hold(length, wilds) or length > terms.melds.run_longest or (terms.exact and more):
        return
    lows: Sequence[int]
    if terms.melds.round:
        lows = _lows_around(highest - length + 1, lowest, length)
        places = [*places, *[place - 13 for place in places], *[place + 13 for place in places]]
    else:
        lows = range(min(lowest, terms.melds.top + 1 - length), max(terms.melds.bottom, highest - length + 1) - 1, -1)
    for low in lows:
        work.spend(1)
        naturals = tuple([place in places for place in range(low, low + length)])
        if terms.melds.side_by_side or all(a or b for a, b in pairwise(naturals)):
            yield Laid(group.kind, low, naturals)


def _lows_around(first: int, last: int, length: int) -> Sequence[int]:
    """Where a run may begin that may go round the corner, first where least of it lies beyond."""
    if length == 13:
        return [1]
    lows = {(low - 1) % 13 + 1 for low in range(max(first, last - 12), last + 1)}
    return sorted(lows, key=lambda low: (max(0, low + length - 14), -low))


def lengthened(
    terms: MeldTerms, sets: Sequence[tuple[int, SetMade]], further: int
) -> tuple[list[tuple[int, SetMade]], int]:
    """The sets with as many further wild cards as they can take, and how many are then still over."""
    longer: list[tuple[int, SetMade]] = []
    for rank, (kind, suits, wilds) in sets:
        more = 0
        if further and not terms.exact:
            room = terms.melds.set_longest - sum(suits) - wilds
            if terms.melds.by_naturals:
                room = min(room, sum(suits) - wilds)
            more = max(0, min(further, room, terms.melds.wilds_most - wilds))
        longer.append((rank, SetMade(kind, suits, wilds + more)))
        further -= more
    return longer, further


def on_the_table(
    terms: Terms,
    hand: Sequence[int],
    runs: Sequence[tuple[int, Sequence[Laid]]],
    sets: Sequence[tuple[int, SetMade]],
    pool: Sequence[int],
    contract: Sequence[Slot] = (),
) -> LayDown:
    """The melds with their cards: ``runs`` by suit, ``sets`` by rank from 0, wild cards from the front of the pool.

    ``contract``: the melds that these are, where that is another one.
    """
    wilds = iter(pool)
    melds: dict[tuple[bool, int], list[tuple[Placed, ...]]] = {}
    for rank, set_made in sorted(sets):
        cards: list[Placed] = []
        for natural, copies in zip(PLAIN[rank : terms.melds.end : 13], set_made.suits, strict=True):
            cards += [natural] * copies
        for _ in range(set_made.wilds):
            cards.append(Placed(next(wilds), -rank - 1))
        melds.setdefault((False, terms.sets.sizes[set_made.kind]), []).append(tuple(cards))
    for suit, run in sorted([(suit, run) for suit, laid in runs for run in laid]):
        row = [*ROWS[suit][run.low - 1 : run.high]]
        for at, is_natural in enumerate(run.naturals):
            if not is_natural:
                row[at] = Placed(next(wilds), row[at].card)
        melds.setdefault((True, terms.runs.sizes[run.kind]), []).append(tuple(row))
    in_order = tuple([melds[slot.kind == "run", slot.size].pop(0) for slot in contract or terms.contract])
    left = sorted(hand)
    for meld in in_order:
        for card, _ in meld:
            left.remove(card)
    return LayDown(in_order, tuple(left), sum(map(terms.points.__getitem__, left)))
