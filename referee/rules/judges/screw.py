"""The screw-over: may the card be taken, must the owner take the meld back, and is the owner truly screwed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.cards import Placed, format_meld, format_placed
from referee.rules.judges.any_melds import choose_free
from referee.rules.judges.contract import judge_contract
from referee.rules.judges.filling import meets, owed, unfilled
from referee.rules.judges.lay_off import (
    NEED_DOWN,
    Meld,
    all_cards,
    in_place,
    judge_lay_off,
    lying,
    no_meld,
    not_all_at_once,
    to_replace,
)
from referee.rules.judges.new_melds import judge_replacement
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import PLAIN, Reading, readings, stands
from referee.rules.melds.rests import Rests, of_all, rests
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot, is_free, ways_to_meet
from referee.rules.rulings import Finding, Need, Phrase, Player, Reason, Ruling, citations, depends, phrase, refusal

TAKER, OWNER = Player("taker"), Player("owner")
NEED_MELD = Need("meld", phrase("screw: which meld"))
NEED_TAKE = Need("take", phrase("screw: which card"))
NEED_BY = Need("by", phrase("screw: who"))
NEED_OWNER = Need("owner", phrase("screw: whose meld"))
NEED_USED = Need("used", phrase("screw: used", taker=TAKER))
NEED_GIVE = Need("give", phrase("screw: given"))
NEED_STOLEN = Need("stolen_from_by", phrase("screw: stolen", taker=TAKER))
NEED_USE = Need("use", phrase("screw: use"))
NEED_USED_WITH = Need("use", phrase("screw: used with"))
NEED_ONTO = Need("use", phrase("screw: onto"))
NEED_ROUND = Need("round", phrase("which round"))
NEED_OTHERS = Need("owner_melds", phrase("screw: other melds", owner=OWNER))
NEED_PLACES = Need("meld", phrase("screw: places"))
NEED_ORDER = Need("meld", phrase("screw: order"))
NEED_WHICH = Need("take", phrase("screw: which joker"))


class Use(NamedTuple):
    """What the taker does with the card: the way, and the melds it makes.

    ``way`` is ``contract`` (``melds`` are all of it), ``lay_off`` (``melds`` holds the cards laid off, on
    ``onto``) or ``new_meld`` (``melds`` holds the one).
    """

    way: str
    melds: Sequence[Meld]
    onto: Meld = ()


class Screw(NamedTuple):
    """A screw-over as the table tells it; None in a field of which nothing was said."""

    meld: Meld | None = None
    """The owner's meld before it."""
    take: Placed | None = None
    by: int | None = None
    owner: int | None = None
    down: str | None = None
    """When the taker melded the contract: ``no``, ``this turn`` or ``earlier``."""
    used: bool | None = None
    give: int | None = None
    owner_melds: Sequence[Meld] | None = None
    stolen_from_by: Sequence[int] | None = None
    use: Use | None = None
    owes: str | None = None
    """The kind of meld that a truly screwed taker must replace first."""


class Outcome(NamedTuple):
    """What taking a card does to a meld."""

    kind: str
    stays: tuple[Placed, ...]
    """What stays on the table; empty if the meld goes back."""
    back: tuple[int, ...]
    """What goes into the owner's hand, the card in exchange aside."""
    rest: tuple[Placed, ...]
    """What is left of it, whether it stays or not."""
    broken: bool
    """The card came from inside a run of which a part is left that is long enough."""
    wild: bool


class _Checks(NamedTuple):
    """What the checks of one screw-over collect."""

    wrong: list[Finding]
    needs: list[Need]
    held: list[Rests]
    """What its melds rest on."""


_HINTS = {
    Reason.ALREADY_USED: (phrase("next round"),),
    Reason.DOWN_TOO_LATE: (phrase("wait"),),
    Reason.NOT_DOWN: (phrase("use in contract"),),
}
_ASKED_BY = {NEED_USED: "screw-once", NEED_DOWN: "screw-use", NEED_STOLEN: "screw-stolen"}
"""The clause that turns on a fact that was not told."""
NOTHING: dict[str, object] = {"to_owner": None, "meld": None, "owner_square_one": None, "owed": None}


