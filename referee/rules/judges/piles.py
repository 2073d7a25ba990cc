"""What the table does when the stock runs out. Nothing is forbidden here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rules.rulebook.kinds import LOWEST
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Need, Phrase, Ruling, citations, depends, phrase

NEED_AGAIN = Need("again", phrase("run out before"))
NEED_DISCARDS = Need("discards", phrase("how many in the pile"))
Facts = Mapping[str, Any]


def exhausted(book: Rulebook, facts: Facts) -> Ruling:
    """An empty stock. ``adds``: ``new_stock`` (the cards that make a new one) and ``round_over``.

    ``discards`` lie in the other pile, the top one among them; ``again`` says that it is not the first time. Where the
    round is dealt again then, it is not over.
    """
    discards: int | None = facts.get("discards")
    again: bool | None = facts.get("again")
    if book.stock_again == "deal again" and again is not False:
        if again:
            adds = {"new_stock": 0, "round_over": False}
            return Ruling(None, phrase("stock out twice"), citations(book, "exhausted-again"), adds)
        return depends(book, [NEED_AGAIN], {"new_stock": None, "round_over": None}, "exhausted-again", "exhausted")
    if discards is None:
        return depends(book, [NEED_DISCARDS], {"new_stock": None, "round_over": None}, "exhausted")
    topics = ["exhausted-again", "exhausted"] if again else ["exhausted"]
    if again is None:  # another table might deal again, and would have to ask
        topics += book.open_among(["exhausted-again"])
    if discards == 0:
        says = _no_winner(book)
        topics += ["win"] if book.highest_wins else []
    elif discards == 1:
        taken = phrase("only the top discard") if book.draw_down else phrase("only a discard for some")
        says = taken if book.draw_cards == 1 else phrase("one card, not two")
        topics = [*topics, "draw", *([] if book.draw_down else ["draw-down"])]
    else:
        says = phrase("shuffle the discards", cards=discards - 1)
    adds = {"new_stock": max(0, discards - 1), "round_over": discards == 0}
    return Ruling(None, says, citations(book, *topics), adds)


def _no_winner(book: Rulebook) -> Phrase:
    """What becomes of the cards left in a round that nobody wins."""
    if book.winning_total == LOWEST:
        return phrase("both piles empty")
    if book.winning_total == "highest, own cards come off":
        return phrase("both piles empty, cards come off")
    return phrase("both piles empty, cards for nobody")
