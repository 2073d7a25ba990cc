"""Which cards of a hand meet a round's contract, with the fewest points left in hand?

The answer is exact. Sets and runs are first looked at apart, as if each had all cards for itself;
that gives a bound. Where the two use the same card, the question is split in two (the sets may not
have it, the runs may not have it), best bound first, until the best answer left is a real one.
Among equal answers the one with fewer cards left wins, then the one with fewer wild cards used.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook import Rulebook
from referee.rules.solver_place import LayDown, lay_out, lengthened, on_the_table
from referee.rules.solver_runs import GroupMoves, SuitGroups
from referee.rules.solver_sets import Layer, Options, SetMade, add_up, make_sets, rank_options, trace
from referee.rules.solver_strict import Laid, RunMoves, SuitRuns
from referee.rules.solver_terms import NONE, OutOfWork, Terms, Work

__all__ = ["DEFAULT_WORK", "LayDown", "Undecided", "best_lay_down"]

DEFAULT_WORK = 2_000_000
"""Steps after which the solver says that it does not know: some seconds at most."""

Counts = tuple[tuple[int, ...], ...]
"""Copies by suit and rank."""


class Undecided(NamedTuple):
    """The work allowed was not enough; ``work`` says how much that was."""

    work: int


def best_lay_down(
    book: Rulebook, round_no: int, hand: Sequence[int], *, work: int = DEFAULT_WORK
) -> LayDown | Undecided | None:
    """The choice of cards that meets the contract of a round (from 1) with the fewest points left.

    None if no choice meets it. The discard is not considered: all cards may be melded. Among
    choices with equally few points: the fewest cards left, then the fewest wild cards used.
    """
    try:
        return _Search(question_of(book, round_no), hand, Work(work)).answer()
    except OutOfWork:
        return Undecided(work)


class Question:
    """What is the same for every hand: the terms of a round, and the tables worked out on the way."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.group_moves = GroupMoves(terms.run_rules)
        self.run_moves = RunMoves(terms.run_rules)
        self.set_tables: dict[tuple[tuple[int, ...], int, bool], Options] = {}

    def set_options(self, held: tuple[int, ...], wilds: int, *, every: bool) -> Options:
        """As ``rank_options``, kept: only how many copies there are of how many suits matters."""
        rules = self.terms.set_rules
        key = tuple(sorted(held)) if rules.different else (sum(held),)
        options = self.set_tables.get((key, wilds, every))
        if options is None:
            options = self.set_tables[key, wilds, every] = rank_options(rules, key, wilds, every=every)
        return options


def question_of(book: Rulebook, round_no: int) -> Question:
    """Worked out on first use and kept on the rulebook, which never changes."""
    known: dict[int, Question] = book.__dict__.setdefault("_questions", {})
    question = known.get(round_no)
    if question is None:
        terms = Terms(book, book.contracts[round_no - 1], whole_hand=round_no in book.all_cards_rounds)
        question = known[round_no] = Question(terms)
    return question


class _Deal(NamedTuple):
    """One way to see a hand: its naturals, and the wild cards from the dearest on."""

    naturals: Counts
    pool: list[int]
    worth: list[int]
    """What the dearest wild cards are worth together, by how many they are."""
    floor: int
    """The least value that will do: that of the whole hand where it must all be melded."""


@dataclass(slots=True)
class _Part:
    """A part of the question: what the runs and the sets may use at most, and the best that might come of it."""

    deal: _Deal
    for_runs: Counts
    for_sets: Counts
    strict: bool
    suits: Sequence[SuitGroups | SuitRuns]
    run_layers: list[Layer]
    run_wilds: int
    ranks: list[Options]
    set_layers: list[Layer]
    set_wilds: int
    further: int
    """Wild cards to lengthen melds with, beyond those needed."""


