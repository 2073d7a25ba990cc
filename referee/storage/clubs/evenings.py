"""Evenings, who came, who sits where, and their games: the only queries there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy import delete, select, update

from referee.storage.tables.clubs import GameClub, Seat
from referee.storage.tables.database import added, chunks, db, new_id
from referee.storage.tables.evenings import Evening, EveningPlayer, EveningTable

HERE, LEFT = "here", "left"
"""What ``EveningPlayer.presence`` may be, beside nothing."""


def every(club: str) -> Sequence[Evening]:
    """Of a club, removed ones too."""
    return db.session.scalars(select(Evening).where(Evening.club == club).order_by(Evening.id)).all()


def of_club(club: str) -> Sequence[Evening]:
    """The evenings of a club that were not removed, the latest first."""
    there = select(Evening).where(Evening.club == club, Evening.removed_at.is_(None))
    return db.session.scalars(there.order_by(Evening.day.desc(), Evening.begins.desc(), Evening.id)).all()


def of_day(club: str, day: str) -> Sequence[Evening]:
    """Those of them that are on a day."""
    there = select(Evening).where(Evening.club == club, Evening.day == day, Evening.removed_at.is_(None))
    return db.session.scalars(there.order_by(Evening.begins, Evening.id)).all()


def evening(evening: str) -> Evening | None:
    """Also one that was removed."""
    return db.session.get(Evening, evening)


def add(club: str, season: str | None, day: str, begins: str, name: str, place: str) -> Evening:
    about = {"season": season, "day": day, "begins": begins, "name": name, "place": place}
    return added(Evening(id=new_id(), club=club, **about, removed_at=None))


def players(evenings: Sequence[str]) -> Sequence[EveningPlayer]:
    """What is known of players and these evenings."""
    return db.session.scalars(select(EveningPlayer).where(EveningPlayer.evening.in_(evenings))).all()


def of_player(evening: str, player: str) -> EveningPlayer:
    """What is known of one player and an evening, to be changed."""
    row = db.session.get(EveningPlayer, (evening, player))
    return row or added(EveningPlayer(evening=evening, player=player, coming=None, presence=""))


def drop_player(row: EveningPlayer) -> None:
    """What was known of a double is known of whom they are from now on."""
    db.session.delete(row)
    db.session.flush()


def tidy(row: EveningPlayer) -> None:
    """A row that says nothing any more goes."""
    if row.coming is None and not row.presence:
        db.session.delete(row)
    db.session.flush()


def tables(evenings: Sequence[str]) -> Sequence[EveningTable]:
    """Every table at which people were seated on these evenings, in the order of the seatings."""
    order = (EveningTable.evening, EveningTable.seating, EveningTable.number, EveningTable.id)
    return db.session.scalars(select(EveningTable).where(EveningTable.evening.in_(evenings)).order_by(*order)).all()


def table(table: str) -> EveningTable | None:
    return db.session.get(EveningTable, table)


def add_table(evening: str, seating: int, number: int, seats: Iterable[str]) -> EveningTable:
    at = {"evening": evening, "seating": seating, "number": number}
    return added(EveningTable(id=new_id(), **at, seats=[*seats], game=None))


def drop_tables(tables: Iterable[EveningTable]) -> None:
    for row in tables:
        db.session.delete(row)
    db.session.flush()


def codes(evenings: Sequence[str]) -> Sequence[str]:
    """The games of these evenings, removed ones too."""
    return db.session.scalars(select(GameClub.game).where(GameClub.evening.in_(evenings))).all()


def place(code: str, evening: str | None) -> None:
    """A game was played on an evening, or (None) on none that is known."""
    db.session.get_one(GameClub, code).evening = evening
    db.session.flush()


def begin(table: EveningTable, code: str) -> None:
    """A game is played at this table from now on."""
    table.game = code
    place(code, table.evening)


def played_by(evenings: Sequence[str]) -> dict[str, set[str]]:
    """By evening who sat in one of its games, under the ids by which they sat there."""
    sat: dict[str, set[str]] = {}
    seats = select(GameClub.evening, Seat.player).join(Seat, Seat.game == GameClub.game)
    for some in chunks(evenings):
        there = seats.where(GameClub.evening.in_(some), GameClub.removed_at.is_(None))
        for evening, player in db.session.execute(there.distinct()):
            sat.setdefault(evening or "", set()).add(player)
    return sat


def tables_played(club: str, season: str | None) -> list[tuple[str, ...]]:
    """Who sat together in each game of a season, or without one in each of the club; removed games are left out."""
    seats = select(Seat.game, Seat.player).join(GameClub, GameClub.game == Seat.game)
    where = GameClub.club == club if season is None else GameClub.season == season
    by_game: dict[str, list[str]] = {}
    for code, player in db.session.execute(seats.where(where, GameClub.removed_at.is_(None))):
        by_game.setdefault(code, []).append(player)
    return [tuple(seats) for seats in by_game.values()]


def first_dealers(club: str, season: str | None) -> Counter[str]:
    """How often somebody was first dealer at a table of the season's evenings, or without one of all of the club."""
    at = select(EveningTable.seats).join(Evening, Evening.id == EveningTable.evening)
    at = at.where(Evening.club == club, Evening.removed_at.is_(None), EveningTable.game.is_not(None))
    if season is not None:
        at = at.where(Evening.season == season)
    return Counter(seats[0] for seats in db.session.scalars(at))


def around(club: str, day: str, most: int) -> Sequence[Evening]:
    """The evenings of a club to which a game of a day may belong: those of that day, then the latest before it."""
    there = select(Evening).where(Evening.club == club, Evening.removed_at.is_(None), Evening.day <= day)
    return db.session.scalars(there.order_by(Evening.day.desc(), Evening.id).limit(most)).all()


def purge(before: str, clubs: Sequence[str], games: Sequence[str]) -> list[str]:
    """Evenings that were removed before a moment, or whose club goes, are deleted; no table names a game that goes.
    Returns the ids of those evenings."""
    for some in chunks(games):
        db.session.execute(update(EveningTable).where(EveningTable.game.in_(some)).values(game=None))
    where = (Evening.removed_at < before) | Evening.club.in_(clubs)
    gone = list(db.session.scalars(select(Evening.id).where(where)))
    for some in chunks(gone):
        db.session.execute(update(GameClub).where(GameClub.evening.in_(some)).values(evening=None))
        for table in (EveningPlayer, EveningTable):
            db.session.execute(delete(table).where(table.evening.in_(some)))
        db.session.execute(delete(Evening).where(Evening.id.in_(some)))
    return gone