def judge_screw(book: Rulebook, facts: Screw, round_no: int | None = None) -> Ruling:
    """Whether a screw-over is legal and what it does to the meld's owner.

    ``adds``: ``to_owner`` (the cards that go into the owner's hand), ``meld`` (what stays on the table,
    empty if it went back), ``owner_square_one`` and ``owed`` (such as ``run of 4``, else None); all None
    if it is not legal.
    """
    rules, checks = meld_rules(book), _Checks([], [], [])
    findings, needs, held = checks
    if not book.screw_over:
        return refusal(book, [Finding(Reason.NOT_PLAYED, "screw-over", phrase("no screw-over"))], NOTHING)
    if facts.by is None or facts.owner is None:
        needs += [NEED_BY] * (facts.by is None) + [NEED_OWNER] * (facts.owner is None)
    elif facts.by == facts.owner:
        findings.append(Finding(Reason.ONESELF, "screw-self", phrase("oneself")))
    if facts.used:
        findings.append(Finding(Reason.ALREADY_USED, "screw-once", phrase("screwed already", taker=TAKER)))
    elif facts.used is None:
        needs.append(NEED_USED)
    if round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no melds lie")))
    outcomes: list[Outcome] = []
    if facts.meld is None or facts.take is None:
        needs += [NEED_MELD] * (facts.meld is None) + [NEED_TAKE] * (facts.take is None)
    else:
        outcomes = _outcomes(rules, facts.meld, facts.take, round_no, checks)
        _stolen_back(facts.take, facts.stolen_from_by, checks)
        _use(rules, facts, facts.take, round_no, checks)
    if facts.give is None:
        needs.append(NEED_GIVE)
    if findings:
        return refusal(book, findings, NOTHING, _instead(book, findings, facts))
    square_one, owes = False, None
    if outcomes and not outcomes[0].stays:
        square_one, owes = _square_one(rules, facts, outcomes[0].kind, round_no, checks)
    topics = not_all_at_once(book, round_no)
    topics += ["screw-joker"] if outcomes and outcomes[0].wild and "screw-joker" in book.up_to_the_table else []
    surely, partly = of_all(held)
    if needs or facts.give is None or facts.take is None:
        decide = [topic for need, topic in _ASKED_BY.items() if need in needs]
        topics += [*surely, *decide, "screw-over", *partly]
        return depends(book, list(dict.fromkeys(needs)), NOTHING, *topics)
    effect, then = _done(facts, facts.take, outcomes[0], facts.give, square_one, owes)
    because = citations(book, *topics, *surely, *then, *partly)
    adds = {
        "to_owner": format_meld([PLAIN[card] for card in (*outcomes[0].back, facts.give)]),
        "meld": format_meld(outcomes[0].stays),
        "owner_square_one": square_one,
        "owed": owes,
    }
    return Ruling(True, phrase("card taken", card=facts.take.card, effect=effect), because, adds)


def _instead(book: Rulebook, findings: Sequence[Finding], facts: Screw) -> tuple[Phrase, ...]:
    """What the taker may do instead; nothing where more than that is wrong."""
    if len(findings) > 1:
        return ()
    if findings[0].reason is Reason.ALREADY_DOWN and facts.down == "earlier":
        return (phrase("lay it off" if book.new_melds == "never" else "lay off or meld"),)
    return _HINTS.get(findings[0].reason, ())


def _stolen_back(take: Placed, stolen: Sequence[int] | None, checks: _Checks) -> None:
    if stolen is None:
        checks.needs.append(NEED_STOLEN)
    elif take.card in stolen:
        says = phrase("stolen back", card=take.card, taker=TAKER)
        checks.wrong.append(Finding(Reason.STOLEN_BACK, "screw-stolen", says, (format_placed(take),)))


def _outcomes(rules: MeldRules, meld: Meld, take: Placed, round_no: int | None, checks: _Checks) -> list[Outcome]:
    """What the taking does, once for each reading and card that could be meant, all alike."""
    findings, needs, held = checks
    tables = lying(rules, meld, round_no)
    tables = _as_named(tables, meld) or tables
    held.append(rests(rules, tables))
    if not tables:
        findings.append(no_meld(rules, meld, round_no))
        return []
    name = (format_placed(take),)
    meant = [(table, index) for table in tables for index in _meant(table, take)]
    if not meant:
        findings.append(Finding(Reason.NOT_THERE, "screw-over", phrase("not in the meld", card=[take]), name))
        return []
    free = [(table, index) for table, index in meant if not _dead(rules, table, index)]
    if not free:
        in_a_set = rules.book.screw_joker == "runs"
        says = phrase("dead, not taken" if in_a_set else "no wild card taken")
        findings.append(Finding(Reason.DEAD_WILD, "screw-joker", says, name))
        return []
    outcomes = list(dict.fromkeys(_outcome(rules, table, index) for table, index in free))
    # where equal natural cards lie at both ends, either may be meant; with jokers it must be said
    if len({(outcome.kind, frozenset(Counter(outcome.stays).items()), outcome.broken) for outcome in outcomes}) > 1:
        if len(tables) > 1:
            unsaid = any(rules.wild[card] and place is None for card, place in meld)
            needs.append(NEED_PLACES if unsaid else NEED_ORDER)
        elif outcomes[0].wild:
            needs.append(NEED_WHICH)
    held += [_what_is_left(rules, outcome) for outcome in outcomes]
    return outcomes


