"""Do these melds, together, meet the contract of a round?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from referee.rules.cards import format_card, format_meld, format_placed
from referee.rules.judges.any_melds import choose_free, free_findings, free_hints
from referee.rules.judges.contract_repairs import contract_hints
from referee.rules.judges.filling import (
    Choice,
    Meld,
    as_asked,
    as_told,
    as_told_first,
    by_the_corner,
    choose,
    clashes,
    fits,
    is_akin,
    spoilt,
    too_many_wilds,
    unmatched,
    would_stay,
)
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import Reading, readings
from referee.rules.melds.rests import of_all, rests
from referee.rules.melds.worth import worth_in_all
from referee.rules.rulebook.meld_rules import NO_END, MeldRules, least_of, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import IN_A_ROW, LOOSE, Slot, is_free, ways_to_meet
from referee.rules.rulings import (
    Finding,
    Left,
    Need,
    Phrase,
    Reason,
    Ruling,
    citations,
    depends,
    in_all,
    phrase,
    refusal,
)

NEED_ROUND = Need("round", phrase("which round"))
NEED_LAST_TURN = Need("last_turn", phrase("has another gone out"))


def judge_contract(
    book: Rulebook,
    melds: Sequence[Meld],
    hand: Sequence[int] | None = (),
    round_no: int | None = None,
    last_turn: bool | None = None,
) -> Ruling:
    """Whether melds, in any order, one for one meet the contract of a round (from 1).

    ``hand`` are the cards that stay in hand: where the round wants every card melded there may be
    none. The discard is not considered. None if nobody said which stay. ``last_turn``: whether another player has gone
    out. ``adds``: ``readings``, one legal reading for each meld, in the order given; empty if not legal.
    """
    book = book.going_down
    if round_no is not None:
        ruling = _of_round(book, melds, hand or (), round_no)
        stay = _staying(book, melds, hand, round_no)
        let = lets_cards_stay(book, last_turn)
        if not ruling.legal:
            # fewer cards in the melds help nobody who must lay down all of them
            return ruling._replace(hint=lambda _: keep_until(book)) if let is False else ruling
        if not book.down_only_out or stay <= book.most_kept:
            return ruling
        if let:
            return ruling._replace(because=(*ruling.because, *citations(book, "down-when")))
        return not_going_out(book, let, {"readings": []}, hand or ())
    each = [_of_round(book, melds, hand or (), number) for number in range(1, book.rounds + 1)]
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


def lets_cards_stay(book: Rulebook, last_turn: bool | None) -> bool | None:
    """Whether melds may be laid down though cards stay in hand; None where that hangs on whether another has gone
    out."""
    if not book.down_only_out:
        return True
    return last_turn if book.last_turns else False


def _staying(book: Rulebook, melds: Sequence[Meld], hand: Sequence[int] | None, round_no: int) -> int:
    """So many cards stay in hand at least: nobody who is not down holds fewer than they were dealt."""
    if hand is not None:
        return len(hand)
    dealt = min(book.deal) if book.own_contracts else book.deal[round_no - 1]
    return dealt - sum(map(len, melds))


def not_going_out(book: Rulebook, let: bool | None, adds: Mapping[str, Any], stay: Sequence[int]) -> Ruling:
    """The ruling on melds that would leave cards in hand where they are laid down only to go out."""
    if let is None:
        return depends(book, [NEED_LAST_TURN], adds, "down-when", "last-turns")
    says = phrase("only to go out", cards=stay) if stay else phrase("only to go out, unsaid")
    finding = Finding(Reason.NOT_GOING_OUT, "down-when", says, tuple(map(format_card, stay)))
    return refusal(book, [finding], adds, keep_until(book), last=["go-out"])


def keep_until(book: Rulebook) -> tuple[Phrase, ...]:
    """What to do with melds that are laid down only to go out."""
    return (phrase("keep until one is left" if book.most_kept else "keep until all fit"),)


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
    missing, beside = unmatched(slots, options)
    spare = [reading for index in beside for reading in options[index]]
    short = [
        min([slot.size - len(reading.cards) for reading in spare if is_akin(slot, reading)] or [slot.size])
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
    free = is_free(slots)
    chosen = None
    if (free or len(melds) == len(slots)) and all(options) and not (whole_hand and hand):
        as_told = [as_told_first(meld, ways) for meld, ways in zip(melds, options, strict=True)]
        if free:
            chosen = choose_free(rules, slots[0], as_told)
        else:
            chosen = choose(rules, slots, as_told, whole_hand, exact=book.melds_exact, bound=True)
    if chosen is not None:
        return _yes(rules, round_no, melds, chosen, options, hand)
    findings = (free_findings if free else _findings)(rules, melds, options, hand, round_no)
    first = ["run"] if any(map(by_the_corner, findings)) else []
    last = ["contracts"] if any(finding.topic == "once" for finding in findings) else []
    last += ["meld-worth"] if any(finding.reason is Reason.WORTH_TOO_LITTLE for finding in findings) else []

    def hints(left: Left) -> tuple[Phrase, ...]:
        if free:
            return free_hints(rules, round_no, melds, options, hand, left)
        return contract_hints(rules, round_no, melds, options, hand, left)

    return refusal(book, findings, {"readings": []}, hint=hints, first=first, last=last)


def _findings(
    rules: MeldRules, melds: Sequence[Meld], options: Sequence[Sequence[Reading]], hand: Sequence[int], round_no: int
) -> list[Finding]:
    book = rules.book
    slots = book.contracts[round_no - 1]
    whole_hand = round_no in book.all_cards_rounds
    missing, beside = unmatched(slots, options)
    findings = []
    # what is missing is what those that are no melds were meant to be, where that is clear
    lacking = missing[0] if len(set(missing)) == 1 and len(melds) == len(slots) else None
    for place, (meld, ways) in enumerate(zip(melds, options, strict=True)):
        if not ways:
            least = least_of(lacking) if lacking else rules.leasts[round_no]
            for wrong in faults(rules, meld, lacking.kind if lacking else None, least)[0]:
                findings.append(wrong._replace(says=spoilt(meld, wrong.says, place if len(melds) > 1 else None)))
    findings += _misfits(slots, melds, options, missing, beside, round_no)
    others = [ways for at, ways in enumerate(options) if at not in beside]
    as_they_should = (book.melds_exact, True), (book.melds_exact, False), (False, True), (False, False)
    limits = (True, False) if rules.wilds_going_down < NO_END else (True,)
    for limited, (exact, bound) in product(limits, as_they_should):
        chosen = choose(rules, slots, others, whole_hand, exact=exact, bound=bound, limited=limited)
        if chosen is not None:
            findings += _too_long(chosen, whole_hand) if book.melds_exact and not exact else []
            findings += [] if bound else clashes(rules, chosen)
            findings += [] if limited else [too_many_wilds(rules, chosen)]
            break
    return [*findings, *would_stay(book, hand, round_no)]


def _misfits(
    slots: Sequence[Slot],
    melds: Sequence[Meld],
    options: Sequence[Sequence[Reading]],
    missing: Sequence[Slot],
    beside: Sequence[int],
    round_no: int,
) -> list[Finding]:
    """Melds that fill no slot, and slots that no meld fills."""
    if len(missing) == len(beside) == options.count([]):
        return []
    if missing and not beside:
        return [Finding(Reason.MELD_MISSING, "once", phrase("meld missing", missing=missing))]
    reason = Reason.MELD_MISSING if missing else Reason.MELD_TOO_MANY
    findings: list[Finding] = []
    readable = [at for at in beside if options[at]] if missing else []
    for at in readable or beside[:1]:
        why = phrase("too many melds", count=len(melds))
        if missing:
            why = _not_it(missing, options[at], len(missing) == len(slots))
        says = why if findings else phrase("asks for", round=round_no, contract=slots, why=why)
        findings.append(Finding(reason, "contracts", says, tuple(map(format_placed, melds[at]))))
    return findings


def _not_it(missing: Sequence[Slot], ways: Sequence[Reading], everything: bool) -> Phrase:
    """What is missing (which need not be said where everything is), and why a meld is not that."""
    missed = phrase("slots missing", missing=missing)
    if not ways:
        return missed
    short = [way for slot in missing for way in ways if is_akin(slot, way)]
    if short:
        why = phrase("too short for it", meld=short[0], count=len(short[0].cards))
    else:
        why = phrase("is none of these" if everything else "is none", meld=ways[0])
    return why if everything else phrase("missing because", missing=missed, why=why)


def _too_long(chosen: Sequence[Choice], whole_hand: bool) -> list[Finding]:
    findings = []
    for slot, reading in chosen:
        spare = len(reading.cards) - slot.size
        if spare > 0 and not (whole_hand and slot.kind in IN_A_ROW):
            says = phrase("more than the minimum", meld=reading, count=len(reading.cards), size=slot.size)
            cards = tuple(map(format_placed, reading.cards[slot.size :]))
            findings.append(Finding(Reason.NOT_EXACT, "meld", says, cards))
    return findings


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
        if len(ways) == 1 or len(as_asked(reading, ways)) == 1 or as_told(meld, reading.cards)
    ]
    slots = rules.book.contracts[round_no - 1]
    says = phrase(
        "meets contract",
        round=round_no,
        contract=slots,
        cards=[card for reading in clear for card in reading.cards],
        worth=worth_in_all(rules, read) if slots[0].points else None,
        declare=_several_ways(read, options) and "declare" in rules.book.clauses,
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
    wilds = sum(choice.reading.wilds for choice in chosen)
    if wilds and (wilds > 1 or rules.wilds_going_down < NO_END):
        between.append("wild-going-down")
    yield from rules.book.open_among(between)
    yield from held.surely
    longer = not rules.book.melds_exact and any(len(choice.reading.cards) > choice.slot.size for choice in chosen)
    if longer and "contiguous" in between and not any(rules.adjoin(a.span, b.span) for a, b in _of_one_suit(chosen)):
        between.insert(between.index("contiguous"), "meld")
    yield from between
    if longer:
        yield "meld"
    if _several_ways([choice.reading for choice in chosen], options):
        yield from ("declare", "reading")
    if any(choice.slot.kind == "pair" for choice in chosen):
        yield "pair"
    yield from held.partly
    yield "contracts"
    if rules.book.contracts[round_no - 1][0].points:
        yield "meld-worth"
    if any(choice.reading.wilds for choice in chosen):
        yield "wild"
    yield from dict.fromkeys(choice.slot.kind for choice in chosen if choice.slot.kind not in ("pair", *LOOSE))


def _several_ways(read: Sequence[Reading], options: Sequence[Sequence[Reading]]) -> bool:
    """Whether some meld could be meant otherwise than it is read."""
    return any(len(ways) > 1 and len(as_asked(way, ways)) > 1 for way, ways in zip(read, options, strict=True))


def _between(rules: MeldRules, chosen: Sequence[Choice]) -> Iterator[str]:
    """The clauses that let the melds of a contract stand beside each other."""
    of_one_suit = _of_one_suit(chosen)
    if not rules.round and any(1 in (a.rank, b.rank) and 14 in (a.high, b.high) for a, b in of_one_suit):
        yield "ace-ends"
    if of_one_suit:
        yield "contiguous"
    ranks = [choice.reading.rank for choice in chosen if choice.reading.kind in ("set", "pair")]
    if len(set(ranks)) < len(ranks):
        yield "same-rank"


def _of_one_suit(chosen: Sequence[Choice]) -> list[tuple[Reading, Reading]]:
    runs = [choice.reading for choice in chosen if choice.reading.kind == "run"]
    return [(a, b) for i, a in enumerate(runs) for b in runs[i + 1 :] if a.suit == b.suit]


def may_ask_for_all(book: Rulebook, round_no: int) -> bool:
    """Whether a round is one of which it may be doubted that hands go down in part: the last, or one of runs alone."""
    each = ways_to_meet(book.contracts[round_no - 1])
    return round_no == book.rounds or any(len(way) > 2 and all(slot.kind in IN_A_ROW for slot in way) for way in each)
