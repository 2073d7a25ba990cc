"""One suit from its lowest place to its highest: which runs begin, go on and end, at the best value.

The sweep itself knows no rule. ``Moves`` says what may happen from one step to the next; there are
two of them, one fast and generous (``runs``), one true to every rule (``strict``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, count, product, takewhile
from typing import NamedTuple, Protocol

from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END
from referee.rules.solver.sets import Layer, Pairs
from referee.rules.solver.terms import NONE, MeldTerms, Work, digit, one_of

CODE_MASK = 0xFFFF
ENDED = -1
# an entry of a layer is one number: state << 24 | code of the runs ended << 8 | low,
# where low holds the aces laid low in its last 4 bits and, where it matters, the runs begun there above them
STATE_SHIFT = 24
CODE_SHIFT = 8
LOW_MASK = 255
ACES_MASK = 15
A_MOVE = 320
"""Bytes that a move takes with what belongs to it, and a state too: measured: 294 to 309."""


class Step(NamedTuple):
    """One place of a suit: how many naturals lie there and what one of them is worth."""

    place: int
    copies: int
    value: int
    how: int
    """Whatever else the moves must know about this step, as one number."""
    low_ace: bool
    high_ace: bool
    ahead: tuple[int, ...] = ()
    """The naturals of each place that follows, where what cannot be had from there on is given up at once."""
    costly: int = 0
    """How many of the naturals are wild cards too, and may stay in hand."""
    worth: int = 0
    """What one of those is worth where it is paid for like a wild card."""


class Detail(NamedTuple):
    """What one move does to each open run, in the order of the state."""

    runs: tuple[tuple[int, bool | None], ...]
    """The run after (``ENDED``: it has ended before this step), and whether it takes a natural; None: it takes none
    and no wild card either, because it goes on elsewhere."""
    begun: tuple[tuple[int, bool], ...]
    """The runs that begin, and whether with a natural."""


class Move(NamedTuple):
    """One way to go on from a state."""

    after: int
    closing: int
    """The code of the runs that end."""
    wilds: int
    covered: int
    detail: Detail


class Traced(NamedTuple):
    """A run as the sweep made it: its kind and its places, each with whether a natural lies there."""

    kind: int
    places: list[tuple[int, bool]]


class Meter:
    """How much is kept, in moves; whatever adds to it adds to the one ``above`` too."""

    __slots__ = ("above", "kept")

    def __init__(self, above: Meter | None = None) -> None:
        self.kept = 0
        self.above = above

    def add(self, moves: int) -> None:
        self.kept += moves
        if self.above is not None:
            self.above.kept += moves

    @property
    def bytes(self) -> int:
        return self.kept * A_MOVE


class Moves:
    """The moves between states, worked out once for each case and kept.

    An open run is a number; a state is the sorted tuple of open runs, and has a number too. State 0
    has no open run. Several threads may ask at once: a number is never given twice, and nobody sees
    one before its state is there.
    """

    def __init__(self, terms: MeldTerms, meter: Meter, *, counted: bool) -> None:
        """``counted``: whether a run may come to more wild cards than it may have, so that they must be counted."""
        self.terms = terms
        self.meter = meter
        self.counted = counted
        self.unused = count(1)
        self.states: dict[int, tuple[int, ...]] = {0: ()}
        self.numbers: dict[tuple[int, ...], int] = {(): 0}
        self.joined: dict[int, int] = {0: 0}
        """For each state, the code of its open runs."""
        self.moves_from: dict[tuple[int, int, int, int], list[Move]] = {}
        self.ways: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        """What one run can do, by the run and what matters of the step."""
        self.low_run = 0
        """What each run begun at place 1 adds to the low part of an entry."""
        self.kinds = range(len(terms.sizes))
        self.most_of_kind = [max(digit(code, kind) for code in terms.codes) for kind in self.kinds]
        self.most_runs = 1 if terms.melds.run_in_each_suit else sum(self.most_of_kind)

    def of(self, state: int, copies: int, how: int, most_wilds: int = NO_END) -> list[Move]:
        """All moves from a state over a step with so many naturals to take, and so many wild cards at most."""
        key = (state, copies, how, most_wilds)
        moves = self.moves_from.get(key)
        if moves is None:
            moves = self.moves_from[key] = self.worked_out(self.states[state], copies, how, most_wilds)
            self.meter.add(1 + len(moves))
        return moves

    def worked_out(self, runs: tuple[int, ...], copies: int, how: int, most_wilds: int) -> list[Move]:
        raise NotImplementedError

    def each_way(self, runs: tuple[int, ...], step: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """One way for each run of a sorted state, equal runs not told apart."""
        groups = []
        for run in dict.fromkeys(runs):
            ways = self.ways.get((run, step))
            if ways is None:
                ways = self.ways[run, step] = self._ways(run, step)
            groups.append(combinations_with_replacement(ways, runs.count(run)))
        for chosen in product(*groups):
            yield tuple([way for group in chosen for way in group])

    def _ways(self, run: int, step: int) -> list[tuple[int, ...]]:
        """What one run can do: the run after, code if it ends, wild cards, naturals."""
        raise NotImplementedError

    def deficit(self, state: int, low_runs: int) -> int:
        """The wild cards needed to end all open runs; more than any stock if one cannot end.

        ``low_runs`` is the number of runs that began at place 1, where that is counted.
        """
        raise NotImplementedError

    def lacking(self, state: int, ahead: Sequence[int]) -> int:  # noqa: ARG002 - nothing is sure of it here
        """The fewest wild cards that the open runs will still need; ``ahead``: the naturals of the places to come."""
        return 0

    def kind_of(self, run: int) -> int:
        raise NotImplementedError

    def beyond(self, run: int) -> int:  # noqa: ARG002 - here no run goes round a corner
        """How many places further up than the step says the card of a run lies."""
        return 0

    def number_of(self, runs: Iterable[int]) -> int:
        state = tuple(sorted(runs))
        number = self.numbers.get(state)
        if number is None:
            fresh = next(self.unused)
            self.states[fresh] = state
            self.joined[fresh] = sum([one_of(self.kind_of(run)) for run in state])
            number = self.numbers.setdefault(state, fresh)
            self.meter.add(1)
        return number


class Sweep:
    """All that the runs of one suit can cover, by code and wild cards used, with the way back to the runs."""

    def __init__(self, moves: Moves, steps: Sequence[Step], wilds: int, work: Work, like: Sweep | None = None) -> None:
        """``like``: a sweep with the same moves and wild cards; what it has below the first other step is kept."""
        self.moves = moves
        self.steps = steps
        alike = _alike(steps, like.steps) if like else 0
        self.layers: list[Layer] = like.layers[: alike + 1] if like else [{0: [0] + [NONE] * wilds}]
        layer = self.layers[-1]
        for step in steps[alike:]:
            layer = self._next(layer, step, wilds, work)
            self.layers.append(layer)
        self.best: Layer = {}
        for key, values in layer.items():
            code, need = self._ending(key)
            if code and need <= wilds:
                best = self.best.setdefault(code, [NONE] * (wilds + 1))
                for used, value in enumerate(values[: wilds + 1 - need], need):
                    best[used] = max(best[used], value)

    def _next(self, layer: Layer, step: Step, wilds: int, work: Work) -> Layer:
        following: Layer = {}
        codes, joined, moves_of = self.moves.terms.codes, self.moves.joined, self.moves.of
        _, copies, value, how, low_ace, high_ace, ahead, costly, worth = step
        low_run = self.moves.low_run
        # an ace that is not laid low may still be laid high
        whole = self.moves.terms.whole and not (low_ace and self.moves.terms.melds.top == HIGH_ACE)
        steps = 0
        rest: dict[int, int] = {}
        """With how many wild cards at most each state may be met: what its open runs still need is kept for them."""
        for key, best in layer.items():
            closed, low = key >> CODE_SHIFT & CODE_MASK, key & LOW_MASK
            # an ace laid low is gone when the sweep comes to the high one
            here = copies - (low & ACES_MASK) if high_ace else copies
            sure = max(0, here - costly)
            must = sure if whole else 0
            moves = moves_of(key >> STATE_SHIFT, here, how)
            steps += len(moves)
            fewest = 0
            while best[fewest] < 0:
                fewest += 1
            stock = wilds - fewest
            for after, closing, need, covered, detail in moves:
                total = closed + closing
                if need > stock or total + joined[after] not in codes or covered < must:
                    continue
                gain = covered * value
                if worth and covered > sure:
                    need += covered - sure
                    gain = sure * value + (covered - sure) * worth
                    if need > stock:
                        continue
                most = wilds
                if ahead:
                    if after not in rest:
                        rest[after] = wilds - self.moves.lacking(after, ahead)
                    most = rest[after]
                    if need > most - fewest:
                        continue
                new = [so_far + gain for so_far in best[: most + 1 - need]]
                if need:
                    new[:0] = [NONE] * need
                to = after << STATE_SHIFT | total << CODE_SHIFT
                to |= covered + low_run * len(detail.begun) if low_ace else low
                known_best = following.get(to)
                following[to] = new if known_best is None else list(map(max, known_best, new))
        work.spend(steps * (4 + wilds >> 2))
        return following

    def _ending(self, key: int) -> tuple[int, int]:
        """The code of all runs, ended and open, and the wild cards that the open ones still need."""
        state = key >> STATE_SHIFT
        code = (key >> CODE_SHIFT & CODE_MASK) + self.moves.joined[state]
        return code, self.moves.deficit(state, (key & LOW_MASK) >> 4)

    def runs(self, code: int, wilds: int, value: int) -> list[Traced]:
        """The runs of one entry of ``best``, found by going back from layer to layer."""
        key, used = next(
            (key, wilds - need)
            for key, best in self.layers[-1].items()
            for total, need in [self._ending(key)]
            if total == code and wilds >= need and best[wilds - need] == value
        )
        details: list[Detail] = []
        for step, layer in zip(reversed(self.steps), reversed(self.layers[:-1]), strict=True):
            key, used, value, detail = next(self._before(step, layer, key, used, value))
            details.append(detail)
        return replayed(self.moves, self.steps, details[::-1])

    def _before(
        self, step: Step, layer: Layer, key: int, used: int, value: int
    ) -> Iterator[tuple[int, int, int, Detail]]:
        """Where an entry came from: key, wild cards, value and the move."""
        for before, best in layer.items():
            low = before & LOW_MASK
            copies = step.copies - (low & ACES_MASK) if step.high_ace else step.copies
            sure = max(0, copies - step.costly)
            for after, closing, need, covered, detail in self.moves.of(before >> STATE_SHIFT, copies, step.how):
                more = max(0, covered - sure) if step.worth else 0
                gain = (covered - more) * step.value + more * step.worth
                need += more
                total = (before >> CODE_SHIFT & CODE_MASK) + closing
                to = after << STATE_SHIFT | total << CODE_SHIFT
                to |= covered + self.moves.low_run * len(detail.begun) if step.low_ace else low
                if to == key and need <= used < need + len(best) and best[used - need] + gain == value:
                    yield before, used - need, value - gain, detail


class KindOf(Protocol):
    """Whatever knows the kind of a run."""

    def kind_of(self, run: int) -> int: ...

    def beyond(self, run: int) -> int: ...


def replayed(moves: KindOf, steps: Sequence[Step], details: Sequence[Detail]) -> list[Traced]:
    """The runs that these steps made."""
    ended: list[Traced] = []
    active: list[tuple[int, Traced]] = []
    for step, detail in zip(steps, details, strict=True):
        going: list[tuple[int, Traced]] = []
        for (_, run), (after, natural) in zip(active, detail.runs, strict=True):
            if after == ENDED:
                ended.append(run)
            else:
                if natural is not None:
                    run.places.append((step.place + moves.beyond(after), natural))
                going.append((after, run))
        for run_state, natural in detail.begun:
            its_place = step.place + moves.beyond(run_state)
            going.append((run_state, Traced(moves.kind_of(run_state), [(its_place, natural)])))
        active = sorted(going, key=lambda pair: pair[0])
    return ended + [run for _, run in active]


def _alike(steps: Sequence[Step], others: Sequence[Step]) -> int:
    """How many steps are the same before one differs."""
    return sum([1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(steps, others, strict=False))])


def pairs_of(best: Sequence[int], *, gaining: bool) -> Pairs:
    """The entries there are; with ``gaining`` only those that beat every entry with fewer wild cards."""
    pairs: Pairs = []
    for wilds, value in enumerate(best):
        if value >= 0 and (not gaining or not pairs or value > pairs[-1][1]):
            pairs.append((wilds, value))
    return pairs
