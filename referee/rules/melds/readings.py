"""Readings: every way in which some cards are a set, a run or a pair, with each wild card in its place.

A wild card with a rank (a two, where twos are wild) is read as itself in its own place where the
rulebook lets it, and as a wild card everywhere else. Nothing here says why cards are no meld:
that is ``meld_faults``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.melds.reading import PLAIN, RANK_OF, SUIT_OF, Reading, plain_readings
from referee.rules.rulebook.meld_rules import ORDINARY, Least, MeldRules

MOST_READINGS = 300
"""Where there are more (many different wild cards can change places in ever so many ways), only one is
given for each set and each span of a run."""
MOST_ORDERS = 2000


class Sorted(NamedTuple):
    """Cards by what they can be."""

    naturals: list[Placed]
    assigned: list[Placed]
    """Wild cards whose place was said."""
    free: list[int]
    """Wild cards whose place was not said."""
    wrong: list[Placed]
    """Cards said to stand for another although they are not wild."""


def sort_out(rules: MeldRules, cards: Sequence[Placed]) -> Sorted:
    """Naturals, assigned and free wild cards, and cards that are not wild though they were assigned."""
    naturals: list[Placed] = []
    assigned: list[Placed] = []
    free: list[int] = []
    wrong: list[Placed] = []
    wild = rules.wild
    for placed in cards:
        card, stands_for = placed
        if stands_for is None:
            if wild[card]:
                free.append(card)
            elif card == JOKER:
                wrong.append(placed)
            else:
                naturals.append(placed)
        elif stands_for == card and (rules.as_itself or not wild[card]):
            naturals.append(PLAIN[card])
        elif wild[card]:
            assigned.append(placed)
        else:
            wrong.append(placed)
    return Sorted(naturals, assigned, free, wrong)


def readings(
    rules: MeldRules, cards: Sequence[Placed], least: Least = ORDINARY, *, kind: str | None = None, every: bool = True
) -> list[Reading]:
    """The legal readings of cards in any order: sets by rank, then runs by suit from low to high.

    ``least`` gives the fewest cards of a set and a run; ``kind`` leaves only sets, runs or pairs.
    Without ``every``, each set and each span of a run comes once, read with the fewest wild cards;
    with it, every way of placing the wild cards (unless that makes more than ``MOST_READINGS``).
    """
    if kind is None and (plain := plain_readings(rules, cards, least)) is not None:
        return plain
    n = len(cards)
    sorted_out = sort_out(rules, cards)
    if sorted_out.wrong or n < 2:
        return []
    found: list[Reading] = []
    if kind != "run" and least.set <= n <= rules.set_longest and (kind is None or (kind == "pair") == (n == 2)):
        found = list(_sets(rules, sorted_out, n))
    if (kind is None or kind == "run") and least.run <= n <= rules.run_longest:
        runs = list(islice(_runs(rules, sorted_out, n, every), MOST_READINGS + 1))
        found += runs if len(runs) <= MOST_READINGS else _runs(rules, sorted_out, n, every=False)
    return found


def _sets(rules: MeldRules, cards: Sorted, n: int) -> Iterator[Reading]:
    ranks = {RANK_OF[placed.card] for placed in cards.naturals}
    for placed in cards.assigned:
        ranks.add(_rank_said(placed))
    if len(ranks) > 1:
        return
    for rank in ranks or range(1, 14):
        suits = [SUIT_OF[placed.card] for placed in cards.naturals]
        suits += [SUIT_OF[said] for placed in cards.assigned if (said := placed.stands_for or 0) >= 0]
        if rules.different and len(set(suits)) < len(suits):
            return
        naturals, wilds = list(cards.naturals), list(cards.assigned)
        for card in cards.free:
            if rules.as_itself and RANK_OF[card] == rank and not (rules.different and SUIT_OF[card] in suits):
                suits.append(SUIT_OF[card])
                naturals.append(PLAIN[card])
            else:
                wilds.append(Placed(card, -rank))
        if rules.limits_hold(n, len(wilds)):
            yield Reading("pair" if n == 2 else "set", (*naturals, *wilds), rank, -1, len(wilds))


def _rank_said(placed: Placed) -> int:
    """The rank that an assigned wild card stands for."""
    said = placed.stands_for or 0
    return -said if said < 0 else RANK_OF[said]


def _runs(rules: MeldRules, cards: Sorted, n: int, every: bool) -> Iterator[Reading]:
    naturals, assigned, free, _ = cards
    suits = {card // 13 for card, _ in naturals}
    suits.update([said // 13 for _, said in assigned if said is not None and said >= 0])
    if len(suits) > 1:
        return
    at: dict[int, Placed] = {}
    aces: list[Placed] = []
    fixed = [(RANK_OF[placed.card], placed) for placed in naturals]
    fixed += [(_rank_said(placed), placed) for placed in assigned]
    for rank, placed in fixed:
        if rank == 1:
            aces.append(placed)
        elif rank in at:
            return
        else:
            at[rank] = placed
    first, last = max(rules.bottom, max(at, default=1) - n + 1), min(min(at, default=14), 15 - n)
    for suit in suits or range(4):
        for low in range(first, last + 1):
            for places in _with_aces(at, aces, low, low + n - 1):
                yield from _filled(rules, places, free, suit, low, n, every)


def _with_aces(at: dict[int, Placed], aces: list[Placed], low: int, high: int) -> Iterator[dict[int, Placed]]:
    """The fixed cards of a run with its aces at the ends that are there for them."""
    if not aces:
        yield at
    elif len(aces) == 1:
        if low == 1:
            yield {1: aces[0], **at}
        if high == 14:
            yield {**at, 14: aces[0]}
    elif len(aces) == 2 and low == 1 and high == 14:
        yield {1: aces[0], **at, 14: aces[1]}
        if aces[0] != aces[1]:
            yield {1: aces[1], **at, 14: aces[0]}


def _filled(
    rules: MeldRules, places: dict[int, Placed], free: list[int], suit: int, low: int, n: int, every: bool
) -> Iterator[Reading]:
    """The runs that come of putting the free wild cards into the places left."""
    span = range(low, low + n)
    if not free:
        row = tuple([places[place] for place in span])
        if (made := _run(rules, row, low, suit)) is not None:
            yield made
        return
    vacant = [place for place in span if place not in places]
    best = _at_home(rules, free, vacant, suit)
    made = _with_order(rules, places, vacant, best, suit, span)
    if made is None:
        # no other order has fewer wild cards, or fewer of them side by side
        return
    if not every or len(set(free)) == 1:
        yield made
        return
    for order in islice(_orders(free), MOST_ORDERS):
        made = _with_order(rules, places, vacant, order, suit, span)
        if made is not None:
            yield made


def _with_order(
    rules: MeldRules, places: dict[int, Placed], vacant: list[int], order: list[int], suit: int, span: range
) -> Reading | None:
    filled = dict(places)
    for place, card in zip(vacant, order, strict=True):
        stands_for = suit * 13 + (place - 1) % 13
        filled[place] = PLAIN[card] if card == stands_for and rules.as_itself else Placed(card, stands_for)
    return _run(rules, tuple([filled[place] for place in span]), span.start, suit)


def _run(rules: MeldRules, row: tuple[Placed, ...], low: int, suit: int) -> Reading | None:
    """The run, if the rulebook's limits on wild cards let it stand."""
    is_wild = [rules.wild[card] and not (rules.as_itself and said in (None, card)) for card, said in row]
    wilds = sum(is_wild)
    if not rules.limits_hold(len(row), wilds):
        return None
    if not rules.side_by_side and any(a and b for a, b in pairwise(is_wild)):
        return None
    return Reading("run", row, low, suit, wilds)


def _at_home(rules: MeldRules, free: list[int], vacant: list[int], suit: int) -> list[int]:
    """The free wild cards in the order of the vacant places, as many as can in their own place."""
    if rules.only_jokers or not rules.as_itself:
        return free
    rest = list(free)
    home: dict[int, int] = {}
    for place in vacant:
        card = suit * 13 + (place - 1) % 13
        if card in rest:
            rest.remove(card)
            home[place] = card
    others = iter(rest)
    return [home[place] if place in home else next(others) for place in vacant]


def _orders(cards: list[int]) -> Iterator[list[int]]:
    """Every different order of some cards; equal cards do not change places."""
    if len(set(cards)) == 1:
        yield cards
        return
    for card in sorted(set(cards), reverse=True):
        rest = list(cards)
        rest.remove(card)
        if not rest:
            yield [card]
        else:
            for order in _orders(rest):
                yield [card, *order]
