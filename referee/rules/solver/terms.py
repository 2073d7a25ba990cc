"""What one contract asks of a hand, as the numbers that the solver counts with.

Slots of equal size are one kind. How many melds of each kind are made is one number, a ``code``:
four bits for each kind. Places in a run go from 1 (the low ace) to 14 (the high ace).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import NamedTuple

from referee.rules.cards import JOKER, rank_name
from referee.rules.rulebook.model import NO_LIMIT, Limit, Rulebook, Slot

NO_END = 99
"""Stands for "no limit": more cards than a meld can have."""
KIND_BITS = 4
HIGH_ACE = 14
NEVER = 1 << 20
"""More wild cards than any stock."""
NONE = -(1 << 62)
"""The value of what cannot be done: sums with it stay far below zero."""


class OutOfWork(Exception):
    """The bound on work was reached before the answer was certain."""


class Work:
    """Counts the steps of one question, so that the same question always stops at the same point."""

    __slots__ = ("left",)

    def __init__(self, allowed: int) -> None:
        self.left = allowed

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise OutOfWork


class Kinds(NamedTuple):
    """The different sizes of the sets, or of the runs, that a contract asks for, smallest first."""

    sizes: tuple[int, ...]
    counts: tuple[int, ...]
    full: int
    """The code of all of them."""
    codes: frozenset[int]
    """The codes of all parts, from none to all."""
    just_full: frozenset[int]

    @property
    def number(self) -> int:
        return sum(self.counts)


def digit(code: int, kind: int) -> int:
    """How many melds of one kind a code counts."""
    return code >> KIND_BITS * kind & 15


def one_of(kind: int) -> int:
    """The code of one meld of a kind."""
    return 1 << KIND_BITS * kind


def kinds_of(sizes: list[int]) -> Kinds:
    tally = Counter(sizes)
    different = tuple(sorted(tally))
    counts = tuple([tally[size] for size in different])

    def code(parts: tuple[int, ...]) -> int:
        return sum([count << KIND_BITS * kind for kind, count in enumerate(parts)])

    codes = frozenset(map(code, product(*[range(count + 1) for count in counts])))
    return Kinds(different, counts, code(counts), codes, frozenset([code(counts)]))


class SetRules(NamedTuple):
    """What decides whether cards of one rank are sets; hashable, because tables are kept by it."""

    sizes: tuple[int, ...]
    codes: frozenset[int]
    exact: bool
    longest: int
    different: bool
    again: bool
    """Two sets of one rank in one contract are allowed."""
    wilds_most: int
    naturals_least: int


class RunRules(NamedTuple):
    """What decides whether cards of one suit are runs; hashable, because tables are kept by it."""

    sizes: tuple[int, ...]
    codes: frozenset[int]
    exact: bool
    bottom: int
    """The lowest place: 1 where an ace may be low, else 2."""
    longest: int
    wilds_most: int
    naturals_least: int
    side_by_side: bool
    apart: bool
    """Two runs of one suit may not touch."""
    ace_ends_touch: bool
    single: bool
    """One run in each suit at most."""


class Terms:
    """One round's contract under one rulebook."""

    def __init__(self, book: Rulebook, contract: tuple[Slot, ...], *, whole_hand: bool, longer_runs: bool) -> None:
        self.contract = contract
        self.sets = kinds_of([slot.size for slot in contract if slot.kind != "run"])
        self.runs = kinds_of([slot.size for slot in contract if slot.kind == "run"])
        self.whole_hand = whole_hand
        """Every card must be melded: nothing may be left."""
        different = book.set_suits == "different"
        wilds_most = _number(book.wilds_most)
        self.set_rules = SetRules(
            sizes=self.sets.sizes,
            codes=self.sets.codes,
            exact=book.melds_exact,
            longest=min(_number(book.set_longest), 4 if different else NO_END),
            different=different,
            again=book.sets_of_one_rank,
            wilds_most=wilds_most,
            naturals_least=book.naturals_least,
        )
        bottom = 1 if book.run_ace == "low or high" else 2
        self.run_rules = RunRules(
            sizes=self.runs.sizes,
            codes=self.runs.codes,
            exact=book.melds_exact and not longer_runs,
            bottom=bottom,
            longest=min(book.run_longest, HIGH_ACE + 1 - bottom),
            wilds_most=wilds_most,
            naturals_least=book.naturals_least,
            side_by_side=book.wilds_side_by_side,
            apart=book.runs_of_one_suit == "not touching",
            ace_ends_touch=book.ace_ends_touch,
            single=book.runs_of_one_suit == "one",
        )
        self.wild = tuple([rank_name(card) in book.wild_ranks for card in range(JOKER + 1)])
        self.wild_cards = tuple([card for card, wild in enumerate(self.wild) if wild])
        self.as_itself = book.wild_as_itself
        self.points = tuple([book.points[rank_name(card)] for card in range(JOKER + 1)])
        self.wilds_usable = wilds_most * len(contract)
        """No contract can take more wild cards than these."""


def _number(limit: Limit) -> int:
    return NO_END if limit == NO_LIMIT else int(limit)
