"""Who sits where, who deals, notes, and the end of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.game.judges.decide import can_sit_down, changes_from, has_room, opening_totals
from referee.game.replay import FEWEST, most_seats
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.web.shell import words
from referee.web.shell.bar import SEATS, Bar, bar


@dataclass(frozen=True)
class SeatLine:
    seat: int
    player: str
    note: str
    first: bool
    last: bool
    deals: bool
    leaving: bool
    here: bool
    """Whether they play the running round, to its end as far as is known."""
    plays_on: bool
    """Whether they are to leave and may still stay: nobody else has the seat by then."""


class Gone(NamedTuple):
    """Somebody who left, and may take the old seat again."""

    seat: int
    player: str
    label: str


@dataclass(frozen=True)
class SeatsPage:
    bar: Bar
    heading: str
    """Of the seats: in which order they play."""
    seats: tuple[SeatLine, ...]
    gone: tuple[Gone, ...]
    running: bool
    round: int
    can_join: bool
    """Whether somebody new, or somebody who left, can sit down."""
    full: str
    """Why nobody can, where each seat is taken; else empty."""
    can_leave: bool
    can_leave_after: bool
    can_leave_before: bool
    """Whether nothing of the round is recorded: it may not be dealt yet."""
    openings: tuple[tuple[str, str, str], ...]
    """What somebody who joins may begin with: value, words, hint."""
    after: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    pack: str
    handicap: str
    """What the key to it says: what is agreed, where it has room; empty where nothing is, and it is too late."""
    next_round: int
    """From which round a change of players counts; 0 where none is in play."""


def seats_page(code: str, state: GameState) -> SeatsPage:
    running, seats = state.running, state.seats
    staying = [seat for seat in seats if seat.left is None]
    lines = tuple(
        SeatLine(
            seat=seat.id,
            player=seat.player,
            note=_note(state, seat.id),
            first=at == 0,
            last=at == len(seats) - 1,
            deals=running is not None and running.dealer == seat.id and state.book.has_dealer,
            leaving=seat.left is not None,
            here=running is not None and seat.plays(running.number) and seat.away is None,
            plays_on=seat.left is not None and has_room(state, seat.left),
        )
        for at, seat in enumerate(seats)
    )
    opening = opening_totals(state)
    settles = running is not None and running.recorded
    begins = (words.about if state.rounds else _once_counted) if settles else words.signed
    to_the_right = state.book.direction == "right"
    after = (
        *((str(seat.id), _beside(seat.player, to_the_right)) for seat in reversed(seats)),
        ("0", _("First")),
    )
    enough = len(staying) > FEWEST
    return SeatsPage(
        bar=bar(code, state, SEATS),
        heading=_("Seats, counterclockwise") if to_the_right else _("Seats, clockwise"),
        seats=lines,
        gone=tuple(
            Gone(
                seat.id,
                seat.player,
                f"{seat.player}: {words.points(state.totals[seat.id])}" if state.has_played(seat.id) else seat.player,
            )
            for seat in state.gone
        ),
        running=running is not None,
        round=running.number if running else 0,
        can_join=can_sit_down(state),
        full=_full(state, changes_from(running)) if running else "",
        can_leave=running is not None and (enough or running.number == state.planned),
        can_leave_after=running is not None and enough and running.number < state.planned,
        can_leave_before=running is not None and not running.recorded and enough,
        openings=(
            ("average", _("Average"), begins(opening["average"])),
            *(() if state.book.highest_wins else (("highest", _("Highest"), begins(opening["highest"])),)),
            ("zero", _("Zero"), "0"),
            ("said", _("Other"), ""),
        ),
        after=after,
        notes=state.notes,
        pack=words.pack(running.deal) if running and state.book.has_contracts else "",
        handicap=_handicap(state),
        next_round=changes_from(running) if running else 0,
    )


ON_A_KEY = 40
"""Letters of a sentence that a key has room for."""


def _handicap(state: GameState) -> str:
    agreed = words.handicap(state)
    if agreed and len(agreed) <= ON_A_KEY:
        return agreed
    return _("Handicap") if agreed or state.can_agree_handicap else ""


def _once_counted(_points: int) -> str:
    """Before the first round is closed nobody has points to begin with."""
    return _("after round 1")


def _full(state: GameState, number: int) -> str:
    """That no seat is free from a round on; empty where one is."""
    most = most_seats(state.book)
    return (
        "" if has_room(state, number) else _("All seats are taken: at most %(most)s can play.", most=words.number(most))
    )


def _note(state: GameState, seat: int) -> str:
    """What is special about a seat: joins or leaves with the next round, deals."""
    running, sits = state.running, state.by_id[seat]
    if running is None:
        return ""
    if sits.away is not None:
        return _("left in this round")
    if sits.left is not None:
        return _("leaves after round %(number)s", number=sits.left - 1)
    if sits.joined > running.number:
        if sits.settled or not state.rounds:
            return _("joins in round %(number)s", number=sits.joined)
        points = words.signed(sits.opening)
        return _("joins in round %(number)s, about %(points)s for now", number=sits.joined, points=points)
    return _("deals") if running.dealer == seat and state.book.has_dealer else ""


def moved(state: GameState, seat: int, step: str) -> tuple[int, ...]:
    """The order of the seats with one of them a place further up or down; unchanged at an end."""
    order = [seat.id for seat in state.seats]
    if seat not in order:
        return tuple(order)
    at = order.index(seat)
    to = at - 1 if step == "up" else at + 1
    if 0 <= to < len(order):
        order[at], order[to] = order[to], order[at]
    return tuple(order)


def _beside(player: str, to_the_right: bool) -> str:
    """The place of whoever plays next after a player."""
    if to_the_right:
        return _("To the right of %(player)s", player=player)
    return _("To the left of %(player)s", player=player)
