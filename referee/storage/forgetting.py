"""Names of those who were taken out of a club, forgotten for good. The one place where something written is changed:
a name in an old log is about somebody who asked that it be gone; points, places and everything else stay."""

from __future__ import annotations

import dataclasses

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from referee.game import events as ev
from referee.storage import log, models
from referee.storage.club_models import Player, PlayerName, Seat
from referee.storage.clubs import REMOVED, name_key, root_of

_NAMING = (ev.GameOpened, ev.SeatAdded, ev.SeatRenamed)


def due(before: str) -> ColumnElement[bool]:
    """Players who were taken out before a moment and whose names are still known."""
    return (Player.removed_at < before) & (Player.name != REMOVED)


def forget(session: Session, before: str) -> None:
    """Put other words in the place of every name of these players, within the caller's transaction."""
    for player in session.scalars(select(Player).where(due(before))).all():
        of_club = session.scalars(select(Player).where(Player.club == player.club)).all()
        them = [one for one in of_club if root_of(session, one.id) == player.id]
        ids = [one.id for one in them]
        keys = set(session.scalars(select(PlayerName.key).where(PlayerName.player.in_(ids))))
        keys |= {name_key(one.name) for one in them}
        session.execute(delete(PlayerName).where(PlayerName.player.in_(ids)))
        for one in them:
            one.name = REMOVED
        for seat in session.scalars(select(Seat).where(Seat.player.in_(ids))).all():
            _rename(session, seat, keys)


def _rename(session: Session, seat: Seat, keys: set[str]) -> None:
    """A seat's name in its game, wherever it was one of these."""
    others = select(Seat.name).where(Seat.game == seat.game, Seat.seat != seat.seat)
    new = REMOVED if REMOVED not in set(session.scalars(others)) else f"{REMOVED} {seat.seat}"
    kinds = [kind.__name__ for kind in _NAMING]
    rows = session.scalars(select(models.Event).where(models.Event.game == seat.game, models.Event.type.in_(kinds)))
    for row in rows.all():
        row.data = log.text(_without(log.event(row.data), seat.seat, keys, new))
    if name_key(seat.name) in keys:
        seat.name = new
    session.flush()
    log.summarize(session.get_one(models.Game, seat.game), log.load_state(session, seat.game))


def _without(event: ev.Event, seat: int, keys: set[str], new: str) -> ev.Event:
    match event:
        case ev.GameOpened():
            named = ((at, new if at == seat and name_key(name) in keys else name) for at, name in event.seats)
            return dataclasses.replace(event, seats=tuple(named))
        case ev.SeatAdded() | ev.SeatRenamed() if event.seat == seat and name_key(event.player) in keys:
            return dataclasses.replace(event, player=new)
        case _:
            return event
