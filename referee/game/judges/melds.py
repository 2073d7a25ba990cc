"""Judges of what is recorded of a round in play: going down, further melds, lay-offs, swaps, the stock.

Whether a play is legal is asked in ``rulings``, where "may I?" is asked too; here stands only what
recording adds: who was faster, which reading counts, and what is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.judges.hands import facts
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    Judge,
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
from referee.game.play import LaidMeld, rank_of
from referee.game.rulings import melds
from referee.game.rulings.ask import Asked, ask, names_of
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.rules.cards import JOKER_NAME, format_meld
from referee.rules.questions.kinds import MELD
from referee.rules.requests import RequestError
from referee.rules.rulings import Phrase, Ruling, phrase

C = TypeVar("C", bound=OfRound)


def in_play(state: GameState, command: OfRound, wanted: Phrase) -> RunningRound | Refused | Stale:
    """The running round; a round that is closed already is told as what happened meanwhile."""
    if stop := not_playing(state) or not_this_round(state, command):
        return stop
    if state.running is None or state.running.number != command.round:
        return closed_meanwhile(state, state.rounds[command.round - 1], wanted)
    return state.running


def decides_in_play(
    kind: type[C], wanted: Phrase
) -> Callable[[Callable[[GameState, RunningRound, C, int], Decision]], Judge[C]]:
    """Registers who judges what is recorded of the running round; ``wanted`` says what that is."""

    def register(function: Callable[[GameState, RunningRound, C, int], Decision]) -> Judge[C]:
        def of_running(state: GameState, command: C, seen: int) -> Decision:
            running = in_play(state, command, wanted)
            return function(state, running, command, seen) if isinstance(running, RunningRound) else running

        return decides(kind)(of_running)

    return register


def judge(state: GameState, running: RunningRound, command: cmd.PlayCommand, seat: int | None) -> Asked | Refused:
    """The ruling where it is a yes; else why not, or what must be said first."""
    try:
        answer = ask(state, running, command)
    except RequestError as wrong:
        return refused(wrong.field, phrase("request", why=wrong.message, whole=wrong.whole), seat=seat)
    return Refused(problems) if (problems := why_not(state, running, answer.ruling, seat, command)) else answer


def why_not(
    state: GameState, running: RunningRound | ClosedRound, ruling: Ruling, seat: int | None, command: cmd.PlayCommand
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
            says=phrase("finding", finding=finding, players=names_of(state, running, command)),
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


@decides_in_play(cmd.GoDown, phrase("going_down"))
def _go_down(state: GameState, running: RunningRound, command: cmd.GoDown, seen: int) -> Decision:  # noqa: ARG001
    if stop := absent(running, command.seat):
        return stop
    play, name = running.play, state.name(command.seat)
    noted = command.seat in play.noted_down  # these are the melds of it
    if owed := play.owes.get(command.seat):
        says = phrase("owes_a_meld", name=name, owed=owed)
        return Refused((Problem("seat", says, seat=command.seat, clause=address(state, "screw-replacement")),))
    if command.seat in play.down:
        there = tuple(laid.cards for laid in play.melds_of(command.seat))
        if command.melds in (there, ()):
            return Accepted()
        if not noted:
            says = phrase("down_already", name=name)
            return Refused((Problem("seat", says, seat=command.seat, clause=address(state, "once")),))
    readings = _contract(state, running, command) if command.melds else ()
    if not isinstance(readings, tuple):
        return readings
    turn = play.turn if noted else play.next_turn(command.seat)
    event = ev.WentDown(command.round, turn, command.seat, readings)
    out = running.plays in state.book.all_cards_rounds and not noted
    return Accepted((event,), (phrase("whole_hand_down", name=name),) if out else ())


def _contract(state: GameState, running: RunningRound, command: cmd.GoDown) -> tuple[str, ...] | Decision:
    """The melds of a going down as they lie on the table."""
    answer = judge(state, running, command, command.seat)
    if isinstance(answer, Refused):
        return answer
    laid_down, findings = melds.as_laid_down(running, command.seat, command.melds), Findings()
    readings = which_contract(findings, melds.contract(state, running, laid_down), command.reading)
    lie = running.play.named_of(command.seat, readings)
    stop = too_many(state, running, (cards for place, cards in enumerate(readings) if place not in lie))
    if stop or findings.queries:
        return stop or NeedsConfirmation(tuple(findings.queries))
    return readings


def address(state: GameState, topic: str) -> str:
    clause = state.book.clauses.get(topic)
    return clause.address if clause else ""


_PLAYED = (ev.WentDown, ev.MeldLaid, ev.LaidOff, ev.WildTaken, ev.ScrewedOver)
"""What changes the melds of a round, and what somebody owes there."""


@decides_in_play(cmd.LayMeld, phrase("a_meld"))
def _lay_meld(state: GameState, running: RunningRound, command: cmd.LayMeld, seen: int) -> Decision:
    if stop := absent(running, command.seat):
        return stop
    then = running_as_seen(state, command.round, seen)
    if then and then.play.owes.get(command.seat) != running.play.owes.get(command.seat):
        changed = phrase("owed_by", name=state.name(command.seat))
        now = phrase("owed", owed=running.play.owes.get(command.seat, ()))
        by = told_by(state, *_PLAYED, round=command.round)
        return conflict(changed, now, phrase("cards", cards=command.cards), by, command.seat)
    answer = judge(state, running, command, command.seat)
    if isinstance(answer, Refused):
        return answer
    findings = Findings()
    reading = which(findings, answer.ruling.adds["readings"], command.reading)
    if earlier := told_since(state, seen, ev.MeldLaid, round=command.round, seat=command.seat, cards=reading):
        changed, cards = phrase("new_meld_of", name=state.name(command.seat)), phrase("cards", cards=reading)
        return conflict(changed, cards, cards, earlier, command.seat, adds=True)
    if stop := too_many(state, running, [reading]):
        return stop
    turn = running.play.next_turn(command.seat, command.down)
    event = ev.MeldLaid(command.round, turn, command.seat, reading, answer.ruling.adds.get("replaces"))
    return findings.otherwise(command.confirmed, event)


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


def _stops(
    state: GameState, running: RunningRound, command: cmd.LayOff | cmd.TakeWild, mine: str, seen: int
) -> Refused | Stale | None:
    """What stands against putting cards to a meld, whatever the cards."""
    owner = () if command.meld is not None or command.owner is None else (command.owner,)
    if not all(seat in running.seats for seat in owner):
        return refused("owner", phrase("seat_not_this_round"))
    return absent(running, command.seat) or meld_changed(state, running, command.meld, mine, seen)


@decides_in_play(cmd.LayOff, phrase("a_lay_off"))
def _lay_off(state: GameState, running: RunningRound, command: cmd.LayOff, seen: int) -> Decision:
    if stop := _stops(state, running, command, command.cards, seen):
        return stop
    answer = judge(state, running, command, command.seat)
    if isinstance(answer, Refused):
        return answer
    adds, there = answer.ruling.adds, melds.onto_meld(running, command)
    findings = Findings()
    became = which(findings, adds.get("readings") or [adds["meld"]], command.reading)
    if stop := too_many(state, running, [command.cards if there else became]):
        return stop
    event = ev.LaidOff(
        round=command.round,
        turn=running.play.next_turn(command.seat, command.down),
        seat=command.seat,
        meld=there.id if there else None,
        cards=format_meld(MELD.read("cards", command.cards)),
        was=_as_it_lay(running, there, command),
        became=became,
        owner=None if there else command.owner,
    )
    return findings.otherwise(command.confirmed, event)


def _as_it_lay(running: RunningRound, there: LaidMeld | None, command: cmd.LayOff | cmd.TakeWild) -> str:
    """The cards of the meld before others are put to it, as the log has them: what is named only now it becomes."""
    return running.play.melds[there.id].cards if there else format_meld(MELD.read("meld", command.onto_cards))


@decides_in_play(cmd.TakeWild, phrase("a_swap"))
def _take_wild(state: GameState, running: RunningRound, command: cmd.TakeWild, seen: int) -> Decision:
    if stop := _stops(state, running, command, command.card, seen):
        return stop
    answer = judge(state, running, command, command.seat)
    if isinstance(answer, Refused):
        return answer
    there = melds.onto_meld(running, command)
    adds, findings = answer.ruling.adds, Findings()
    ways = adds.get("readings") or [adds["meld"]]
    asks = phrase("several_wilds", readings=tuple(ways))
    was, became = _as_it_lay(running, there, command), which(findings, ways, command.reading, "card", asks)
    if stop := too_many(state, running, [command.card if there else became]):
        return stop
    card = melds.card_names(command.card)[0]
    lay = there.cards if there else was
    (wild,) = (Counter([*melds.card_names(lay), card]) - Counter(melds.card_names(became))).elements()
    event = ev.WildTaken(
        round=command.round,
        turn=running.play.next_turn(command.seat, command.down),
        seat=command.seat,
        meld=there.id if there else None,
        card=card,
        wild=wild,
        duty=adds["joker"],
        was=was,
        became=became,
        owner=None if there else command.owner,
    )
    return findings.otherwise(command.confirmed, event)


@decides_in_play(cmd.ShuffleStock, phrase("a_new_stock"))
def _shuffle(state: GameState, running: RunningRound, command: cmd.ShuffleStock, seen: int) -> Decision:
    then = running_as_seen(state, command.round, seen)
    if then and then.play.shuffles < running.play.shuffles:
        by = told_by(state, ev.StockShuffled, round=command.round)
        return conflict(phrase("stock"), phrase("shuffled_once_more"), phrase("shuffled"), by, adds=True)
    return Accepted((ev.StockShuffled(command.round),))
