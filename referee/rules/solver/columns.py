"""Contracts whose melds may be longer than asked and take one wild card at most: run after run, the dearest first.

With so few wild cards a hand holds only few runs. Each is listed once, as a column, and those of a contract are
chosen by branch and bound; the sets are then the dearest of what is left of each rank. The cards left are one number,
``FIELD`` bits a card: the highest bit of a field stands at first, and falls where more is taken than is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, compress, permutations
from operator import itemgetter
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END
from referee.rules.solver.bounds import two_runs_possible
from referee.rules.solver.deals import BITS, Deal
from referee.rules.solver.place import LayDown, lay_out, lengthened, on_the_table
from referee.rules.solver.runs import Group
from referee.rules.solver.sets import SetMade
from referee.rules.solver.strict import Laid
from referee.rules.solver.terms import Terms, Work

FIELD = 6
ONE = tuple([1 << FIELD * card for card in range(JOKER + 1)])
"""One copy of each card."""
GUARDS = sum(ONE) << FIELD - 1
OF_A_SUIT = 13 * FIELD
COPIES = (1 << FIELD) - 1
ENOUGH = 1000
"""So many steps are tried; a hand with runs for more is answered sooner by the tables of ``search``."""


class Column(NamedTuple):
    """A run that the hand holds, as one of a size that is asked for."""

    value: int
    """What its naturals are worth."""
    kind: int
    need: int
    """The wild cards without which it is no run."""
    takes: int
    """The most wild cards that it has room for."""
    use: int
    """Its naturals, each in its field."""
    suit: int
    low: int
    high: int
    """The places of its first and of its last natural."""
    hole: int
    """A place between them without a natural; 0 if there is none."""


Ranked = tuple[int, int, int]
"""What all cards of a rank are worth as a set, how many they are, and the rank."""


class Best(NamedTuple):
    """The best melds so far."""

    value: int
    runs: list[Column]
    sets: Sequence[Ranked]
    further: int
    """Wild cards beyond those needed."""


def columns_do(terms: Terms) -> bool:
    """Whether a contract is one for which columns do, in a pack of four suits."""
    melds = terms.melds
    return (
        melds.wilds_most < 2
        and melds.end == JOKER
        and not (terms.set_terms.exact or terms.run_terms.exact)
        and not (melds.round or melds.different or any(terms.mixed))
        and (terms.sets.number < 2 or not melds.sets_of_one_rank)
        and melds.set_longest == NO_END
        and min(*terms.sets.sizes, *terms.runs.sizes, NO_END, NO_END) > 1
    )


def best_of(every: Sequence[Columns]) -> LayDown | None:
    """The best lay-down of a hand that can be seen in these ways."""
    best, least = None, -1
    for columns in every:
        better = columns.search(least)
        if better is not None:
            best, least = (columns, better), better.value
    return best and best[0].lay_down(best[1])


class Columns:
    """The best lay-down of a hand seen in one way."""

    def __init__(
        self,
        terms: Terms,
        values: Sequence[int],
        hand: Sequence[int],
        deal: Deal,
        suits: Sequence[int],
        ranks: Sequence[int],
        work: Work,
    ) -> None:
        """``suits`` and ``ranks`` are those that can have a run, or be a set, at all."""
        self.terms = terms
        self.values = values
        self.hand = hand
        self.deal = deal
        self.ranks = ranks
        self.work = work
        self.naturals = sum(map(ONE.__getitem__, hand)) - sum(map(ONE.__getitem__, deal.pool))
        sets = sum([1 << rank for rank in ranks])
        self.places_of_sets = sets | sets << 13
        self.fewest = terms.melds.fewest_naturals(min(terms.runs.sizes, default=0))
        """The fewest naturals of a run."""
        self.of_size: list[list[Column]] = [[] for _ in terms.runs.sizes]
        for suit in suits:
            self._list(suit)
        for columns in self.of_size:
            work.spend(len(columns))
            columns.sort(key=itemgetter(0), reverse=True)
        self.least = deal.floor - 1
        """An answer must be worth more."""
        self.best: Best | None = None

    def _list(self, suit: int) -> None:
        """The runs of a suit.

        No run leaves out a natural beside it, or among its own, that no set and no other run could have: with it there
        is room for as many wild cards, unless the run comes near the longest that there is.
        """
        melds = self.terms.melds
        held = self.deal.places[suit]
        idle = 0
        if held.bit_count() + 1 < melds.run_longest and not self._room_for_two(suit):
            idle = held & ~self.places_of_sets
        values, before, fewest = self.values, suit * 13 - 1, self.fewest
        near = (1 << fewest + melds.wilds_most) - 1
        lows = held & ~(idle << 1)
        while lows:
            low = (lows & -lows).bit_length()
            lows &= lows - 1
            if (held >> low - 1 & near).bit_count() < fewest:
                continue
            value = use = 0
            high = low
            while held >> high - 1 & 1:
                card = before + (high if high < HIGH_ACE else 1)
                value += values[card]
                use += ONE[card]
                if not idle >> high & 1:
                    if high - low + 1 >= fewest:
                        self._add(value, use, suit, low, high, 0)
                    if melds.wilds_most:
                        further, its_use, end = value, use, high + 2
                        while held >> end - 1 & 1:
                            card = before + (end if end < HIGH_ACE else 1)
                            further += values[card]
                            its_use += ONE[card]
                            if end - low >= fewest and not idle >> end & 1:
                                self._add(further, its_use, suit, low, end, high + 1)
                            end += 1
                high += 1

    def _room_for_two(self, suit: int) -> bool:
        """Whether two runs may be had of a suit."""
        terms, counts = self.terms, self.deal.naturals[suit]
        if terms.runs.number < 2 or terms.melds.run_in_each_suit or sum(counts) < 2 * self.fewest:
            return False
        twice = sum(compress(BITS, [copies > 1 for copies in counts]))
        twice |= twice << 13 & self.deal.places[suit]
        shortest = terms.runs.sizes[0]
        most = terms.melds.wilds_most
        return two_runs_possible(self.deal.places[suit], twice, (shortest, shortest), most, self.deal.usable)

    def _add(self, value: int, use: int, suit: int, low: int, high: int, hole: int) -> None:
        melds = self.terms.melds
        length = high - low + 1
        if length > melds.run_longest:
            return
        count = length - 1 if hole else length
        for kind, size in enumerate(self.terms.runs.sizes):
            need = (size if size > length else length) - count
            if need <= melds.wilds_most:
                takes = melds.wilds_most if length < melds.run_longest else need
                self.of_size[kind].append(Column(value, kind, need, takes, use, suit, low, high, hole))

    def search(self, least: int) -> Best | None:
        """The best melds that are worth more than ``least``."""
        self.least = max(self.least, least)
        if all(map(self.of_size.__getitem__, self.terms.runs.each)):
            worth = sorted([self.deal.held[rank] * self.values[rank] for rank in self.ranks], reverse=True)
            bound = sum(worth[: self.terms.sets.number]) + self.deal.worth[self.deal.usable]
            beyond = [bound]
            for kind in reversed(self.terms.runs.each):
                bound += self.of_size[kind][0].value
                beyond.append(bound)
            self.beyond = beyond[::-1]
            self._choose([], 0, GUARDS + self.naturals, 0, 0)
        return self.best

    def _choose(self, runs: list[Column], start: int, left: int, value: int, need: int) -> None:
        """One more run, and so on, where the best is not beyond reach."""
        slot = len(runs)
        if slot == len(self.terms.runs.each):
            self._sets(runs, left, value, need)
            return
        kind = self.terms.runs.each[slot]
        alike = self.terms.runs.each[slot:].count(kind)
        one_each, usable = self.terms.melds.run_in_each_suit, self.deal.usable
        beyond = value + self.beyond[slot + alike]
        columns = self.of_size[kind]
        self.work.spend(4 + (len(columns) - start >> 2))
        for index in range(start, len(columns)):
            column = columns[index]
            worth, _kind, its_need, _takes, use, suit, _low, _high, _hole = column
            # the others of this kind are no dearer
            if worth * alike + beyond <= self.least:
                return
            rest = left - use
            its_need += need
            if rest & GUARDS == GUARDS and its_need <= usable:
                if one_each and any(suit == other.suit for other in runs):
                    continue
                self._choose([*runs, column], index if alike > 1 else 0, rest, value + worth, its_need)

    def _sets(self, runs: list[Column], left: int, value: int, need: int) -> None:
        """The dearest sets of what is left beside the runs."""
        terms, usable = self.terms, self.deal.usable
        number, most = terms.sets.number, terms.melds.wilds_most
        if not number:
            self._keep(runs, (), value, need)
            return
        left ^= GUARDS
        left += left >> 2 * OF_A_SUIT
        left += left >> OF_A_SUIT
        sizes, values = terms.sets.sizes, self.values
        least = terms.melds.fewest_naturals(sizes[0])
        ranked = []
        for rank in self.ranks:
            count = left >> FIELD * rank & COPIES
            if count >= least:
                ranked.append((count * values[rank], count, rank))
        ranked.sort(key=itemgetter(0), reverse=True)
        self.work.spend(len(ranked))
        if value + sum([worth for worth, _, _ in ranked[:number]]) + self.deal.worth[usable] <= self.least:
            return
        alike = len(sizes) == 1
        for sets in (combinations if alike else permutations)(ranked, number):
            self.work.spend(1)
            needs = [max(0, sizes[kind] - count) for (_, count, _), kind in zip(sets, terms.sets.each, strict=True)]
            wilds = need + sum(needs)
            if wilds <= usable and max(needs) <= most:
                self._keep(runs, sets, value + sum([worth for worth, _, _ in sets]), wilds)
                if alike and sets[-1] is ranked[number - 1]:
                    return  # the dearest of all

    def _keep(self, runs: list[Column], sets: Sequence[Ranked], value: int, need: int) -> None:
        """These melds, if they are the best so far, with as many wild cards as they can take."""
        room = sum([column.takes for column in runs]) + len(sets) * self.terms.melds.wilds_most
        alone = len({column.suit for column in runs}) == len(runs)
        for wilds in range(min(self.deal.usable, room), need - 1, -1):
            worth = value + self.deal.worth[wilds]
            if worth <= self.least:
                return
            better = Best(worth, runs, sets, wilds - need)
            # a run can always lie, but two of one suit may touch
            if alone or self.lying(better) is not None:
                self.best, self.least = better, worth
                return

    def lying(self, best: Best) -> tuple[list[tuple[int, list[Laid]]], list[tuple[int, SetMade]]] | None:
        """The runs by suit and the sets by rank; None if the runs cannot lie on the table together."""
        terms = self.terms
        left = self.naturals - sum([column.use for column in best.runs])
        sets = []
        for (_, count, rank), kind in zip(best.sets, terms.sets.each, strict=True):
            suits = tuple([left >> suit & COPIES for suit in range(FIELD * rank, FIELD * JOKER, OF_A_SUIT)])
            sets.append((rank, SetMade(kind, suits, max(0, terms.sets.sizes[kind] - count))))
        sets.sort(reverse=True)  # of equal answers the one with further wild cards in the highest ranks
        sets, further = lengthened(terms.set_terms, sets, best.further)
        runs: list[tuple[int, list[Laid]]] = []
        by_suit: dict[int, list[Column]] = {}
        for column in best.runs:
            by_suit.setdefault(column.suit, []).append(column)
        for suit, here in by_suit.items():
            spare = sum([column.takes - column.need for column in here]) if further else 0
            most = min(further, spare)
            if len(here) == 1:
                runs.append((suit, [self._alone(here[0], most)]))
                further -= most
            elif (lying := lay_out(terms.run_terms, [*map(_group, here)], most, self.work)) is not None:
                runs.append((suit, lying[0]))
                further -= lying[1]
            else:
                return None
        return None if further else (runs, sets)

    def _alone(self, column: Column, more: int) -> Laid:
        """A run that no other can touch, with so many wild cards more than it needs: above it while there is room."""
        _value, kind, _need, _takes, _use, _suit, low, high, hole = column
        length = max(self.terms.runs.sizes[kind], high - low + 1) + more
        begin = min(low, self.terms.melds.top + 1 - length)
        naturals = [low <= place <= high and place != hole for place in range(begin, begin + length)]
        return Laid(kind, begin, tuple(naturals))

    def lay_down(self, best: Best) -> LayDown | None:
        lying = self.lying(best)
        return lying and on_the_table(self.terms, self.hand, *lying, self.deal.pool)


def _group(column: Column) -> Group:
    """The naturals of a run by their places."""
    return Group(column.kind, [place for place in range(column.low, column.high + 1) if place != column.hole])
