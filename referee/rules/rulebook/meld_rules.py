"""What the judges work out once for each rulebook, so that a ruling costs microseconds.

A ``Law`` hangs on its rulebook (``law(book)``): a rulebook never changes, so neither does this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from referee.rules.cards import JOKER, rank_name
from referee.rules.rulebook.model import NO_LIMIT, Limit, Rulebook
from referee.rules.rulings import Citation

NO_END = 99
"""Stands for "no limit" where numbers are compared: no pack has that many cards of a kind."""

NO_PLACE = (1 << 17) - 1


class Least(NamedTuple):
    """The fewest cards of a meld: 3 and 4, less where a round's contract asks for less."""

    set: int
    run: int


ORDINARY = Least(3, 4)


class Law:
    """A rulebook's meld rules as plain numbers and tables, and its clauses ready to cite."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.wild = tuple(rank_name(card) in book.wild_ranks for card in range(JOKER + 1))
        self.only_jokers = not any(self.wild[:JOKER])
        self.joker_wild = self.wild[JOKER]
        self.plain = tuple([-1 if self.wild[c] else 1 << c % 13 | 1 << 13 + c // 13 for c in range(JOKER)])
        """Each natural card's rank as one of 13 bits and, above them, its suit as one of 4; -1 for one that is wild."""
        self.bits = (*[max(bits, 0) for bits in self.plain], 0 if self.joker_wild else NO_PLACE)
        """The same with 0 for a wild card; a joker that is not wild has every rank and suit, so it fits nowhere."""
        self.as_itself = book.wild_as_itself
        self.bottom = 1 if book.run_ace == "low or high" else 2
        """The lowest place in a run; places go to 14, the high ace."""
        self.run_longest = min(book.run_longest, 15 - self.bottom)
        self.different = book.set_suits == "different"
        self.set_longest = min(_number(book.set_longest), 4) if self.different else _number(book.set_longest)
        self.wilds_most = _number(book.wilds_most)
        self.naturals_least = book.naturals_least
        self.side_by_side = book.wilds_side_by_side
        self.leasts = (ORDINARY, *(_least(book, number) for number in range(book.rounds)))
        """By round number; at 0 what holds where no round is named."""
        self.other_leasts = tuple(dict.fromkeys(least for least in self.leasts if least != ORDINARY))
        self.jokers_played = book.has_jokers
        self._because: dict[tuple[str, ...], tuple[Citation, ...]] = {}
        self.verdicts: dict[Least, Callable[[Sequence[int]], bool]] = {}
        """The bare verdicts made so far (see ``bare``)."""

    @cached_property
    def unbound(self) -> Rulebook:
        """The rulebook without the rules that bind the melds of a contract to each other."""
        return replace(self.book, sets_of_one_rank=True, runs_of_one_suit="any", ace_ends_touch=False)

    def because(self, *topics: str) -> tuple[Citation, ...]:
        """The citations of these clauses, each once, in this order; topics the rulebook has not are left out."""
        known = self._because.get(topics)
        if known is None:
            clauses = [self.book.clauses[topic] for topic in dict.fromkeys(topics) if topic in self.book.clauses]
            known = tuple(Citation(c.address, c.basis, c.source, c.text) for c in clauses)
            self._because[topics] = known
        return known

    def limits_hold(self, cards: int, wilds: int) -> bool:
        """Whether a meld of so many cards may hold so many wild cards."""
        return wilds <= self.wilds_most and cards - wilds >= self.naturals_least


def law(book: Rulebook) -> Law:
    """The law of a rulebook, worked out on first use and kept on it."""
    known: Law | None = book.__dict__.get("_law")
    if known is None:
        # a cached property by hand: the rulebook module must not know its judges
        known = book.__dict__["_law"] = Law(book)
    return known


def _number(limit: Limit) -> int:
    return NO_END if limit == NO_LIMIT else int(limit)


def _least(book: Rulebook, index: int) -> Least:
    slots = book.contracts[index]
    return Least(
        min([3, *(slot.size for slot in slots if slot.kind != "run")]),
        min([4, *(slot.size for slot in slots if slot.kind == "run")]),
    )
