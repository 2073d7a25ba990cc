"""What one contract asks of a hand, as the numbers that the solver counts with.

Slots of equal size are one kind. How many melds of each kind are made is one number, a ``code``:
four bits for each kind. Places in a run go from 1 (the low ace) to 14 (the high ace).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import FREE, LOOSE, Slot

KIND_BITS = 4
NEVER = 1 << 20
"""More wild cards than any stock."""
NONE = -(1 << 62)
"""The value of what cannot be done: sums with it stay far below zero."""


MOST_IN_HAND = 24
"""No player ever holds more cards than that: larger hands are only asked about."""


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

    def charge(self, steps: int) -> None:
        """For what was worked out before, for a question like this one: that takes no time, and stops at the same
        point."""
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
    number: int
    """How many melds these are."""
    each: tuple[int, ...]
    """The kind of each of them, as its place in ``sizes``."""


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
    each = tuple([kind for kind, count in enumerate(counts) for _ in range(count)])
    return Kinds(different, counts, code(counts), codes, frozenset([code(counts)]), len(each), each)


class MeldTerms(NamedTuple):
    """What a contract asks of its sets, or of its runs, beside the rules of all melds."""

    sizes: tuple[int, ...]
    codes: frozenset[int]
    exact: bool
    """No meld may be longer than asked."""
    whole: bool
    """No natural may stay in hand, and nothing else could take one."""
    melds: MeldRules


class Terms:
    """One round's contract under one rulebook."""

    def __init__(self, book: Rulebook, contract: tuple[Slot, ...], *, whole_hand: bool, longer_runs: bool) -> None:
        self.contract = contract
        self.sets = kinds_of([slot.size for slot in contract if slot.kind not in ("run", FREE, *LOOSE)])
        self.runs = kinds_of([slot.size for slot in contract if slot.kind == "run"])
        self.whole_hand = whole_hand
        """Every card must be melded: nothing may be left."""
        self.melds = melds = meld_rules(book)
        self.set_terms = MeldTerms(self.sets.sizes, self.sets.codes, book.melds_exact, False, melds)
        only_runs = whole_hand and not self.sets.number
        exact = book.melds_exact and not longer_runs
        self.run_terms = MeldTerms(self.runs.sizes, self.runs.codes, exact, only_runs, melds)
        self.wild_cards = melds.wild_cards
        self.points = tuple([book.prices[book.priced_as(card)] for card in range(max(melds.end, JOKER + 1))])
        there = range(melds.lowest - 1, melds.highest)
        self.mixed = tuple([rank in there and len({*self.points[rank : melds.end : 13]}) > 1 for rank in range(13)])
        """By rank, whether its cards do not all cost the same."""
        in_melds, in_all = melds.wilds_most * len(contract), book.wilds_going_down
        self.wilds_usable = min(in_melds, in_all) if isinstance(in_all, int) else in_melds
        """No contract can take more wild cards than these."""
