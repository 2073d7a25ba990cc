"""The search behind ``solver``: bounds by parts of the question, the best part first.

Sets and runs are first looked at apart, as if each had all cards for itself: that gives a bound.
Where the two want the same card, the question is split in two (the sets may not have it, the runs
may not have it), until the best of what is left is an answer that can lie on the table.
Where melds take one wild card at most, ``columns`` is asked first.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cached_property, partial
from math import prod
from operator import gt
from typing import Any, NamedTuple

from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot
from referee.rules.solver.bounds import runs_for_all, runs_short, sets_short, suits_for_runs
from referee.rules.solver.columns import ENOUGH, Columns, best_of, columns_do
from referee.rules.solver.deals import FREE, FULL, PAID, Counts, Deal, deal_of, deals, open_deal
from referee.rules.solver.loose import Loose, dealt_back, in_one_suit, is_loose, stand_ins, without_suits
from referee.rules.solver.place import LayDown, lay_out, lengthened, on_the_table
from referee.rules.solver.round import RoundRuns
from referee.rules.solver.runs import Group, SuitGroups
from referee.rules.solver.sets import Layer, Options, SetMade, Worth, add_up, make_sets, trace
from referee.rules.solver.strict import Laid, SuitRuns
from referee.rules.solver.tables import KEPT, Tables, key_of
from referee.rules.solver.terms import NONE, OutOfWork, Terms, Work

LEAST_SCALE = 32
MOST_DEALS = 30
"""A hand that can be seen in more ways is not looked at way by way."""


class Question:
    """What is the same for every hand: the terms of a contract, and which tables belong to them."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.key = key_of(terms)
        self.few_wilds = columns_do(terms)
        self.suit_runs = RoundRuns if terms.melds.round else SuitRuns
        self.values: dict[int, list[int]] = {}
        self.is_loose = is_loose(terms.contract)
        """Whether it is one for ``loose``, with melds that only a contract makes melds."""

    def values_of(self, hand_size: int) -> tuple[int, list[int]]:
        """The value of each card melded, and a number that says which scale it has.

        Points come first, then that it is a card; a wild use costs 1. The scale keeps them apart.
        """
        scale = LEAST_SCALE
        while scale <= hand_size:
            scale *= 2
        values = self.values.get(scale)
        if values is None:
            values = self.values[scale] = [(points * scale + 1) * scale for points in self.terms.points]
        return scale, values

    def worth_by_suit(self, rank: int, scale: int) -> Worth:
        """What each card of a rank is worth, where they are not all worth the same."""
        return tuple(self.values[scale][rank : self.terms.melds.end : 13]) if self.terms.mixed[rank] else None


def worth_of(points: Sequence[int], hand: Sequence[int], under: int, scale: int) -> int:
    """The least value of melds that leave fewer points of a hand than ``under``."""
    return (sum(map(points.__getitem__, hand)) - under + 1) * scale * scale


def question_of(
    book: Rulebook, contract: tuple[Slot, ...], *, whole_hand: bool, longer_runs: bool | None = None
) -> Question:
    """Worked out on first use and kept on the rulebook, which never changes; its tables are kept in ``tables``.

    ``longer_runs``: whether runs may be longer than asked even if melds are exact, as in a round in which the whole
    hand must be melded; None for just where it must.
    """
    longer_runs = whole_hand if longer_runs is None else longer_runs
    questions: dict[tuple[tuple[Slot, ...], bool, bool], Question] = book.__dict__.setdefault("_questions", {})
    key = (contract, whole_hand, longer_runs)
    question = questions.get(key)
    if question is None:
        terms = Terms(book, contract, whole_hand=whole_hand, longer_runs=longer_runs)
        question = questions[key] = Question(terms)
    return question


