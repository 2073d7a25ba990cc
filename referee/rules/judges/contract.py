"""Do these melds, together, meet the contract of a round?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules.cards import Placed, format_card, format_meld, format_placed, parse_placed
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, readings
from referee.rules.melds.repairs import meld_hints
from referee.rules.melds.rests import of_all, rests
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook, Slot, ways_to_meet
from referee.rules.rulings import Finding, Left, Need, Phrase, Reason, Ruling, citations, in_all, phrase, refusal

Meld = Sequence[Placed]
NEED_ROUND = Need("round", phrase("which round"))
MOST_STEPS = 100_000
"""No search for readings that stand beside each other goes on longer: only absurd melds come near it."""


class Choice(NamedTuple):
    """One meld read as one of the contract's melds."""

    slot: Slot
    reading: Reading


def judge_contract(
    book: Rulebook, melds: Sequence[Meld], hand: Sequence[int] = (), round_no: int | None = None
) -> Ruling:
    """Whether melds, in any order, one for one meet the contract of a round (from 1).

    ``hand`` are the cards that stay in hand: where the round wants every card melded there may be
    none. The discard is not considered. ``adds``: ``readings``, one legal reading for each meld,
    in the order given; empty if not legal.
    """
    if round_no is not None:
        return _of_round(book, melds, hand, round_no)
    each = [_of_round(book, melds, hand, number) for number in range(1, book.rounds + 1)]
    if any(ruling.legal for ruling in each):
        says = phrase("round decides", question=NEED_ROUND.asks)
        because = citations(book, *in_all(book, (ruling for ruling in each if ruling.legal)), "contracts")
        return Ruling(None, says, because, {"readings": []}, needs=(NEED_ROUND,))
    # where the table may call them melds, some round's contract could be met
    rules = meld_rules(book)
    spoilt = [meld for meld in melds if not readings(rules, meld, rules.smallest, every=False)]
    wrong = [faults(rules, meld, None, rules.smallest)[0][0] for meld in spoilt]
    first = book.open_among(finding.topic for finding in wrong)
    finding = Finding(Reason.MELD_MISSING, "contracts", phrase("meets no contract"))
    return refusal(book, [finding], {"readings": []}, first=first)


def _of_round(book: Rulebook, melds: Sequence[Meld], hand: Sequence[int], round_no: int) -> Ruling:
    """Where a round leaves a choice, any way will do, and what meets none is told by the nearest."""
    each = [(way, _judge(meld_rules(way), melds, hand, round_no)) for way in book.by_way(round_no)]
    for _, ruling in each:
        if ruling.legal or len(each) == 1:
            return ruling
    nearest, ruling = min(
        each, key=lambda judged: (_away(meld_rules(judged[0]), melds, round_no), len(judged[1].findings))
    )
    return by_choice(book, nearest, ruling, round_no)


def _away(rules: MeldRules, melds: Sequence[Meld], round_no: int) -> tuple[int, int]:
    """How many melds are missing or too many, and how many cards the missing ones are short of."""
    slots = rules.book.contracts[round_no - 1]
    options = [readings(rules, meld, rules.leasts[round_no], every=False) for meld in melds]
    missing, beside = _unmatched(slots, options)
    spare = [reading for index in beside for reading in options[index]]
    short = [
        min(
            [slot.size - len(reading.cards) for reading in spare if (reading.kind == "run") == (slot.kind == "run")]
            or [slot.size]
        )
        for slot in missing
    ]
    return len(missing) + len(beside), sum(short)


def by_choice(book: Rulebook, nearest: Rulebook, ruling: Ruling, round_no: int) -> Ruling:
    """A refusal by one way to meet a contract, saying that there are others."""
    first, *others = ruling.findings
    why = first.says.about.get("why") if first.says.name == "asks for" else first.says
    says = phrase(
        "nearest of a choice",
        round=round_no,
        contract=book.contracts[round_no - 1],
        nearest=nearest.contracts[round_no - 1],
        why=why,
    )
    because = tuple(dict.fromkeys((*ruling.because, *citations(book, "contracts"))))
    return ruling._replace(findings=(first._replace(says=says), *others), because=because)


