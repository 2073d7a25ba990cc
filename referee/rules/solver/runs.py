"""Runs of one suit, seen by their naturals: a fast bound that is nearly always the truth.

A run is taken as the group of naturals it holds. It needs as many wild cards as its span, or its
least size, has places more than the group has cards. Hardly anything else is asked here: not whether
runs touch, whether there is room for every further wild card, or, in some cases, whether wild cards
lie side by side.
So whatever a rulebook allows is found here with at least its true value, and ``place``
then tries to lay the groups out as real runs; where that fails, ``strict`` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, compress, pairwise
from typing import NamedTuple

from referee.rules.rulebook.meld_rules import HIGH_ACE
from referee.rules.solver.bounds import two_runs_possible
from referee.rules.solver.deals import BITS, FREE, FULL, PAID
from referee.rules.solver.sets import Options, Pairs
from referee.rules.solver.sweep import ENDED, Detail, Meter, Move, Moves, Step, Sweep, pairs_of
from referee.rules.solver.terms import NEVER, NONE, MeldTerms, Work, one_of

RANKS = range(1, 14)
GAP_SHIFT, OVER_SHIFT, COSTLY_SHIFT = 8, 12, 13
"""In what the moves must know about a step: the empty places before it, whether runs may come over them, and whether
some of its naturals are paid for."""
LAST_WILD = 1 << 14
"""In an open run, where wild cards may not lie side by side: whether its last card is one."""
TWICE = (2,) * 13
Begun = tuple[tuple[tuple[int, bool], ...], int, int]
"""Runs that begin, each with a natural or not; the wild cards paid for them, and the naturals taken."""


class Group(NamedTuple):
    """The naturals of one run, by place; ``kind`` says what size is asked for."""

    kind: int
    places: list[int]

    def needs(self, sizes: Sequence[int]) -> int:
        """The wild cards without which it is no run."""
        span = self.places[-1] + 1 - self.places[0] if self.places else 0
        return max(sizes[self.kind], span) - len(self.places)


class SuitGroups:
    """What the runs of one suit can cover: ``options`` by code, and the groups behind each.

    ``counts`` and ``values`` go by rank, the ace first; ``wilds`` is the stock of wild cards,
    ``for_two`` what two runs may use of it; ``like`` has nearly the same cards. ``sure``: by rank the
    naturals that are not wild cards too, where some are; ``count``: how the others count. Of runs that
    may be longer, only numbers of wild cards that gain are listed: further ones lengthen melds.
    """

    def __init__(
        self,
        moves: GroupMoves,
        counts: Sequence[int],
        values: Sequence[int],
        wilds: int,
        for_two: int,
        work: Work,
        like: SuitGroups | None = None,
        sure: Sequence[int] = (),
        *,
        count: int = FREE,
    ) -> None:
        self.terms = terms = moves.terms
        self.stock = wilds
        self.most = min(wilds, terms.melds.wilds_most)
        """The most wild cards in one run."""
        self.aces = counts[0]
        self.places = [*compress(RANKS, counts)]
        if terms.melds.round:
            self._turn()
        elif self.aces:
            if terms.melds.bottom > 1:
                del self.places[0]
            if terms.melds.top == HIGH_ACE:
                self.places.append(HIGH_ACE)
        self.number = len(self.places)
        self.around = [*self.places, *[place + 13 for place in self.places]] if terms.melds.round else self.places
        """The places in the order in which runs meet them: round the corner twice, the second time 13 higher."""
        self.values = [values[(place - 1) % 13] for place in self.around]
        self.sure = sure or counts
        self.count = count
        self.costly = [not self.sure[(place - 1) % 13] for place in self.around] if count != FREE else []
        """By place, whether its naturals are wild cards too, so that each is paid for like a wild one."""
        if count == PAID:
            self.values = [1 if its else value for its, value in zip(self.costly, self.values, strict=True)]
        self.options: Options = []
        self.sweep: Sweep | None = None
        self.groups_of: dict[tuple[int, int, int], list[Group]] = {}
        self.alone: dict[tuple[int, int], Sequence[int]] = {}
        """Where there is one run: by kind and wild cards, the indexes of the naturals of the best."""
        if self._two_possible(moves, counts, for_two):
            self._sweep(moves, counts, values, work, like)
            return
        for kind in range(len(terms.sizes)):
            if pairs := self._single(kind, work):
                self.options.append((one_of(kind), pairs))

    def _turn(self) -> None:
        """Round the corner the places begin behind the widest gap: few runs go over it, or none."""
        places = self.places
        gaps = [here - before for before, here in pairwise([places[-1] - 13, *places])] if places else [0]
        start = gaps.index(max(gaps))
        self.places = [*places[start:], *[place + 13 for place in places[:start]]]

    def groups(self, code: int, wilds: int, value: int) -> list[Group]:
        """Groups that cover so much with so many wild cards, as ``options`` promised."""
        key = (code, wilds, value)
        groups = self.groups_of.get(key)
        if groups is None:
            groups = self.groups_of[key] = self._find(code, wilds, value)
        return groups

    def _find(self, code: int, wilds: int, value: int) -> list[Group]:
        if self.sweep is None:
            kind = next(k for k in range(len(self.terms.sizes)) if code == one_of(k))
            return [Group(kind, sorted([self.around[i] for i in self.alone[kind, wilds]]))]
        code, empty = self.with_empty.get((code, wilds), (code, []))
        wilds -= sum([self.terms.sizes[kind] for kind in empty])
        traced = self.sweep.runs(code, wilds, value) if code else []
        groups = [Group(kind, sorted([place for place, natural in places if natural])) for kind, places in traced]
        return groups + [Group(kind, []) for kind in empty]

    def _two_possible(self, moves: GroupMoves, counts: Sequence[int], wilds: int) -> bool:
        """Whether the rules and the cards let the suit have a second run."""
        if self.terms.melds.run_in_each_suit or not moves.pairs:
            return False
        short = moves.shortest_pair - sum(map(min, counts, TWICE))
        if short > wilds or short > 2 * self.terms.melds.wilds_most:
            return False
        once, twice = sum(compress(BITS, counts)), sum(compress(BITS, [copies > 1 for copies in counts]))
        around = self.terms.melds.round
        if self.terms.melds.top == HIGH_ACE:
            once, twice = [places | (places & 1) << HIGH_ACE - 1 for places in (once, twice)]
        return any(two_runs_possible(once, twice, sizes, self.most, wilds, around=around) for sizes in moves.pairs)

    def _single(self, kind: int, work: Work) -> Pairs:
        """One run: the best value by wild cards needed."""
        best = [NONE] * (self.stock + 1)
        steps = 1
        for need, value, group in self._candidates(kind):
            steps += 1
            if self.costly:
                need += sum([self.costly[at] for at in group])
                if need > self.stock:
                    continue
            if value > best[need]:
                best[need] = value
                self.alone[kind, need] = group
        work.spend(steps)
        return pairs_of(best, gaining=not self.terms.exact)

    def _candidates(self, kind: int) -> Iterator[tuple[int, int, Sequence[int]]]:
        """Groups worth a look for one run: wild cards needed, value, indexes of the naturals."""
        size = self.terms.sizes[kind]
        if self.terms.melds.naturals_least == 0 and size <= self.most:
            yield size, 0, ()
        yield from self._in_windows(size) if self.terms.exact else self._in_spans(size)

    def _in_spans(self, size: int) -> Iterator[tuple[int, int, Sequence[int]]]:
        """All naturals from one to another: leaving out one between them would gain nothing."""
        places, values, most, longest = self.around, self.values, self.most, self.terms.melds.run_longest
        apart = not self.terms.melds.side_by_side
        for first, low in enumerate(self.places):
            value = 0
            for last in range(first, self._behind(first)):
                span = places[last] - low + 1
                count = last - first + 1
                if span - count > most or span > longest or (span == HIGH_ACE and self.aces == 1):
                    break
                if apart and last > first and places[last] - places[last - 1] > 2:
                    break
                value += values[last]
                need = (span if span > size else size) - count
                if apart and size - span > 2:
                    continue
                if need <= most and self.terms.melds.limits_hold(need + count, need):
                    yield need, value, range(first, last + 1)

    def _behind(self, first: int) -> int:
        """The index behind the last place that a run from this one on could have."""
        return first + self.number if self.terms.melds.round else self.number

    def _in_windows(self, size: int) -> Iterator[tuple[int, int, Sequence[int]]]:
        """The best few naturals of each window: one may stay in hand to make room for a dearer wild card."""
        places, values = self.around, self.values
        least = max(self.terms.melds.fewest_naturals(size), size - self.most, 1)
        for first, low in enumerate(self.places):
            last, behind = first + 1, self._behind(first)
            while last < behind and places[last] < low + size:
                last += 1
            if places[last - 1] - low == HIGH_ACE - 1 and self.aces == 1:
                last -= 1
            if last - first >= least:
                window = sorted(range(first, last), key=lambda i: -values[i])
                if self.costly:
                    yield from self._with_costly(window, size, least)
                    continue
                value = sum([values[i] for i in window[: least - 1]])
                for count in range(least, len(window) + 1):
                    value += values[window[count - 1]]
                    yield size - count, value, window[:count]

    def _with_costly(self, window: Sequence[int], size: int, least: int) -> Iterator[tuple[int, int, Sequence[int]]]:
        """What is paid for makes room for no wild card: all of it that there is room for, beside the dearest others."""
        others, costly = [[i for i in window if self.costly[i] == its] for its in (False, True)]
        for number in range(min(len(others), size) + 1):
            group = others[:number] + costly[: size - number]
            if len(group) >= least:
                yield size - len(group), sum([self.values[i] for i in group]), group

    def _sweep(
        self, moves: GroupMoves, counts: Sequence[int], values: Sequence[int], work: Work, like: SuitGroups | None
    ) -> None:
        steps: list[Step] = []
        before, around = 1, self.terms.melds.round
        for place in self.places:
            openable = 0
            for kind, size in enumerate(self.terms.sizes):
                near = sum([place <= other < place + size for other in self.around])
                if size - near <= self.most:
                    openable |= 1 << kind
            how = max(place - before - 1, 0) << GAP_SHIFT | openable
            if around and not steps:
                # runs that have come over the gap behind which the places begin
                how = max(place + 12 - self.places[-1], 0) << GAP_SHIFT | openable | 1 << OVER_SHIFT
            copies = counts[(place - 1) % 13]
            costly = max(0, copies - self.sure[(place - 1) % 13])
            value = values[(place - 1) % 13]
            worth = {FREE: 0, PAID: 1, FULL: value}[self.count]
            how |= bool(costly and worth) << COSTLY_SHIFT
            steps.append(Step(place, copies, value, how, place == 1, place == HIGH_ACE, (), costly, worth))
            before = place
        wilds = self.stock
        self.sweep = Sweep(moves, steps, wilds, work, like.sweep if like else None)
        best = self.sweep.best
        self.with_empty: dict[tuple[int, int], tuple[int, list[int]]] = {}
        if self.terms.melds.naturals_least == 0:
            self._add_empty(best, wilds)
        self.options = [(code, pairs_of(values, gaining=not self.terms.exact)) for code, values in best.items()]

    def _add_empty(self, best: dict[int, list[int]], wilds: int) -> None:
        """Runs of wild cards only, beside those with naturals."""
        nothing = [0] + [NONE] * wilds
        for code in sorted(self.terms.codes):
            for kind, size in enumerate(self.terms.sizes):
                more = code + one_of(kind)
                if more not in self.terms.codes or size > self.most or (code and code not in best):
                    continue
                values = best.setdefault(more, [NONE] * (wilds + 1))
                for used, value in enumerate((best[code] if code else nothing)[: wilds + 1 - size]):
                    if value >= 0 and value > values[used + size]:
                        values[used + size] = value
                        origin, empty = self.with_empty.get((code, used), (code, []))
                        self.with_empty[more, used + size] = (origin, [*empty, kind])


class GroupMoves(Moves):
    """How groups go on from one natural to the next.

    An open run is ``kind << 8 | length << 4 | wild cards``: the length counts up to the size asked
    for, the wild cards only where they are limited. A run begins and ends with a natural here.
    """

    def __init__(self, terms: MeldTerms, meter: Meter, *, counted: bool) -> None:
        super().__init__(terms, meter, counted=counted)
        pairs = combinations_with_replacement(range(len(terms.sizes)), 2)
        self.pairs = [(terms.sizes[a], terms.sizes[b]) for a, b in pairs if one_of(a) + one_of(b) in terms.codes]
        """The sizes of two runs that the contract asks for together."""
        self.shortest_pair = min(map(sum, self.pairs), default=0)
        """The cards of the two shortest of them."""
        self.beginnings: dict[tuple[int, int], list[Begun]] = {}
        self.apart = not terms.melds.side_by_side
        """Whether wild cards may not lie side by side; what is seen here of it is nearly all."""

    def kind_of(self, run: int) -> int:
        return run >> 8 & 15

    def deficit(self, state: int, low_runs: int) -> int:  # noqa: ARG002 - where runs begin is no matter here
        return sum([self._short(run) for run in self.states[state]])

    def _short(self, run: int) -> int:
        short = max(0, self.terms.sizes[run >> 8 & 15] - (run >> 4 & 15))
        if self.apart and short > (1 if run & LAST_WILD else 2):
            return NEVER  # there is room for one at each end
        return NEVER if (run & 15) + short > self.terms.melds.wilds_most else short

    def waiting(self, runs: Sequence[int]) -> int:  # noqa: ARG002 - those that have no corner to go round never do
        """How many of these runs have no card at a place, because they go on elsewhere."""
        return 0

    def worked_out(self, runs: tuple[int, ...], copies: int, how: int, most_wilds: int) -> list[Move]:
        """``how`` holds the empty places before this natural and, in its last 8 bits, the kinds that may begin."""
        gap = how >> GAP_SHIFT & 15
        best: dict[tuple[int, int, int, int], Move] = {}
        costly = how >> COSTLY_SHIFT
        for chosen in self.each_way(runs, gap):
            after, closed, paid, taken = zip(*chosen, strict=True) if chosen else ((), (), (), ())
            going = [run for run in after if run != ENDED]
            closing, wilds, naturals = sum(closed), sum(paid), sum(taken)
            if wilds > most_wilds:
                continue
            laid = self._laid(after, taken)
            # where melds may be longer, a natural that costs nothing more is worth more than the end of a run
            might_go_on = 0 if self.terms.exact or gap or costly else len(after) - len(going)
            here = len(going) - self.waiting(going)
            for begun, more, naturals_more in self._begun(copies - naturals, self.most_runs - len(going), how):
                covered = naturals + naturals_more
                if wilds + more > most_wilds:
                    continue
                if not self.terms.exact and covered < min(copies, here + len(begun) + might_go_on):
                    continue  # nor does a wild card in a natural's place gain anything
                state = self.number_of([*going, *[run for run, _ in begun]])
                key = (state, closing, wilds + more, covered if costly else 0)
                earlier = best.get(key)
                if earlier is None or earlier.covered < covered:
                    best[key] = Move(state, closing, wilds + more, covered, Detail(laid, begun))
        return list(best.values())

    def _ways(self, run: int, step: int) -> list[tuple[int, ...]]:
        """``step``: the empty places before this natural."""
        kind, length, used = run >> 8 & 15, run >> 4 & 15, run & 15
        size = self.terms.sizes[kind]
        ways: list[tuple[int, ...]] = []
        short = self._short(run)
        # what is short is better made up for by going on to here, unless that is too far
        if short < NEVER and (self.terms.exact or self.apart or not step < short):
            ways.append((ENDED, one_of(kind), short, 0))
        longer = length + step + 1
        if longer <= size or not self.terms.exact:
            for natural in (1, 0):
                paid = step + 1 - natural
                if self.apart and paid and (paid > 1 or run & LAST_WILD):
                    continue
                if used + paid <= self.terms.melds.wilds_most:
                    after = kind << 8 | min(longer, size) << 4 | (used + paid if self.counted else 0)
                    after |= LAST_WILD if self.apart and not natural else 0
                    ways.append((after, 0, paid, natural))
        return ways

    def _laid(self, after: Sequence[int], taken: Sequence[int]) -> tuple[tuple[int, bool | None], ...]:
        return tuple(zip(after, map(bool, taken), strict=True))

    def _begun(self, copies: int, most: int, how: int) -> list[Begun]:
        """Collections of runs that begin with a natural here."""
        most, openable = min(copies, most), how & 255
        beginnings = self.beginnings.get((most, openable))
        if beginnings is None:
            kinds = [kind for kind in self.kinds if openable >> kind & 1]
            beginnings = self.beginnings[most, openable] = [
                (tuple([(kind << 8 | 1 << 4, True) for kind in begun]), 0, number)
                for number in range(most + 1)
                for begun in combinations_with_replacement(kinds, number)
                if all(begun.count(kind) <= self.most_of_kind[kind] for kind in kinds)
            ]
        return beginnings
