"""Runs of one suit where they may go round the corner, from the king over the ace to the two.

The places 1 to 13 are swept as ever. A run that goes round the corner is met there in two pieces, the later one
first: at place 1 begins what lies beyond the corner, then the run waits, and further up it goes on to the king.
So all that a rule asks of the run is counted in one state, and no run is counted twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from referee.rules.rulebook.meld_rules import ROUND_TOP
from referee.rules.solver.runs import GAP_SHIFT, LAST_WILD, OVER_SHIFT, Begun, GroupMoves
from referee.rules.solver.strict import MOST_OVER, Laid, Open, RunMoves, SuitRuns, opened
from referee.rules.solver.sweep import ENDED, Meter, Move, Step, Traced
from referee.rules.solver.terms import NEVER, MeldTerms

STRAIGHT, BEYOND, WAITING, BEFORE = range(4)
"""Where a run is met: it keeps off the corner; beyond the corner, from the ace on; nowhere; before the corner."""
FIRST_WILD = 1 << 20
PHASE_SHIFT = 21
OVER_PHASE = 12
"""Where the phase of a run lies that is seen by its naturals."""
ROUND_SHIFT = 10
"""In what the moves must know about a step: where the kinds stand that may go round the corner."""


class RoundRuns(SuitRuns):
    """What the runs of one suit can cover, with exactly so many wild cards in them."""

    @staticmethod
    def steps_of(
        moves: RunMoves, counts: Sequence[int], held: Sequence[int], values: Sequence[int], wilds: int
    ) -> list[Step]:
        """A run begins only where its first cards, as many as are asked for, can be had.

        What lies ahead is all that is held, not only what the runs may use: so steps are alike in more sweeps.
        """
        most = min(wilds, moves.terms.melds.wilds_most)
        there = sum([1 << at for at in range(ROUND_TOP) if counts[at % 13]])

        def had(low: int, size: int) -> bool:
            return size - (there >> low - 1 & (1 << size) - 1).bit_count() <= most

        kinds = list(enumerate(moves.terms.sizes))
        round_it = sum(
            [1 << kind for kind, size in kinds if any(had(low, size) for low in range(2, 14) if low + size > 14)]
        )
        steps = []
        for place in range(1, 14):
            room = sum([1 << kind for kind, size in kinds if place + size <= 14 and had(place, size)])
            how = round_it << ROUND_SHIFT | room << 2 | (place == 1) << 1
            ahead = tuple(held[place:13])
            steps.append(Step(place, counts[place - 1], values[place - 1], how, place == 1, False, ahead))
        return steps

    @staticmethod
    def laid(traced: Traced) -> Laid:
        """A run from its lowest place on, which may lie before the corner."""
        kind, places = traced
        in_order = sorted(places)
        return Laid(kind, in_order[0][0], tuple([natural for _, natural in in_order]))


def phase_of(run: int) -> int:
    return run >> PHASE_SHIFT


class RoundMoves(RunMoves):
    """How real runs go on from one place to the next, and round the corner."""

    def __init__(self, terms: MeldTerms, meter: Meter, *, counted: bool) -> None:
        super().__init__(terms, meter, counted=counted)
        self.top = 13
        self.ends_matter = self.low_matters = terms.melds.runs_apart
        self.low_run = 16 if self.ends_matter else 0

    def kind_of(self, run: int) -> int:
        return opened(run & FIRST_WILD - 1).kind

    def beyond(self, run: int) -> int:
        return 13 if phase_of(run) == BEYOND else 0

    def deficit(self, state: int, low_runs: int) -> int:
        straight = []
        for run in self.states[state]:
            here = opened(run & FIRST_WILD - 1)
            if not self._complete(run & FIRST_WILD - 1) or phase_of(run) in (BEYOND, WAITING):
                return NEVER
            if phase_of(run) == STRAIGHT:
                straight.append(here)
            elif run & FIRST_WILD and here.last_wild:
                return NEVER
        if not self.ends_matter or not straight:
            return 0
        # a run that begins with the ace, and another that ends with the king
        from_ace = low_runs - (len(self.states[state]) - len(straight))
        alone = from_ace == len(straight) == 1 and straight[0].from_low
        return NEVER if from_ace and not alone else 0

    def lacking(self, state: int, ahead: Sequence[int]) -> int:
        """A run that keeps off the corner needs the next places until it is long enough, one before the corner all
        that follow, and one that waits as many of the last as it is short of. The more runs need a place, the more
        naturals it takes."""
        last, needs = len(ahead), [0] * len(ahead)
        for run in self.states[state]:
            here, phase = opened(run & FIRST_WILD - 1), phase_of(run)
            short = self.terms.sizes[here.kind] - here.length
            if phase == STRAIGHT:
                first, end = 0, short
            elif phase == BEFORE:
                first, end = 0, last
            else:
                first, end = last - (max(short, 1) if phase == WAITING else 1), last
            if first < 0 or end > last:
                return NEVER
            for at in range(first, end):
                needs[at] += 1
        return sum([need - copies for need, copies in zip(needs, ahead, strict=True) if need > copies])

    def worked_out(self, runs: tuple[int, ...], copies: int, how: int, most_wilds: int) -> list[Move]:
        room, lowest = how >> 2 & (1 << ROUND_SHIFT - 2) - 1, how >> 1 & 1 and 1 + (how >> ROUND_SHIFT)
        moves: dict[tuple[int, int, int, int], Move] = {}
        for chosen in self.each_way(runs, 0):
            naturals, wilds = sum([way[3] for way in chosen]), sum([way[2] for way in chosen])
            if naturals > copies or wilds > most_wilds:
                continue
            phases = [(phase_of(run), phase_of(way[0])) for run, way in zip(runs, chosen, strict=True)]
            apart = self.terms.melds.runs_apart and any(
                way[0] == ENDED or phase == (BEYOND, WAITING) for way, phase in zip(chosen, phases, strict=True)
            )
            if apart and (WAITING, BEFORE) in phases:
                continue  # it would go on where another has just ended
            going = [way[0] for way in chosen if way[0] != ENDED]
            laid = [(way[0], None if phase_of(way[0]) == WAITING else bool(way[3])) for way in chosen]
            for begun in self._begun(copies - naturals, most_wilds - wilds, 0 if apart else room, lowest):
                if len(going) + len(begun) > self.most_runs:
                    continue
                move = self._moved(chosen, going, laid, begun)
                moves.setdefault(move[:4], move)
        return list(moves.values())

    def _ways(self, run: int, step: int) -> list[tuple[int, ...]]:
        phase = phase_of(run)
        if phase == STRAIGHT:
            return super()._ways(run, step)
        here = opened(run & FIRST_WILD - 1)
        first = run & FIRST_WILD
        waits = WAITING << PHASE_SHIFT | first | here._replace(last_wild=0).packed
        if phase == BEYOND:
            # something must be left for the places before the corner
            on = here.length + 1 < self.terms.sizes[here.kind] or not self.terms.exact
            return [(waits, 0, 0, 0), *(self._on(here, BEYOND, first) if on else [])]
        return [*([(waits, 0, 0, 0)] if phase == WAITING else []), *self._on(here, BEFORE, first)]

    def _on(self, here: Open, phase: int, first: int) -> list[tuple[int, ...]]:
        """A run with one card more, a natural or a wild one."""
        terms = self.terms
        size = terms.sizes[here.kind]
        if terms.exact and here.length == size:
            return []
        longer, mark = min(here.length + 1, size), phase << PHASE_SHIFT | first
        more = min(here.naturals + 1, terms.melds.naturals_least)
        ways: list[tuple[int, ...]] = []
        step = int(terms.melds.by_naturals)
        after = here._replace(length=longer, naturals=more, last_wild=0, over=min(here.over + step, MOST_OVER))
        ways.append((mark | after.packed, 0, 0, 1))
        if here.wilds < terms.melds.wilds_most and not here.last_wild and here.over > -MOST_OVER:
            wilds = here.wilds + 1 if self.counted else 0
            touchy = int(not terms.melds.side_by_side)
            after = here._replace(length=longer, wilds=wilds, last_wild=touchy, over=here.over - step)
            ways.append((mark | after.packed, 0, 1, 0))
        return ways

    def _starts(self, room: int, lowest: int) -> list[tuple[int, bool]]:
        """``lowest`` is 0 but at place 1: one more than the bits of the kinds that may go round the corner."""
        starts = super()._starts(room, min(lowest, 1))
        first = 0 if self.terms.melds.side_by_side else FIRST_WILD
        for run, natural in super()._starts(lowest - 1, 0) if lowest else ():
            starts.append((BEYOND << PHASE_SHIFT | (0 if natural else first) | run, natural))
        return starts


def run_moves_of(terms: MeldTerms) -> type[RunMoves]:
    """Those that know of a corner, where runs may go round it."""
    return RoundMoves if terms.melds.round else RunMoves


def phase_over(run: int) -> int:
    """The phase of a run that is seen by its naturals."""
    return run >> OVER_PHASE & 3


class RoundGroups(GroupMoves):
    """How groups go on from one natural to the next where the places begin behind a gap.

    A run that goes over the gap is met beyond it first, with the wild cards that lie in the gap; it waits, and goes on
    further up until the last place.
    """

    def beyond(self, run: int) -> int:
        return 13 if phase_over(run) == BEYOND else 0

    def deficit(self, state: int, low_runs: int) -> int:
        if any(phase_over(run) in (BEYOND, WAITING) for run in self.states[state]):
            return NEVER
        return super().deficit(state, low_runs)

    def _laid(self, after: Sequence[int], taken: Sequence[int]) -> tuple[tuple[int, bool | None], ...]:
        return tuple([
            (run, None if phase_over(run) == WAITING else bool(natural))
            for run, natural in zip(after, taken, strict=True)
        ])  # fmt: skip

    def _ways(self, run: int, step: int) -> list[tuple[int, ...]]:
        phase, here = phase_over(run), run & ~(3 << OVER_PHASE)
        if phase == STRAIGHT:
            return super()._ways(run, step)
        size, length = self.terms.sizes[self.kind_of(run)], run >> 4 & 15
        waits = WAITING << OVER_PHASE | here & ~LAST_WILD
        if phase == WAITING:
            longer = here + (min(length + 1, size) - length << 4)
            full = self.terms.exact and length == size
            return [(waits, 0, 0, 0), *([] if full else [(BEFORE << OVER_PHASE | longer, 0, 0, 1)])]
        on: list[tuple[int, ...]] = [
            (phase << OVER_PHASE | after, ended, paid, taken)
            for after, ended, paid, taken in super()._ways(here, step)
            if after != ENDED
        ]
        return on if phase == BEFORE else [(waits, 0, 0, 0), *on]

    def waiting(self, runs: Sequence[int]) -> int:
        return sum([phase_over(run) == WAITING for run in runs])

    def _begun(self, copies: int, most: int, how: int) -> list[Begun]:
        """Runs that begin here, and at the first place those that have come over the gap before it."""
        straight = super()._begun(copies, most, how)
        if not how >> OVER_SHIFT & 1:
            return straight
        gap = how >> GAP_SHIFT & 15
        starts = [
            (
                BEYOND << OVER_PHASE
                | kind << 8
                | min(gap + 1, size) << 4
                | (paid if self.counted else 0)
                | (LAST_WILD if self.apart and not natural else 0),
                paid,
                natural,
            )
            for kind, size in enumerate(self.terms.sizes)
            for natural in (True, False)
            for paid in [gap + 1 - natural]
            if paid <= (1 if self.apart else self.terms.melds.wilds_most) and (gap + 1 < size or not self.terms.exact)
        ]
        return [
            (
                (*begun, *[(run, natural) for run, _, natural in over]),
                sum([paid for _, paid, _ in over]),
                taken + sum([natural for _, _, natural in over]),
            )
            for begun, _, taken in straight
            for number in range(most - len(begun) + 1)
            for over in combinations_with_replacement(starts, number)
            if taken + sum([natural for _, _, natural in over]) <= copies
        ]
