"""What the app makes sure of when it starts: a club is there, games of an older version have their
players, and what was removed long ago is gone."""

from __future__ import annotations

from sqlalchemy import exists, select

from referee import days, errors
from referee.storage import clubs, log, models, results, seasons
from referee.storage.club_models import GameClub, Seat
from referee.storage.database import db
from referee.storage.transactions import reading, writing


def fill() -> None:
    """One writing transaction, and none where nothing is missing. A damaged log is left for whoever opens it."""
    at = days.now()
    before = clubs.gone_before(at)
    with reading():
        complete = clubs.first_club() and not _without() and not seasons.removed(before)
    if complete:
        return
    with writing():
        club = clubs.ensure_club(at)
        for code in _without():
            place = db.session.get(GameClub, code) or seasons.place_game(code, club.id, None)
            try:
                state = log.read_state(code)
            except errors.BrokenData:
                continue
            clubs.seat_players(place, state, state.log[-1].at)
            results.project(code, state)
        seasons.purge(before)


def _without() -> list[str]:
    """Games that nobody was linked to yet."""
    table = models.Game
    query = select(table.code).where(~exists().where(Seat.game == table.code)).order_by(table.opened_at, table.code)
    return list(db.session.scalars(query))
