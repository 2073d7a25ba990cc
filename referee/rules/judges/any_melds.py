"""Do melds meet a contract that leaves it to the player which they are: any, or any that are worth enough?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from referee.rules.judges.filling import (
    MOST_STEPS,
    NUMBERED,
    Choice,
    Meld,
    as_told_first,
    clash,
    clashes,
    spoilt,
    too_many_wilds,
    would_stay,
)
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, readings
from referee.rules.melds.repairs import meld_hints
from referee.rules.melds.worth import is_enough, is_pure, worth_in_all
from referee.rules.rulebook.meld_rules import NO_END, MeldRules
from referee.rules.rulebook.slots import Slot
from referee.rules.rulings import Finding, Left, Phrase, Reason, phrase

Options = Sequence[Sequence[Reading]]
"""The readings of each meld."""


def choose_free(rules: MeldRules, slot: Slot, options: Options, *, bound: bool = True) -> list[Choice] | None:
    """The first reading of every meld by which they are what is asked for; None if there is none, or none is met in so
    many steps.

    ``bound``: they are going down, so the rules between melds, and on wild cards in all, must let them stand.
    """
    ways = islice(_side_by_side(rules, options, bound=bound, limited=bound), MOST_STEPS)
    chosen = next((read for read in ways if is_enough(rules, slot, read)), None)
    return None if chosen is None else _as_choices(chosen)


def _as_choices(read: Sequence[Reading]) -> list[Choice]:
    return [Choice(Slot(meld.kind, len(meld.cards)), meld) for meld in read]


def _side_by_side(
    rules: MeldRules, options: Options, *, bound: bool = True, limited: bool = True
) -> Iterator[list[Reading]]:
    """Each choice of one reading for every meld that the rules between melds let stand."""
    room = rules.wilds_going_down if limited else NO_END

    def others(chosen: list[Reading]) -> Iterator[list[Reading]]:
        if len(chosen) == len(options):
            yield chosen
            return
        for reading in options[len(chosen)]:
            within = reading.wilds + sum([other.wilds for other in chosen]) <= room
            if within and not (bound and any(clash(rules, reading, other) for other in chosen)):
                yield from others([*chosen, reading])

    return others([])


def free_findings(
    rules: MeldRules, melds: Sequence[Meld], options: Options, hand: Sequence[int], round_no: int
) -> list[Finding]:
    """What is wrong with melds that are not what the contract of a round (from 1) asks for."""
    findings = []
    for place, (meld, ways) in enumerate(zip(melds, options, strict=True)):
        for wrong in () if ways else faults(rules, meld, None, rules.leasts[round_no])[0]:
            findings.append(wrong._replace(says=spoilt(meld, wrong.says, place if len(melds) > 1 else None)))
    readable = [ways for ways in options if ways]
    for limited, bound in ((True, True), (True, False), (False, True), (False, False)):
        every = list(islice(_side_by_side(rules, readable, bound=bound, limited=limited), MOST_STEPS))
        if every:
            chosen = _as_choices(every[0])
            findings += [] if bound else clashes(rules, chosen)
            findings += [] if limited else [too_many_wilds(rules, chosen)]
            findings += _too_little(rules, every, round_no) if all(options) else []
            break
    return [*findings, *would_stay(rules.book, hand, round_no)]


def _too_little(rules: MeldRules, ways: Sequence[Sequence[Reading]], round_no: int) -> Iterator[Finding]:
    """What melds lack of what is asked for, in whichever of these ways they are read."""
    contract = rules.book.contracts[round_no - 1]
    slot = contract[0]
    if not ways[0]:
        says = phrase("asks for", round=round_no, contract=contract, why=phrase("nothing goes down"))
        yield Finding(Reason.MELD_MISSING, "contracts", says)
        return
    pure = [read for read in ways if any(map(is_pure, read))]
    if slot.pure and not pure:
        says = phrase("asks for", round=round_no, contract=contract, why=phrase("no pure run"))
        yield Finding(Reason.NO_PURE_RUN, "contracts", says)
    points = max([worth_in_all(rules, read) for read in (slot.pure and pure) or ways])
    if points < slot.points:
        why = phrase("worth too little", points=points, short=slot.points - points)
        says = phrase("asks for", round=round_no, contract=contract, why=why)
        yield Finding(Reason.WORTH_TOO_LITTLE, "contracts", says)


def free_hints(
    rules: MeldRules, round_no: int, melds: Sequence[Meld], options: Options, hand: Sequence[int], left: Left
) -> tuple[Phrase, ...]:
    """What would make melds what the contract asks for: another card in the one that is none, or two of them as one."""
    slot, least = rules.book.contracts[round_no - 1][0], rules.leasts[round_no]
    wrong = [at for at, ways in enumerate(options) if not ways]
    if len(wrong) > 1 or len(melds) > NUMBERED or (hand and round_no in rules.book.all_cards_rounds):
        return ()

    def stand(changed: Meld, *instead_of: int) -> bool:
        ways = as_told_first(changed, readings(rules, changed, least, every=False))
        others = [others for other, others in enumerate(options) if other not in instead_of]
        return choose_free(rules, slot, [*others, ways]) is not None

    if not wrong:
        pairs = combinations(range(len(melds)), 2)
        as_one = any(stand([*melds[first], *melds[second]], first, second) for first, second in pairs)
        return (phrase("as one meld"),) if as_one else ()
    (at,) = wrong

    def will_do(changed: Meld) -> bool:
        return stand(changed, at)

    hints = meld_hints(rules, melds[at], None, least, left=left, will_do=will_do)
    return hints if len(melds) == 1 else tuple([phrase("for the nth meld", nth=at, hint=hint) for hint in hints])
