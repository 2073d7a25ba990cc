"""Which melds fill the slots of a contract, and what keeps two of them from standing beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules.cards import Placed, format_card, format_placed
from referee.rules.melds.readings import Reading, stands
from referee.rules.rulebook.meld_rules import NO_END, MeldRules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import IN_A_ROW, LOOSE, Slot
from referee.rules.rulings import Finding, Phrase, Reason, phrase

Meld = Sequence[Placed]
_LOOSE = frozenset(LOOSE)
NUMBERED = 6
"""So many melds are called the first, the second and so on; the others by their cards."""
MOST_STEPS = 100_000
"""No search for readings that stand beside each other goes on longer: only absurd melds come near it."""


class Choice(NamedTuple):
    """One meld read as one of the contract's melds."""

    slot: Slot
    reading: Reading


def as_told(meld: Meld, reading: Sequence[Placed]) -> bool:
    """Whether a meld was told in the order in which a reading has its cards: then that is the one that is meant."""
    return [placed.card for placed in meld] == [placed.card for placed in reading]


def as_told_first(meld: Meld, ways: Sequence[Reading]) -> list[Reading]:
    return sorted(ways, key=lambda way: not as_told(meld, way.cards))


def meets(slots: Sequence[Slot], melds: Sequence[Sequence[Reading]]) -> bool:
    """Whether the slots can be filled from melds that may be more and longer than they ask.

    ``melds`` gives the readings of each. This is how a table already laid is looked at: how the
    melds stand to each other no longer matters.
    """
    return not unfilled(slots, melds)


def owed(slots: Sequence[Slot], melds: Sequence[Sequence[Reading]], kind: str) -> Slot | None:
    """The slot of a kind that melds leave unfilled, the smallest first; None if none is."""
    open_slots = [slot for slot in unfilled(slots, melds) if slot.kind == kind]
    return min(open_slots, key=lambda slot: slot.size, default=None)


def unfilled(slots: Sequence[Slot], melds: Sequence[Sequence[Reading]]) -> list[Slot]:
    """The slots that no meld is left to fill."""
    return unmatched(slots, melds)[0]


def fits(slot: Slot, reading: Reading) -> bool:
    """Whether a meld read so is of the slot's kind and has at least its size."""
    kind = "pair" if slot.kind == "pair" and reading.kind == "set" else reading.kind
    return kind == slot.kind and len(reading.cards) >= slot.size and slot.rank in (0, reading.rank)


def as_asked(reading: Reading, ways: Sequence[Reading]) -> list[Reading]:
    """The readings of a meld that could be meant by it: what only a contract makes a meld is no other way to read one
    that is a meld in any case."""
    return [way for way in ways if way.kind == reading.kind or _LOOSE.isdisjoint((way.kind, reading.kind))]


def is_akin(slot: Slot, reading: Reading) -> bool:
    """Whether a meld could fill a slot if it were longer."""
    if slot.kind in LOOSE:
        return reading.kind == slot.kind or (reading.kind in IN_A_ROW and slot.kind in IN_A_ROW)
    if slot.rank not in (0, reading.rank):
        return False
    return reading.kind not in LOOSE and (reading.kind == "run") == (slot.kind == "run")


def unmatched(slots: Sequence[Slot], options: Sequence[Sequence[Reading]]) -> tuple[list[Slot], list[int]]:
    """The slots that no meld fills, and the melds that fill none, where as many as possible have each other."""
    taken: dict[int, int] = {}

    def place(meld: int, tried: set[int]) -> bool:
        for index, slot in enumerate(slots):
            if index not in tried and any(fits(slot, reading) for reading in options[meld]):
                tried.add(index)
                if index not in taken or place(taken[index], tried):
                    taken[index] = meld
                    return True
        return False

    for meld in sorted(range(len(options)), key=lambda m: -max((len(r.cards) for r in options[m]), default=0)):
        place(meld, set())
    missing = [slot for index, slot in enumerate(slots) if index not in taken]
    return missing, [meld for meld in range(len(options)) if meld not in taken.values()]


