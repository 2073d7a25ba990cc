"""Judges of what is recorded of a round in play: going down, further melds, lay-offs, swaps, the stock, skips.

Whether a play is legal is asked in ``rulings``, where "may I?" is asked too; here stands only what
recording adds: who was faster, which reading counts, and what is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.judges.hands import facts
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    NeedsConfirmation,
    Problem,
    Refused,
    Stale,
    conflict,
    decides,
    refused,
)
from referee.game.judges.stale import (
    TAKEN_BACK,
    OfRound,
    closed_meanwhile,
    not_playing,
    not_this_round,
    running_as_seen,
    told_by,
    told_since,
)
from referee.game.play import rank_of
from referee.game.rulings import inside, melds, plays
from referee.game.rulings.plays import Play
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.rules.cards import JOKER_NAME, format_meld
from referee.rules.questions.kinds import MELD
from referee.rules.rulings import NotOneCard, Phrase, RequestError, Ruling, phrase


def in_play(state: GameState, command: OfRound, wanted: Phrase) -> RunningRound | Refused | Stale:
    """The running round; a round that is closed already is told as what happened meanwhile."""
    if stop := not_playing(state) or not_this_round(state, command):
        return stop
    if state.running is None or state.running.number != command.round:
        return closed_meanwhile(state, state.rounds[command.round - 1], wanted)
    return state.running


Recorder = Callable[[GameState, RunningRound, Play, int], Decision]
"""From the state at the head, its running round, a play, and the number that the phone saw."""
RECORDS: dict[str, tuple[Recorder, Phrase]] = {}
"""By question who judges its play, and what that is."""


def records(question: str, wanted: Phrase) -> Callable[[Recorder], Recorder]:
    """Registers who judges a play of the running round; ``wanted`` says what that is."""

    def register(recorder: Recorder) -> Recorder:
        RECORDS[question] = (recorder, wanted)
        return recorder

    return register


Forgets = Callable[[GameState, Play, int], Decision]
FORGOTTEN: dict[str, Forgets] = {}
"""Who judges a play of a closed round that nobody noted while it was played."""


def forgets(question: str) -> Callable[[Forgets], Forgets]:
    """Registers who judges a forgotten play."""

    def register(judge: Forgets) -> Forgets:
        FORGOTTEN[question] = judge
        return judge

    return register


@decides(cmd.RecordPlay)
def _record(state: GameState, command: cmd.RecordPlay, seen: int) -> Decision:
    try:
        play = plays.read(command)
    except RequestError as wrong:
        return unread(wrong)
    if play.get("forgotten"):
        return FORGOTTEN[play.question](state, play, seen)
    recorder, wanted = RECORDS[play.question]
    running = in_play(state, command, wanted)
    return recorder(state, running.of(play.seat), play, seen) if isinstance(running, RunningRound) else running


def unread(wrong: RequestError, seat: int | None = None) -> Refused:
    """For a request that makes no sense."""
    if isinstance(wrong, NotOneCard):
        return refused(wrong.field, phrase("one_card"), seat=seat)
    return refused(wrong.field, phrase("request", why=wrong.message, whole=wrong.whole), seat=seat)


def judge(state: GameState, running: RunningRound, play: Play) -> Ruling | Refused:
    """The ruling where it is a yes; else why not, or what must be said first."""
    try:
        request = plays.request_of(state, running, play)
        ruling = inside.answer(state, running, request, play.seat)
    except RequestError as wrong:
        return unread(wrong, play.seat)
    return Refused(problems) if (problems := why_not(state, running, ruling, play.seat, request)) else ruling


def why_not(
    state: GameState,
    running: RunningRound | ClosedRound,
    ruling: Ruling,
    seat: int | None,
    request: Mapping[str, object] = MappingProxyType({}),
) -> tuple[Problem, ...]:
    """A ruling that is no "yes" as problems: each fault with its clause, or each fact to be told."""
    if ruling.legal:
        return ()
    if ruling.needs:
        return tuple(Problem(need.field, phrase("need", need=need), seat=seat) for need in ruling.needs)
    clauses = {citation.topic: citation.clause for citation in ruling.because}
    return tuple(
        Problem(
            field="ruling",
            says=phrase("finding", finding=finding, players=inside.names(state, request, running)),
            word=" ".join(finding.cards),
            seat=seat,
            clause=clauses.get(finding.topic, ruling.because[0].clause),
        )
        for finding in ruling.findings
    )


def absent(running: RunningRound, *seats: int) -> Refused | None:
    if all(seat in running.seats for seat in seats):
        return None
    return refused("seat", phrase("seat_not_this_round"))


def too_many(state: GameState, running: RunningRound, laid: Iterable[str], gone: str = "") -> Refused | None:
    """More copies of a card on the table than the pack has, once these melds or cards are laid there.

    A card whose suit was not told counts among those of its rank.
    """
    round_facts = facts(state, running.number, len(running.seats), None)
    new = [card for cards in laid for card in melds.card_names(cards)]
    there = Counter(new)
    for lying in running.play.melds.values():
        there.update(melds.card_names(lying.cards))
    there.subtract(melds.card_names(gone))
    of_rank: Counter[str] = Counter()
    for card, count in there.items():
        of_rank[rank_of(card)] += count
    decks = round_facts.decks
    jokers = [(card, there[card], round_facts.jokers) for card in new if card == JOKER_NAME]
    with_suit = [(card, there[card], decks) for card in new if card != rank_of(card)]
    ranks = [(rank, of_rank[rank], 4 * decks) for card in new if (rank := rank_of(card)) != JOKER_NAME]
    for card, count, most in (*jokers, *with_suit, *ranks):
        if count > most:
            return refused("cards", phrase("too_many_on_table", card=card, count=count, most=most), card)
    return None


def which(
    findings: Findings, readings: Sequence[str], chosen: str, field: str = "cards", asks: Phrase | None = None
) -> str:
    """The reading that was said; where it was not and wild cards can stand for several things, it is asked back.

    Confirmed, the first counts.
    """
    if chosen in readings:
        return chosen
    if len(readings) > 1:
        findings.query(field, asks or phrase("several_readings", readings=tuple(readings)))
    return readings[0]


def which_contract(findings: Findings, ways: Sequence[tuple[str, ...]], chosen: str) -> tuple[str, ...]:
    """``which`` of all the melds of a contract together."""
    together = which(findings, ["; ".join(way) for way in ways], chosen, "melds")
    return tuple(together.split("; "))


@records("contract", phrase("going_down"))
def _go_down(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:  # noqa: ARG001
    seat: int = play.values["seat"]
    if stop := absent(running, seat):
        return stop
    lying, name, laid = running.play, state.name(seat), tuple(play.get("melds") or ())
    noted = seat in lying.noted_down  # these are the melds of it
    if owed := lying.owes.get(seat):
        says = phrase("owes_a_meld", name=name, owed=owed)
        return Refused((Problem("seat", says, seat=seat, clause=address(state, "screw-replacement")),))
    if seat in lying.down:
        there = tuple(meld.cards for meld in lying.melds_of(seat))
        if laid in (there, ()):
            return Accepted()
        if not noted:
            says = phrase("down_already", name=name)
            return Refused((Problem("seat", says, seat=seat, clause=address(state, "once")),))
    readings = _contract(state, running, play, seat, laid) if laid else ()
    if not isinstance(readings, tuple):
        return readings
    turn = lying.turn if noted else lying.next_turn(seat)
    event = ev.WentDown(play.round, turn, seat, readings)
    if noted:
        return Accepted((event,))
    if running.plays in state.book.all_cards_rounds:
        return Accepted((event,), (phrase("whole_hand_down", name=name),))
    goes_out = state.book.down_only_out and readings and running.went_out is None and not play.get("last_turn")
    return Accepted((event,), (phrase("goes_out_so", name=name),) if goes_out else ())


def _contract(
    state: GameState, running: RunningRound, play: Play, seat: int, laid: tuple[str, ...]
) -> tuple[str, ...] | Decision:
    """The melds of a going down as they lie on the table."""
    ruling = judge(state, running, play)
    if isinstance(ruling, Refused):
        return ruling
    laid_down, findings = melds.as_laid_down(running, seat, laid), Findings()
    readings = which_contract(findings, melds.contract(state, running, laid_down), play.text("reading"))
    lie = running.play.named_of(seat, readings)
    stop = too_many(state, running, (cards for place, cards in enumerate(readings) if place not in lie))
    if stop or findings.queries:
        return stop or NeedsConfirmation(tuple(findings.queries))
    return readings


def address(state: GameState, topic: str) -> str:
    clause = state.book.clauses.get(topic)
    return clause.address if clause else ""


_PLAYED = (ev.WentDown, ev.MeldLaid, ev.LaidOff, ev.WildTaken, ev.ScrewedOver)
"""What changes the melds of a round, and what somebody owes there."""


@records("new_meld", phrase("a_meld"))
def _lay_meld(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    seat: int = play.values["seat"]
    if stop := absent(running, seat):
        return stop
    then = running_as_seen(state, play.round, seen)
    if then and then.play.owes.get(seat) != running.play.owes.get(seat):
        changed = phrase("owed_by", name=state.name(seat))
        now = phrase("owed", owed=running.play.owes.get(seat, ()))
        by = told_by(state, *_PLAYED, round=play.round)
        return conflict(changed, now, phrase("cards", cards=play.text("laid")), by, seat)
    ruling = judge(state, running, play)
    if isinstance(ruling, Refused):
        return ruling
    findings = Findings()
    reading = which(findings, ruling.adds["readings"], play.text("reading"))
    if earlier := told_since(state, seen, ev.MeldLaid, round=play.round, seat=seat, cards=reading):
        changed, cards = phrase("new_meld_of", name=state.name(seat)), phrase("cards", cards=reading)
        return conflict(changed, cards, cards, earlier, seat, adds=True)
    if stop := too_many(state, running, [reading]):
        return stop
    turn = running.play.next_turn(seat, play.get("down"))
    event = ev.MeldLaid(play.round, turn, seat, reading, ruling.adds.get("replaces"))
    return findings.otherwise(play.confirmed, event)


def meld_changed(state: GameState, running: RunningRound, meld: int | None, mine: str, seen: int) -> Stale | None:
    """Somebody has changed a meld since the phone saw it."""
    if meld is None:
        return None
    then = running_as_seen(state, running.number, seen)
    before = then.play.melds.get(meld) if then else None
    now = running.play.melds.get(meld)
    if before is None or before == now:
        return None
    changed = phrase("meld_of", name=state.name(before.owner))
    theirs = phrase("cards", cards=now.cards) if now else TAKEN_BACK
    by = told_by(state, *_PLAYED, round=running.number)
    return conflict(changed, theirs, phrase("cards", cards=mine), by, before.owner, adds=True)


def _onto(state: GameState, running: RunningRound, play: Play, seen: int) -> Ruling | Refused | Stale:
    """The ruling on cards that are put to a meld where it is a yes; else what stands against it."""
    owner, meld = play.get("owner"), play.get("meld")
    if meld is None and owner is not None and owner not in running.seats:
        return refused("owner", phrase("seat_not_this_round"))
    stop: Refused | Stale | None = absent(running, play.values["seat"])
    if stop := stop or meld_changed(state, running, meld, play.text("laid"), seen):
        return stop
    try:
        there = plays.onto_meld(running, play)
    except RequestError as wrong:
        return unread(wrong, play.seat)
    if there is None and owner is None:
        return Refused(why_not(state, running, melds.ask_whose(state, play.question), play.seat))
    return judge(state, running, play)


def _put(running: RunningRound, play: Play) -> dict[str, Any]:
    """What an event says of the play, and of the meld before cards are put to it, as the log has that: what is named
    only now it becomes."""
    there, seat = plays.onto_meld(running, play), play.seat
    assert seat is not None
    return {
        "round": play.round,
        "turn": running.play.next_turn(seat, play.get("down")),
        "seat": seat,
        "meld": there.id if there else None,
        "was": running.play.melds[there.id].cards if there else format_meld(MELD.read("meld", play.text("onto_cards"))),
        "owner": None if there else play.get("owner"),
    }


@records("lay_off", phrase("a_lay_off"))
def _lay_off(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    ruling = _onto(state, running, play, seen)
    if not isinstance(ruling, Ruling):
        return ruling
    adds, there, findings = ruling.adds, plays.onto_meld(running, play), Findings()
    became = which(findings, adds.get("readings") or [adds["meld"]], play.text("reading"))
    if stop := too_many(state, running, [play.text("laid") if there else became]):
        return stop
    cards = format_meld(MELD.read("cards", play.text("laid")))
    return findings.otherwise(play.confirmed, ev.LaidOff(**_put(running, play), cards=cards, became=became))


@records("swap", phrase("a_swap"))
def _take_wild(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    ruling = _onto(state, running, play, seen)
    if not isinstance(ruling, Ruling):
        return ruling
    adds, there, findings = ruling.adds, plays.onto_meld(running, play), Findings()
    ways, put = adds.get("readings") or [adds["meld"]], _put(running, play)
    asks = phrase("several_wilds", readings=tuple(ways))
    became = which(findings, ways, play.text("reading"), "card", asks)
    if stop := too_many(state, running, [play.text("laid") if there else became]):
        return stop
    card = melds.card_names(play.text("laid"))[0]
    lay = there.cards if there else put["was"]
    (wild,) = (Counter([*melds.card_names(lay), card]) - Counter(melds.card_names(became))).elements()
    event = ev.WildTaken(**put, card=card, wild=wild, duty=adds["joker"], became=became)
    return findings.otherwise(play.confirmed, event)


@decides(cmd.ShuffleStock)
def _shuffle(state: GameState, command: cmd.ShuffleStock, seen: int) -> Decision:
    running = in_play(state, command, phrase("a_new_stock"))
    if not isinstance(running, RunningRound):
        return running
    then = running_as_seen(state, command.round, seen)
    if then and then.play.shuffles < running.play.shuffles:
        by = told_by(state, ev.StockShuffled, round=command.round)
        return conflict(phrase("stock"), phrase("shuffled_once_more"), phrase("shuffled"), by, adds=True)
    findings = Findings()
    if running.play.shuffles and state.book.stock_again == "deal again":
        findings.query("round", phrase("deal_again_instead", round=command.round))
    return findings.otherwise(command.confirmed, ev.StockShuffled(command.round))


@decides(cmd.LoseTurn)
def _lose_turn(state: GameState, command: cmd.LoseTurn, seen: int) -> Decision:
    running = in_play(state, command, phrase("a_skip"))
    if not isinstance(running, RunningRound):
        return running
    if not state.book.cards.has_skips:
        return refused("by", phrase("no_skips"))
    for field in ("by", "seat"):
        if getattr(command, field) not in running.seats:
            return refused(field, phrase("seat_did_not_play"))
    lost, then = running.play.lost, running_as_seen(state, command.round, seen)
    event = ev.TurnLost(command.round, command.seat, command.by, command.passed)
    if command.passed:
        return Accepted((event,) if lost.get(command.seat) == command.by else ())
    if command.seat == command.by:
        return refused("seat", phrase("skips_another"))
    findings, name = Findings(), state.name(command.seat)
    if (by := lost.get(command.seat)) is not None:
        if then and command.seat not in then.play.lost:
            theirs = told_by(state, ev.TurnLost, round=command.round, seat=command.seat, passed=False)
            now, wanted = (phrase("skip_of", name=state.name(each)) for each in (by, command.by))
            return conflict(phrase("skip_on", name=name), now, wanted, theirs, command.seat, adds=True)
        findings.query("seat", phrase("skipped_already", name=name), command.seat)
    return findings.otherwise(command.confirmed, event)