def _judge(rules: MeldRules, melds: Sequence[Meld], hand: Sequence[int], round_no: int) -> Ruling:
    book = rules.book
    slots = book.contracts[round_no - 1]
    options = [readings(rules, meld, rules.leasts[round_no], every=False) for meld in melds]
    whole_hand = round_no in book.all_cards_rounds
    chosen = None
    if len(melds) == len(slots) and all(options) and not (whole_hand and hand):
        as_told = [_as_told_first(meld, ways) for meld, ways in zip(melds, options, strict=True)]
        chosen = _choose(rules, slots, as_told, whole_hand, exact=book.melds_exact, bound=True)
    if chosen is not None:
        return _yes(rules, round_no, melds, chosen, options, hand)
    findings = _findings(rules, melds, options, hand, round_no)
    last = ["contracts"] if any(finding.topic == "once" for finding in findings) else []

    def hints(left: Left) -> tuple[Phrase, ...]:
        spoilt = [meld for meld, ways in zip(melds, options, strict=True) if not ways]
        if len(spoilt) == 1:
            return meld_hints(rules, spoilt[0], None, rules.leasts[round_no], left=left)
        return _hints(book, findings, slots)

    return refusal(book, findings, {"readings": []}, hint=hints, last=last)


def as_told(meld: Meld, reading: Sequence[Placed]) -> bool:
    """Whether a meld was told in the order in which a reading has its cards: then that is the one that is meant."""
    return [placed.card for placed in meld] == [placed.card for placed in reading]


def _as_told_first(meld: Meld, ways: Sequence[Reading]) -> list[Reading]:
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
    return _unmatched(slots, melds)[0]


def fits(slot: Slot, reading: Reading) -> bool:
    """Whether a meld read so is of the slot's kind and has at least its size."""
    kind = reading.kind if slot.kind != "pair" or reading.kind == "run" else "pair"
    return kind == slot.kind and len(reading.cards) >= slot.size


def _unmatched(slots: Sequence[Slot], options: Sequence[Sequence[Reading]]) -> tuple[list[Slot], list[int]]:
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


def _choose(
    rules: MeldRules,
    slots: Sequence[Slot],
    options: Sequence[Sequence[Reading]],
    whole_hand: bool,
    *,
    exact: bool,
    bound: bool,
) -> list[Choice] | None:
    """A slot and a reading for every meld, all rules that are asked for kept; None if there is none."""
    chosen: list[Choice | None] = [None] * len(options)
    order = sorted(range(len(options)), key=lambda meld: len(options[meld]))
    steps = 0

    def candidates(meld: int, open_slots: Sequence[Slot]) -> Iterator[Choice]:
        for slot in dict.fromkeys(open_slots):
            for reading in options[meld]:
                longer_is_fine = not exact or (whole_hand and slot.kind == "run")
                if fits(slot, reading) and (longer_is_fine or len(reading.cards) == slot.size):
                    yield Choice(slot, reading)

    def fill(depth: int, open_slots: list[Slot]) -> bool:
        nonlocal steps
        if depth == len(order):
            return True
        for choice in candidates(order[depth], open_slots):
            steps += 1
            if steps > MOST_STEPS:
                return False
            before = [other.reading for other in chosen if other is not None]
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


def clash(rules: MeldRules, first: Reading, other: Reading) -> Finding | None:
    """What keeps two melds from standing in one contract, if anything does."""
    if first.kind != "run" or other.kind != "run":
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


def _findings(
    rules: MeldRules, melds: Sequence[Meld], options: Sequence[Sequence[Reading]], hand: Sequence[int], round_no: int
) -> list[Finding]:
    book = rules.book
    slots = book.contracts[round_no - 1]
    whole_hand = round_no in book.all_cards_rounds
    findings = []
    for place, (meld, ways) in enumerate(zip(melds, options, strict=True)):
        if not ways:
            wrong = faults(rules, meld, None, rules.leasts[round_no])[0][0]
            findings.append(wrong._replace(says=_spoilt(meld, wrong.says, place if len(melds) > 1 else None)))
    findings += _misfits(rules, melds, options, round_no)
    if not findings:
        for exact, bound in ((book.melds_exact, False), (False, True), (False, False)):
            chosen = _choose(rules, slots, options, whole_hand, exact=exact, bound=bound)
            if chosen is not None:
                findings += _too_long(chosen, whole_hand) if book.melds_exact and not exact else []
                findings += _clashes(rules, chosen)
                break
    if whole_hand and hand:
        says = phrase("cards would stay", cards=hand, round=round_no)
        findings.append(Finding(Reason.CARDS_LEFT, "last-round", says, tuple(map(format_card, hand))))
    return findings


