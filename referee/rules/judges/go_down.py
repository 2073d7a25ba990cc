"""Can this hand go down? The solver's answer as a ruling, proven by the contract judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.rules.cards import JOKER, format_cards, format_meld
from referee.rules.judges.contract import NEED_ROUND, in_words, judge_contract, kept
from referee.rules.judges.lay_off import depends, refusal
from referee.rules.melds.readings import readings
from referee.rules.melds.repairs import MOST_NAMED
from referee.rules.rulebook.meld_rules import Law, Least, law
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Reason, Ruling
from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down
from referee.rules.solver.missing import completing, missing
from referee.rules.speech.words import any_of, counted, listed, wild_places

BINDING = {Reason.RUNS_TOUCH, Reason.RUNS_OF_ONE_SUIT, Reason.SETS_OF_ONE_RANK}
NOTHING: dict[str, Any] = {"melds": [], "left": None, "points_left": None}


def judge_go_down(book: Rulebook, hand: Sequence[int], round_no: int | None = None) -> Ruling:
    """Whether some choice of cards from a hand meets the contract of a round (from 1).

    ``adds``: ``melds`` with wild cards assigned, ``left`` (the cards that stay in hand) and ``points_left``:
    an arrangement with the fewest points left. ``legal`` is None too where the solver gave up.
    """
    if round_no is None:
        return _any_round(book, hand)
    answer = best_lay_down(book, round_no, hand)
    if isinstance(answer, Undecided):
        sentence = (
            "Not decided: this hand can be laid down in too many ways to look at all of them. "
            "Lay out the melds you mean and ask whether they meet the contract."
        )
        return Ruling(None, sentence, law(book).because("contracts"), NOTHING)
    if answer is None:
        return _no(book, hand, round_no)
    ruling = judge_contract(book, answer.melds, answer.left if round_no in book.all_cards_rounds else (), round_no)
    melds = [format_meld(meld) for meld in answer.melds]
    return Ruling(
        True,
        f"Yes: {_laid_out(law(book), answer)}.",
        ruling.because,
        {"melds": melds, "left": format_cards(answer.left), "points_left": answer.points},
    )


def _laid_out(known: Law, answer: LayDown) -> str:
    """``"a set of 5s and a set of kings; the joker stands for a king; two cards stay in hand, 12 points"``."""
    least = Least(2, 3)
    said = [listed([str(readings(known, meld, least, every=False)[0]) for meld in answer.melds])]
    said += [places for places in [wild_places([card for meld in answer.melds for card in meld])] if places]
    if answer.left:
        stay = "stays" if len(answer.left) == 1 else "stay"
        said.append(f"{kept(answer.left)} {stay} in hand, {counted(answer.points, 'point', digits=True)}")
    return "; ".join(said)


def _any_round(book: Rulebook, hand: Sequence[int]) -> Ruling:
    for number in range(1, book.rounds + 1):
        if best_lay_down(book, number, hand) is not None:
            return depends(law(book), [NEED_ROUND], NOTHING, "contracts")
    says = "this hand meets the contract of no round"
    return refusal(law(book), [Finding(Reason.CANNOT_GO_DOWN, "contracts", says)], NOTHING)


def _bound(book: Rulebook, hand: Sequence[int], round_no: int) -> Finding | None:
    """The rule between melds by which a hand fails that could go down but for such rules."""
    answer = best_lay_down(law(book).unbound, round_no, hand)
    if not isinstance(answer, LayDown):
        return None
    left = answer.left if round_no in book.all_cards_rounds else ()
    wrong = judge_contract(book, answer.melds, left, round_no).findings
    return next((one for one in wrong if one.reason in BINDING), None)


def _no(book: Rulebook, hand: Sequence[int], round_no: int) -> Ruling:
    short = missing(book, round_no, hand)
    asked = book.contracts[round_no - 1]
    # of an absurd hand the whole contract is called missing, because nothing surer was found in time
    surely = short is not None and (short.left or short.wilds is not None or len(short.slots) < len(asked))
    says, *hints = short.texts if short and surely else (f"no choice of these cards makes {in_words(asked)}",)
    topics = ["last-round", "contracts"] if short is not None and short.left else ["contracts"]
    found = Finding(Reason.CANNOT_GO_DOWN, topics[0], says)
    if (bound := _bound(book, hand, round_no)) is not None:
        says = f"{says}, because {bound.says}"
        found = found._replace(says=says, cards=bound.cards)
        topics.append(bound.topic)

    def hint() -> tuple[str, ...]:
        if short is not None and short.wilds == 1 and (cards := completing(book, round_no, hand)):
            if sum(card != JOKER for card in cards) <= MOST_NAMED:
                return (f"{any_of(cards)} would do",)
            return (f"one of many cards{' or a joker' if JOKER in cards else ''} would do",)
        return tuple(hints)

    return Ruling(False, f"No: {says}.", law(book).because(*topics), NOTHING, (found,), hint=hint)