def _as_named(tables: Sequence[Reading], meld: Meld) -> list[Reading]:
    """The readings in which the cards lie in the order in which they were named, from either end."""
    named = [placed.card for placed in meld]
    return [table for table in tables if [card for card, _ in table.cards] in (named, named[::-1])]


def _what_is_left(rules: MeldRules, outcome: Outcome) -> Rests:
    """What it rests on that the rest of a meld stands, or does not although it is long enough."""
    rest = outcome.stays or tuple(outcome.rest)
    if outcome.stays:
        return rests(rules, readings(rules, rest, rules.ordinary, kind=outcome.kind))
    if outcome.broken or len(rest) < rules.ordinary.of(outcome.kind):
        return Rests()
    wrong = faults(rules, rest, outcome.kind, rules.ordinary)[0]
    return Rests((), tuple(rules.book.open_among(fault.topic for fault in wrong)))


def is_left(onto: Meld, take: int, meld: Meld) -> bool:
    """Whether a meld laid onto is what is left of the one that the card was taken from."""
    return sorted([take, *[placed.card for placed in onto]]) == sorted(placed.card for placed in meld)


def _meant(table: Reading, take: Placed) -> list[int]:
    """Where in a meld the card named lies."""
    return [
        index
        for index, placed in enumerate(table.cards)
        if placed.card == take.card and (take.stands_for in (None, placed.stands_for) or not stands(take))
    ]


def _dead(rules: MeldRules, table: Reading, index: int) -> bool:
    rule = rules.book.screw_joker
    return stands(table.cards[index]) and (rule == "no" or (rule == "runs" and not table.is_row))


def _outcome(rules: MeldRules, table: Reading, index: int) -> Outcome:
    rest = table.cards[:index] + table.cards[index + 1 :]
    inside = table.is_row and 0 < index < len(table.cards) - 1
    # a card from the middle breaks the run, however long its parts are
    stays = not inside and bool(
        readings(rules, [in_place(rules, placed) for placed in rest], rules.ordinary, kind=table.kind)
    )
    cards = tuple(placed.card for placed in rest)
    broken = inside and max(index, len(rest) - index) >= rules.ordinary.run
    wild = stands(table.cards[index])
    return Outcome(table.kind, rest if stays else (), () if stays else cards, rest, broken, wild)


def _use(rules: MeldRules, facts: Screw, take: Placed, round_no: int | None, checks: _Checks) -> None:
    """The card taken must be used on that very turn, and as the taker is entitled to."""
    use, owed = facts.use, to_replace(rules.book, facts.owes, round_no)
    findings, needs, _held = checks
    down = "earlier" if owed else facts.down
    if use is None:
        needs.append(NEED_USE)
        return
    if owed and use.way != "new_meld":
        findings.append(Finding(Reason.NOT_USED, "screw-replacement", phrase("only to replace", owed=owed)))
        return
    if not any(use.melds):
        needs.append(NEED_USED_WITH)
    elif not any(placed.card == take.card for meld in use.melds for placed in meld):
        says = phrase("used nowhere", card=take.card)
        findings.append(Finding(Reason.NOT_USED, "screw-use", says, (format_placed(take),)))
    if down is None:
        needs.append(NEED_DOWN)
    elif use.way == "contract" and down != "no":
        says = phrase("taker already down", taker=TAKER)
        if rules.book.new_melds == "never":
            says = phrase("taker already down, lay off", taker=TAKER)
        findings.append(Finding(Reason.ALREADY_DOWN, "screw-use", says))
    elif use.way != "contract" and down == "no":
        findings.append(Finding(Reason.NOT_DOWN, "screw-use", phrase("taker not down", taker=TAKER)))
    elif use.way != "contract" and down == "this turn":
        findings.append(Finding(Reason.DOWN_TOO_LATE, "screw-use", phrase("taker down this turn", taker=TAKER)))
    if owed and use.melds[0]:
        findings += judge_replacement(rules.book, use.melds[0], owed, round_no).findings
    elif any(use.melds):
        _used_legally(rules, use, round_no, checks)


