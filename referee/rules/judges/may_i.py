"""The discard out of turn: who gets it by a May I, a buy or a grab, and what comes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.rules.judges.lay_off import depends
from referee.rules.rulebook.meld_rules import Law, law
from referee.rules.rulebook.model import NO_LIMIT, Rulebook
from referee.rules.rulings import Finding, Need, Reason, Ruling
from referee.rules.speech.words import counted, listed, number

NEED_ROUND = Need("round", "Which round is it?")
NEED_ACTIVE = Need("active", "Whose turn is it?")
NEED_TAKES = Need("active_takes", "Does the player whose turn it is take the discard?")
NEED_CLAIMS = Need("claims", "Who asked for the discard, in which order?")
NEED_LAST = Need("last_taker", "Who took the discard before this one, if anybody did in this interruption?")
NEED_USED = Need("used", "How often has each player taken a discard out of turn in this round?")

Refusals = dict[int, Finding]


class Claims(NamedTuple):
    """What happened around a discard; None in a field where it was not told.

    Seats count clockwise from 1. ``claims`` are the seats in the order in which they asked.
    ``last_taker`` took the discard before this one in the same interruption: a seat, or 0 for
    nobody. ``used`` counts what each seat has taken in this round, the last taker's included.
    """

    seats: int
    active: int | None = None
    active_takes: bool | None = None
    claims: Sequence[int] | None = None
    last_taker: int | None = None
    used: Mapping[int, int] | None = None


def judge_may_i(book: Rulebook, asked: Claims, round_no: int | None = None) -> Ruling:
    """Whether somebody gets the discard out of turn, and who.

    ``adds``: ``winner`` (a seat or None), ``penalty`` (cards from the stock that come with it), ``price``
    (pennies into the kitty) and ``refused`` (seat as text to the reason).
    """
    known = law(book)
    needs = [need for need, given in ((NEED_ACTIVE, asked.active), (NEED_CLAIMS, asked.claims)) if given is None]
    if asked.active_takes:
        return _taken_on_turn(known, asked)
    if asked.active is None or asked.claims is None:
        return _unknown(known, [*needs, *([NEED_TAKES] if asked.active_takes is None else [])], "may-i")
    if round_no is not None:
        return _judge(known, asked, asked.active, list(dict.fromkeys(asked.claims)), round_no)
    rounds = range(1, book.rounds + 1)
    each = [_judge(known, asked, asked.active, list(dict.fromkeys(asked.claims)), number) for number in rounds]
    if all(ruling[:4] == each[0][:4] for ruling in each):
        return each[0]
    if not any(ruling.legal is not False for ruling in each):
        return min(each, key=lambda ruling: len(ruling.findings))
    return _unknown(known, [NEED_ROUND, *dict.fromkeys(need for one in each for need in one.needs)], "may-i-limit")


def _taken_on_turn(known: Law, asked: Claims) -> Ruling:
    says = "the player whose turn it is takes the discard, so nobody else gets it"
    found = Finding(Reason.TAKEN_ON_TURN, "draw", says)
    refused = {str(seat): _as_reason(says) for seat in asked.claims or () if seat != asked.active}
    if asked.active is not None and asked.active in (asked.claims or ()):
        refused[str(asked.active)] = "An ordinary draw is no request; it costs nothing."
    return _no(known, [found], refused)


def _no(known: Law, found: Sequence[Finding], refused: Mapping[str, str], hints: tuple[str, ...] = ()) -> Ruling:
    adds = {"winner": None, "penalty": 0, "price": 0, "refused": dict(refused)}
    topics = [finding.topic for finding in found]
    return Ruling(False, f"No: {found[0].says}.", known.because(*topics), adds, tuple(found), hint=lambda: hints)


def _unknown(known: Law, needs: Sequence[Need], *topics: str) -> Ruling:
    return depends(known, needs, {"winner": None, "penalty": None, "price": None, "refused": {}}, *topics)


def _judge(known: Law, asked: Claims, active: int, claims: Sequence[int], round_no: int) -> Ruling:
    book = known.book
    word = book.may_i_word
    if book.may_i_limit[round_no - 1] == 0:
        says = f"there is no {_gerund(word)} in round {round_no}"
        return _no(
            known, [Finding(Reason.LIMIT, "may-i-limit", says)], {str(seat): _as_reason(says) for seat in claims}
        )
    if not claims:
        return _no(known, [Finding(Reason.NOBODY_ASKED, "may-i", "nobody asked for it")], {})
    if asked.last_taker and not book.may_i_chain:
        says = "only one discard may be claimed in a turn, and one has been"
        return _no(
            known, [Finding(Reason.ONE_CLAIM_ONLY, "may-i-chain", says)], {str(s): _as_reason(says) for s in claims}
        )
    refused, needs = _refusals(known, asked, active, claims, round_no)
    hopeful = [seat for seat in claims if seat not in refused]
    if not hopeful:
        found = list(refused.values())
        return _no(known, found, {str(seat): _as_reason(one.says) for seat, one in refused.items()})
    if asked.active_takes is None:
        needs.append(NEED_TAKES)
    if needs:
        return _unknown(known, needs, "may-i")
    order = hopeful if book.may_i_order == "first to ask" else sorted(hopeful, key=lambda s: (s - active) % asked.seats)
    if book.may_i_active and active in order:
        # the player on turn comes before all others, whoever was quicker
        order = [active, *(seat for seat in order if seat != active)]
    winner = order[0]
    for seat in order[1:]:
        if book.may_i_order == "first to ask" and winner != active:
            refused[seat] = Finding(Reason.ASKED_LATER, "may-i", f"seat {winner} was first")
        else:
            refused[seat] = Finding(Reason.LATER_IN_TURN, "may-i", f"seat {winner} comes before seat {seat} in turn")
    return _yes(known, asked, active, winner, refused, claims, round_no)


def _refusals(
    known: Law, asked: Claims, active: int, claims: Sequence[int], round_no: int
) -> tuple[Refusals, list[Need]]:
    """Which claims fail by themselves, whoever else asks, and what must be known about the others."""
    book = known.book
    limit = book.may_i_limit[round_no - 1]
    refused: Refusals = {}
    needs: list[Need] = []
    for seat in claims:
        if seat == active and not book.may_i_active:
            says = f"seat {seat} is on turn and takes the discard as the draw or not at all"
            refused[seat] = Finding(Reason.OWN_TURN, "may-i-active", says)
        elif isinstance(limit, int) and (asked.used or {}).get(seat, 0) >= limit:
            says = f"seat {seat} has had {number(limit)} in this round already, and that is the limit"
            refused[seat] = Finding(Reason.LIMIT, "may-i-limit", says)
        elif asked.last_taker == seat and not book.may_i_twice_running:
            says = f"seat {seat} took the discard before this one, and nobody takes two running"
            refused[seat] = Finding(Reason.SUCCESSIVE, "successive", says)
        elif not book.may_i_own and asked.last_taker == 0 and (active - seat) % asked.seats == 1:
            says = f"seat {seat} discarded it"
            refused[seat] = Finding(Reason.SUCCESSIVE, "may-i-own", says)
    if len(refused) < len(claims):
        if limit != NO_LIMIT and asked.used is None:
            needs.append(NEED_USED)
        if asked.last_taker is None and not (book.may_i_twice_running and book.may_i_chain and book.may_i_own):
            needs.append(NEED_LAST)
    return refused, needs


def _as_reason(says: str) -> str:
    return f"{says[0].upper()}{says[1:]}."


def _gerund(word: str) -> str:
    return "buying" if word == "buy" else word


def _yes(
    known: Law, asked: Claims, active: int, winner: int, refused: Refusals, claims: Sequence[int], round_no: int
) -> Ruling:
    book = known.book
    penalty = book.may_i_penalty[round_no - 1]
    used = (asked.used or {}).get(winner, 0)
    topics = []
    if winner == active:
        topics.append("may-i-active")
    elif len(claims) == 1:
        topics += ["may-i-chain"] if asked.last_taker else []
        topics = ["may-i-limit", *topics] if used else topics
        topics = ["successive", *topics] if asked.last_taker == winner else topics
    topics.append("may-i")
    topics += [finding.topic for finding in refused.values()]
    topics += ["may-i-chain"] if asked.last_taker else []
    topics.append("may-i-penalty")
    topics += ["price"] if book.may_i_price else []
    topics += ["may-i-limit"] if book.may_i_limit[round_no - 1] != NO_LIMIT else []
    extras = [f"with {counted(penalty, 'card')} from the stock"] if penalty else []
    extras += [
        f"for {number(book.may_i_price)} penny" if book.may_i_price == 1 else f"for {book.may_i_price} pennies"
    ] * (book.may_i_price > 0)
    adds = {
        "winner": winner,
        "penalty": penalty,
        "price": book.may_i_price,
        "refused": {str(seat): _as_reason(finding.says) for seat, finding in refused.items()},
    }
    sentence = ", ".join([f"Yes: seat {winner} gets it", *[listed(extras)] * bool(extras)]) + "."
    return Ruling(True, sentence, known.because(*topics), adds)
