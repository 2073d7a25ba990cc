"""From groups and sets to melds on the table: places for every card, wild cards assigned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.rules.cards import Placed
from referee.rules.melds.readings import PLAIN
from referee.rules.rulebook.meld_rules import HIGH_ACE
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


def lay_out(terms: MeldTerms, groups: Sequence[Group], further: int, work: Work) -> list[Laid] | None:
    """Real runs of one suit that hold these groups, with so many wild cards more than they need.

    None if these groups cannot lie so; others of the same value may.
    """
    for laid in _laid(terms, groups, (), further, work):
        return laid
    return None


def _laid(
    terms: MeldTerms, groups: Sequence[Group], before: tuple[Laid, ...], further: int, work: Work
) -> Iterator[list[Laid]]:
    if not groups:
        yield list(before)
        return
    # the last run takes all further wild cards, the others as few as will do
    for more in range(further + 1) if len(groups) > 1 else (further,):
        for run in _ways_to_lie(terms, groups[0], more, work):
            if terms.melds.runs_apart and any(touching(terms, run, other) for other in before):
                continue
            yield from _laid(terms, groups[1:], (*before, run), further - more, work)


def _ways_to_lie(terms: MeldTerms, group: Group, more: int, work: Work) -> Iterator[Laid]:
    places, size = group.places, terms.sizes[group.kind]
    lowest, highest = (places[0], places[-1]) if places else (terms.melds.top, terms.melds.bottom)
    length = max(size, highest - lowest + 1) + more
    wilds = length - len(places)
    if (
        wilds > terms.melds.wilds_most
        or len(places) < terms.melds.naturals_least
        or length > terms.melds.run_longest
        or (terms.exact and more)
    ):
        return
    first, last = max(terms.melds.bottom, highest - length + 1), min(lowest, terms.melds.top + 1 - length)
    for low in range(last, first - 1, -1):
        work.spend(1)
        naturals = tuple([place in places for place in range(low, low + length)])
        if terms.melds.side_by_side or all(a or b for a, b in pairwise(naturals)):
            yield Laid(group.kind, low, naturals)


def touching(terms: MeldTerms, first: Laid, other: Laid) -> bool:
    """Whether two runs of one suit touch, so that they would be one."""
    if terms.melds.go_on(first.high, other.low) or terms.melds.go_on(other.high, first.low):
        return True
    if not terms.melds.ace_ends_touch:
        return False
    return (first.low == 1 and other.high == HIGH_ACE) or (other.low == 1 and first.high == HIGH_ACE)


def lengthened(
    terms: MeldTerms, sets: Sequence[tuple[int, SetMade]], further: int
) -> tuple[list[tuple[int, SetMade]], int]:
    """The sets with as many further wild cards as they can take, and how many are then still over."""
    longer: list[tuple[int, SetMade]] = []
    for rank, set_made in sets:
        more = 0
        if not terms.exact:
            room = terms.melds.set_longest - sum(set_made.suits) - set_made.wilds
            more = max(0, min(further, room, terms.melds.wilds_most - set_made.wilds))
        longer.append((rank, set_made._replace(wilds=set_made.wilds + more)))
        further -= more
    return longer, further


def on_the_table(
    terms: Terms,
    hand: Sequence[int],
    runs: Sequence[tuple[int, Sequence[Laid]]],
    sets: Sequence[tuple[int, SetMade]],
    pool: Sequence[int],
) -> LayDown:
    """The melds with their cards: ``runs`` by suit, ``sets`` by rank from 0, wild cards from the front of the pool."""
    wilds = iter(pool)
    melds: dict[tuple[bool, int], list[tuple[Placed, ...]]] = {}
    for rank, set_made in sorted(sets):
        cards = [PLAIN[suit * 13 + rank] for suit, copies in enumerate(set_made.suits) for _ in range(copies)]
        cards += [Placed(next(wilds), -rank - 1) for _ in range(set_made.wilds)]
        melds.setdefault((False, terms.sets.sizes[set_made.kind]), []).append(tuple(cards))
    for suit, run in sorted([(suit, run) for suit, laid in runs for run in laid]):
        row: list[Placed] = []
        for place, natural in enumerate(run.naturals, run.low):
            card = suit * 13 + (place - 1) % 13
            row.append(PLAIN[card] if natural else Placed(next(wilds), card))
        melds.setdefault((True, terms.runs.sizes[run.kind]), []).append(tuple(row))
    in_order = tuple([melds[slot.kind == "run", slot.size].pop(0) for slot in terms.contract])
    left = sorted(hand)
    for meld in in_order:
        for card, _ in meld:
            left.remove(card)
    return LayDown(in_order, tuple(left), sum([terms.points[card] for card in left]))