def _used_legally(rules: MeldRules, use: Use, round_no: int | None, checks: _Checks) -> None:
    book, (findings, needs, held) = rules.book, checks
    wrong: Sequence[Finding] = ()
    if use.way == "contract":
        # a meld lies on the table, so where they go down only to go out, another has gone out
        ruling = judge_contract(book, use.melds, None, round_no, last_turn=True)
        wrong = ruling.findings
        needs += ruling.needs
        held.append(_of_ruling(book, ruling))
    elif use.way == "lay_off" and not use.onto:
        needs.append(NEED_ONTO)
    elif use.way == "lay_off":
        # only whether it fits: whether the taker may is settled already
        ruling = judge_lay_off(book, use.onto, use.melds[0], "earlier", "self")
        wrong = ruling.findings
        needs += [need._replace(field="use") for need in ruling.needs]
        held.append(_of_ruling(book, ruling))
    else:
        if book.new_melds == "never":
            findings.append(Finding(Reason.NOT_PLAYED, "new-melds", phrase("no new melds")))
        ways = readings(rules, use.melds[0], rules.ordinary, every=False)
        held.append(rests(rules, ways))
        if not ways:
            wrong = faults(rules, use.melds[0], None, rules.ordinary)[0]
    if wrong:
        says = phrase("cannot be used", why=wrong[0].says)
        findings.append(Finding(Reason.NOT_USED, "screw-use", says, wrong[0].cards))
        findings += wrong


def _of_ruling(book: Rulebook, ruling: Ruling) -> Rests:
    """What a ruling rests on that is the table's to decide, in a ruling that rests on it."""
    return Rests(tuple(book.open_among(ruling.topics)) if ruling.legal else ())


def _square_one(
    rules: MeldRules, facts: Screw, kind: str, round_no: int | None, checks: _Checks
) -> tuple[bool, str | None]:
    """Whether the owner must replace the meld that went back, and by what."""
    if facts.owner_melds is None:
        checks.needs.append(NEED_OTHERS)
        return False, None
    others = [ways for meld in facts.owner_melds if (ways := lying(rules, meld, round_no))]
    counted = of_all([rests(rules, ways) for ways in others])
    checks.held.append(Rests((), (*counted.surely, *counted.partly)))
    rounds = [round_no] if round_no is not None else range(1, rules.book.rounds + 1)
    answers = set()
    for number in rounds:
        choice = ways_to_meet(rules.book.contracts[number - 1])
        met = any(
            choose_free(rules, way[0], others, bound=False) if is_free(way) else meets(way, others) for way in choice
        )
        # of a choice, what lies there is the way that lacks least
        slots = min(choice, key=lambda way: len(unfilled(way, others)))
        missing = None if met else owed(slots, others, kind)
        least = missing or Slot(kind, rules.ordinary.of(kind))
        answers.add((False, None) if met else (True, str(least)))
    if len(answers) > 1:
        checks.needs.append(NEED_ROUND)
    return next(iter(answers))


def _done(
    facts: Screw, take: Placed, outcome: Outcome, give: int, square_one: bool, owes: str | None
) -> tuple[Phrase, list[str]]:
    """What becomes of the meld and its owner, and the clauses by which it does."""
    use = facts.use
    if outcome.stays:
        effect = phrase("meld stands", owner=OWNER, given=give)
        topics = ["screw-over", "screw-taken-back"]
    else:
        why = phrase("broken inside" if outcome.broken else "below its minimum")
        topics = ["screw-middle"] if outcome.broken else []
        if square_one:
            then = phrase("must replace", owed=owes)
            topics += ["screw-replace", "screw-replacement"]
        else:
            then = phrase("contract stands")
        topics += ["screw-taken-back", "screw-over"]
        effect = phrase("meld goes back", why=why, owner=OWNER, given=give, then=then)
    topics = ["screw-joker", *topics] if outcome.wild else topics
    topics = ["screw-replacement", *topics] if facts.owes is not None else topics
    if use is not None and outcome.stays and is_left(use.onto, take.card, [*outcome.stays, take]):
        topics = ["screw-same-meld", *topics]
    # a new meld after the contract is itself a rule of this rulebook
    return effect, [*topics, "screw-use", *(["new-melds"] if use is not None and use.way == "new_meld" else [])]
