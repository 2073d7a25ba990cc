"""How many wild cards do some melds need? Told from the places where they can lie, without any table.

Of each run only its places are chosen, of each set only its rank, and all of the size asked for: longer ones
need no fewer wild cards. Natural cards go where they are wanted, to the runs first; which of two melds gets a card
makes no difference to the sum. Only where a limit on one meld is broken that way can it matter, and then the
melds need at least so many; whether they can be made, the search must tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END, ROUND_TOP, MeldRules
from referee.rules.rulebook.slots import FREE, LOOSE, Slot
from referee.rules.solver.terms import NEVER

MOST_TRIED = 400
"""So many places of runs are tried for one answer; what is not certain by then is left to the search."""

Sizes = tuple[int, ...]


class Row(NamedTuple):
    """The places of runs in all suits as one number, a bit for each."""

    shift: int
    """A suit has two to the power of so many bits."""
    each_suit: int
    cards: Sizes
    """For each card the places where it lies."""


@cache
def row_of(suits: int, shift: int, top: int) -> Row:
    by_rank = [sum([1 << place for place in range(rank, top + 1, 13)]) for rank in range(1, 14)]
    starts = [suit << shift for suit in range(suits)]
    cards = [at << start for start in starts for at in by_rank]
    cards[JOKER : JOKER + 1] = [0]
    return Row(shift, sum([1 << start for start in starts]), tuple(cards))


class Needed(NamedTuple):
    """The wild cards that melds need: no fewer than ``least``, and with ``surely`` they can be made."""

    least: int
    surely: int


class Laid(NamedTuple):
    """Runs laid down, in places that they could have."""

    naturals: list[int]
    """By card, how many copies are still in hand."""
    runs: tuple[tuple[int, int, int], ...]
    """Suit, lowest and highest place."""
    vacant: tuple[int, ...]
    """The cards for which wild cards stand in."""
    lies: bool
    """Whether no rule is against it."""


class Choice(NamedTuple):
    """Ranks for some sets of one size, and how many of them are chosen."""

    options: list[tuple[int, int, int]]
    """The further wild cards, the rank, and how many sets of it there are then; the best first."""
    number: int


class Shortage:
    """One hand, all its wild cards seen as wild: as itself each would fill a place and be missing in the stock."""

    def __init__(self, rules: MeldRules, hand: Sequence[int]) -> None:
        self.rules = rules
        self.naturals = naturals = [0] * len(rules.wild)
        """The cards in hand that are not wild, by how many copies."""
        self.stock = 0
        """The wild cards in hand."""
        suits = len(rules.suits)
        self.row = row = row_of(suits, 5, ROUND_TOP) if rules.round else row_of(suits, 4, HIGH_ACE)
        places, themselves = 0, False
        for card in hand:
            if rules.wild[card]:
                self.stock += 1
                themselves = themselves or card != JOKER
            else:
                naturals[card] += 1
                places |= row.cards[card]
        if rules.bottom > 1:
            places &= ~(row.each_suit << 1)
        for above in range(rules.top + 1, HIGH_ACE + 1):
            places &= ~(row.each_suit << above)
        self.places = places
        """The places of runs that have a natural."""
        limited = rules.wilds_most < NO_END or rules.naturals_least > 0 or not rules.side_by_side
        self.slack = NEVER if limited and themselves and rules.as_itself else 0
        """So far beyond the limits a meld is looked at: wild cards that are themselves count against none."""
        self.windows: dict[tuple[int, int], list[int]] = {}
        self.tried = 0
        self.most = NEVER
        """Ways that need more wild cards are of no interest."""
        self.in_sets: dict[tuple[Sizes, int], int] = {}
        """The wild cards that sets need at least if they have the whole hand for themselves."""
        self.held: dict[int, list[int]] = {}

    @staticmethod
    def is_loose(contract: tuple[Slot, ...]) -> bool:
        """Whether some meld is one of those whose places are not looked at here: the search alone can tell."""
        return any(slot.kind in (FREE, *LOOSE) or slot.rank for slot in contract)

    def at_least(self, contract: tuple[Slot, ...]) -> int:
        """So many wild cards these melds need whatever rules bind them to each other: each has the whole hand."""
        if self.is_loose(contract):
            return 0
        nothing = Laid(self.naturals, (), (), lies=True)
        runs, sets = _sizes(contract)
        in_runs = [self._fewest_in_run(size, self.slack) for size in runs]
        return sum(in_runs) + sum([_total(self._in_sets(nothing, (size,), self.slack)) for size in sets])

    def needed(self, contract: tuple[Slot, ...], *, most: int = NEVER, enough: int = 0) -> Needed:
        """The wild cards that these melds need; ``NEVER`` above ``most``, and not exactly at ``enough`` or fewer."""
        if self.is_loose(contract):
            return Needed(0, NEVER)
        runs, sets = _sizes(contract)
        least = surely = NEVER
        self.most = most
        for laid in self._ways(runs, sets, self.slack):
            in_runs, fewest = len(laid.vacant), self.in_sets[sets, self.slack]
            # sets of one size that have the whole hand are counted as they can lie
            as_loose = not runs and not self.slack and len(set(sets)) < 2
            in_sets = fewest if as_loose else _total(self._in_sets(laid, sets, None))
            if laid.lies and in_runs + in_sets < surely:
                surely = in_runs + in_sets
                self.most = min(most, surely - 1)
            if in_runs + fewest < least:
                loosely = fewest if in_sets == fewest else _total(self._in_sets(laid, sets, self.slack))
                least = min(least, in_runs + loosely)
            if surely <= enough:
                break
        if not self.certain:
            least = 0
        least = min(least, surely)
        # with more wild cards than may go down it is not certain: fewer might do, and the search must tell
        sure = surely if surely <= min(most, self.rules.wilds_going_down) else NEVER
        return Needed(least if least <= most else NEVER, sure)

    def wanted(self, contract: tuple[Slot, ...], wilds: int) -> Iterator[tuple[set[int], bool]]:
        """Cards for which wild cards stand where so many of them make these melds, way by way.

        With each, whether the cards themselves can surely lie there. Others are of no help, where ``certain``.
        """
        if self.is_loose(contract):
            self.tried = MOST_TRIED + 1
            return
        runs, sets = _sizes(contract)
        self.most = wilds
        slack = self.slack + 1
        for laid in self._ways(runs, sets, slack):
            over = wilds - len(laid.vacant)
            if laid.lies and _total(exact := self._in_sets(laid, sets, None)) == over:
                yield {*laid.vacant, *self._missing(laid, exact, 0, sure=True)}, True
            loose = self._in_sets(laid, sets, slack)
            if (further := over - _total(loose)) >= 0:
                yield {*laid.vacant, *self._missing(laid, loose, further, sure=False)}, False

    @property
    def certain(self) -> bool:
        """Whether everything was looked at."""
        return self.tried <= MOST_TRIED

    def _windows(self, size: int, slack: int) -> list[int]:
        """The places where a run of this size may begin, by the wild cards it needs, as ``Row`` has them."""
        by_wilds = self.windows.get((size, slack))
        if by_wilds is None:
            rules = self.rules
            most = min(size - min(rules.naturals_least, 1), rules.wilds_most) + slack
            every = sum([1 << place for place in rules.lows(size)]) * self.row.each_suit
            if size > rules.run_longest:
                every = 0
            if not rules.side_by_side and not slack:
                side_by_side = ~self.places & ~self.places >> 1
                for shift in range(size - 1):
                    every &= ~(side_by_side >> shift)
            # with so many naturals or more, for all places at once
            with_naturals = [every] + [0] * size
            for shift in range(size):
                here = self.places >> shift
                for naturals in range(shift + 1, 0, -1):
                    with_naturals[naturals] |= with_naturals[naturals - 1] & here
            just = [more & ~still_more for more, still_more in zip(with_naturals, [*with_naturals[1:], 0], strict=True)]
            by_wilds = self.windows[size, slack] = just[::-1][: most + 1]
        return by_wilds

    def _fewest_in_run(self, size: int, slack: int) -> int:
        return next((wilds for wilds, places in enumerate(self._windows(size, slack)) if places), NEVER)

    def _ways(self, runs: Sizes, sets: Sizes, slack: int) -> Iterator[Laid]:
        """All ways to lay down runs for which, with the sets, ``most`` wild cards could do."""
        self.tried = 0
        nothing = Laid(self.naturals, (), (), lies=True)
        if (sets, slack) not in self.in_sets:
            self.in_sets[sets, slack] = _total(self._in_sets(nothing, sets, slack))
        after = [self.in_sets[sets, slack]]
        for size in reversed(runs):
            after.insert(0, after[0] + self._fewest_in_run(size, slack))
        if after[0] <= self.most and after[0] < NEVER:
            yield from self._laid_on(nothing, runs, (0, 0), after, slack)

    def _laid_on(
        self, laid: Laid, runs: Sizes, first: tuple[int, int], after: Sequence[int], slack: int
    ) -> Iterator[Laid]:
        """Further runs, the longest first; ``after``: what the rest needs at least, by how many are laid."""
        at = len(laid.runs)
        if at == len(runs):
            yield laid
            return
        size = runs[at]
        alike = runs.count(size) - runs[:at].count(size)
        beyond = len(laid.vacant) + after[at + alike]
        windows = self._windows(size, slack)
        shift = self.row.shift
        # runs of one size in the order of their windows, so that each choice is met once
        for wilds in range(first[0], len(windows)):
            places = windows[wilds]
            if wilds == first[0]:
                places = places >> first[1] << first[1]
            while places:
                if beyond + alike * wilds > self.most or self.tried > MOST_TRIED:
                    return
                self.tried += 1
                window = (places & -places).bit_length() - 1
                places &= places - 1
                on = self._with_run(laid, window >> shift, window & (1 << shift) - 1, size, len(runs))
                if on is not None and len(on.vacant) + after[at + 1] <= self.most:
                    yield from self._laid_on(on, runs, (wilds, window) if alike > 1 else (0, 0), after, slack)

    def _with_run(self, laid: Laid, suit: int, low: int, size: int, number: int) -> Laid | None:
        """One run more; None where another run stands against it."""
        rules = self.rules
        lies, high = laid.lies, low + size - 1
        for other, other_low, other_high in laid.runs:
            if other == suit and rules.run_in_each_suit:
                return None
            if other == suit and rules.runs_apart and rules.touch((low, high), (other_low, other_high)):
                if number < 3:
                    return None
                lies = False  # of three runs, one that is longer than asked might get round it
        naturals = laid.naturals[:]
        vacant: list[int] = []
        for place in range(low, high + 1):
            card = suit * 13 + (place - 1) % 13
            if naturals[card]:
                naturals[card] -= 1
            else:
                if not rules.side_by_side and vacant and vacant[-1] == suit * 13 + (place - 2) % 13:
                    lies = False
                vacant.append(card)
        lies = lies and rules.limits_hold(size, len(vacant))
        return Laid(naturals, (*laid.runs, (suit, low, high)), (*laid.vacant, *vacant), lies)

    def _in_sets(self, laid: Laid, sets: Sizes, slack: int | None) -> list[Choice]:
        """What each rank would need for sets beside these runs.

        Without ``slack`` as no rule is against it; with it, limits are held against the whole hand, and loosely.
        """
        if not sets:
            return []
        rules = self.rules
        there = self._there(laid.naturals, 1)
        allowed = self._held(1) if slack is not None else there
        choices: list[Choice] = []
        for size in dict.fromkeys(sets):
            number = sets.count(size)
            least = rules.fewest_naturals(size) if size <= rules.set_longest else NEVER
            enough = least - (slack or 0)
            options = [
                (size - n if n < size else 0, rank, 1)
                for rank, n in enumerate(there)
                if allowed[rank] >= enough
            ]  # fmt: skip
            if number > 1 and rules.sets_of_one_rank:
                options += self._further_sets(laid, options, size, number, least, slack)
            options.sort()
            choices.append(Choice(options, number))
            if slack is None and len(choices) < len(set(sets)):
                for _, rank, _ in options[:number]:
                    allowed[rank] = -1
        return choices

    def _further_sets(
        self, laid: Laid, first: Sequence[tuple[int, int, int]], size: int, number: int, least: int, slack: int | None
    ) -> list[tuple[int, int, int]]:
        """What a second set of one rank needs, and a third."""
        options = []
        before = {rank: wilds for wilds, rank, _ in first}
        for sets in range(2, number + 1):
            there = self._there(laid.naturals, sets)
            allowed = there if slack is None else self._held(sets)
            enough = sets * least - (slack or 0)
            before = {rank: wilds for rank, wilds in before.items() if allowed[rank] >= enough}
            for rank, wilds in before.items():
                together = max(0, sets * size - there[rank])
                options.append((together - wilds, rank, sets))
                before[rank] = together
        return options

    def _held(self, sets: int) -> list[int]:
        """For each rank, the naturals of the whole hand that so many sets of it can take."""
        if sets not in self.held:
            self.held[sets] = self._there(self.naturals, sets)
        return self.held[sets]

    def _there(self, naturals: Sequence[int], sets: int) -> list[int]:
        """For each rank, the naturals that so many sets of it can take."""
        suits = [naturals[at : at + 13] for at in range(0, self.rules.end, 13)]
        if self.rules.different:
            return [sum([n if n < sets else sets for n in of_rank]) for of_rank in zip(*suits, strict=True)]
        return list(map(sum, zip(*suits, strict=True)))

    def _missing(self, laid: Laid, choices: Sequence[Choice], further: int, *, sure: bool) -> Iterator[int]:
        """The cards missing in sets that need no more than ``further`` wild cards beyond the fewest."""
        # sets of two sizes, each of which has the whole hand, may be of one rank and lack a card only together
        together = not sure and len(choices) > 1 and self.rules.sets_of_one_rank
        for options, number in choices:
            dearest = options[number - 1][0] + further
            for wilds, rank, several in options:
                if (wilds > 0 or together) and wilds <= dearest:
                    for card in range(rank, self.rules.end, 13):
                        if not (sure and self.rules.different and laid.naturals[card] >= several):
                            yield card


def _total(choices: Sequence[Choice]) -> int:
    """The wild cards that sets need; ``NEVER`` or more where there are not enough ranks."""
    return sum([
        sum([wilds for wilds, *_ in options[:number]]) if len(options) >= number else NEVER
        for options, number in choices
    ])  # fmt: skip


@cache
def _sizes(contract: tuple[Slot, ...]) -> tuple[Sizes, Sizes]:
    """The sizes of the runs and of the sets, longest first."""
    runs = sorted([slot.size for slot in contract if slot.kind == "run"], reverse=True)
    sets = sorted([slot.size for slot in contract if slot.kind != "run"], reverse=True)
    return tuple(runs), tuple(sets)