def loosely(book: Rulebook, question: Question, hand: Sequence[int], work: Work) -> LayDown | None:
    """The best way to meet a contract with melds that only it makes melds; None if there is none. Raises OutOfWork."""
    terms = question.terms
    if not without_suits(terms):
        return Loose(terms, question.values_of(len(hand)), hand, work).answer()
    alike = stand_ins(terms)
    contract, longer = in_one_suit(terms.contract), not terms.run_terms.exact and terms.set_terms.exact
    other = meld_rules(book).in_one_suit
    same = question_of(other, contract, whole_hand=terms.whole_hand, longer_runs=longer)
    answer = Search(same, [alike[card] for card in hand], work).answer()
    return answer and dealt_back(terms, hand, answer)


class Part(NamedTuple):
    """A part of the question: what the runs and the sets may use at most, and the best that might come of it."""

    deal: Deal
    for_runs: Counts
    for_sets: Counts
    strict: bool
    of_suits: list[int]
    """The suits that can have a run at all."""
    suits: list[SuitGroups | SuitRuns]
    run_layers: list[Layer]
    run_wilds: int
    of_ranks: list[int]
    """The ranks of which there can be a set at all."""
    ranks: list[Options]
    set_layers: list[Layer]
    set_wilds: int
    further: int
    """Wild cards to lengthen melds with, beyond those needed."""
    must: int
    """The ranks of which there is a set in any case: a bit for each, in the order of ``of_ranks``."""


class SuitTables:
    """What runs can do with so many cards of one suit, for hands that are asked about one after the other.

    They have most of their suits in common. Each search pays for what it asks, as if it were the first: how far the
    work goes must not hang on what was asked before.
    """

    def __init__(self) -> None:
        self.tables: dict[tuple[Any, ...], tuple[SuitGroups | SuitRuns, int]] = {}
        self.of_any_melds: dict[Any, Any] = {}
        """By contract, what ``any_melds`` keeps."""


