"""What the app makes sure of when it starts: a club is there and has a link for its players, games of an older
version have their players, and what was removed long ago is gone."""

from __future__ import annotations

from sqlalchemy import exists, select

from referee import days, errors
from referee.storage.clubs import clubs, forgetting, results, seasons
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.phones import links
from referee.storage.tables.clubs import Club, GameClub, Seat
from referee.storage.tables.database import db
from referee.storage.tables.games import Game
from referee.storage.tables.phones import Link


def fill() -> None:
    """One writing transaction, and none where nothing is missing. A damaged log is left for whoever opens it."""
    at = days.now()
    with reading():
        complete = clubs.first_club() and not _without() and not _without_link() and not links.of_other_secret()
        can_wait = complete and not forgetting.is_due(at)
        if can_wait and not forgetting.has_moved(at):
            return
    try:
        _complete(at)
    except (errors.Busy, errors.Full):
        if not can_wait:
            raise


def _complete(at: str) -> None:
    with writing():
        club = clubs.ensure_club(at)
        for code in _without():
            place = db.session.get(GameClub, code) or seasons.place_game(code, club.id, None)
            try:
                state = log.read_state(code)
            except errors.BrokenData:
                continue
            clubs.seat_players(code, place.club, state, state.log[-1].at)
            results.project(code, state)
        forgetting.purge_old(at)
        links.make_again(links.of_other_secret())
        for each in _without_link():
            links.ensure_standing(each, at)


def _without() -> list[str]:
    """Games that nobody was linked to yet."""
    table = Game
    query = select(table.code).where(~exists().where(Seat.game == table.code)).order_by(table.opened_at, table.code)
    return list(db.session.scalars(query))


def _without_link() -> list[str]:
    """Clubs that have no link for their players."""
    there = exists().where(Link.scope == "club", Link.of == Club.id, Link.standing.is_(True), Link.revoked_at.is_(None))
    return list(db.session.scalars(select(Club.id).where(~there)))
