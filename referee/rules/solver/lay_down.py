"""Which cards of a hand meet a round's contract, with the fewest points left in hand?

The answer is exact under every rulebook and house rule: a choice of cards is never missed, and no
other choice leaves fewer points. See ``search`` for the way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import FREE, Slot, is_free, ways_to_meet
from referee.rules.solver.bounds import left_at_least
from referee.rules.solver.free import Free, order
from referee.rules.solver.loose import GROUPS
from referee.rules.solver.place import LayDown
from referee.rules.solver.search import Question, Search, SuitTables, loosely, question_of
from referee.rules.solver.terms import MOST_IN_HAND, OutOfWork, Work

__all__ = ["DEFAULT_WORK", "LayDown", "Undecided", "answer_of", "best_going_out", "best_lay_down"]

DEFAULT_WORK = 300_000
"""Steps after which the solver says that it does not know: about 0.3 seconds."""
WORK_FOR_THEM = 10 * DEFAULT_WORK
"""Hands of up to ``MOST_IN_HAND`` cards are answered in any case: no hand that climbing has come to takes a tenth."""


class Undecided(NamedTuple):
    """The work allowed was not enough; ``work`` says how much that was."""

    work: int


def best_lay_down(
    book: Rulebook,
    round_no: int,
    hand: Sequence[int],
    *,
    work: int | None = None,
    suit_tables: SuitTables | None = None,
    under: int | None = None,
) -> LayDown | Undecided | None:
    """The choice of cards that meets the contract of a round (from 1) with the fewest points left.

    None if no choice meets it, or maybe if none leaves fewer points than ``under``. The discard is not considered: all
    cards may be melded. Among choices with equally few points: the fewest cards left, then the fewest wild cards used
    (of any melds as far as that is soon seen).
    """
    book = book.going_down
    work = work or allowed(hand)
    best: tuple[Question, LayDown] | None = None
    for way in ways_to_meet(book.contracts[round_no - 1]):
        question = question_of(book, way, whole_hand=round_no in book.all_cards_rounds)
        try:
            lay_down = answer_of(question, hand, Work(work), suit_tables, under)
        except OutOfWork:
            return Undecided(work)
        if lay_down is not None and (best is None or _order(question, lay_down) < _order(*best)):
            best = question, lay_down
    return best and best[1]


def best_going_out(
    book: Rulebook, round_no: int, hand: Sequence[int], best: LayDown | None = None, *, work: int | None = None
) -> LayDown | Undecided | None:
    """The same with at most the card left that going out discards; None where more would stay.

    ``best``: what ``best_lay_down`` says, where it has been asked already.
    """
    work = work or allowed(hand)
    first = best or best_lay_down(book, round_no, hand, work=work)
    if not isinstance(first, LayDown) or len(first.left) <= book.most_kept:
        return first
    outs: list[tuple[Question, LayDown]] = []
    for way in ways_to_meet(book.going_down.contracts[round_no - 1]):
        try:
            outs += _outs(book, way, hand, Work(work), longer_runs=round_no in book.all_cards_rounds)
        except OutOfWork:
            return Undecided(work)
    return min(outs, key=lambda out: _order(*out))[1] if outs else None


def _outs(
    book: Rulebook, way: tuple[Slot, ...], hand: Sequence[int], work: Work, *, longer_runs: bool
) -> Iterator[tuple[Question, LayDown]]:
    """The best lay-downs that leave no more than going out discards; none where more stay. Raises OutOfWork."""
    question = question_of(book.going_down, way, whole_hand=True, longer_runs=longer_runs)
    points = question.terms.points
    worth = is_free(way) and way[0].points
    # where a card left costs more than all points, no melds are worth what they are
    contract = (Slot(FREE, 0),) if worth else way
    by_cards = question_of(meld_rules(book.going_down).cards_first, contract, whole_hand=False, longer_runs=longer_runs)
    if all(slot.kind in ("set", "run") for slot in way) and left_at_least(by_cards.terms, hand) > book.most_kept:
        return
    out = answer_of(by_cards, hand, work)
    if out is None or len(out.left) > book.most_kept:
        return
    if not worth:
        yield question, out._replace(points=sum([points[card] for card in out.left]))
        return
    suit_tables, least = SuitTables(), None
    for card in sorted(dict.fromkeys(hand), key=points.__getitem__) if book.most_kept else ():
        if least is not None and points[card] > least:
            return  # no other leaves as little
        rest = list(hand)
        rest.remove(card)
        all_down = answer_of(question, rest, work, suit_tables)
        if all_down is not None:
            least = points[card]
            yield question, all_down._replace(left=(card,), points=least)


def allowed(hand: Sequence[int]) -> int:
    """The steps that a question about a hand may take."""
    return DEFAULT_WORK if len(hand) > MOST_IN_HAND else WORK_FOR_THEM


def answer_of(
    question: Question, hand: Sequence[int], work: Work, suit_tables: SuitTables | None = None, under: int | None = None
) -> LayDown | None:
    """The best way to meet a contract; None if there is none, or maybe if none leaves fewer points than ``under``.
    Raises OutOfWork."""
    melds = question.terms.melds
    if melds.any_odd and (odd := [card for card in hand if melds.odd[card]]):
        if question.terms.whole_hand:
            return None
        points = sum(map(question.terms.points.__getitem__, odd))
        less = None if under is None else under - points
        rest = answer_of(question, without_odd(melds, hand), work, suit_tables, less)
        return rest and rest._replace(left=tuple(sorted((*rest.left, *odd))), points=rest.points + points)
    if is_free(question.terms.contract):
        return Free(question, hand, work, suit_tables).answer(under)
    if question.is_loose:
        return loosely(question.terms.melds.book, question, hand, work)
    return Search(question, hand, work, suit_tables).answer(under)


def is_met(question: Question, hand: Sequence[int], work: Work, suit_tables: SuitTables | None = None) -> bool:
    """Whether a contract can be met, which is sometimes seen sooner than how. Raises OutOfWork."""
    if not is_free(question.terms.contract) or question.terms.whole_hand:
        return answer_of(question, hand, work, suit_tables) is not None
    return Free(question, without_odd(question.terms.melds, hand), work, suit_tables).is_met()


def without_odd(melds: MeldRules, hand: Sequence[int]) -> Sequence[int]:
    """The cards of a hand that can be in a meld."""
    return hand if not melds.any_odd else [card for card in hand if not melds.odd[card]]


def _order(question: Question, lay_down: LayDown) -> tuple[int, int, int]:
    if is_free(question.terms.contract):
        return order(lay_down)
    wild, wilds = question.terms.melds.wild, 0
    for slot, meld in zip(question.terms.contract, lay_down.melds, strict=True):
        if slot.kind in GROUPS:  # what counts as itself says so
            wilds += sum([wild[card] and place is None for card, place in meld])
        else:
            wilds += sum([place is not None for _, place in meld])
    return lay_down.points, len(lay_down.left), wilds