class Search:
    """One question about one hand."""

    def __init__(
        self, question: Question, hand: Sequence[int], work: Work, suit_tables: SuitTables | None = None
    ) -> None:
        self.question = question
        self.terms = question.terms
        self.hand = hand
        self.work = work
        self.scale, self.values = question.values_of(len(hand))
        self.floor = 0
        """The least value that will do."""
        self.naturals: Counts = ()
        """All that is held and can be natural; the same for each way to see the hand, so that tables have more in
        common."""
        self.tables: dict[tuple[int, tuple[int, ...], tuple[int, ...], bool, int], SuitGroups | SuitRuns] = {}
        self.shared = suit_tables or SuitTables()
        self.parts: list[tuple[int, int, Part]] = []
        self.run_wilds = 0
        """The most wild cards that runs can have beside the sets, and below the other way round."""
        self.set_wilds = 0
        self.least_held = 0
        """The fewest naturals of a rank that can be a set."""
        self.spare_wilds = 0
        """The most wild cards that two runs of one suit can have beside everything else."""

    @cached_property
    def kept(self) -> Tables:
        """Asked for only where it comes to that: most hopeless hands need no table."""
        return KEPT.of(self.question.key, self.terms)

    def answer(self, under: int | None = None) -> LayDown | None:
        """The best way to meet the contract, or None; maybe None too if none leaves fewer points than ``under``. Raises
        OutOfWork."""
        if under is not None:
            self.floor = worth_of(self.terms.points, self.hand, under, self.scale)
        if any(size > self.terms.run_terms.melds.run_longest for size in self.terms.runs.sizes):
            return None
        deal = open_deal(self.terms, self.values, self.hand)
        self.naturals = deal.naturals
        if not self._is_hopeful(deal):
            return None
        if self.question.few_wilds and prod([most + 1 for _, most in deal.own.values()]) <= MOST_DEALS:
            steps = Work(ENOUGH)
            try:
                return best_of([self._columns(deal, steps) for deal in self._each_deal()])
            except OutOfWork:
                self.work.spend(ENOUGH)
        self._look_at(deal, deal.naturals, deal.naturals, strict=False)
        while self.parts:
            bound, _, part = heapq.heappop(self.parts)
            lay_down = self._settle(part, -bound)
            if lay_down is not None:
                return lay_down
        return None

    def _columns(self, deal: Deal, steps: Work) -> Columns:
        return Columns(self.terms, self.values, self.hand, deal, self._of_suits(deal), self._of_ranks(deal), steps)

    def _in_all(self, deal: Deal) -> int:
        """What the whole hand is worth, as far as melds can take it."""
        naturals = [copies for suit in deal.naturals for copies in suit]
        return sum(map(int.__mul__, naturals, self.values)) + deal.worth[deal.usable]

    def _each_deal(self) -> list[Deal]:
        """The ways to see the hand that have enough wild cards at first sight, the dearest first."""
        hopeful = [deal for deal in deals(self.terms, self.values, self.hand) if self._is_hopeful(deal)]
        return sorted(hopeful, key=self._in_all, reverse=True) if len(hopeful) > 1 else hopeful

    def _is_hopeful(self, deal: Deal) -> bool:
        """Whether there are enough wild cards at first sight; the first deal, with all that may be, sets the bounds."""
        terms = self.terms
        self.work.spend(30 + 5 * len(deal.pool))
        if terms.run_terms.whole and runs_for_all(terms.run_terms, deal) > terms.runs.number:
            return False
        for_sets = sets_short(terms.set_terms, terms.sets, deal)
        if for_sets > deal.usable:
            return False
        for_runs, for_one = runs_short(terms.run_terms, terms.runs, deal)
        if for_sets + for_runs > deal.usable:
            return False
        self.run_wilds = max(self.run_wilds, deal.usable - for_sets)
        self.set_wilds = max(self.set_wilds, deal.usable - for_runs)
        self.spare_wilds = max(self.spare_wilds, deal.usable - for_sets - (terms.runs.number - 2) * for_one)
        if terms.sets.number:
            shortest = terms.sets.sizes[0]
            self.least_held = max(terms.set_terms.melds.fewest_naturals(shortest), shortest - self.set_wilds)
        return True

    def _look_at(
        self,
        deal: Deal,
        for_runs: Counts,
        for_sets: Counts,
        *,
        strict: bool,
        like: Part | None = None,
        from_suit: int = 0,
        from_rank: int = 0,
        must: int = 0,
    ) -> None:
        """Work out the bound of a part, and keep the part if it can hold an answer.

        It differs from the part ``like`` in suits and ranks from these on, if at all.
        """
        terms = self.terms
        self.work.spend(60)
        # where runs may be longer, further wild cards lengthen melds, and that is seen to at the end
        every = strict or terms.run_terms.exact
        count = self._count(deal, every=every)
        of_suits, of_ranks = (like.of_suits, like.of_ranks) if like else (self._of_suits(deal), self._of_ranks(deal))
        if like and like.deal is deal:
            suits, run_layers = like.suits[:from_suit], like.run_layers[: from_suit + 1]
            ranks, set_layers = like.ranks[:from_rank], like.set_layers[: from_rank + 1]
        else:
            base: Layer = {0: [0] + [NONE] * deal.usable}
            suits, run_layers, ranks, set_layers = [], [base], [], [base]
        for index in range(from_suit, len(of_suits)):
            suit = of_suits[index]
            near = like.suits[index] if like else None
            table = self._suit(suit, for_runs[suit], deal, strict=strict, like=near)
            suits.append(table)
            codes = terms.runs.codes if suit < of_suits[-1] else terms.runs.just_full
            run_layers.append(add_up(run_layers[-1], table.options, codes))
        with_runs = run_layers[-1].get(terms.runs.full)
        if with_runs is None:
            return
        clubs, diamonds, hearts, spades = for_sets[:4]
        stars = for_sets[4] if len(for_sets) > 4 else ()
        for index in range(from_rank, len(of_ranks)):
            rank = of_ranks[index]
            held: tuple[int, ...] = (clubs[rank], diamonds[rank], hearts[rank], spades[rank])
            held = (*held, stars[rank]) if stars else held
            sure = sum(held) if count == FREE else _sure(deal, held, rank)
            worth = self.question.worth_by_suit(rank, self.scale)
            value = self.values[rank]
            options = self.kept.rank_options(held, sure, self.set_wilds, value, worth, every=every, count=count)
            ranks.append(options)
            set_layers.append(add_up(set_layers[-1], options, terms.sets.codes, must=bool(must >> index & 1)))
        with_sets = set_layers[-1].get(terms.sets.full)
        if with_sets is None:
            return
        best, run_wilds, set_wilds = -1, 0, 0
        for in_runs, run_value in enumerate(with_runs):
            if run_value >= 0:
                for in_sets, set_value in enumerate(with_sets[: deal.usable + 1 - in_runs]):
                    used = in_runs + in_sets if every else deal.limit if count == FULL else deal.usable
                    value = run_value + set_value + deal.worth[used]
                    if value > best:
                        best, run_wilds, set_wilds = value, in_runs, in_sets
        if best < 0 or best < max(deal.floor, self.floor):
            return
        best = min(best, deal.most)
        further = 0 if every else deal.usable - run_wilds - set_wilds
        part = Part(
            deal, for_runs, for_sets, strict, of_suits, suits, run_layers, run_wilds,
            of_ranks, ranks, set_layers, set_wilds, further, must,
        )  # fmt: skip
        # of equal bounds the youngest part first: it is nearest to an answer
        heapq.heappush(self.parts, (-best, self.work.left, part))

    def _count(self, deal: Deal, *, every: bool) -> int:
        """How cards count that are natural and wild.

        Where it is not seen how many wild cards lie, all that may count, and what lies as itself counts beside them.
        """
        if not deal.sure or not deal.paid:
            return FREE
        return FULL if not every and deal.limit < len(deal.pool) else PAID

    def _of_suits(self, deal: Deal) -> list[int]:
        return suits_for_runs(self.terms.run_terms, self.terms.runs, deal, self.run_wilds)

    def _of_ranks(self, deal: Deal) -> list[int]:
        if not self.terms.sets.number:
            return []
        least, below = self.least_held, self.terms.melds.lowest - 1
        return [rank for rank, held in enumerate(deal.held[below:], below) if held >= least]

    def _suit(
        self,
        suit: int,
        counts: tuple[int, ...],
        deal: Deal,
        *,
        strict: bool,
        like: SuitGroups | SuitRuns | None,
    ) -> SuitGroups | SuitRuns:
        """``counts``: what the runs may use of what is held of a suit."""
        count = self._count(deal, every=strict or self.terms.run_terms.exact)
        sure = deal.sure[suit] if deal.sure and (count != FREE or self.terms.run_terms.whole) else ()
        if not any(map(gt, counts, sure)):
            sure, count = (), FREE
        key = (suit, counts, sure, strict, count)
        table = self.tables.get(key)
        if table is None:
            held = self.naturals[suit] if strict else ()
            shared = (*key, held, self.run_wilds, self.spare_wilds, self.scale, self.question.key, self.terms.points)
            if shared in self.shared.tables:
                table, cost = self.shared.tables[shared]
                self.work.charge(cost)
            else:
                before = self.work.left
                table = self._worked_out(suit, counts, sure, strict=strict, like=like, count=count)
                self.shared.tables[shared] = table, before - self.work.left
            self.tables[key] = table
        return table

    def _worked_out(
        self,
        suit: int,
        counts: tuple[int, ...],
        sure: tuple[int, ...],
        *,
        strict: bool,
        like: SuitGroups | SuitRuns | None,
        count: int,
    ) -> SuitGroups | SuitRuns:
        values = self.values[suit * 13 : suit * 13 + 13]
        if strict:
            near = like if isinstance(like, SuitRuns) else None
            moves = self.kept.run_moves(self.run_wilds)
            held = self.naturals[suit]
            return self.question.suit_runs(
                moves, counts, held, values, self.run_wilds, self.work, near, sure, paid=count != FREE
            )
        groups = like if isinstance(like, SuitGroups) else None
        return SuitGroups(
            self.kept.group_moves(self.run_wilds),
            counts,
            values,
            self.run_wilds,
            self.spare_wilds,
            self.work,
            groups,
            sure,
            count=count,
        )

    def _settle(self, part: Part, bound: int) -> LayDown | None:
        """The answer, if the best that might come of this part can lie on the table; else the part is split."""
        terms, deal = self.terms, part.deal
        runs, groups = self._runs(part)
        used = [0] * terms.melds.end
        taken = [(suit, run.places) for suit, laid in runs for run in laid]
        taken += [(suit, group.places) for suit, of_suit in groups for group in of_suit]
        for suit, places in taken:
            for place in places:
                used[suit * 13 + (place - 1) % 13] += 1
        every = part.strict or terms.run_terms.exact
        count = self._count(deal, every=every)
        sets: list[tuple[int, SetMade]] = []
        wanted: list[int] = []
        chosen = trace(part.set_layers, part.ranks, terms.sets.full, part.set_wilds, part.must)
        for index, code, wilds, value in chosen:
            rank = part.of_ranks[index]
            held = tuple([
                min(for_sets[rank], naturals[rank] - runs_use)
                for for_sets, naturals, runs_use in zip(part.for_sets, deal.naturals, used[rank::13], strict=True)
            ])  # fmt: skip
            worth = self.question.worth_by_suit(rank, self.scale)
            if worth is None:
                # those that are wild cards too are paid for
                value, further = divmod(value, self.values[rank])
                if count == FULL:
                    further = max(0, value - _sure(deal, [its[rank] for its in part.for_sets], rank))
                    value -= further
                wilds, value = wilds - further, value + further
            made = make_sets(terms.set_terms, held, code, wilds, value, worth)
            if made is None:
                wanted.append(rank)
            else:
                sets += [(rank, set_made) for set_made in made]
        if wanted:
            # the dearest first: that moves the bounds most
            self._split(part, max(wanted, key=lambda rank: max(self.values[rank : terms.melds.end : 13])), used)
            return None
        if deal.sure:
            for rank, set_made in sets:
                for suit, copies in enumerate(set_made.suits):
                    used[suit * 13 + rank] += copies
            as_used = deal_of(terms, self.values, self.hand, {card: (used[card], used[card]) for card in deal.own})
            if self._needed(runs, groups, sets) <= as_used.limit:
                lay_down = self._lying(runs, groups, sets, as_used, None if every else as_used.limit)
                if lay_down is not None and self._value_of(lay_down) >= bound:
                    return lay_down
                if lay_down is None and not part.strict:
                    self._look_at(deal, part.for_runs, part.for_sets, strict=True, must=part.must)
                    return None
            if self._both_ways(part, used):
                return None
        lay_down = self._lying(runs, groups, sets, deal, part.run_wilds + part.set_wilds + part.further)
        if lay_down is None:
            self._look_at(deal, part.for_runs, part.for_sets, strict=True, must=part.must)
        return lay_down

    def _lying(
        self,
        laid: Sequence[tuple[int, list[Laid]]],
        groups: Sequence[tuple[int, list[Group]]],
        sets: Sequence[tuple[int, SetMade]],
        deal: Deal,
        wilds: int | None,
    ) -> LayDown | None:
        """The melds on the table, with so many wild cards in all if that is said; None if they cannot lie so."""
        terms, runs = self.terms, list(laid)
        further = 0 if wilds is None else wilds - self._needed(laid, groups, sets)
        if further:
            sets, further = lengthened(terms.set_terms, sets, further)
        for suit, of_suit in groups:
            if (lying := lay_out(terms.run_terms, of_suit, further, self.work)) is None:
                return None
            runs.append((suit, lying[0]))
            further -= lying[1]
        return None if further else on_the_table(terms, self.hand, runs, sets, deal.pool)

    def _needed(
        self,
        laid: Sequence[tuple[int, list[Laid]]],
        groups: Sequence[tuple[int, list[Group]]],
        sets: Sequence[tuple[int, SetMade]],
    ) -> int:
        """The wild cards that melds need."""
        sizes = self.terms.runs.sizes
        in_runs = sum([run.naturals.count(False) for _, of_suit in laid for run in of_suit])
        in_groups = sum([group.needs(sizes) for _, of_suit in groups for group in of_suit])
        return in_runs + in_groups + sum([made.wilds for _, made in sets])

    def _value_of(self, lay_down: LayDown) -> int:
        """What a lay-down is worth to the search."""
        cards = [placed for meld in lay_down.melds for placed in meld]
        lying = sum(map(self.values.__getitem__, self.hand)) - sum(map(self.values.__getitem__, lay_down.left))
        return lying - sum([place is not None for _, place in cards])

    def _both_ways(self, part: Part, used: Sequence[int]) -> bool:
        """Whether a wild card lies as itself that might be needed as a wild one; if so the part is looked at with fewer
        of them as themselves, and with so many at least."""
        deal = part.deal
        card = next((card for card, (least, _) in deal.own.items() if used[card] > least), None)
        if card is not None:
            its = used[card]
        elif part.run_wilds + part.set_wilds + part.further > deal.limit:
            # as many that count as themselves would be too many wild ones
            card = next(card for card, (least, most) in deal.own.items() if least < most)
            its = deal.own[card][0] + 1
        else:
            return False
        least, most = deal.own[card]
        for bounds in ((least, its - 1), (its, most)):
            narrower = deal_of(self.terms, self.values, self.hand, deal.own | {card: bounds})
            if self._is_hopeful(narrower):
                for_runs, for_sets = [
                    tuple([tuple(map(min, suit, there)) for suit, there in zip(counts, narrower.naturals, strict=True)])
                    for counts in (part.for_runs, part.for_sets)
                ]
                self._look_at(narrower, for_runs, for_sets, strict=part.strict, like=part, must=part.must)
        return True

    def _runs(self, part: Part) -> tuple[list[tuple[int, list[Laid]]], list[tuple[int, list[Group]]]]:
        """The runs of a part by suit: laid out already, or as groups."""
        runs, groups = [], []
        options = [table.options for table in part.suits]
        for index, code, wilds, value in trace(part.run_layers, options, self.terms.runs.full, part.run_wilds):
            suit, table = part.of_suits[index], part.suits[index]
            if isinstance(table, SuitRuns):
                runs.append((suit, table.runs(code, wilds, value)))
            else:
                groups.append((suit, table.groups(code, wilds, value)))
        return runs, groups

    def _split(self, part: Part, rank: int, used: list[int]) -> None:
        """Runs and sets want the same card: look at the part without it for the sets, and without it for the runs.

        Where the sets have it there is a set of that rank, else it would be part of the other answer.
        """
        deal = part.deal
        by_suit = used[rank::13]
        suits = self.terms.melds.suits
        suit = next(s for s in suits if by_suit[s] and deal.naturals[s][rank] - by_suit[s] < part.for_sets[s][rank])
        spared = deal.naturals[suit][rank] - by_suit[suit]
        look_at = partial(self._look_at, deal, strict=part.strict, like=part)
        first, beyond, ranks = part.of_ranks.index(rank), len(part.of_suits), len(part.of_ranks)
        without = _with(part.for_sets, suit, rank, spared)
        look_at(part.for_runs, without, from_suit=beyond, from_rank=first, must=part.must)
        without = _with(part.for_runs, suit, rank, by_suit[suit] - 1)
        must = part.must | 1 << first
        from_rank = ranks if must == part.must else first
        look_at(without, part.for_sets, from_suit=part.of_suits.index(suit), from_rank=from_rank, must=must)


def _sure(deal: Deal, held: Sequence[int], rank: int) -> int:
    """How many of these cards of a rank are not wild cards too."""
    return sum([min(its[rank], there) for its, there in zip(deal.sure, held, strict=True)]) if deal.sure else sum(held)


def _with(counts: Counts, suit: int, rank: int, copies: int) -> Counts:
    """Counts with one of them changed."""
    row = list(counts[suit])
    row[rank] = copies
    return (*counts[:suit], tuple(row), *counts[suit + 1 :])
