"""A further meld after the contract: a new one where the rulebook has it, or one that was owed."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.cards import Placed, format_meld, format_placed
from referee.rules.judges.filling import is_akin
from referee.rules.judges.lay_off import NEED_DOWN, all_cards, not_all_at_once
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, readings
from referee.rules.melds.rests import rests
from referee.rules.rulebook.meld_rules import Least, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE, parse_slot
from referee.rules.rulings import Finding, Need, Reason, Ruling, citations, depends, phrase, refusal

NEED_CARDS = Need("cards", phrase("which cards"))
_NOTHING: dict[str, object] = {"readings": []}
_NOT_REPLACED = _NOTHING | {"replaces": None}


def judge_new_meld(
    book: Rulebook, cards: Sequence[Placed], down: str | None = None, round_no: int | None = None
) -> Ruling:
    """Whether a player who is down may lay down a further set or run.

    ``down`` as in ``judge_lay_off``. ``adds``: ``readings``, every legal reading of the meld.
    """
    rules = meld_rules(book)
    findings: list[Finding] = []
    needs: list[Need] = []
    if book.new_melds == "never":
        findings.append(Finding(Reason.NOT_PLAYED, "new-melds", phrase("no new melds")))
    if round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no further melds")))
    if down == "no":
        findings.append(Finding(Reason.NOT_DOWN, "new-melds", phrase("new meld: not down")))
    elif down == "this turn" and book.new_melds != "same turn":
        findings.append(Finding(Reason.DOWN_TOO_LATE, "new-melds", phrase("new meld: down this turn")))
    elif down is None:
        needs.append(NEED_DOWN)
    ways = readings(rules, cards, rules.ordinary)
    if not cards:
        needs.append(NEED_CARDS)
    elif not ways:
        findings += faults(rules, cards, None, rules.ordinary)[0]
    if findings:
        hints = (phrase("wait"),) if len(findings) == 1 and findings[0].reason is Reason.DOWN_TOO_LATE else ()
        return refusal(book, findings, _NOTHING, hints)
    if needs:
        return depends(book, needs, _NOTHING, "new-melds")
    says = phrase("new meld", meld=ways[0])
    held = rests(rules, ways)
    let = ["new-melds"] if down == "this turn" and "new-melds" in book.up_to_the_table else []
    topics = (*not_all_at_once(book, round_no), *let, *held.surely, "new-melds", *held.partly, ways[0].kind)
    return Ruling(True, says, citations(book, *topics), _readings(ways))


def judge_replacement(
    book: Rulebook, cards: Sequence[Placed], owed: Sequence[str], round_no: int | None = None
) -> Ruling:
    """Whether a meld replaces one that a truly screwed player owes, such as ``run of 4``.

    It is of the same kind and of the least size. ``adds``: ``readings`` and ``replaces``, what it
    replaces of ``owed`` (None if not legal).
    """
    rules = meld_rules(book)
    if not cards:
        return depends(book, [NEED_CARDS], _NOT_REPLACED, "screw-replacement")
    slots = [parse_slot(name) for name in owed]
    least = Least(
        min([rules.ordinary.set, *(s.size for s in slots if s.kind != "run")]),
        min([rules.ordinary.run, *(s.size for s in slots)]),
        tuple([slot for slot in slots if slot.kind in LOOSE]),
    )
    ways = readings(rules, cards, rules.leasts[round_no or 0]) or readings(rules, cards, least)
    for slot, name in zip(slots, owed, strict=True):
        fitting = [way for way in ways if is_akin(slot, way)]
        fitting = [way for way in fitting if way.kind == slot.kind] or fitting if slot.kind in LOOSE else fitting
        if fitting and len(cards) == slot.size:
            held = rests(rules, fitting)
            kind = "contracts" if fitting[0].kind in LOOSE else fitting[0].kind
            topics = ("screw-replacement", "screw-replace", *held.surely, *held.partly, kind)
            because = citations(book, *topics)
            says = phrase("replaces", meld=fitting[0], owed=name)
            return Ruling(True, says, because, {**_readings(fitting), "replaces": name})
    at_fault = tuple(map(format_placed, cards))
    if not ways:
        return refusal(book, faults(rules, cards, None, least)[0], _NOT_REPLACED)
    alike = [way for way in ways for slot in slots if is_akin(slot, way)]
    other = phrase("has so many", count=len(cards)) if alike else phrase("is another", meld=ways[0])
    says = phrase("replace first", owed=list(dict.fromkeys(owed)), this=other)
    return refusal(book, [Finding(Reason.NOT_EXACT, "screw-replacement", says, at_fault)], _NOT_REPLACED)


def _readings(ways: Sequence[Reading]) -> dict[str, object]:
    return {"readings": [format_meld(way.cards) for way in ways]}
