"""Runs of one suit, place by place, true to every rule: slow, and asked only where the fast way fails.

Every card of every run is laid explicitly, natural or wild; so touching runs, wild cards side by
side, full runs and limits are all simply seen. A table says what *exactly* so many wild cards can do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from referee.rules.rulebook.meld_rules import HIGH_ACE, Span
from referee.rules.solver.sets import Options
from referee.rules.solver.sweep import ENDED, Detail, Meter, Move, Moves, Step, Sweep, Traced, pairs_of
from referee.rules.solver.terms import NEVER, MeldTerms, Work, one_of

MOST_OVER = 7
"""With so many more naturals than wild cards, or so many fewer, a run has no room left to make up for more."""


class Laid(NamedTuple):
    """One run as it lies: its lowest place, and for each card whether it is a natural."""

    kind: int
    low: int
    naturals: tuple[bool, ...]

    @property
    def high(self) -> int:
        return self.low + len(self.naturals) - 1

    @property
    def span(self) -> Span:
        return self.low, self.high

    @property
    def places(self) -> list[int]:
        """The places of the naturals."""
        return [place for place, natural in enumerate(self.naturals, self.low) if natural]


class SuitRuns:
    """What the runs of one suit can cover, with exactly so many wild cards in them."""

    def __init__(
        self,
        moves: RunMoves,
        counts: Sequence[int],
        held: Sequence[int],
        values: Sequence[int],
        wilds: int,
        work: Work,
        like: SuitRuns | None = None,
        sure: Sequence[int] = (),
        *,
        paid: bool = False,
    ) -> None:
        """``counts``: what the runs may use of what is ``held``, by rank; ``sure``: those that are not wild cards too,
        where some are; the others may be paid for."""
        steps = self.steps_of(moves, counts, held, values, wilds)
        if sure:
            steps = [
                step._replace(costly=max(0, step.copies - sure[(step.place - 1) % 13]), worth=int(paid))
                for step in steps
            ]
        self.sweep: Sweep = Sweep(moves, steps, wilds, work, like.sweep if like else None)
        self.options: Options = [
            (code, pairs_of(best, gaining=False))
            for code, best in self.sweep.best.items()
            if not moves.terms.melds.run_in_each_suit or code in map(one_of, moves.kinds)
        ]

    @staticmethod
    def steps_of(
        moves: RunMoves,
        counts: Sequence[int],
        held: Sequence[int],
        values: Sequence[int],
        wilds: int,  # noqa: ARG004
    ) -> list[Step]:
        """The places that a sweep goes through.

        What lies ahead is all that is held, not only what the runs may use: so steps are alike in more sweeps.
        """
        steps = []
        bottom, top = moves.terms.melds.bottom, moves.top
        there = [held[(place - 1) % 13] for place in range(bottom, top + 1)]
        for place in range(bottom, top + 1):
            room = sum([1 << kind for kind, size in enumerate(moves.terms.sizes) if place + size - 1 <= top])
            rank = (place - 1) % 13
            how = room << 2 | (place == 1) << 1 | (place == HIGH_ACE)
            ahead = tuple(there[place + 1 - bottom :])
            steps.append(Step(place, counts[rank], values[rank], how, place == 1, place == HIGH_ACE, ahead))
        return steps

    def runs(self, code: int, wilds: int, value: int) -> list[Laid]:
        """Runs that cover so much with exactly so many wild cards, as ``options`` promised."""
        return [self.laid(traced) for traced in self.sweep.runs(code, wilds, value)]

    @staticmethod
    def laid(traced: Traced) -> Laid:
        """A run as it lies."""
        kind, places = traced
        return Laid(kind, places[0][0], tuple([natural for _, natural in places]))


class Open(NamedTuple):
    """A run still open. What no rule asks about is always 0, so that equal cases meet."""

    kind: int
    length: int
    naturals: int
    wilds: int
    last_wild: int
    from_low: int
    over: int
    """How many more naturals than wild cards: fewer where it is below 0."""

    @property
    def packed(self) -> int:
        """All in one number, the same in every process: answers must not hang on what was asked before."""
        kind, length, naturals, wilds, last_wild, from_low, over = self
        packed = kind << 12 | length << 8 | naturals << 6 | wilds << 2 | last_wild << 1 | from_low
        return packed | (over & 15) << 16


def opened(packed: int) -> Open:
    over = packed >> 16
    return Open(
        packed >> 12 & 15,
        packed >> 8 & 15,
        packed >> 6 & 3,
        packed >> 2 & 15,
        packed >> 1 & 1,
        packed & 1,
        over if over < 8 else over - 16,
    )


class RunMoves(Moves):
    """How real runs go on from one place to the next."""

    def __init__(self, terms: MeldTerms, meter: Meter, *, counted: bool) -> None:
        super().__init__(terms, meter, counted=counted)
        self.top = terms.melds.top
        """The last place of the sweep."""
        self.ends_matter = terms.melds.runs_apart and terms.melds.ace_ends_touch
        self.low_run = 16 if self.ends_matter else 0
        self.low_matters = self.ends_matter or terms.melds.run_longest < terms.melds.top + 1 - terms.melds.bottom
        self.needs: dict[int, list[int]] = {}
        """For each state, how many of its runs need the next place, the one after it and so on, to be long enough."""
        self.beginnings: dict[tuple[int, int, int, int], list[tuple[tuple[int, bool], ...]]] = {}

    def kind_of(self, run: int) -> int:
        return run >> 12 & 15

    def deficit(self, state: int, low_runs: int) -> int:
        high_runs = self.states[state]
        if not all(self._complete(run) for run in high_runs):
            return NEVER
        # a run at the low end and another at the high end; one run at both ends is no pair
        alone = low_runs == len(high_runs) == 1 and opened(high_runs[0]).from_low
        return NEVER if self.ends_matter and low_runs and high_runs and not alone else 0

    def _complete(self, run: int) -> bool:
        kind, length, naturals, *_, over = opened(run)
        return length == self.terms.sizes[kind] and naturals >= self.terms.melds.naturals_least and over >= 0

    def lacking(self, state: int, ahead: Sequence[int]) -> int:
        """A run needs the next places until it is long enough: the more runs need a place, the more naturals it
        takes."""
        needs = self.needs.get(state)
        if needs is None:
            shorts = [self.terms.sizes[here.kind] - here.length for here in map(opened, self.states[state])]
            needs = [sum([short > at for short in shorts]) for at in range(max(shorts, default=0))]
            self.needs[state] = needs
        if len(needs) > len(ahead):
            return NEVER
        return sum([need - copies for need, copies in zip(needs, ahead, strict=False) if need > copies])

    def worked_out(self, runs: tuple[int, ...], copies: int, how: int, most_wilds: int) -> list[Move]:
        """``how``: the kinds with room to begin, then a bit for place 1, then a bit for place 14."""
        room, lowest, highest = how >> 2, how >> 1 & 1, how & 1
        moves: dict[tuple[int, int, int, int], Move] = {}
        for chosen in self.each_way(runs, highest):
            naturals, wilds = sum([way[3] for way in chosen]), sum([way[2] for way in chosen])
            if naturals > copies or wilds > most_wilds:
                continue
            going = [way[0] for way in chosen if way[0] != ENDED]
            laid = [(way[0], bool(way[3])) for way in chosen]
            some_ended = len(going) < len(chosen)
            may_begin = 0 if some_ended and self.terms.melds.runs_apart else room
            for begun in self._begun(copies - naturals, most_wilds - wilds, may_begin, lowest):
                if len(going) + len(begun) > self.most_runs:
                    continue
                move = self._moved(chosen, going, laid, begun)
                moves.setdefault(move[:4], move)
        return list(moves.values())

    def _moved(
        self,
        chosen: Sequence[tuple[int, ...]],
        going: Sequence[int],
        laid: Sequence[tuple[int, bool | None]],
        begun: tuple[tuple[int, bool], ...],
    ) -> Move:
        """A step in which each run goes its way of ``chosen``, ``going`` on where it does not end, and others begin."""
        return Move(
            self.number_of([*going, *(run for run, _ in begun)]),
            sum([way[1] for way in chosen]),
            sum([way[2] for way in chosen]) + sum([not natural for _, natural in begun]),
            sum([way[3] for way in chosen]) + sum([natural for _, natural in begun]),
            Detail(tuple(laid), begun),
        )

    def _ways(self, run: int, step: int) -> list[tuple[int, ...]]:
        """``step``: whether this is the highest place."""
        terms = self.terms
        kind, length, naturals, wilds, last_wild, from_low, over = opened(run)
        size = terms.sizes[kind]
        ways: list[tuple[int, ...]] = []
        if self._complete(run):
            ways.append((ENDED, one_of(kind), 0, 0))
        if (terms.exact and length == size) or (step and from_low and terms.melds.run_longest < HIGH_ACE):
            return ways
        longer = min(length + 1, size)
        more = min(naturals + 1, terms.melds.naturals_least)
        step_over = int(terms.melds.by_naturals)
        ways.append((Open(kind, longer, more, wilds, 0, from_low, min(over + step_over, MOST_OVER)).packed, 0, 0, 1))
        if wilds < terms.melds.wilds_most and not last_wild and over > -MOST_OVER:
            wilder = wilds + 1 if self.counted else 0
            after = Open(kind, longer, naturals, wilder, int(not terms.melds.side_by_side), from_low, over - step_over)
            ways.append((after.packed, 0, 1, 0))
        return ways

    def _begun(self, copies: int, most_wilds: int, room: int, lowest: int) -> list[tuple[tuple[int, bool], ...]]:
        """Collections of runs that begin here, each with a natural or a wild card."""
        most_wilds = min(most_wilds, self.most_runs)
        beginnings = self.beginnings.get((copies, most_wilds, room, lowest))
        if beginnings is None:
            starts = self._starts(room, lowest)
            beginnings = self.beginnings[copies, most_wilds, room, lowest] = [
                begun
                for number in range(min(self.most_runs, copies + most_wilds) + 1)
                for begun in combinations_with_replacement(starts, number)
                if number - most_wilds <= sum([natural for _, natural in begun]) <= copies
            ]
        return beginnings

    def _starts(self, room: int, lowest: int) -> list[tuple[int, bool]]:
        """The runs that may begin here, each with a natural or a wild card."""
        from_low = int(self.low_matters and lowest)
        over = int(self.terms.melds.by_naturals)
        starts = []
        for kind in self.kinds:
            if room >> kind & 1:
                natural = Open(kind, 1, min(1, self.terms.melds.naturals_least), 0, 0, from_low, over)
                starts.append((natural.packed, True))
                if self.terms.melds.wilds_most:
                    counted = int(self.counted)
                    wild = Open(kind, 1, 0, counted, int(not self.terms.melds.side_by_side), from_low, -over)
                    starts.append((wild.packed, False))
        return starts
