"""Contracts that leave it to the player which melds they are: any sets and runs, maybe worth so many points.

The best of any melds is the best answer to a contract of so many sets and so many runs of the least size, which
``search`` gives for each number of them. Where one must be a pure run, each that the hand holds is laid down first, and
the best of the rest with it. Only where what comes of that is worth too little, or two of its runs may not lie beside
each other, the melds are put together card by card (``enough``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from referee.rules.cards import JOKER
from referee.rules.melds.readings import PLAIN, ROWS, readings
from referee.rules.melds.worth import is_enough
from referee.rules.rulebook.meld_rules import Span
from referee.rules.solver.enough import Enough
from referee.rules.solver.place import LayDown
from referee.rules.solver.search import Question, Search, question_of
from referee.rules.solver.terms import KIND_BITS, OutOfWork, Work

MOST_ALIKE = (1 << KIND_BITS) - 1
"""So many sets, or runs, a contract can ask for in the search: a hand of so many is larger than any that is played."""


class Free:
    """One question about one hand, for a contract that any melds meet, or any that are worth enough."""

    def __init__(self, question: Question, hand: Sequence[int], work: Work) -> None:
        (self.slot,) = question.terms.contract
        self.terms = question.terms
        self.rules = question.terms.melds
        self.hand = hand
        self.work = work
        self.long = self.rules.as_long
        self.most_points = 0
        """What the melds of a hand are worth at most, in points, where they are worth too little."""

    def answer(self) -> LayDown | None:
        """The best way to meet the contract; None if there is none. Raises OutOfWork."""
        best = self._of_any_melds(self.hand)
        if best is not None and self.slot.pure and not self._is_enough(best):
            best = self._with_a_pure_run()
        # what is asked for beyond that can only leave more cards
        if best is None or (self.terms.whole_hand and best.left):
            return None
        return best if self._is_enough(best) else self._of_enough()

    def _of_any_melds(self, hand: Sequence[int]) -> LayDown | None:
        """The best of any melds. More of them can be made only where fewer can."""
        least = self.rules.ordinary
        best: LayDown | None = None
        worth = -1
        possible = {(0, 0)}
        for number in count(1):
            before = len(possible)
            for sets in range(number, -1, -1):
                runs = number - sets
                fewer = {(sets - 1, runs)} if sets else set()
                fewer |= {(sets, runs - 1)} if runs else set()
                if sets * least.set + runs * least.run > len(hand) or not fewer <= possible:
                    continue
                if max(sets, runs) > MOST_ALIKE:
                    raise OutOfWork
                contract = least.slots[:1] * sets + least.slots[1:] * runs
                search = Search(question_of(self.long, contract, whole_hand=False), hand, self.work)
                answer = search.answer(worth)
                if answer is not None:
                    best, worth = answer, search.worth
                if answer is not None or search.beaten:
                    possible.add((sets, runs))
            if len(possible) == before or self._is_all(best):
                return best
        return best

    def _is_all(self, best: LayDown | None) -> bool:
        """Whether nothing can be better: all cards lie, and none of the wild ones could have been spared."""
        return best is not None and not best.left and self.rules.only_jokers

    def _with_a_pure_run(self) -> LayDown | None:
        """The best of a run without a wild card and any melds beside it, whether or not they may lie beside it."""
        best: LayDown | None = None
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

    def _of_enough(self) -> LayDown | None:
        least = self.rules.ordinary
        most = len(self.hand) // min(least.set, least.run)
        question = question_of(self.long, least.slots * min(most, MOST_ALIKE), whole_hand=self.terms.whole_hand)
        enough = Enough(self.slot, question, self.hand, self.work)
        answer = enough.answer()
        self.most_points = enough.most_points
        return answer


def _better(best: LayDown | None, other: LayDown) -> LayDown:
    return other if best is None or order(other) < order(best) else best


def order(lay_down: LayDown) -> tuple[int, int, int]:
    """Points and cards left, and wild cards used: the fewer the better."""
    wilds = sum([place is not None for meld in lay_down.melds for _, place in meld])
    return lay_down.points, len(lay_down.left), wilds
