"""Who are you? The seats of a game, as this phone holds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.game.judges.decide import can_sit_down, changes_from
from referee.game.names import same_name
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.services.phones.holdings import Holder, Holdings
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar

OFFERED = 6
"""So many players of the club who do not sit here are offered by name to a late guest."""


@dataclass(frozen=True)
class SeatKey:
    seat: int
    player: str
    elsewhere: str
    """Where the seat is on another phone: what is known of that; else empty."""


@dataclass(frozen=True)
class Who:
    bar: Bar
    heading: str
    mine: tuple[SeatKey, ...]
    free: tuple[SeatKey, ...]
    """The seats that this phone may take, those of other phones among them."""
    can_join: bool
    back: tuple[str, ...]
    """Who left and may take the old seat again."""
    guests: tuple[str, ...]
    """Players of the club who do not sit here."""
    next_round: int
    average: bool
    """Whether there is one that a new player begins with: not before the first round."""


def who(code: str, state: GameState, held: Holdings, players: Iterable[str], typed: str) -> Who:
    """``players``: names of the club's players, the latest first. ``typed``: a name that was refused."""
    running = state.running
    others = held.others or {}
    keys = {seat: SeatKey(seat, name, elsewhere(others.get(seat))) for seat, name in open_seats(state).items()}
    mine = tuple(key for seat, key in keys.items() if seat in held.mine)
    free = tuple(key for seat, key in keys.items() if seat not in held.mine)
    sitting = [seat.player for seat in state.all_seats]
    away = [name for name in players if not any(same_name(name, other) for other in sitting)]
    return Who(
        bar=bar(code, state),
        heading=_("You are %(names)s", names=words.listing(key.player for key in mine)) if mine else _("Who are you?"),
        mine=mine,
        free=free,
        can_join=can_sit_down(state),
        back=() if typed else tuple(seat.player for seat in state.all_seats if seat.id not in keys),
        guests=() if typed else tuple(away[:OFFERED]),
        next_round=changes_from(running) if running else 0,
        average=running is None or changes_from(running) > 1,
    )


def open_seats(state: GameState) -> dict[int, str]:
    """By seat, in table order, who is at the table: whoever left after this round has still to say what they hold."""
    running = state.running
    seats = (seat for seat in state.seats if running is None or seat.left is None or seat.id in running.there)
    return {seat.id: seat.player for seat in seats}


def elsewhere(holder: Holder | None) -> str:
    """``"on another phone"``; empty where no other phone has it."""
    return "" if holder is None else _("on %(phone)s", phone=holder.name or _("another phone"))


def taken_already(player: str, phone_name: str, seen_at: str) -> str:
    """Two want one seat: what is asked of the second."""
    phone = phone_name or _("another phone")
    return _(
        "%(player)s is already on %(phone)s, last used at %(time)s. Use this phone for %(player)s instead? The other "
        "phone will get a message.",
        player=player,
        phone=phone,
        time=words.clock(seen_at),
    )
