"""All that the runs of one suit may do, place by place, however many they are: the ways from state to state.

``GroupWays`` sees runs by their naturals, as ``runs`` does: that is fast, and nearly always the truth. ``CardWays``
sees them card by card, true to every rule. ``SuitWays`` are the ways that so many wild cards allow, and what they can
bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product, zip_longest
from typing import Any, NamedTuple, Protocol

from referee.rules.solver.round import phase_of
from referee.rules.solver.strict import RunMoves
from referee.rules.solver.sweep import ENDED, Detail, Step
from referee.rules.solver.terms import NEVER, MeldTerms, Work

State = Any
"""What a kind of ways knows about the open runs; equal states are the same."""
Onward = tuple[State, int, int, Detail]
"""The state after a place, the wild cards paid there, the naturals taken, and what it does to each run."""


PLENTY = 3
"""A run with so many naturals more than wild cards hardly ever comes to too many of these; if it does, that is found
when it is laid out."""


class Ways(Protocol):
    """A way to see runs."""

    start: State

    def kind_of(self, run: int) -> int: ...

    def beyond(self, run: int) -> int: ...

    def most_runs(self, copies: Sequence[int]) -> int: ...

    def onward(self, state: State, copies: int, step: Step, most: int, wilds: int) -> Iterable[Onward]: ...

    def lacking(self, state: State, ahead: Sequence[int]) -> int: ...

    def short(self, state: State) -> int: ...

    def points(self, step: Step, detail: Detail, worth: int) -> int: ...


class Open(NamedTuple):
    """An open run as ``GroupWays`` sees it. What no rule asks about is always 0."""

    length: int
    """Up to the size that is asked for."""
    naturals: int
    wilds: int
    must: int
    """Whether it must go on to a natural, as its last card is a wild one."""
    mixed: int
    """Whether it has a wild card where a run without is asked for."""
    over: int
    """How many more naturals than wild cards, where that is tallied; from ``PLENTY`` on no more."""
    room: int
    """The wild cards that have room at its ends, where they may not lie side by side."""


class GroupWays:
    """Runs as groups of naturals: they begin and end with one, and what they are short of is paid at the end.

    Rules about two runs of a suit, and how long a run may be, are left to whoever lays them out. A state is whether
    there has been a run without a wild card, where ``pure`` asks for it, and the open runs.
    """

    def __init__(self, terms: MeldTerms, wilds: int, *, pure: bool = False, tally: bool = False) -> None:
        """``pure``: a run without a wild card is asked for; ``tally``: no run may have more wild cards than naturals,
        however long it is. Without ``tally`` that is seen to for runs as long as asked."""
        self.rules, self.size, self.wilds, self.pure = terms.melds, terms.sizes[0], wilds, pure
        self.tally = tally
        self.counted = self.rules.wilds_most < wilds
        self.start: State = (False, ())
        self.naturals = self.rules.fewest_naturals(self.size)
        self.first = Open(1, min(1, self.naturals), 0, 0, 0, int(tally), 0 if self.rules.side_by_side else 2)
        self.kept: dict[tuple[State, int, bool, bool, int], list[Onward]] = {}

    def kind_of(self, run: int) -> int:  # noqa: ARG002 - there is no other
        return 0

    def beyond(self, run: int) -> int:  # noqa: ARG002 - nor a corner to go round
        return 0

    def most_runs(self, copies: Sequence[int]) -> int:
        """So many runs lie beside each other at most: two of more could be one, and a wild card less would do."""
        return max(copies) + (self.wilds if self.counted else 0)

    def points(self, step: Step, detail: Detail, worth: int) -> int:  # noqa: ARG002 - where wild cards lie is open
        return 0

    def short(self, state: State) -> int:
        """The wild cards that the open runs are still short of."""
        had, runs = state
        short = sum([self._short(run._replace(room=run.room - 1)) for run in runs])  # they end with the highest place
        return short if had or not self.pure or any(map(self._is_pure, runs)) else NEVER

    def _is_pure(self, run: Open) -> bool:
        return not run.mixed and run.length == self.size

    def _short(self, run: Open) -> int:
        short = self.size - run.length
        if run.must or run.naturals < self.naturals or run.wilds + short > self.rules.wilds_most:
            return NEVER
        if self.tally and run.over < min(short, PLENTY):
            return NEVER
        return short if self.rules.side_by_side or short <= run.room else NEVER

    def lacking(self, state: State, ahead: Sequence[int]) -> int:
        """The fewest wild cards that the open runs will still need; ``ahead``: the naturals of the places to come."""
        needs = [0] * self.size
        for run in state[1]:
            for at in range(max(self.size - run.length, run.must)):
                needs[at] += 1
        return sum([max(0, need - copies) for need, copies in zip_longest(needs, ahead, fillvalue=0)])

    def onward(self, state: State, copies: int, step: Step, most: int, wilds: int) -> list[Onward]:  # noqa: ARG002
        key = (state, copies, any(step.ahead), step.place == self.rules.bottom, most)
        onward = self.kept.get(key)
        if onward is None:
            onward = self.kept[key] = self._onward(*key)
        return onward

    def _onward(self, state: State, copies: int, more_ahead: bool, lowest: bool, most: int) -> list[Onward]:
        had, runs = state
        first = self.first._replace(room=1) if lowest and not self.rules.side_by_side else self.first
        each = [self._ways(run, copies, more_ahead=more_ahead) for run in runs]
        onward: dict[tuple[State, int, int], Onward] = {}
        for chosen in product(*each):
            taken, paid = sum([way[2] for way in chosen]), sum([way[1] for way in chosen])
            if taken > copies or paid > self.wilds:
                continue
            going = [way[0] for way in chosen if way[0] is not None]
            ended = [run for way, run in zip(chosen, runs, strict=True) if way[0] is None]
            # a run that is long enough might as well go on
            idle = not (self.counted or self.pure) and any(run.length == self.size for run in ended)
            has = had or (self.pure and any(map(self._is_pure, ended)))
            for begun in range(0 if idle else min(copies - taken, most - len(going)), -1, -1):
                if len(going) + begun > most:
                    continue
                after = (has, tuple(sorted((*going, *[first] * begun))))
                laid = tuple([(ENDED if way[0] is None else way[0], bool(way[2])) for way in chosen])
                detail: Any = Detail(laid, ((first, True),) * begun)  # type: ignore[arg-type]
                onward.setdefault((after, paid, taken + begun), (after, paid, taken + begun, detail))
        return list(onward.values())

    def _ways(self, run: Open, copies: int, *, more_ahead: bool) -> list[tuple[Open | None, int, int]]:
        """What a run can do at a place: what it is after it, or None if it has ended; wild cards; naturals."""
        ways: list[tuple[Open | None, int, int]] = []
        if (short := self._short(run)) <= self.wilds:
            ways.append((None, short, 0))
        longer = min(run.length + 1, self.size)
        tallied = int(self.tally and run.over < PLENTY)
        if copies:
            more = min(run.naturals + 1, self.naturals)
            ways.append((run._replace(length=longer, naturals=more, must=0, over=run.over + tallied), 0, 1))
        if more_ahead and run.wilds < self.rules.wilds_most and (self.rules.side_by_side or not run.must):
            wilds = run.wilds + self.counted
            mixed = int(self.pure)
            ways.append((run._replace(length=longer, wilds=wilds, must=1, mixed=mixed, over=run.over - tallied), 1, 0))
        return ways


class CardWays:
    """Runs card by card, true to every rule.

    A state is that of ``RunMoves``, how many runs began at place 1 where that counts, and whether the suit has had its
    run where it may have no other.
    """

    def __init__(self, terms: MeldTerms, moves: RunMoves) -> None:
        self.moves = moves
        self.single, self.round = terms.melds.run_in_each_suit, terms.melds.round
        self.low_counts = bool(moves.low_run)
        self.low_ace = terms.melds.book.low_ace == "one"
        self.start: State = (0, 0, False)

    def kind_of(self, run: int) -> int:
        return self.moves.kind_of(run)

    def beyond(self, run: int) -> int:
        return self.moves.beyond(run)

    def most_runs(self, copies: Sequence[int]) -> int:  # noqa: ARG002 - the moves know it
        return self.moves.most_runs

    def points(self, step: Step, detail: Detail, worth: int) -> int:
        """What the cards of a place are worth; ``worth``: an ordinary card there."""
        cards = sum([run != ENDED and natural is not None for run, natural in detail.runs]) + len(detail.begun)
        low = 0
        if step.low_ace and self.low_ace:
            low = sum([not (self.round and phase_of(run)) for run, _ in detail.begun])
        return worth * (cards - low) + low

    def short(self, state: State) -> int:
        number, low, _ = state
        return self.moves.deficit(number, low)

    def lacking(self, state: State, ahead: Sequence[int]) -> int:
        return self.moves.lacking(state[0], ahead)

    def onward(self, state: State, copies: int, step: Step, most: int, wilds: int) -> Iterable[Onward]:  # noqa: ARG002
        number, low, had = state
        for after, _, paid, covered, detail in self.moves.of(number, copies, step.how, wilds):
            if not (had and detail.begun):
                begun = min(low + len(detail.begun), 2) if self.low_counts and step.low_ace else low
                yield (after, begun, self.single and (had or bool(detail.begun))), paid, covered, detail


class Way(NamedTuple):
    """What the runs of a suit may do at a place."""

    after: int
    """The number of the state they come to."""
    wilds: int
    covered: int
    detail: Detail
    points: int
    """What the cards of this place are worth, where melds must be worth something."""


class SuitWays:
    """All that the runs of one suit may do with so many wild cards: for each state of each place the ways on."""

    def __init__(
        self, ways: Ways, steps: Sequence[Step], own: Sequence[int], worths: Sequence[int], usable: int, work: Work
    ) -> None:
        """``own``: by place, whether its naturals are wild cards that count as themselves, and are paid too;
        ``worths``: what they are worth, where that is asked for.
        """
        self.steps = steps
        self.cost = 0
        """The steps that it took to work this out."""
        before = work.left
        layers: list[dict[State, int]] = [{(ways.start, 0): 0}]
        rows: list[dict[State, list[Onward]]] = []
        most = ways.most_runs([step.copies for step in steps])
        for step, weight in zip(steps, own, strict=True):
            following: dict[State, int] = {}
            row: dict[State, list[Onward]] = {}
            lacking: dict[State, int] = {}
            spent = 0
            for (state, aces), least in layers[-1].items():
                copies = step.copies - aces if step.high_ace else step.copies
                row[state, aces] = onward = []
                for after, wilds, covered, detail in ways.onward(state, copies, step, most, usable - least):
                    spent += 1
                    paid = least + wilds + weight * covered
                    if after not in lacking:
                        lacking[after] = ways.lacking(after, step.ahead)
                    if paid + lacking[after] > usable:
                        continue
                    to = (after, covered if step.low_ace else aces)
                    onward.append((to, wilds, covered, detail))
                    if following.get(to, NEVER) > paid:
                        following[to] = paid
            work.spend(spent)
            layers.append(following)
            rows.append(row)
        self._keep(ways, layers, rows, own, worths, usable)
        self.cost = before - work.left

    def _keep(
        self, ways: Ways, layers: Sequence[dict[State, int]], rows: Sequence[dict[State, list[Onward]]],
        own: Sequence[int], worths: Sequence[int], usable: int,
    ) -> None:  # fmt: skip
        """Only what comes to an end, with the wild cards that there are."""
        need = {to: short for to, least in layers[-1].items() if least + (short := ways.short(to[0])) <= usable}
        self.ends = list(need.values())
        """The wild cards that the open runs of each last state are short of."""
        self.ways: list[list[list[Way]]] = []
        """By place and state."""
        self.copies: list[list[int]] = []
        """By place and state, the naturals that there are."""
        for at in range(len(rows) - 1, -1, -1):
            step, weight, worth, layer = self.steps[at], own[at], worths[at], layers[at]
            numbers = {to: number for number, to in enumerate(need)}
            needs: dict[State, int] = {}
            kept, copies = [], []
            for to, onward in rows[at].items():
                going = [
                    (wilds + weight * covered + need[after], Way(numbers[after], wilds, covered, detail, points))
                    for after, wilds, covered, detail in onward
                    if after in need and layer[to] + wilds + weight * covered + need[after] <= usable
                    for points in [ways.points(step, detail, worth) if worth else 0]
                ]
                if going:
                    needs[to] = min([paid for paid, _ in going])
                    kept.append([way for _, way in going])
                    copies.append(step.copies - to[1] if step.high_ace else step.copies)
            self.ways.append(kept)
            self.copies.append(copies)
            need = needs
        self.ways.reverse()
        self.copies.reverse()
        self.number = sum([len(ways) for row in self.ways for ways in row])
        """How many ways these are."""

    def potentials(self, gains: Sequence[Sequence[int]], price: int, factor: int) -> list[list[int]]:
        """By place and state, what can still come: ``gains`` by place and number of naturals, wild cards at a price,
        and each point so many times."""
        later = [-price * wilds for wilds in self.ends]
        every = [later]
        for row, gain in zip(reversed(self.ways), reversed(gains), strict=True):
            if factor:
                later = [
                    max([later[to] + gain[taken] - price * wilds + factor * more for to, wilds, taken, _, more in ways])
                    for ways in row
                ]
            else:
                later = [
                    max([later[to] + gain[taken] - price * wilds for to, wilds, taken, _, _ in ways]) for ways in row
                ]
            every.append(later)
        every.reverse()
        return every

    def best_ways(
        self, every: Sequence[Sequence[int]], gains: Sequence[Sequence[int]], price: int, factor: int
    ) -> tuple[list[Way], int]:
        """The ways of the best runs, and the wild cards that they are short of at the end."""
        state, path = 0, []
        for row, gain, here, later in zip(self.ways, gains, every, every[1:], strict=False):
            for way in row[state]:
                to, wilds, taken, _, points = way
                if later[to] + gain[taken] - price * wilds + factor * points == here[state]:
                    break
            path.append(way)
            state = way.after
        return path, self.ends[state]
