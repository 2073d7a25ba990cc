"""What becomes of runs on the table: whether two that meet are one run, and whether a long one may be cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from referee.rules.cards import Placed, format_card, format_meld
from referee.rules.judges.lay_off import Meld, lying
from referee.rules.melds.readings import Reading
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import (
    Finding,
    Need,
    Phrase,
    Reason,
    RequestError,
    Ruling,
    citations,
    depends,
    phrase,
    refusal,
)

NEED_RUNS = Need("runs", phrase("which runs"))
NEED_CUT = Need("cut", phrase("cut before which"))
_NO: dict[str, object] = {"after": []}


def judge_runs_meet(
    book: Rulebook, runs: Sequence[Meld], cut: int | None = None, round_no: int | None = None
) -> Ruling:
    """Whether two runs that meet are one, or, before the card ``cut``, one run becomes two.

    ``adds``: ``after``, the runs as they lie then, wild cards assigned; empty where nothing is changed. Raises
    RequestError.
    """
    if not runs:
        return depends(book, [NEED_RUNS], _NO)
    if len(runs) > (2 if cut is None else 1):
        raise RequestError("runs", "must be two runs that meet, or one run with the card before which it is cut")
    if cut is None and len(runs) < 2:
        return depends(book, [NEED_CUT], _NO, "apart", "runs-cut")
    rules = meld_rules(book)
    ways = [[way for way in lying(rules, run, round_no) if way.kind == "run"] for run in runs]
    for number, run in enumerate(runs):
        if not ways[number]:
            return _no(Reason.GAP, "run", phrase("not a run", cards=run), book)
    return _joined(rules, *ways) if cut is None else _parted(rules, ways[0], cut, round_no)


def _no(reason: Reason, topic: str, says: Phrase, book: Rulebook, *cards: str) -> Ruling:
    return refusal(book, [Finding(reason, topic, says, cards)], _NO)


def _joined(rules: MeldRules, first: Sequence[Reading], second: Sequence[Reading]) -> Ruling:
    book = rules.book
    pairs = [sorted(pair, key=lambda way: way.rank) for pair in product(first, second)]
    meeting = [(low, high) for low, high in pairs if low.suit == high.suit and low.high + 1 == high.rank]
    if not meeting:
        return _no(Reason.GAP, "run", phrase("runs do not meet"), book)
    low, high = meeting[0]
    if book.runs_that_meet == "two":
        return _no(Reason.STAYS, "apart", phrase("runs stay two"), book)
    joined = Reading("run", (*low.cards, *high.cards), low.rank, low.suit, low.wilds + high.wilds)
    if len(joined.cards) > book.run_longest:
        says = phrase("too long", kind="run", most=book.run_longest, count=len(joined.cards))
        return _no(Reason.TOO_LONG, "long-run", says, book)
    adds = {"after": [format_meld(joined.cards)]}
    return Ruling(True, phrase("one run", run=joined), citations(book, "apart", "run"), adds)


def _parted(rules: MeldRules, ways: Sequence[Reading], cut: int, round_no: int | None) -> Ruling:
    book, way = rules.book, ways[0]
    at = next((at for at, placed in enumerate(way.cards) if _lies_as(placed) == cut), None)
    if at is None:
        return _no(Reason.NOT_THERE, "run", phrase("not in the run", card=cut), book, format_card(cut))
    if not book.runs_cut:
        return _no(Reason.STAYS, "runs-cut", phrase("no run is cut"), book)
    parts = [
        Reading("run", way.cards[:at], way.rank, way.suit, way.wilds),
        Reading("run", way.cards[at:], way.rank + at, way.suit, way.wilds),
    ]
    least = rules.leasts[round_no or 0].run
    shortest = min(len(part.cards) for part in parts)
    if shortest < least:
        says = phrase("part too short", least=least, count=shortest)
        return _no(Reason.TOO_SHORT, "run", says, book)
    adds = {"after": [format_meld(part.cards) for part in parts]}
    return Ruling(True, phrase("two runs", runs=parts), citations(book, "runs-cut", "run"), adds)


def _lies_as(placed: Placed) -> int:
    """The card that a card of a run is, or stands for."""
    return placed.card if placed.stands_for is None else placed.stands_for
