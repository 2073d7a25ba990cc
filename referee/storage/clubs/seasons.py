"""Seasons, which games belong to them, and what was removed: the only queries there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Row, and_, func, or_, select, update

from referee import errors
from referee.days import first_day
from referee.rules.rulebook.model import SHEET
from referee.season.rules import SeasonRule, to_data
from referee.season.trace import Change, to_json
from referee.storage.engine import news
from referee.storage.engine.wire import Shape
from referee.storage.tables.clubs import Club, Finished, GameClub, Notebook, Player, Season
from referee.storage.tables.database import added, chunks, db, new_id
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import Game

RULE = Shape(SeasonRule)
CHANGE = Shape(Change)


def seasons(club: str) -> Sequence[Season]:
    """Of a club, the latest first, by name those that begin together; removed ones are left out."""
    query = select(Season).where(Season.club == club, Season.removed_at.is_(None))
    return db.session.scalars(query.order_by(Season.starts.desc(), Season.name)).all()


def rule_of(season: Season) -> SeasonRule:
    """The rule of a stored season; raises BrokenData."""
    try:
        return RULE.read(season.rule)
    except (TypeError, ValueError) as damaged:
        raise errors.BrokenData from damaged


def trace_of(season: Season) -> tuple[Change, ...]:
    """What was done to a stored season, the first change first; raises BrokenData."""
    try:
        return tuple(map(CHANGE.read, season.trace))
    except (TypeError, ValueError) as damaged:
        raise errors.BrokenData from damaged


def note(season: Season, change: Change) -> None:
    """Add something to the trace of a season."""
    season.trace = [*season.trace, to_json(change)]
    db.session.flush()


def playing(season: str) -> Sequence[str]:
    """Codes of the games of a season that are not finished yet, as they were opened."""
    query = select(Game.code).join(GameClub, GameClub.game == Game.code)
    query = query.where(GameClub.season == season, GameClub.removed_at.is_(None), Game.status == "playing")
    return db.session.scalars(query.order_by(Game.opened_at, Game.code)).all()


def last_day(season: str, until: str) -> str | None:
    """The last day of its games, finished or not, up to a day: a later one was told by a wrong clock."""
    query = select(func.max(Game.day)).join(GameClub, GameClub.game == Game.code)
    return db.session.scalar(query.where(GameClub.season == season, GameClub.removed_at.is_(None), Game.day <= until))


def counts(club: str, season: str | None = None) -> dict[str, tuple[int, int]]:
    """Finished games and games in all of each season of a club, or of one season alone."""
    which = (GameClub.club == club) & GameClub.season.is_not(None) if season is None else GameClub.season == season
    query = (
        select(GameClub.season, func.count(Finished.game), func.count())
        .outerjoin(Finished, Finished.game == GameClub.game)
        .where(which, GameClub.removed_at.is_(None))
        .group_by(GameClub.season)
    )
    return {season: (finished, games) for season, finished, games in db.session.execute(query) if season is not None}


def large(games: int) -> Sequence[str]:
    """The clubs with at least so many finished games, the largest first."""
    there = (GameClub.removed_at.is_(None), Club.removed_at.is_(None))
    query = select(GameClub.club).join(Finished, Finished.game == GameClub.game).join(Club, Club.id == GameClub.club)
    query = query.where(*there).group_by(GameClub.club).having(func.count() >= games)
    return db.session.scalars(query.order_by(func.count().desc(), GameClub.club)).all()


def loose(club: str) -> int:
    """Finished games of a club that belong to no season."""
    query = select(func.count()).select_from(Finished).join(GameClub, GameClub.game == Finished.game)
    query = query.where(GameClub.club == club, GameClub.season.is_(None), GameClub.removed_at.is_(None))
    return db.session.scalar(query) or 0


def place_game(code: str, club: str, season: str | None) -> GameClub:
    """A new game belongs to a club, and to a season of it or to none."""
    return added(GameClub(game=code, club=club, season=season, removed_at=None))


def place_of(code: str) -> GameClub | None:
    """To which club and season a game belongs; None for an unknown game."""
    return db.session.get(GameClub, code)


def season(season: str) -> Season | None:
    """Also one that was removed."""
    return db.session.get(Season, season)


def add_season(club: str, name: str, starts: str, ends: str | None, rule: SeasonRule) -> Season:
    days = {"starts": starts, "ends": ends}
    return added(Season(id=new_id(), club=club, name=name, **days, rule=to_data(rule), removed_at=None))


def in_bin(club: str, since: str) -> tuple[Sequence[Row[str, str, str | None]], ...]:
    """Seasons, games, players, files and evenings of a club that were removed since a moment, the latest first.

    Each with its id, its name (an evening its day) and when. What went together with a file is not named by itself.
    """
    with_a_file = select(Notebook.id).where(Notebook.club == club, Notebook.removed_at.is_not(None))
    games = select(GameClub.game, Game.rulebook_name, GameClub.removed_at)
    games = games.where(GameClub.notebook.is_(None) | GameClub.notebook.not_in(with_a_file))
    together = (Notebook.club == Player.club) & (Notebook.removed_at == Player.removed_at)
    brought = select(Player.id).join(Notebook, together)
    people = select(Player.id, Player.name, Player.removed_at).where(Player.id.not_in(brought))
    kinds = (
        (Season, Season.id, select(Season.id, Season.name, Season.removed_at)),
        (GameClub, GameClub.game, games.join(Game, Game.code == GameClub.game)),
        (Player, Player.id, people),
        (Notebook, Notebook.id, select(Notebook.id, Notebook.name, Notebook.removed_at)),
        (Evening, Evening.id, select(Evening.id, Evening.day, Evening.removed_at)),
    )
    return tuple(
        db.session.execute(
            query.where(table.club == club, table.removed_at >= since).order_by(table.removed_at.desc(), key)
        ).all()
        for table, key, query in kinds
    )


def _before(starts: str) -> ColumnElement[bool]:
    """Which games are before a day; one of which only a year is left may be of any day of it."""
    year = first_day(starts[:4])
    return or_(and_(Game.only_year, Game.day < year), and_(~Game.only_year, Game.day < starts))


def outside(season: str, starts: str, ends: str | None) -> Sequence[tuple[str, str]]:
    """Code and day (or year) of the games of a season that are not of these days, as they were played, without removed
    ones."""
    beyond = _before(starts) if ends is None else _before(starts) | (Game.day > ends)
    query = select(Game.code, Game.day, Game.only_year).join(GameClub, GameClub.game == Game.code)
    query = query.where(GameClub.season == season, GameClub.removed_at.is_(None), beyond)
    rows = db.session.execute(query.order_by(Game.day, Game.opened_at, Game.code))
    return [(code, day[:4] if only_year else day) for code, day, only_year in rows]


def let_go(games: Iterable[str]) -> None:
    """These games count in no season from now on."""
    for some in chunks(list(games)):
        for club, code in db.session.execute(select(GameClub.club, GameClub.game).where(GameClub.game.in_(some))):
            news.club_changes(club, (code,))
        db.session.execute(update(GameClub).where(GameClub.game.in_(some)).values(season=None))
    db.session.flush()


def take_in(season: Season) -> None:
    """The finished games of its club and its days that belong to no season count in it from now on."""
    inside = select(Game.code).join(Finished, Finished.game == Game.code)
    inside = inside.where(~_before(season.starts))
    if season.ends is not None:
        inside = inside.where(Game.day <= season.ends)
    if not rule_of(season).sheets:
        inside = inside.where(Game.rulebook_id != SHEET)
    loose = (GameClub.club == season.club) & GameClub.season.is_(None) & GameClub.removed_at.is_(None)
    db.session.execute(update(GameClub).where(loose, GameClub.game.in_(inside)).values(season=season.id))
    news.club_changes(season.club)
    db.session.flush()


def lock_place(code: str) -> GameClub:
    """To whom a game belongs, held against other writers; raises UnknownGame."""
    place = db.session.scalars(select(GameClub).where(GameClub.game == code).with_for_update()).one_or_none()
    if place is None:
        raise errors.UnknownGame
    return place