def _spoilt(meld: Meld, why: Phrase, place: int | None) -> Phrase:
    """Why a meld of a contract is none; ``place`` says which it is, from 0, where there are several."""
    if place is not None and place < NUMBERED:
        return phrase("nth is no meld", nth=place, why=why)
    return phrase("no meld", cards=[card for card, _ in meld], why=why) if meld else why


NUMBERED = 6
"""So many melds are called the first, the second and so on; the others by their cards."""


def _misfits(
    rules: MeldRules, melds: Sequence[Meld], options: Sequence[Sequence[Reading]], round_no: int
) -> list[Finding]:
    """Melds that fill no slot, and slots that no meld fills."""
    slots = rules.book.contracts[round_no - 1]
    missing, spare = _unmatched(slots, options)
    if len(missing) == len(spare) == options.count([]):
        # what is missing is what those that are no melds were meant to be
        return []
    if missing and not spare:
        return [Finding(Reason.MELD_MISSING, "once", phrase("meld missing", missing=missing))]
    if missing:
        reason = Reason.MELD_MISSING
        why = _not_it(missing, options[spare[0]], len(missing) == len(slots))
    elif spare:
        reason, why = Reason.MELD_TOO_MANY, phrase("too many melds", count=len(melds))
    else:
        return []
    says = phrase("asks for", round=round_no, contract=slots, why=why)
    return [Finding(reason, "contracts", says, tuple(map(format_placed, melds[spare[0]])))]


def _not_it(missing: Sequence[Slot], ways: Sequence[Reading], everything: bool) -> Phrase:
    """What is missing (which need not be said where everything is), and why a meld is not that."""
    missed = phrase("slots missing", missing=missing)
    if not ways:
        return missed
    short = [way for slot in missing for way in ways if (slot.kind == "run") == (way.kind == "run")]
    if short:
        why = phrase("too short for it", meld=short[0], count=len(short[0].cards))
    else:
        why = phrase("is none of these" if everything else "is none", meld=ways[0])
    return why if everything else phrase("missing because", missing=missed, why=why)


def _too_long(chosen: Sequence[Choice], whole_hand: bool) -> list[Finding]:
    findings = []
    for slot, reading in chosen:
        spare = len(reading.cards) - slot.size
        if spare > 0 and not (whole_hand and slot.kind == "run"):
            says = phrase("more than the minimum", meld=reading, count=len(reading.cards), size=slot.size)
            cards = tuple(map(format_placed, reading.cards[slot.size :]))
            findings.append(Finding(Reason.NOT_EXACT, "meld", says, cards))
    return findings


def _bare(card: str) -> int:
    return parse_placed(card).card


def _clashes(rules: MeldRules, chosen: Sequence[Choice]) -> list[Finding]:
    pairs = ((a.reading, b.reading) for i, a in enumerate(chosen) for b in chosen[i + 1 :])
    return [finding for pair in pairs if (finding := clash(rules, *pair))]


def _hints(book: Rulebook, findings: Sequence[Finding], slots: Sequence[Slot]) -> tuple[Phrase, ...]:
    """What would make it legal, where one change would."""
    if len(findings) > 1 and findings[0].reason is not Reason.NOT_EXACT:
        return ()
    match findings[0].reason:
        case Reason.NOT_EXACT:
            too_long = [finding.cards for finding in findings if finding.reason is Reason.NOT_EXACT]
            return tuple(phrase("leave in hand", cards=list(map(_bare, cards))) for cards in too_long)
        case Reason.MELD_MISSING if findings[0].topic == "once":
            return (phrase("wait for the rest"),)
        case Reason.CARDS_LEFT:
            return (phrase("add it" if len(findings[0].cards) == 1 else "add them"),)
        case Reason.RUNS_TOUCH:
            return (phrase("leave a gap"),)
        case Reason.RUNS_OF_ONE_SUIT:
            return (phrase("another suit"),)
        case Reason.SETS_OF_ONE_RANK:
            return (phrase("another rank"),)
        case Reason.MELD_TOO_MANY:
            if book.new_melds == "same turn":
                return (phrase("lay down only, then the rest", contract=slots),)
            later = book.new_melds == "later turn"
            return (phrase("lay down only, the rest later" if later else "lay down only", contract=slots),)
        case _:
            return ()


