"""What a hand that cannot meet its contract is short of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.packs import SKIP
from referee.rules.rulebook.meld_rules import NO_END, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot, is_free
from referee.rules.rulings import Left, plenty
from referee.rules.solver.free import Free
from referee.rules.solver.lay_down import Undecided, answer_of, is_met, without_odd
from referee.rules.solver.loose import stand_ins
from referee.rules.solver.search import Question, SuitTables, question_of
from referee.rules.solver.shortage import Shortage
from referee.rules.solver.terms import NEVER, OutOfWork, Work

MOST_BY_GUESS = 2
"""So many further wild cards are tried where no number of cards is asked for."""
MISSING_WORK = 100_000
"""Steps spent on each thing that is asked for; what is not found by then is said to be open."""


class Completing(NamedTuple):
    """The cards any one of which, drawn to the hand, would let it meet its contract; in ascending order."""

    cards: tuple[int, ...]
    every: bool
    """Whether these are all of them, or as many as were asked for."""


class Missing:
    """What keeps a hand from meeting its contract, each thing worked out when somebody asks for it."""

    def __init__(self, book: Rulebook, contract: tuple[Slot, ...], hand: Sequence[int], *, whole_hand: bool) -> None:
        self.book = book
        self.contract = contract
        self.hand = without_odd(meld_rules(book), hand)
        self.odd = len(hand) - len(self.hand)
        """So many cards of the hand are in no meld, whatever else is there."""
        self.whole_hand = whole_hand
        self.shortage = Shortage(meld_rules(book), self.hand)
        self.suit_tables = SuitTables()

    @cached_property
    def hopeless(self) -> bool:
        """Whether the melds surely cannot be made, whatever stays in hand: most hands show it at first sight."""
        stock = self.shortage.stock
        return self.shortage.needed(self.contract, most=stock, enough=stock).least > stock

    def hopeless_apart(self) -> bool:
        """Whether they could not be made either if no rule bound them to each other."""
        return self.shortage.at_least(self.contract) > self.shortage.stock

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Where only the rule fails that the whole hand must be melded: the fewest cards that would stay in hand."""
        if not self.whole_hand or self.hopeless:
            return ()
        return self._fewest_left([*self.hand, *[SKIP] * self.odd]) or ()

    def _fewest_left(self, hand: Sequence[int]) -> tuple[int, ...] | None:
        """The fewest cards that stay where the contract is met; None where it is not, or cannot be told in time."""
        question = question_of(meld_rules(self.book).by_count, self.contract, whole_hand=False, longer_runs=True)
        try:
            met = answer_of(question, hand, Work(MISSING_WORK), self.suit_tables)
        except OutOfWork:
            return None
        return met.left if met else None

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The fewest melds of the contract that the hand cannot make beside the others.

        None where it cannot be told in time.
        """
        if self.left:
            return ()
        work = Work(MISSING_WORK)
        try:
            return next(self._unmet(work))
        except OutOfWork:
            return ()

    @cached_property
    def wilds(self) -> int | Undecided | None:
        """The fewest further wild cards with which all melds could be made; None if no number of them would do."""
        if self.left or not meld_rules(self.book).joker_wild:
            return None
        stock = self.shortage.stock
        least, surely = self.shortage.needed(self.contract, enough=stock + 1)
        question = self._question(self.contract)
        most = self._most_wilds(question)
        work = Work(MISSING_WORK)
        try:
            # one more never spoils it: where not even the most would do, none of the others need be tried
            if surely < NEVER or (
                least < NEVER and is_met(question, [*self.hand, *[JOKER] * most], work, self.suit_tables)
            ):
                for more in range(max(1, least - stock), most + 1):
                    if more >= surely - stock or is_met(
                        question, [*self.hand, *[JOKER] * more], work, self.suit_tables
                    ):
                        return more
        except OutOfWork:
            return Undecided(MISSING_WORK)
        return None

    @cached_property
    def wilds_for_all(self) -> int | Undecided | None:
        """The fewest further wild cards with which the whole hand would go down; None if no number of them would do."""
        if self.odd or not meld_rules(self.book).joker_wild:
            return None
        question = question_of(self.book, self.contract, whole_hand=True)
        most = self._most_wilds(question)
        work = Work(MISSING_WORK)
        try:
            for more in range(1, most + 1):
                if answer_of(question, [*self.hand, *[JOKER] * more], work, self.suit_tables):
                    return more
        except OutOfWork:
            return Undecided(MISSING_WORK)
        return None

    def _most_wilds(self, question: Question) -> int:
        """So many further wild cards are tried: as many as the melds could have, a few where any melds will do."""
        if is_free(self.contract):
            return MOST_BY_GUESS
        return min(sum([slot.size for slot in self.contract]), question.terms.wilds_usable)

    @cached_property
    def most_points(self) -> int:
        """What melds of the hand are worth at most, in points, where a contract asks for more; 0 where there are none,
        none of them is a pure run that is asked for, or it cannot be told in time."""
        try:
            return Free(self._question(self.contract), self.hand, Work(MISSING_WORK), self.suit_tables).most_points
        except OutOfWork:
            return 0

    @property
    def limited(self) -> bool:
        """Whether the whole contract may hold no more than so many wild cards: then one more need not be of help."""
        return meld_rules(self.book).wilds_going_down < NO_END

    @cached_property
    def staying(self) -> int:
        """How many cards would stay in hand at best even if all melds could be made, with ``wilds`` further wild cards.

        0 where none would, or where it cannot be told in time.
        """
        if not isinstance(self.wilds, int):
            return 0
        return len(self._fewest_left([*self.hand, *[SKIP] * self.odd, *[JOKER] * self.wilds]) or ())

    def completing(self, enough: int, left: Left = plenty) -> Completing:
        """What would do where one more wild card would, of what the pack has left; once ``enough`` natural cards are
        found, no more are sought."""
        if self.whole_hand and self.odd:
            return Completing((), every=True)
        rules = meld_rules(self.book)
        wild = set(rules.wild_cards)

        def are_enough() -> bool:
            return sum([not rules.wild[card] and left(card) > 0 for card in sure]) >= enough

        sure, likely = wild, set[int]()
        if self.whole_hand or self.limited:
            # a card that makes the melds need not be enough, and one that only lengthens them may be what is missing
            sure, likely = set(), {*rules.naturals, *wild}
        else:
            for cards, surely in self.shortage.wanted(self.contract, self.shortage.stock + 1):
                (sure if surely else likely).update(cards)
                if are_enough():
                    return Completing(tuple(sorted(sure)), every=True)
            if not self.shortage.certain:
                likely = {*rules.naturals, JOKER}
        question = question_of(self.book, self.contract, whole_hand=self.whole_hand)
        work = Work(MISSING_WORK)
        every = True
        strangers: dict[int, bool] = {}
        try:
            for card in sorted(likely - sure, reverse=True):
                if (alike := self._stranger(card)) in strangers:
                    makes_it = strangers[alike]
                else:
                    makes_it = is_met(question, [*self.hand, card], work, self.suit_tables)
                    if alike >= 0:
                        strangers[alike] = makes_it
                if makes_it:
                    sure.add(card)
                    if are_enough():
                        break
        except OutOfWork:
            every = False
        return Completing(tuple(sorted(sure)), every)

    @cached_property
    def _suits_held(self) -> set[int]:
        wild = meld_rules(self.book).wild
        return {card // 13 for card in self.hand if not wild[card]}

    def _stranger(self, card: int) -> int:
        """A number that all cards share which make the same difference: those of suits not in the hand; else -1.

        Suits are all alike. Which rank it is matters to sets, and to a run where its place in the suit does.
        """
        rules = meld_rules(self.book)
        if self.shortage.is_loose(self.contract):
            return -1 if rules.wild[card] else stand_ins(self._question(self.contract).terms)[card]
        if card == JOKER or rules.wild[card] or card // 13 in self._suits_held:
            return -1
        anywhere = rules.side_by_side and not rules.runs_apart and all(slot.kind == "run" for slot in self.contract)
        return 13 if anywhere and not self.whole_hand else card % 13

    def _question(self, contract: tuple[Slot, ...]) -> Question:
        """Whether these melds can be made, whatever stays in hand."""
        return question_of(self.book, contract, whole_hand=False, longer_runs=self.whole_hand)

    def _unmet(self, work: Work) -> Iterator[tuple[Slot, ...]]:
        """Parts of the contract without which the hand could meet the rest, the smallest part first."""
        for number_unmet in range(1, len(self.contract)):
            for unmet in dict.fromkeys(combinations(self.contract, number_unmet)):
                rest = list(self.contract)
                for slot in unmet:
                    rest.remove(slot)
                if self._can_make(tuple(rest), work):
                    yield unmet
        yield self.contract

    def _can_make(self, melds: tuple[Slot, ...], work: Work) -> bool:
        stock = self.shortage.stock
        least, surely = self.shortage.needed(melds, most=stock, enough=stock)
        if least > stock:
            return False
        return surely <= stock or is_met(self._question(melds), self.hand, work, self.suit_tables)
