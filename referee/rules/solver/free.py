"""Contracts that leave it to the player which melds they are: any sets and runs, maybe worth so many points.

``any_melds`` finds the best of any melds, and of those that are worth enough. Where one must be a pure run, a suit is
asked to have it, or each that the hand holds is laid down first, and the best of the rest with it. Only where what
comes of that is worth too little, or two of its runs may not lie beside each other, the melds are put together card
by card (``enough``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from referee.rules.cards import JOKER
from referee.rules.melds.readings import PLAIN, ROWS, readings
from referee.rules.melds.worth import is_enough
from referee.rules.rulebook.meld_rules import Span
from referee.rules.solver.any_melds import NO_BOUND, AnyMelds, Kept
from referee.rules.solver.enough import Enough
from referee.rules.solver.place import LayDown
from referee.rules.solver.search import Question, SuitTables, question_of, worth_of
from referee.rules.solver.terms import KIND_BITS, Work

MOST_ALIKE = (1 << KIND_BITS) - 1
"""So many sets, or runs, a contract can ask for in the search: a hand of so many is larger than any that is played."""


class Free:
    """One question about one hand, for a contract that any melds meet, or any that are worth enough."""

    def __init__(
        self, question: Question, hand: Sequence[int], work: Work, suit_tables: SuitTables | None = None
    ) -> None:
        (self.slot,) = question.terms.contract
        self.terms = question.terms
        self.rules = rules = question.terms.melds
        self.hand = hand
        self.work = work
        self.any_melds = question_of(rules.as_long, rules.ordinary.slots, whole_hand=False)
        key = question.key, rules.worths
        self.kept = suit_tables.of_any_melds.setdefault(key, Kept()) if suit_tables else Kept()
        self.clash = rules.runs_apart or rules.run_in_each_suit or rules.ace_ends_touch
        self.plain = rules.side_by_side and not (self.clash or rules.round)
        """Whether runs may lie as they like."""

    def answer(self, under: int | None = None) -> LayDown | None:
        """The best way to meet the contract, if it leaves fewer points than ``under``; None if there is none. Raises
        OutOfWork."""
        beyond = -1
        scale, values = self.any_melds.values_of(len(self.hand))
        if under is not None:
            beyond = max(beyond, worth_of(self.terms.points, self.hand, under, scale) - 1)
        if self.terms.whole_hand:
            beyond = sum([values[card] - self.rules.wild[card] for card in self.hand]) - 1
        best = self._of_any_melds(self.hand, beyond)
        if best is not None and self.slot.pure and not self._is_enough(best):
            best = self._with_a_pure_run(beyond)
        # what is asked for beyond that can only leave more cards
        if best is None or (self.terms.whole_hand and best.left):
            return None
        return best if self._is_enough(best) else self._of_enough(beyond)

    @cached_property
    def most_points(self) -> int:
        """What the melds of a hand are worth at most, in points, looked at only as far as is asked for."""
        if self.slot.pure:
            enough = self._enough()
            enough.answer()
            return enough.most_points
        return self._enough_of(only_points=True).most_points()

    def is_met(self) -> bool:
        """Whether the contract can be met at all, which is seen sooner than how."""
        if self.terms.whole_hand or self.slot.pure or not self.slot.points:
            return self.answer() is not None
        return self._are_worth_enough

    @cached_property
    def _are_worth_enough(self) -> bool:
        return self._enough_of(only_points=True).most_points(self.slot.points - 1) > 0

    def _of_any_melds(self, hand: Sequence[int], beyond: int = -1) -> LayDown | None:
        """The best of any melds that is worth more than ``beyond`` to the search."""
        at_most = NO_BOUND
        for tally in () if self.rules.round else (False, True) if self.rules.by_naturals else (False,):
            looked = AnyMelds(self.any_melds, hand, self.work, fast=True, tally=tally, kept=self.kept)
            best = looked.answer(beyond, at_most)
            if best is None or best[1] is not None:
                return best and best[1]
            at_most = best[0]
        best = AnyMelds(self.any_melds, hand, self.work, fast=False, kept=self.kept).answer(beyond, at_most)
        return best and best[1]

    def _is_all(self, best: LayDown | None) -> bool:
        """Whether nothing can be better: all cards lie, and none of the wild ones could have been spared."""
        return best is not None and not best.left and self.rules.only_jokers

    def _with_a_pure_run(self, beyond: int) -> LayDown | None:
        """The best of a run without a wild card and any melds beside it, whether or not they may lie beside it."""
        best: LayDown | None = None
        if self.plain:
            for suit in self.rules.suits:
                better = AnyMelds(self.any_melds, self.hand, self.work, fast=True, pure=suit, kept=self.kept).answer(
                    beyond
                )
                if better is not None and better[1] is None:
                    break
                if better is not None:
                    beyond, best = better
            else:
                return best
        best = None
        for row in self._pure_runs():
            rest = sorted((Counter(self.hand) - Counter(row)).elements())
            pure = tuple([PLAIN[card] for card in row])
            points = sum(map(self.terms.points.__getitem__, rest))
            after = self._of_any_melds(rest) or LayDown((), tuple(rest), points)
            best = _better(best, LayDown((pure, *after.melds), after.left, after.points))
            if self._is_all(best):
                break
        return best

    def _pure_runs(self) -> Iterator[tuple[int, ...]]:
        """The cards of each run without a wild card, the longest first."""
        rules, held = self.rules, Counter(self.hand)
        can_be = {card for card in held if card != JOKER and (rules.as_itself or not rules.wild[card])}
        for size in range(rules.run_longest, rules.ordinary.run - 1, -1):
            for suit in rules.suits:
                for low in rules.lows(size):
                    row = tuple([placed.card for placed in ROWS[suit][low - 1 : low - 1 + size]])
                    self.work.spend(1)
                    if rules.limits_hold(size, 0) and can_be.issuperset(row) and not Counter(row) - held:
                        yield row

    def _is_enough(self, answer: LayDown) -> bool:
        """Whether melds are what is asked for, and may lie beside each other."""
        least, rules = self.rules.ordinary, self.rules
        read = [readings(rules, meld, least, every=False)[0] for meld in answer.melds]
        runs = [(meld.suit, meld.span) for meld in read if meld.kind == "run"]
        pairs = [(a, b) for at, (suit, a) in enumerate(runs) for other, b in runs[:at] if other == suit]
        return is_enough(rules, self.slot, read) and not any(self._clash(a, b) for a, b in pairs)

    def _clash(self, a: Span, b: Span) -> bool:
        """Whether two runs of one suit may not lie beside each other."""
        return self.rules.run_in_each_suit or (self.rules.runs_apart and self.rules.touch(a, b))

    def _of_enough(self, beyond: int) -> LayDown | None:
        if self.slot.pure:
            return self._enough().answer()
        if not self._are_worth_enough:
            return None
        best = self._enough_of(only_points=False).answer(beyond)
        return best and best[1]

    def _enough_of(self, *, only_points: bool) -> AnyMelds:
        points = self.slot.points
        return AnyMelds(
            self.any_melds, self.hand, self.work, fast=False, points=points, only_points=only_points, kept=self.kept
        )

    def _enough(self) -> Enough:
        least = self.rules.ordinary
        most = len(self.hand) // min(least.set, least.run)
        contract = least.slots * min(most, MOST_ALIKE)
        question = question_of(self.rules.as_long, contract, whole_hand=self.terms.whole_hand)
        return Enough(self.slot, question, self.hand, self.work)


def _better(best: LayDown | None, other: LayDown) -> LayDown:
    return other if best is None or order(other) < order(best) else best


def order(lay_down: LayDown) -> tuple[int, int, int]:
    """Points and cards left, and wild cards used: the fewer the better."""
    wilds = sum([place is not None for meld in lay_down.melds for _, place in meld])
    return lay_down.points, len(lay_down.left), wilds
