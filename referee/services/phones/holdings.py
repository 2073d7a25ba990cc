"""Which phone speaks for which seat: a phone holds players of the club, and the seats they sit on are its own.

A seat is taken in one tap and stays, also in the next game: it belongs to the player. It moves when another phone
takes it; the one that lost it is told on its next page and may take it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from referee import errors
from referee.days import lasts, now
from referee.messages import gettext as _
from referee.rules.speech.words import listed
from referee.services.deliveries import NotDone, WriteTag, once
from referee.storage.clubs import holdings
from referee.storage.engine.transactions import reading
from referee.storage.games import log
from referee.storage.phones import rights
from referee.storage.tables.games import LONGEST_BY
from referee.storage.tables.phones import Holding

HEARD = timedelta(hours=6)
"""A phone that was heard of within this time, an evening, is asked about before its seat is taken: most of the time a
phone only listens, and nothing of that is written down."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The phone that holds a seat."""

    phone: str
    """Its id."""
    name: str
    """What somebody has called it; mostly empty."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """Who holds the seats of one game, as one phone sees it. Seats that nobody holds are left out."""

    mine: tuple[int, ...] = ()
    """In table order."""
    names: tuple[str, ...] = ()
    """What the game calls those seats."""
    others: Mapping[int, Holder] | None = None
    """By seat, the other phones."""
    lost: tuple[tuple[int, str], ...] = ()
    """Seats, with their names, that another phone took from this one; it has not been told yet."""
    since: Mapping[int, str] | None = None
    """By seat of this phone, when it took it."""


@dataclass(frozen=True, slots=True)
class HeldBy:
    """Nothing was changed: another phone holds the seat and is in use. Sent again with ``over``, it is taken."""

    seat: int
    phone_name: str
    """What somebody has called that phone; mostly empty."""
    seen_at: str


def of_phone(phone: str, code: str) -> Holdings:
    """The seats of a game as the phone with this id sees them; none where there is no such game."""
    with reading():
        rows = holdings.of_game(code, phone)
    living = [row for row in rows if row.ended_at is None]
    mine = [row for row in living if phone and row.phone == phone]
    others = {row.seat: Holder(row.phone, row.phone_name) for row in living if not phone or row.phone != phone}
    lost = [(row.seat, row.name) for row in rows if row.ended_at is not None and row.seat in others]
    return Holdings(
        tuple(row.seat for row in mine),
        tuple(row.name for row in mine),
        others,
        tuple(dict.fromkeys(lost)),
        {row.seat: row.since for row in mine},
    )


def names_held(phone: str) -> tuple[str, ...]:
    """Names of the players that a phone holds, for what it does outside of games."""
    if not phone:
        return ()
    with reading():
        return tuple(holdings.names_of(phone))


def players_held(phone: str) -> frozenset[str]:
    """The ids of the players that a phone holds, of whichever club; none for a phone without an id."""
    if not phone:
        return frozenset()
    with reading():
        return frozenset(holdings.players_of(phone))


def names_by_phone(phones: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """By phone the names of the players that it holds; phones that hold nobody are left out."""
    with reading():
        return holdings.names_by_phone(phones)


def _never(_phone: str) -> bool:
    return False


def claim(
    code: str, seat: int, tag: WriteTag, over: bool = False, is_gone: Callable[[str], bool] = _never
) -> HeldBy | None:
    """A phone takes a seat, with the player who sits there, unless another one has it (``HeldBy``) and is in use.
    ``over``: from that one too.

    ``is_gone`` says of a phone, by its id, that it cannot come again: nobody is asked about that one.

    Raises UnknownGame, NotAllowed for a phone that is not known, Rejected where the game has no such seat, Busy, Full.
    """
    answer = once(tag, ["claim", code, seat, over], lambda: _claim(code, seat, tag, over, is_gone), code)
    return HeldBy(seat, *answer["held"]) if "held" in answer else None


def claim_player(player: str, tag: WriteTag) -> None:
    """A phone takes a player of a club outside of games, unless another phone has them and is in use.

    Raises NotAllowed for a phone that is not known, Rejected where another one has them.
    """
    once(tag, ["claim player", player], lambda: _claim_player(player, tag))


def _claim_player(player: str, tag: WriteTag) -> dict[str, Any]:
    if not rights.is_known(tag.phone):
        raise errors.NotAllowed
    other = holdings.holder(player)
    if other is not None and other.phone != tag.phone and _in_use(other):
        raise errors.Rejected("player", _("Another phone already speaks for this player. Leave them there first."))
    if other is None or other.phone != tag.phone:
        holdings.hold(player, tag.phone, now())
        holdings.concern(player)
    return {}


def leave(code: str, seat: int, tag: WriteTag) -> None:
    """A phone leaves a seat, or has heard that another one took it. Raises as ``claim`` does."""
    once(tag, ["leave", code, seat], lambda: _leave(code, seat, tag), code)


def spoken(names: Sequence[str], phone_name: str = "") -> str:
    """Who writes, for the history: the seats of a phone, else what it is called, else nothing."""
    whole = listed(names) or phone_name
    return whole if len(whole) <= LONGEST_BY else f"{names[0]} and {len(names) - 1} others"


def _claim(code: str, seat: int, tag: WriteTag, over: bool, is_gone: Callable[[str], bool]) -> dict[str, Any] | NotDone:
    player = _player(code, seat, tag)
    other = holdings.holder(player)
    if other is not None and other.phone == tag.phone:
        return {}
    if other is not None and not over and not is_gone(other.phone) and (held := _in_use(other)):
        return NotDone({"held": held})
    holdings.hold(player, tag.phone, now())
    holdings.concern(player)
    return {}


def _leave(code: str, seat: int, tag: WriteTag) -> dict[str, Any]:
    player = _player(code, seat, tag)
    if holdings.forget(player, tag.phone):
        holdings.concern(player)
    return {}


def _player(code: str, seat: int, tag: WriteTag) -> str:
    """Who sits there; the game is held until the end of the transaction."""
    log.lock_game(code)
    if not rights.is_known(tag.phone):
        raise errors.NotAllowed
    player = holdings.player_at(code, seat)
    if player is None:
        raise errors.Rejected("seat", _("This seat isn’t in the game."))
    return player


def _in_use(holding: Holding) -> list[str] | None:
    """What its phone is called and when it was last heard of; None for one that is not, or was revoked."""
    phone = rights.phones([holding.phone])[holding.phone]
    heard = [at for at in (holding.since, phone.seen_at) if lasts(at, HEARD, now())]
    return [phone.name, max(heard)] if heard and phone.revoked_at is None else None
