"""The judge of the question ``meld``: do these cards form a set, a run or a pair?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.rules.cards import Placed, format_meld
from referee.rules.judges.filling import fits
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, look, readings
from referee.rules.melds.repairs import meld_hints
from referee.rules.melds.rests import rests
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import CALLED, IN_A_ROW, LOOSE, asked_for
from referee.rules.rulings import Finding, Need, Reason, Ruling, citations, depends, phrase, refusal

NEED_ROUND = Need("round", phrase("which round, smaller melds"))
NEED_CONTRACT = Need("in_contract", phrase("in the contract"))
NEED_ROUND_OF_IT = Need("round", phrase("which round, such melds"))
_NOTHING: Mapping[str, object] = {"kind": None, "readings": []}


def judge_meld(
    book: Rulebook,
    cards: Sequence[Placed],
    kind: str | None = None,
    round_no: int | None = None,
    *,
    in_contract: bool | None = None,
) -> Ruling:
    """Whether cards, in any order, form one set or run (or pair), under a rulebook.

    ``kind`` narrows it to ``set``, ``run`` or ``pair``; ``in_contract`` matters where a contract has a limit on wild
    cards of its own, ``round_no`` (from 1) where one asks for runs of 3 or a pair. ``adds``: ``kind`` and
    ``readings``, every legal reading as a card string with wild cards assigned.
    """
    rules = meld_rules(book.going_down if in_contract else book)
    least = rules.leasts[round_no or 0]
    seen = look(rules, cards)
    ways = readings(rules, cards, least, kind=kind, seen=seen)
    if ways:
        if least.loose:  # what is a meld in any round is told as that
            ways = [way for way in ways if way.kind not in LOOSE] or ways
        if in_contract is None and rules.book.wilds_more_later and not _goes_down(rules, cards, kind, least):
            topics = (*rests(rules, ways).surely, "wild-limit")
            return depends(book, [NEED_CONTRACT], _NOTHING, *topics)
        if round_no is not None and rules.ranks_named and _are_of_another_rank(rules, ways, round_no):
            slots = book.contracts[round_no - 1]
            says = phrase("asks for", round=round_no, contract=slots, why=phrase("is none of these", meld=ways[0]))
            return refusal(book, [Finding(Reason.MELD_MISSING, "contracts", says)], _NOTHING)
        return _yes(rules, ways)
    if round_no is None and (need := _round_decides(rules, cards, kind)):
        return need
    wrong, nor = faults(rules, cards, kind, least, seen)
    return refusal(
        book,
        wrong,
        _NOTHING,
        hint=lambda left: meld_hints(rules, cards, kind, least, _OTHER.get(nor), left=left, seen=seen),
        last=(nor,),
    )


def _are_of_another_rank(rules: MeldRules, ways: Sequence[Reading], round_no: int) -> bool:
    """Whether only a contract makes them a meld, and that of the round names another rank."""
    slots = asked_for(rules.book.contracts[round_no - 1])
    return not any(
        way.kind in LOOSE or len(way.cards) >= rules.ordinary.of(way.kind) or any(fits(slot, way) for slot in slots)
        for way in ways
    )


def _goes_down(rules: MeldRules, cards: Sequence[Placed], kind: str | None, least: Least) -> bool:
    """Whether cards are a meld in a contract too, where that has a limit of its own."""
    return bool(readings(meld_rules(rules.book.going_down), cards, least, kind=kind, every=False))


_OTHER = {"set": "run", "run": "set"}
"""What cards were explained as, by the clause that the explanation was not about."""


def _round_decides(rules: MeldRules, cards: Sequence[Placed], kind: str | None) -> Ruling | None:
    for least in rules.other_leasts:
        if ways := readings(rules, cards, least, kind=kind, every=False):
            loose = ways[0].kind in LOOSE
            return Ruling(
                None,
                phrase("round decides, such melds" if loose else "round decides, smaller melds"),
                citations(rules.book, *rests(rules, ways).surely, "contracts"),
                _NOTHING,
                needs=(NEED_ROUND_OF_IT if loose else NEED_ROUND,),
            )
    return None


def kind_of(ways: Sequence[Reading]) -> str:
    """``"set"``, ``"run"`` or ``"pair"``; where the cards can be either, ``"set or run"``."""
    first, last = ways[0].kind, ways[-1].kind
    if first in LOOSE:
        return CALLED[first]
    return first if first == last else f"{first} or {last}"


def _yes(rules: MeldRules, ways: list[Reading]) -> Ruling:
    return Ruling(
        True,
        phrase("a meld", readings=ways, declare="declare" in rules.book.clauses),
        citations(rules.book, *topics_of(rules, ways)),
        {"kind": kind_of(ways), "readings": [format_meld(reading.cards) for reading in ways]},
    )


def topics_of(rules: MeldRules, ways: Sequence[Reading]) -> list[str]:
    """The clauses that let a meld stand: first those up to the table without which it would not.

    What another rulebook forbids decides before what every rulebook allows.
    """
    first = ways[0]
    kind = first.kind
    n = len(first.cards)
    surely, partly = rests(rules, ways)
    topics = ["reading", *surely, "declare"] if len(ways) > 1 else list(surely)
    if kind == "pair":
        topics += ["pair", "contracts"]
    elif n < rules.ordinary.of(kind) or kind in LOOSE:
        topics.append("contracts")
    topics += partly
    if n == 14 and kind in IN_A_ROW:
        topics.append("long-run")
    if first.wilds:
        topics += ["wild-limit", "wild"] if first.wilds > 1 else ["wild"]
    if kind in IN_A_ROW:
        topics.append("run")
    elif kind not in LOOSE:
        topics += ["set-size", "set"] if n > 4 else ["set"]
    if ways[-1].kind != kind and kind not in LOOSE:
        topics.append(ways[-1].kind)
    return topics
