"""Judges of who sits where: joining, leaving, names, order and dealer."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Mapping

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import as_seen, openings_beside, undone_in
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    Problem,
    Refused,
    conflict,
    decides,
    refused,
)
from referee.game.judges.stale import not_playing, somebody, told_by
from referee.game.names import same_name, tidy, why_no_name
from referee.game.replay import FEWEST, deal_for_seats, most_seats
from referee.game.state import GameState, RunningRound, Seat
from referee.game.values import DEALER_HOW, FOLLOWS, OPENING_HOW
from referee.rules.rulebook.model import Rulebook, to_data
from referee.rules.rulings import Phrase, phrase

MOST_OPENING = 99999
MOST_HANDICAP = 999


def decide_opening(command: cmd.OpenGame) -> Accepted | Refused:
    """The opening of a game. Seats get the numbers 1, 2, ... in table order."""
    findings = Findings()
    names = [tidy(player) for player in command.players]
    for at, name in enumerate(names):
        if why := why_no_name(name):
            findings.problems.append(Problem("players", why, command.players[at], at + 1))
        elif any(same_name(name, other) for other in names[:at]):
            findings.problems.append(
                Problem("players", phrase("two_of_that_name", name=name), command.players[at], at + 1)
            )
    book, count = command.book, len(names)
    if not book.players_min <= count <= book.players_max or count not in book.decks or count not in book.jokers:
        findings.problem("players", _players("players_wrong", book, count))
    if not 0 <= command.dealer < count:
        findings.problem("dealer", phrase("who_deals_first"))
    if command.dealer_how not in DEALER_HOW:
        findings.problem("dealer_how", phrase("how_first_dealer"))
    if findings.problems:
        return Refused(tuple(findings.problems))
    event = ev.GameOpened(
        rulebook=to_data(book),
        digest=book.digest,
        house=dict(command.house),
        seats=tuple(enumerate(names, start=1)),
        dealer=command.dealer + 1,
        dealer_how=command.dealer_how,
        season=command.season,
        day=command.day,
    )
    return Accepted((event,))


def _players(name: str, book: Rulebook, count: int) -> Phrase:
    return phrase(name, rulebook=book.name, least=book.players_min, most=book.players_max, count=count)


def opening_totals(state: GameState) -> Mapping[str, int]:
    """What somebody who joins now may begin with: the average of the others (rounded), the highest total, or zero.

    While the running round is played without them, the first two are about so much.
    """
    first = state.current if state.running is None else changes_from(state.running)
    return {**openings_beside(state, first), "zero": 0}


def _first_round(
    state: GameState, wanted: int | None, findings: Findings, *, leaves: bool = False
) -> tuple[RunningRound, int] | Refused:
    """The running round, and the first round that a change of players concerns.

    A round of which anything is recorded is dealt, and goes on as it was dealt.
    """
    running = state.running
    if running is None:
        return refused("round", phrase("carry_on_first"))
    number = wanted if wanted is not None else changes_from(running)
    if not running.number <= number <= running.number + 1:
        return refused("round", phrase("begins_with_round", round=running.number))
    if number > state.planned + leaves:
        return refused("round", phrase("no_such_round", round=number))
    if number == running.number and running.recorded:
        counted = phrase("round_being_counted", round=number)
        findings.problem("round", counted if running.begun else phrase("round_being_played", round=number))
    elif number > running.number and _was_begun(state, number):
        findings.problem("round", phrase("round_was_begun", round=number, before=running.number))
    return running, number


def _was_begun(state: GameState, number: int) -> bool:
    """Whether a round was in play before the one before it was opened again: then it goes on as it was dealt."""
    undone, begun = undone_in(state), False
    for seq, _, _, event in state.log:
        if isinstance(event, ev.PlayEvent) and event.round == number and seq not in undone:
            begun = not isinstance(event, ev.RoundVoided)
    return begun


def changes_from(running: RunningRound) -> int:
    """The round from which a change of players counts: the next one, once anything of the running one is recorded."""
    return running.number + running.recorded


def has_room(state: GameState, number: int) -> bool:
    """Whether one more can play from that round on: whoever leaves after it still has a seat in it."""
    most = most_seats(state.book)
    return all(sum(seat.plays(each) for seat in state.all_seats) < most for each in (number, number + 1))


def can_sit_down(state: GameState) -> bool:
    """Whether somebody new, or somebody who left, can play from the round on from which a change counts now."""
    running = state.running
    return running is not None and (start := changes_from(running)) <= state.planned and has_room(state, start)


@decides(cmd.AddSeat, not_playing)
def _add(state: GameState, command: cmd.AddSeat, seen: int) -> Decision:
    findings = Findings()
    first = _first_round(state, command.round, findings)
    if isinstance(first, Refused):
        return first
    _, number = first
    name = tidy(command.player)
    if old := _who_left(state, name):
        return _return(state, cmd.ReturnSeat(old.id, command.round, command.confirmed), seen)
    staying = [seat for seat in state.seats if seat.left is None]
    _check_name(findings, state, name, command.player)
    if not has_room(state, number):
        findings.problem("player", phrase("at_most_players", most=most_seats(state.book)))
    after = (state.seats[-1].id if state.seats else None) if command.at_end else command.after
    if after is not None and after not in {seat.id for seat in state.seats}:
        findings.problem("after", phrase("seat_not_there"))
    if command.how not in OPENING_HOW:
        findings.problem("how", phrase("how_opening"))
    elif command.how == "highest" and state.book.highest_wins:
        findings.problem("how", phrase("how_opening_highest"))
    elif command.how == "said" and abs(command.opening) > MOST_OPENING:
        findings.problem("opening", phrase("no_total"))
    if findings.problems:
        return Refused(tuple(findings.problems))
    check_number(findings, state.book, len(staying) + 1)
    openings = {**openings_beside(state, number), "zero": 0, "said": command.opening}
    seat = max(seat.id for seat in state.all_seats) + 1
    event = ev.SeatAdded(seat, name, after, number, openings[command.how], command.how, follows=command.how in FOLLOWS)
    return _with_pack(state, findings.otherwise(command.confirmed, event), number, len(staying) + 1)


@decides(cmd.AgreeHandicap, not_playing)
def _handicap(state: GameState, command: cmd.AgreeHandicap, seen: int) -> Decision:
    running = state.running
    if running is None or not state.can_agree_handicap:
        return refused("handicap", phrase("handicap_too_late"))
    most = most_handicap(state.book)
    for seat, points in command.points.items():
        if seat not in running.seats:
            return refused("handicap", phrase("seat_not_in_game"), seat=seat)
        if abs(points) > most:
            return refused("handicap", phrase("handicap_range", name=state.name(seat), most=most), str(points), seat)
    now, then = state.handicaps, as_seen(state, seen).handicaps
    agreed = {}
    for seat in running.seats:
        theirs, mine = now.get(seat, 0), command.points.get(seat, 0)
        if command.shown.get(seat) == mine:
            mine = theirs
        if theirs not in (then.get(seat, 0), mine):
            starts = phrase("start", points=theirs), phrase("start", points=mine)
            by = told_by(state, ev.HandicapAgreed)
            return conflict(phrase("handicap_of", name=state.name(seat)), *starts, by, seat)
        if mine:
            agreed[seat] = mine
    return Accepted((ev.HandicapAgreed(agreed),) if agreed != now else ())


def most_handicap(book: Rulebook) -> int:
    """The most points that a seat may begin with, on either side of zero: not so many that they end the game."""
    return min(MOST_HANDICAP, book.until - 1) if book.until else MOST_HANDICAP


@decides(cmd.DropSeat, not_playing)
def _drop(state: GameState, command: cmd.DropSeat, seen: int) -> Decision:
    findings = Findings()
    seat = state.by_id.get(command.seat)
    if seat is None:
        return refused("seat", phrase("seat_not_there"))
    running = state.running
    here = running is not None and seat.plays(running.number)
    # the round that the page showed: who leaves in the middle of one that is closed by now leaves after it
    shown = as_seen(state, seen).running or running
    now = command.when == "now" and shown is not None and running is not None and shown.number == running.number
    if seat.left is not None and not (now and here and seat.away is None):
        return Accepted()
    without = None if shown is None or command.when is None else shown.number + (command.when != "before")
    first = _first_round(state, without, findings, leaves=True)
    if isinstance(first, Refused):
        return first
    _, number = first
    # whoever sits down for a later round does not make up the number of this one
    staying = sum(other.left is None and other.plays(number) for other in state.seats if other.id != command.seat)
    if number <= state.planned:
        if staying < FEWEST:
            findings.problem("seat", phrase("players_needed", fewest=FEWEST))
        elif seat.left is None:
            check_number(findings, state.book, staying)
    decision = findings.otherwise(command.confirmed, ev.SeatDropped(command.seat, number, now and here))
    return _with_pack(state, decision, number, staying)


def _who_left(state: GameState, name: str) -> Seat | None:
    """The last one of that name who left, or is to leave, where nobody else is called so."""
    if any(seat.left is None and same_name(seat.player, name) for seat in state.seats):
        return None
    left = [seat for seat in state.all_seats if seat.left is not None and same_name(seat.player, name)]
    return max(left, key=lambda seat: (seat.left or 0, seat.id), default=None)


@decides(cmd.ReturnSeat, not_playing)
def _return(state: GameState, command: cmd.ReturnSeat, seen: int) -> Decision:
    seat = state.by_id.get(command.seat)
    if seat is None:
        return refused("seat", phrase("seat_not_in_game"))
    if seat.left is None:
        return Accepted()
    findings = Findings()
    running = state.running
    plays_on = running is not None and seat.left > running.number
    if running is not None and plays_on:
        number = running.number
    else:
        first = _first_round(state, command.round, findings)
        if isinstance(first, Refused):
            return first
        _, number = first
    _check_name(findings, state, seat.player, seat.player, seat.id)
    if not has_room(state, seat.left if plays_on else number):
        findings.problem("player", phrase("at_most_players", most=most_seats(state.book)))
    if findings.problems:
        return Refused(tuple(findings.problems))
    staying = sum(other.left is None for other in state.seats) + 1
    check_number(findings, state.book, staying)
    decision = findings.otherwise(command.confirmed, ev.SeatReturned(seat.id, number))
    return _with_pack(state, decision, seat.left if plays_on else number, staying)


def _with_pack(state: GameState, decision: Decision, number: int, players: int) -> Decision:
    """Says so where another number of players needs another pack."""
    running = state.running
    if not isinstance(decision, Accepted) or running is None or number > state.planned:
        return decision
    deal = deal_for_seats(state.book, state.book.round_of(number), players)
    if (deal.decks, deal.jokers) == (running.deal.decks, running.deal.jokers):
        return decision
    pack = phrase("pack_from_round", round=number, decks=deal.decks, jokers=deal.jokers, cards=deal.pack)
    return Accepted(decision.events, (pack,))


def check_number(findings: Findings, book: Rulebook, players: int) -> None:
    if players not in book.decks or not book.players_min <= players <= book.players_max:
        findings.query("player", _players("players_unusual", book, players))


def _check_name(findings: Findings, state: GameState, name: str, typed: str, seat: int | None = None) -> None:
    if why := why_no_name(name):
        findings.problem("player", why, typed, seat)
    elif any(other.id != seat and same_name(other.player, name) for other in state.seats):
        findings.problem("player", phrase("name_taken", name=name), typed, seat)


@decides(cmd.RenameSeat, not_playing)
def _rename(state: GameState, command: cmd.RenameSeat, seen: int) -> Decision:
    seat = state.by_id.get(command.seat)
    if seat is None:
        return refused("seat", phrase("seat_not_there"))
    name = tidy(command.player)
    if name == seat.player:
        return Accepted()
    findings = Findings()
    _check_name(findings, state, name, command.player, seat.id)
    if findings.problems:
        return Refused(tuple(findings.problems))
    then = as_seen(state, seen).by_id.get(command.seat)
    if then is not None and then.player != seat.player:
        now, wanted = phrase("somebody", name=seat.player), phrase("somebody", name=name)
        return conflict(phrase("name_of_seat"), now, wanted, told_by(state, ev.SeatRenamed, seat=seat.id), seat.id)
    return Accepted((ev.SeatRenamed(command.seat, name),))


@decides(cmd.ReorderSeats, not_playing)
def _reorder(state: GameState, command: cmd.ReorderSeats, seen: int) -> Decision:
    if state.running is None:
        return refused("order", phrase("carry_on_first"))
    now = tuple(seat.id for seat in state.seats)
    if command.order == now:
        return Accepted()
    then = tuple(seat.id for seat in as_seen(state, seen).seats)
    if then != now:
        theirs = phrase("order", names=[seat.player for seat in state.seats])
        wanted = phrase("order", names=[state.name(seat) for seat in command.order if seat in state.by_id])
        by = told_by(state, ev.SeatsReordered, ev.SeatAdded, ev.SeatDropped, ev.SeatReturned)
        return conflict(phrase("order_of_seats"), theirs, wanted, by)
    if sorted(command.order) != sorted(now):
        return refused("order", phrase("order_incomplete"))
    return Accepted((ev.SeatsReordered(command.order, state.running.number),))


@decides(cmd.ChangeDealer, not_playing)
def _dealer(state: GameState, command: cmd.ChangeDealer, seen: int) -> Decision:
    running = state.running
    if running is None:
        return refused("dealer", phrase("nobody_deals"))
    if command.dealer not in running.seats:
        return refused("dealer", phrase("dealer_plays"))
    if command.dealer == running.dealer:
        return Accepted()
    then = as_seen(state, seen).running
    if then is not None and then.number == running.number and then.dealer != running.dealer:
        changed = phrase("dealer_of", round=running.number)
        by = told_by(state, ev.DealerChanged, round=running.number)
        return conflict(changed, somebody(state, running.dealer), somebody(state, command.dealer), by)
    if then is not None and then.number != running.number:
        changed = phrase("dealer_of", round=running.number)
        by = told_by(state, ev.RoundClosed)
        return conflict(changed, somebody(state, running.dealer), somebody(state, command.dealer), by)
    return Accepted((ev.DealerChanged(command.dealer, running.number),))
