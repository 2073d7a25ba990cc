"""Whether what was laid on the table may be taken back into the hand.

What was not allowed goes back all the same: that is judged as something that went wrong."""

from __future__ import annotations

from typing import Literal

from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Need, Reason, Ruling, citations, depends, phrase, refusal

NEED_LAID = Need("laid", phrase("when laid down"))
Laid = Literal["this turn", "turn over"]
_NO: dict[str, object] = {"until": None}


def judge_taking_back(book: Rulebook, laid: Laid | None, _round: int | None = None) -> Ruling:
    """``adds``: ``until``, when that right ends; None where there is none."""
    if laid == "turn over" or not book.take_back:
        says = phrase("turn has ended" if laid == "turn over" else "stays there")
        topic = "melds-stay" if laid == "turn over" else "take-back"
        finding = Finding(Reason.STAYS, topic if topic in book.clauses else "lay-off", says)
        return refusal(book, [finding], _NO)
    if laid is None:
        return depends(book, [NEED_LAID], _NO, "take-back")
    return Ruling(True, phrase("may be taken back"), citations(book, "take-back"), {"until": "the discard"})
