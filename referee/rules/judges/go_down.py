"""Can this hand go down? The solver's answer as a ruling, proven by the contract judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.rules.cards import JOKER, format_cards, format_meld
from referee.rules.judges.contract import NEED_ROUND, judge_contract
from referee.rules.melds.readings import readings
from referee.rules.melds.repairs import MOST_NAMED
from referee.rules.rulebook.meld_rules import Least, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Phrase, Reason, Ruling, citations, depends, phrase, refusal
from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down
from referee.rules.solver.missing import Missing

BINDING = {Reason.RUNS_TOUCH, Reason.RUNS_OF_ONE_SUIT, Reason.SETS_OF_ONE_RANK}
NOTHING: dict[str, Any] = {"melds": [], "left": None, "points_left": None}


def judge_go_down(book: Rulebook, hand: Sequence[int], round_no: int | None = None) -> Ruling:
    """Whether some choice of cards from a hand meets the contract of a round (from 1).

    ``adds``: ``melds`` with wild cards assigned, ``left`` (the cards that stay in hand) and ``points_left``:
    an arrangement with the fewest points left. ``legal`` is None too where the solver gave up.
    """
    if round_no is None:
        return _any_round(book, hand)
    short = Missing(book, book.contracts[round_no - 1], hand, whole_hand=round_no in book.all_cards_rounds)
    answer = None if short.hopeless else best_lay_down(book, round_no, hand)
    if isinstance(answer, Undecided):
        return Ruling(None, phrase("undecided"), citations(book, "contracts"), NOTHING)
    if answer is None:
        return _no(book, hand, round_no, short)
    ruling = judge_contract(book, answer.melds, answer.left if round_no in book.all_cards_rounds else (), round_no)
    melds = [format_meld(meld) for meld in answer.melds]
    return Ruling(
        True,
        _laid_out(book, answer),
        ruling.because,
        {"melds": melds, "left": format_cards(answer.left), "points_left": answer.points},
    )


def _laid_out(book: Rulebook, answer: LayDown) -> Phrase:
    least = Least(2, 3)
    return phrase(
        "goes down",
        melds=[readings(meld_rules(book), meld, least, every=False)[0] for meld in answer.melds],
        cards=[card for meld in answer.melds for card in meld],
        left=answer.left,
        points=answer.points,
    )


def _any_round(book: Rulebook, hand: Sequence[int]) -> Ruling:
    for number in range(1, book.rounds + 1):
        if best_lay_down(book, number, hand) is not None:
            return depends(book, [NEED_ROUND], NOTHING, "contracts")
    return refusal(book, [Finding(Reason.CANNOT_GO_DOWN, "contracts", phrase("hand meets no contract"))], NOTHING)


def _bound(book: Rulebook, hand: Sequence[int], round_no: int) -> Finding | None:
    """The rule between melds by which a hand fails that could go down but for such rules."""
    answer = best_lay_down(meld_rules(book).unbound, round_no, hand)
    if not isinstance(answer, LayDown):
        return None
    left = answer.left if round_no in book.all_cards_rounds else ()
    wrong = judge_contract(book, answer.melds, left, round_no).findings
    return next((finding for finding in wrong if finding.reason in BINDING), None)


def _no(book: Rulebook, hand: Sequence[int], round_no: int, short: Missing) -> Ruling:
    topics = ["last-round", "contracts"] if short.left else ["contracts"]
    finding = Finding(Reason.CANNOT_GO_DOWN, topics[0], _short_of(short))
    if not short.hopeless_apart() and (bound := _bound(book, hand, round_no)) is not None:
        finding = finding._replace(says=phrase("because", what=finding.says, why=bound.says), cards=bound.cards)
        topics.append(bound.topic)
    return Ruling(False, None, citations(book, *topics), NOTHING, (finding,), hint=lambda: _would_do(short))


def _short_of(short: Missing) -> Phrase:
    """What is missing; the cards that would stay where only the rule fails that the whole hand must be melded."""
    if short.left:
        return phrase("hand would stay", cards=short.left)
    some = 0 < len(short.slots) < len(short.contract)
    if some or (short.slots and isinstance(short.wilds, int)):
        return phrase("slots missing", missing=short.slots)
    return phrase("no choice", contract=short.contract)


def _would_do(short: Missing) -> tuple[Phrase, ...]:
    if short.wilds is None:
        return ()
    if isinstance(short.wilds, Undecided):
        return (phrase("not all looked at"),)
    cards, every = short.completing(MOST_NAMED + 1) if short.wilds == 1 else ((), True)
    unsaid = () if every else (phrase("not all looked at"),)
    if not cards:
        return unsaid or (phrase("more wilds", count=short.wilds),)
    many = sum(card != JOKER for card in cards) > MOST_NAMED
    offer = phrase("one of many cards", joker=JOKER in cards) if many else phrase("any of", cards=cards)
    return (phrase("would do", offer=offer), *unsaid)