def choose(
    rules: MeldRules,
    slots: Sequence[Slot],
    options: Sequence[Sequence[Reading]],
    whole_hand: bool,
    *,
    exact: bool,
    bound: bool,
    limited: bool = True,
    most_steps: int | None = None,
) -> list[Choice] | None:
    """A slot and a reading for every meld, all rules that are asked for kept; None if there is none, or none is found
    in so many steps.

    ``bound``: the melds may stand beside each other; ``limited``: together they have no more wild cards than may go
    down.
    """
    room = rules.wilds_going_down if limited else NO_END
    most = MOST_STEPS if most_steps is None else most_steps
    chosen: list[Choice | None] = [None] * len(options)
    order = sorted(range(len(options)), key=lambda meld: len(options[meld]))
    steps = 0

    def candidates(meld: int, open_slots: Sequence[Slot]) -> Iterator[Choice]:
        for slot in dict.fromkeys(open_slots):
            for reading in options[meld]:
                longer_is_fine = not exact or (whole_hand and slot.kind in IN_A_ROW)
                if fits(slot, reading) and (longer_is_fine or len(reading.cards) == slot.size):
                    yield Choice(slot, reading)

    def fill(depth: int, open_slots: list[Slot]) -> bool:
        nonlocal steps
        if depth == len(order):
            return True
        for choice in candidates(order[depth], open_slots):
            steps += 1
            if steps > most:
                return False
            before = [other.reading for other in chosen if other is not None]
            if choice.reading.wilds + sum([other.wilds for other in before]) > room:
                continue
            if bound and any(clash(rules, choice.reading, other) for other in before):
                continue
            chosen[order[depth]] = choice
            rest = list(open_slots)
            rest.remove(choice.slot)
            if fill(depth + 1, rest):
                return True
            chosen[order[depth]] = None
        return False

    return [choice for choice in chosen if choice is not None] if fill(0, list(slots)) else None


def by_the_corner(finding: Finding) -> bool:
    """Whether two runs touch only because runs may go round the corner."""
    if finding.reason is not Reason.RUNS_TOUCH or finding.topic != "contiguous":
        return False
    low, high = finding.says.about["runs"]
    return bool(low.high + 1 != high.rank)


def clash(rules: MeldRules, first: Reading, other: Reading) -> Finding | None:
    """What keeps two melds from standing in one contract, if anything does."""
    if first.kind != "run" or other.kind != "run":
        if first.kind in LOOSE or other.kind in LOOSE:
            return None
        if rules.sets_of_one_rank or "run" in (first.kind, other.kind) or first.rank != other.rank:
            return None
        says = phrase("sets of one rank", rank=first.rank)
        return Finding(Reason.SETS_OF_ONE_RANK, "same-rank", says, tuple(map(format_placed, other.cards)))
    if first.suit != other.suit or not (rules.run_in_each_suit or rules.runs_apart):
        return None
    low, high = sorted((first, other), key=lambda run: run.rank)
    cards = tuple(map(format_placed, high.cards))
    if rules.run_in_each_suit:
        return Finding(Reason.RUNS_OF_ONE_SUIT, "contiguous", phrase("runs of one suit", runs=(low, high)), cards)
    if rules.adjoin(low.span, high.span):
        return Finding(Reason.RUNS_TOUCH, "contiguous", phrase("runs touch", runs=(low, high)), cards)
    if rules.ace_ends_touch and low.rank == 1 and high.high == 14:
        return Finding(Reason.RUNS_TOUCH, "ace-ends", phrase("runs touch at the ace", runs=(low, high)), cards)
    return None


def clashes(rules: MeldRules, chosen: Sequence[Choice]) -> list[Finding]:
    """What keeps melds from standing beside each other."""
    pairs = ((a.reading, b.reading) for i, a in enumerate(chosen) for b in chosen[i + 1 :])
    return [finding for pair in pairs if (finding := clash(rules, *pair))]


def too_many_wilds(rules: MeldRules, chosen: Sequence[Choice]) -> Finding:
    """That melds have more wild cards together than may go down."""
    wilds = [placed for _, reading in chosen for placed in reading.cards if stands(placed)]
    count = sum(reading.wilds for _, reading in chosen)
    says = phrase("too many wilds going down", most=rules.wilds_going_down, count=count)
    beyond = tuple(map(format_placed, wilds[rules.wilds_going_down :]))
    return Finding(Reason.TOO_MANY_WILDS, "wild-going-down", says, beyond)


def spoilt(meld: Meld, why: Phrase, place: int | None) -> Phrase:
    """Why a meld of a contract is none; ``place`` says which it is, from 0, where there are several."""
    if place is not None and place < NUMBERED:
        return phrase("nth is no meld", nth=place, why=why)
    return phrase("no meld", cards=[card for card, _ in meld], why=why) if meld else why


def would_stay(book: Rulebook, hand: Sequence[int], round_no: int) -> list[Finding]:
    """That cards would stay in hand in a round in which none may."""
    if not hand or round_no not in book.all_cards_rounds:
        return []
    says = phrase("cards would stay", cards=hand, round=round_no)
    return [Finding(Reason.CARDS_LEFT, "last-round", says, tuple(map(format_card, hand)))]
