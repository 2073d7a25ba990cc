"""What becomes of runs on the table: whether two that meet are one run, and whether a long one may be cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from referee.rules.cards import Placed, format_card, format_meld
from referee.rules.judges.lay_off import Meld, by_its_order, lying
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, stands
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import MIXED
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
NEED_WHICH = Need("cut", phrase("cut before which of them"))
NEED_PLACE = Need("runs", phrase("which place"))
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
    ways = [_runs(rules, run, round_no) for run in runs]
    for number, run in enumerate(runs):
        if not ways[number]:
            return _no(Reason.GAP, "run", phrase("not a run", cards=run), book)
    ruling = _ruled(rules, ways, cut, round_no)
    by_order = [topic for run, its in zip(runs, ways, strict=True) for topic in by_its_order(rules, run, its, round_no)]
    if by_order and (loose := rules.looser.get("wild-place")):
        # another table might have it in another place; not all that it might do changes anything here
        other = judge_runs_meet(loose, runs, cut, round_no)
        by_order = [] if (other.legal, other.adds) == (ruling.legal, ruling.adds) else by_order
    before = 1 if ruling.legal else 0
    return ruling._replace(because=citations(book, *ruling.topics[:before], *by_order, *ruling.topics[before:]))


def _runs(rules: MeldRules, run: Meld, round_no: int | None) -> list[Reading]:
    """The runs that cards on the table may be: of one suit where they can be, else of any suits, where a contract asks
    for these."""
    one_suit = lying(rules, run, round_no, "run")
    return one_suit or [way for way in lying(rules, run, round_no) if way.kind == MIXED]


def _ruled(rules: MeldRules, ways: Sequence[Sequence[Reading]], cut: int | None, round_no: int | None) -> Ruling:
    return _joined(rules, *ways) if cut is None else _parted(rules, ways[0], cut, round_no)


def _no(reason: Reason, topic: str, says: Phrase, book: Rulebook, *cards: str) -> Ruling:
    return refusal(book, [Finding(reason, topic, says, cards)], _NO)


def _where(book: Rulebook, *topics: str) -> Ruling:
    """The question where a wild card lies, as the answer hangs on it."""
    return depends(book, [NEED_PLACE], _NO, "wild-place", "declare", *topics)


def _joined(rules: MeldRules, first: Sequence[Reading], second: Sequence[Reading]) -> Ruling:
    book = rules.book
    pairs = [sorted(pair, key=lambda way: way.rank) for pair in product(first, second)]
    meeting = [(low, high) for low, high in pairs if _are_alike(low, high) and low.high + 1 == high.rank]
    if not meeting:
        return _no(Reason.GAP, "run", phrase("runs do not meet"), book)
    low, high = meeting[0]
    if book.runs_that_meet == "two":
        return _no(Reason.STAYS, "apart", phrase("runs stay two"), book)
    if book.wild_place == "as named" and len(meeting) < len(pairs):
        return _where(book, "apart", "run")
    kind, suit = ("run", low.suit) if low.suit == high.suit >= 0 else (MIXED, -1)
    joined = Reading(kind, (*low.cards, *high.cards), low.rank, suit, low.wilds + high.wilds)
    if len(joined.cards) > book.run_longest:
        says = phrase("too long", kind="run", most=book.run_longest, count=len(joined.cards))
        return _no(Reason.TOO_LONG, "long-run", says, book)
    adds = {"after": [format_meld(joined.cards)]}
    return Ruling(True, phrase("one run", run=joined), citations(book, "apart", "run"), adds)


def _are_alike(low: Reading, high: Reading) -> bool:
    """Whether they can be one run: of one suit, or one of them is of any suits already."""
    return low.suit == high.suit or MIXED in (low.kind, high.kind)


def _parted(rules: MeldRules, ways: Sequence[Reading], cut: int, round_no: int | None) -> Ruling:
    book, least = rules.book, rules.leasts[round_no or 0].run
    if not book.runs_cut:
        return _no(Reason.STAYS, "runs-cut", phrase("no run is cut"), book)
    places = [_places(way, cut) for way in ways]
    if not any(places):
        return _no(Reason.NOT_THERE, "run", phrase("not in the run", card=cut), book, format_card(cut))

    def breaks(part: Reading) -> bool:
        return not rules.limits_hold(len(part.cards), part.wilds)

    # by way and by place, what becomes of it; None: a part is too short, or has not the natural cards that it needs
    halves = [[_halves(way, at) for at in ats] for way, ats in zip(ways, places, strict=True)]
    cuts = [
        [parts if _are_long(parts, least) and not any(map(breaks, parts)) else None for parts in each]
        for each in halves
    ]
    possible = [parts for each in cuts for parts in each if parts]
    if not possible:
        long = [half for each in halves for parts in each if _are_long(parts, least) for half in parts]
        if wrong := next(filter(breaks, long), None):
            [first, *_], _ = faults(rules, wrong.cards, wrong.kind, rules.leasts[round_no or 0])
            return refusal(book, [first], _NO)
        count = max(min(at, len(way.cards) - at) for way, ats in zip(ways, places, strict=True) for at in ats)
        says = phrase("part too short", least=least, count=count) if count else phrase("cut before the first", card=cut)
        return _no(Reason.TOO_SHORT, "run", says, book)
    if any(len({*each}) > 1 for each in cuts):
        return depends(book, [NEED_WHICH], _NO, "runs-cut", "run")
    if book.wild_place == "as named" and any(each != cuts[0] for each in cuts):
        return _where(book, "runs-cut", "run")
    adds = {"after": [format_meld(part.cards) for part in possible[0]]}
    return Ruling(True, phrase("two runs", runs=possible[0]), citations(book, "runs-cut", "run"), adds)


def _places(way: Reading, cut: int) -> list[int]:
    """Where in a run the card lies before which it is cut, from 0; the first place only where it lies in no other.

    What a card stands for comes before what it is: a two in its own place before one that is wild in another.
    """
    there = [at for at, placed in enumerate(way.cards) if _lies_as(placed) == cut]
    there = there or [at for at, placed in enumerate(way.cards) if placed.card == cut]
    return [at for at in there if at] or there


def _halves(way: Reading, at: int) -> tuple[Reading, Reading]:
    first, second = way.cards[:at], way.cards[at:]
    return (
        Reading(way.kind, first, way.rank, way.suit, sum(map(stands, first))),
        Reading(way.kind, second, way.rank + at, way.suit, sum(map(stands, second))),
    )


def _are_long(parts: Iterable[Reading], least: int) -> bool:
    return all(len(part.cards) >= least for part in parts)


def _lies_as(placed: Placed) -> int:
    """The card that a card of a run is, or stands for."""
    return placed.card if placed.stands_for is None else placed.stands_for