class _Search:
    """One question about one hand."""

    def __init__(self, question: Question, hand: Sequence[int], work: Work) -> None:
        self.question = question
        self.terms = question.terms
        self.hand = hand
        self.work = work
        scale = len(hand) + 1
        self.values = [(points * scale + 1) * scale for points in self.terms.points]
        """The value of each card melded: its points first, then that it is a card. A wild use costs 1 of it."""
        self.by_rank = self.values[:13]
        self.tables: dict[tuple[object, ...], SuitGroups | SuitRuns] = {}
        self.parts: list[tuple[int, int, _Part]] = []

    def answer(self) -> LayDown | None:
        if any(size > self.terms.run_rules.longest for size in self.terms.runs.sizes):
            return None
        for deal in self._deals():
            self._look_at(deal, deal.naturals, deal.naturals, strict=False)
        while self.parts:
            found = self._settle(heapq.heappop(self.parts)[2])
            if found is not None:
                return found
        return None

    def _deals(self) -> Iterator[_Deal]:
        """The hand with each wild card that has a rank taken as itself or as a wild card."""
        terms = self.terms
        counts = Counter(self.hand)
        either = [card for card in counts if card != JOKER and terms.wild[card]] if terms.as_itself else []
        for as_itself in product(*[range(counts[card] + 1) for card in either]):
            own = dict(zip(either, as_itself, strict=True))
            naturals = [0] * 52
            pool: list[int] = []
            for card, copies in counts.items():
                if terms.wild[card]:
                    pool += [card] * (copies - own.get(card, 0))
                    copies = own.get(card, 0)
                if card != JOKER:
                    naturals[card] = copies
            pool.sort(key=lambda card: (-self.values[card], card))
            worth = [0]
            for card in pool:
                worth.append(worth[-1] + self.values[card] - 1)
            everything = sum([copies * self.values[card] for card, copies in enumerate(naturals)]) + worth[-1]
            by_suit = tuple([tuple(naturals[start : start + 13]) for start in (0, 13, 26, 39)])
            yield _Deal(by_suit, pool, worth, everything if terms.whole_hand else 0)

    def _look_at(self, deal: _Deal, for_runs: Counts, for_sets: Counts, *, strict: bool) -> None:
        """Work out the bound of a part, and keep the part if it can hold an answer."""
        terms = self.terms
        self.work.spend(20)
        usable = min(len(deal.pool), terms.wilds_usable)
        # where runs may be longer, further wild cards lengthen melds, and that is seen to at the end
        every = strict or terms.run_rules.exact
        base: Layer = {0: [0] + [NONE] * usable}
        suits: list[SuitGroups | SuitRuns] = []
        run_layers = [base]
        if terms.runs.number:
            suits = [self._suit(suit, counts, usable, strict=strict) for suit, counts in enumerate(for_runs)]
            for table in suits:
                run_layers.append(add_up(run_layers[-1], table.options, terms.runs.codes))
        ranks: list[Options] = []
        set_layers = [base]
        if terms.sets.number:
            ranks = list(self._ranks(for_sets, usable, every=every))
            for options in ranks:
                set_layers.append(add_up(set_layers[-1], options, terms.sets.codes))
        with_runs = run_layers[-1].get(terms.runs.full, [])
        with_sets = set_layers[-1].get(terms.sets.full, [])
        best, run_wilds, set_wilds = -1, 0, 0
        for in_runs, run_value in enumerate(with_runs):
            if run_value >= 0:
                for in_sets, set_value in enumerate(with_sets[: usable + 1 - in_runs]):
                    value = run_value + set_value + deal.worth[in_runs + in_sets if every else usable]
                    if value > best:
                        best, run_wilds, set_wilds = value, in_runs, in_sets
        if best < 0 or best < deal.floor:
            return
        further = 0 if every else usable - run_wilds - set_wilds
        part = _Part(
            deal, for_runs, for_sets, strict, suits, run_layers, run_wilds, ranks, set_layers, set_wilds, further
        )
        # of equal bounds the youngest part first: it is nearest to an answer
        heapq.heappush(self.parts, (-best, self.work.left, part))

    def _suit(self, suit: int, counts: tuple[int, ...], wilds: int, *, strict: bool) -> SuitGroups | SuitRuns:
        key = (suit, counts, wilds, strict)
        table = self.tables.get(key)
        if table is None:
            if strict:
                table = SuitRuns(self.question.run_moves, counts, self.by_rank, wilds, self.work)
            else:
                table = SuitGroups(self.question.group_moves, counts, self.by_rank, wilds, self.work)
            self.tables[key] = table
        return table

    def _ranks(self, for_sets: Counts, wilds: int, *, every: bool) -> Iterator[Options]:
        for rank, held in enumerate(zip(*for_sets, strict=True)):
            value = self.by_rank[rank]
            found = self.question.set_options(held, wilds, every=every)
            yield [(code, [(used, covered * value) for used, covered in pairs]) for code, pairs in found]

    def _settle(self, part: _Part) -> LayDown | None:
        """The answer, if the best that might come of this part can lie on the table; else the part is split."""
        terms, deal = self.terms, part.deal
        runs: list[tuple[int, list[Laid]]] = []
        groups = []
        used = [[0] * 13 for _ in range(4)]
        for suit, code, wilds, value in trace(
            part.run_layers, [table.options for table in part.suits], terms.runs.full, part.run_wilds
        ):
            table = part.suits[suit]
            if isinstance(table, SuitRuns):
                laid = table.runs(code, wilds, value)
                runs.append((suit, laid))
                taken = [place for run in laid for place in run.places]
            else:
                found = table.groups(code, wilds, value)
                groups.append((suit, found))
                taken = [place for group in found for place in group.places]
            for place in taken:
                used[suit][(place - 1) % 13] += 1
        sets: list[tuple[int, SetMade]] = []
        for rank, code, wilds, value in trace(part.set_layers, part.ranks, terms.sets.full, part.set_wilds):
            held = tuple([min(part.for_sets[s][rank], deal.naturals[s][rank] - used[s][rank]) for s in range(4)])
            made = make_sets(terms.set_rules, held, code, wilds, value // self.by_rank[rank])
            if made is None:
                self._split(part, rank, used)
                return None
            sets += [(rank, one) for one in made]
        further = part.further
        if further:
            sets, further = lengthened(terms.set_rules, sets, further)
        for suit, found in groups:
            for more in range(further, -1, -1):
                lying = lay_out(terms.run_rules, found, more, self.work)
                if lying is not None:
                    runs.append((suit, lying))
                    further -= more
                    break
            else:
                further = -1
                break
        if further:
            self._look_at(deal, part.for_runs, part.for_sets, strict=True)
            return None
        return on_the_table(terms, self.hand, runs, sets, deal.pool)

    def _split(self, part: _Part, rank: int, used: list[list[int]]) -> None:
        """Runs and sets want the same card: look at the part without it for the sets, and without it for the runs."""
        deal = part.deal
        suit = next(
            s for s in range(4) if used[s][rank] and deal.naturals[s][rank] - used[s][rank] < part.for_sets[s][rank]
        )
        spared = deal.naturals[suit][rank] - used[suit][rank]
        self._look_at(deal, part.for_runs, _with(part.for_sets, suit, rank, spared), strict=part.strict)
        self._look_at(deal, _with(part.for_runs, suit, rank, used[suit][rank] - 1), part.for_sets, strict=part.strict)


def _with(counts: Counts, suit: int, rank: int, copies: int) -> Counts:
    """Counts with one of them changed."""
    row = list(counts[suit])
    row[rank] = copies
    return (*counts[:suit], tuple(row), *counts[suit + 1 :])
