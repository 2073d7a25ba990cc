"""What the solver works out on the way, kept from hand to hand: for all rulebooks with the same rules of melds, in so
many bytes.

A house rule that concerns no meld gives a rulebook of its own, and its hands are answered from the same tables. Those
used longest ago go when all together have become too large; nothing but time is lost by it.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import NamedTuple, TypeVar

from referee.rules.solver.deals import FULL
from referee.rules.solver.round import RoundGroups, run_moves_of
from referee.rules.solver.runs import GroupMoves
from referee.rules.solver.sets import SURE, Options, Worth, rank_options
from referee.rules.solver.strict import RunMoves
from referee.rules.solver.sweep import Meter, Moves
from referee.rules.solver.terms import MeldTerms, Terms

M = TypeVar("M", bound=Moves)

MOST_BYTES = 64 * 1024 * 1024
OF_MELDS = (
    "ace_ends_touch", "as_itself", "bottom", "by_naturals", "different", "end", "highest", "lowest", "naturals_least",
    "round", "run_in_each_suit", "run_longest", "runs_apart", "set_longest", "sets_of_one_rank", "side_by_side", "top",
    "wild_cards", "wilds_most",
)  # fmt: skip
"""The rules of melds on which tables depend; a test finds every other one that the solver asks for."""


class Key(NamedTuple):
    """Two contracts with the same key have the same tables."""

    melds: tuple[object, ...]
    sets: tuple[object, ...]
    runs: tuple[object, ...]


def key_of(terms: Terms) -> Key:
    return Key(tuple([getattr(terms.melds, name) for name in OF_MELDS]), terms.set_terms[:-1], terms.run_terms[:-1])


class Tables:
    """Of one contract under some rules of melds."""

    def __init__(self, set_terms: MeldTerms, run_terms: MeldTerms, meter: Meter) -> None:
        self.meter = meter
        self._groups: dict[bool, GroupMoves] = {}
        self._runs: dict[bool, RunMoves] = {}
        self._terms, self._run_terms = set_terms, run_terms
        self._sets: dict[tuple[int | tuple[int, ...], int, int, Worth, bool], Options] = {}
        self._ranks: dict[tuple[int, int | tuple[int, ...], int, int, bool, int], Options] = {}

    def group_moves(self, wilds: int) -> GroupMoves:
        """For hands in which runs have so many wild cards at most, seen by their naturals."""
        return self._made(self._groups, RoundGroups if self._run_terms.melds.round else GroupMoves, wilds)

    def run_moves(self, wilds: int) -> RunMoves:
        """The same, place by place."""
        return self._made(self._runs, run_moves_of(self._run_terms), wilds)

    def _made(self, kept: dict[bool, M], moves: type[M], wilds: int) -> M:
        counted = self._run_terms.melds.wilds_most < wilds
        if counted not in kept:
            kept.setdefault(counted, moves(self._run_terms, self.meter, counted=counted))
        return kept[counted]

    def rank_options(
        self, held: tuple[int, ...], sure: int, wilds: int, value: int, worth: Worth, *, every: bool, count: int
    ) -> Options:
        """What the cards of one rank are worth as sets, each ``value`` or by suit what ``worth`` says.

        ``sure``: how many of them are not wild cards too; ``count``: how the others count.
        """
        if worth is not None:
            return self._counted(held, held, sum(held), wilds, worth, every=every)
        # only how many copies there are of how many suits matters
        kept = tuple(sorted(held)) if self._terms.melds.different else sum(held)
        key = (value, kept, sure, wilds, every, count)
        options = self._ranks.get(key)
        if options is None:
            counts = kept if isinstance(kept, tuple) else (kept,)
            further = value if count == FULL else 1
            counted = self._counted(kept, counts, sure, wilds, None, every=every)
            options = [
                (code, [(used, covered // SURE * value + covered % SURE * further) for used, covered in pairs])
                for code, pairs in counted
            ]
            self._keep(options)
            self._ranks[key] = options
        return options

    def _counted(
        self, kept: int | tuple[int, ...], counts: tuple[int, ...], sure: int, wilds: int, worth: Worth, *, every: bool
    ) -> Options:
        key = (kept, sure, wilds, worth, every)
        options = self._sets.get(key)
        if options is None:
            options = self._sets[key] = rank_options(self._terms, counts, sure, wilds, worth, every=every)
            self._keep(options)
        return options

    def _keep(self, options: Options) -> None:
        self.meter.add(1 + sum([len(pairs) for _, pairs in options]) // 2)


class KeptTables:
    """The tables used last, as many as ``most`` bytes allow; one alone may be larger while it is in use.

    Several threads may ask at once: at worst two work out the same, and one of them is kept.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._all = Meter()
        self._tables: OrderedDict[Key, Tables] = OrderedDict()

    def of(self, key: Key, terms: Terms) -> Tables:
        """For one search, which holds them until it is done."""
        if self._all.bytes > self._most:
            self._make_room(key)
        tables = self._tables.get(key)
        if tables is None:
            return self._tables.setdefault(key, Tables(terms.set_terms, terms.run_terms, Meter(self._all)))
        with suppress(KeyError):  # it has just been dropped
            self._tables.move_to_end(key)
        return tables

    def _make_room(self, key: Key) -> None:
        """Whatever was used longest ago goes, and the tables of ``key`` last of all."""
        with suppress(KeyError):
            self._tables.move_to_end(key)
        with suppress(KeyError):  # another thread has emptied it
            while sum(tables.meter.bytes for tables in list(self._tables.values())) > self._most:
                _, gone = self._tables.popitem(last=False)
                gone.meter.above = None
        self._all.kept = sum(tables.meter.kept for tables in list(self._tables.values()))

    @property
    def bytes(self) -> int:
        """As far as it is counted."""
        return self._all.bytes

    def __len__(self) -> int:
        return len(self._tables)

    def clear(self) -> None:
        for tables in list(self._tables.values()):
            tables.meter.above = None
        self._tables.clear()
        self._all.kept = 0


KEPT = KeptTables()
"""Of this process."""