def _yes(
    rules: MeldRules,
    round_no: int,
    melds: Sequence[Meld],
    chosen: Sequence[Choice],
    options: Sequence[Sequence[Reading]],
    hand: Sequence[int],
) -> Ruling:
    read = [choice.reading for choice in chosen]
    clear = [
        reading
        for meld, reading, ways in zip(melds, read, options, strict=True)
        if len(ways) == 1 or as_told(meld, reading.cards)
    ]
    says = phrase(
        "meets contract",
        round=round_no,
        contract=rules.book.contracts[round_no - 1],
        cards=[card for reading in clear for card in reading.cards],
        declare=any(len(ways) > 1 for ways in options) and "declare" in rules.book.clauses,
    )
    because = citations(rules.book, *_topics(rules, round_no, chosen, options, hand))
    return Ruling(True, says, because, {"readings": [format_meld(reading.cards) for reading in read]})


def _topics(
    rules: MeldRules,
    round_no: int,
    chosen: Sequence[Choice],
    options: Sequence[Sequence[Reading]],
    hand: Sequence[int],
) -> Iterator[str]:
    """The clauses that let a contract stand: first those by which another rulebook might refuse it."""
    held = of_all(
        rests(rules, [way for way in ways if fits(choice.slot, way)])
        for choice, ways in zip(chosen, options, strict=True)
    )
    between = list(_between(rules, chosen))
    if round_no in rules.book.all_cards_rounds or (hand and may_ask_for_all(rules.book, round_no)):
        between.insert(0, "last-round")
    if any(choice.slot.kind == "pair" and (len(choice.reading.cards) > 2 or choice.reading.wilds) for choice in chosen):
        between.insert(0, "pair")
    yield from rules.book.open_among(between)
    yield from held.surely
    longer = not rules.book.melds_exact and any(len(choice.reading.cards) > choice.slot.size for choice in chosen)
    if longer and "contiguous" in between and not any(rules.adjoin(a.span, b.span) for a, b in _of_one_suit(chosen)):
        between.insert(between.index("contiguous"), "meld")
    yield from between
    if longer:
        yield "meld"
    if any(len(ways) > 1 for ways in options):
        yield from ("declare", "reading")
    if any(choice.slot.kind == "pair" for choice in chosen):
        yield "pair"
    yield from held.partly
    yield "contracts"
    if any(choice.reading.wilds for choice in chosen):
        yield "wild"
    yield from dict.fromkeys(choice.slot.kind for choice in chosen if choice.slot.kind != "pair")


def _between(rules: MeldRules, chosen: Sequence[Choice]) -> Iterator[str]:
    """The clauses that let the melds of a contract stand beside each other."""
    of_one_suit = _of_one_suit(chosen)
    if not rules.round and any(1 in (a.rank, b.rank) and 14 in (a.high, b.high) for a, b in of_one_suit):
        yield "ace-ends"
    if of_one_suit:
        yield "contiguous"
    ranks = [choice.reading.rank for choice in chosen if choice.reading.kind != "run"]
    if len(set(ranks)) < len(ranks):
        yield "same-rank"


def _of_one_suit(chosen: Sequence[Choice]) -> list[tuple[Reading, Reading]]:
    runs = [choice.reading for choice in chosen if choice.reading.kind == "run"]
    return [(a, b) for i, a in enumerate(runs) for b in runs[i + 1 :] if a.suit == b.suit]


def may_ask_for_all(book: Rulebook, round_no: int) -> bool:
    """Whether a round is one of which it may be doubted that hands go down in part: the last, or one of runs alone."""
    each = ways_to_meet(book.contracts[round_no - 1])
    return round_no == book.rounds or any(len(way) > 2 and all(slot.kind == "run" for slot in way) for way in each)
