"""What a hand that cannot meet its contract is short of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.rules.cards import JOKER
from referee.rules.rulebook.model import Rulebook, Slot
from referee.rules.solver.place import LayDown
from referee.rules.solver.search import Question, Search, question_of
from referee.rules.solver.terms import OutOfWork, Work

MISSING_WORK = 100_000
"""Steps spent on finding out what is missing; what is not found by then is left unsaid."""


class Missing(NamedTuple):
    """What keeps a hand from meeting its contract."""

    slots: tuple[Slot, ...]
    """The fewest melds of the contract that the hand cannot make beside the others."""
    wilds: int | None
    """The fewest further wild cards with which the contract could be met; None if no number of them would do."""
    left: tuple[int, ...] = ()
    """Where only the rule fails that the whole hand must be melded: the cards that would stay in hand."""


def missing(book: Rulebook, round_no: int, hand: Sequence[int]) -> Missing | None:
    """What a hand is short of for the contract of a round (from 1); None if it is short of nothing.

    Of a hand too wild to be sure about within ``MISSING_WORK``, all melds asked for are named.
    """
    contract = book.contracts[round_no - 1]
    work = Work(MISSING_WORK)
    try:
        if round_no in book.all_cards_rounds:
            if _answer(question_of(book, contract, whole_hand=True), hand, work):
                return None
            shape = question_of(book, contract, whole_hand=False, longer_runs=True)
        else:
            shape = question_of(book, contract, whole_hand=False)
        met = _answer(shape, hand, work)
        if met:
            return Missing((), None, met.left) if round_no in book.all_cards_rounds else None
        slots = next(_unmet(book, contract, hand, work))
        return Missing(slots, _wilds_needed(shape, hand, work))
    except OutOfWork:
        return Missing(contract, None)


def completing(book: Rulebook, round_no: int, hand: Sequence[int]) -> tuple[int, ...]:
    """The cards any one of which, drawn to the hand, would let it meet the contract; in ascending order.

    Cards that could not be decided about within ``MISSING_WORK`` are left out.
    """
    contract = book.contracts[round_no - 1]
    question = question_of(book, contract, whole_hand=round_no in book.all_cards_rounds)
    work = Work(MISSING_WORK)
    found = []
    try:
        for card in range(JOKER + 1):
            if _answer(question, [*hand, card], work):
                found.append(card)
    except OutOfWork:
        pass
    return tuple(found)


def _answer(question: Question, hand: Sequence[int], work: Work) -> LayDown | None:
    return Search(question, hand, work).answer()


def _unmet(book: Rulebook, contract: tuple[Slot, ...], hand: Sequence[int], work: Work) -> Iterator[tuple[Slot, ...]]:
    """Parts of the contract without which the hand could meet the rest, the smallest part first."""
    for number_unmet in range(1, len(contract)):
        for unmet in dict.fromkeys(combinations(contract, number_unmet)):
            rest = list(contract)
            for slot in unmet:
                rest.remove(slot)
            if _answer(question_of(book, tuple(rest), whole_hand=False), hand, work):
                yield unmet
    yield contract


def _wilds_needed(question: Question, hand: Sequence[int], work: Work) -> int | None:
    """The fewest jokers that, added to a hand, let it meet the contract."""
    terms = question.terms
    least = Search(question, hand, work).wilds_short()
    most = min(sum([slot.size for slot in terms.contract]), terms.wilds_usable)
    for more in range(max(1, least), most + 1):
        if _answer(question, [*hand, *[JOKER] * more], work):
            return more
    return None
