"""Seasons, which games belong to them, and what was removed: the only queries there are."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from referee import errors
from referee.days import begins, ends
from referee.season.rules import RuleError, SeasonRule, from_data, to_data
from referee.storage import models
from referee.storage.club_models import Club, Finished, GameClub, Player, PlayerName, Result, Season, Seat
from referee.storage.deliveries import Delivery
from referee.storage.forgetting import due, forget
from referee.storage.own_rulebooks import OwnRulebook


def seasons(session: Session, club: str) -> Sequence[Season]:
    """Of a club, the latest first, by name those that begin together; removed ones are left out."""
    query = select(Season).where(Season.club == club, Season.removed_at.is_(None))
    return session.scalars(query.order_by(Season.starts.desc(), Season.name)).all()


def rule_text(rule: SeasonRule) -> str:
    return json.dumps(to_data(rule), ensure_ascii=False, separators=(",", ":"))


def rule_of(season: Season) -> SeasonRule:
    """The rule of a stored season; raises BrokenData."""
    try:
        return from_data(json.loads(season.rule))
    except (RuleError, ValueError) as damaged:
        raise errors.BrokenData from damaged


def counts(session: Session, club: str, season: str | None = None) -> dict[str, tuple[int, int]]:
    """Finished games and games in all of each season of a club, or of one season alone."""
    which = (GameClub.club == club) & GameClub.season.is_not(None) if season is None else GameClub.season == season
    query = (
        select(GameClub.season, func.count(Finished.game), func.count())
        .outerjoin(Finished, Finished.game == GameClub.game)
        .where(which, GameClub.removed_at.is_(None))
        .group_by(GameClub.season)
    )
    return {season: (finished, games) for season, finished, games in session.execute(query) if season is not None}


def place_game(session: Session, code: str, club: str, season: str | None) -> GameClub:
    """A new game belongs to a club, and to a season of it or to none."""
    found = GameClub(game=code, club=club, season=season, removed_at=None)
    session.add(found)
    session.flush()
    return found


def take_in(session: Session, season: Season) -> None:
    """The finished games of its club and its days that belong to no season count in it from now on."""
    at = models.Game.opened_at
    inside = select(models.Game.code).join(Finished, Finished.game == models.Game.code)
    inside = inside.where(at >= begins(season.starts))
    if season.ends is not None:
        inside = inside.where(at < ends(season.ends))
    loose = (GameClub.club == season.club) & GameClub.season.is_(None) & GameClub.removed_at.is_(None)
    session.execute(update(GameClub).where(loose, GameClub.game.in_(inside)).values(season=season.id))
    session.flush()


def lock_place(session: Session, code: str) -> GameClub:
    """To whom a game belongs, held against other writers; raises UnknownGame."""
    found = session.scalars(select(GameClub).where(GameClub.game == code).with_for_update()).one_or_none()
    if found is None:
        raise errors.UnknownGame
    return found


def removed(session: Session, before: str) -> bool:
    """Whether something that goes after a while is older than a moment and still here."""
    marks = (Club.removed_at, Season.removed_at, GameClub.removed_at, Delivery.at)
    found = (select(mark).where(mark < before) for mark in marks)
    return any(session.scalars(one.limit(1)).first() for one in (*found, select(Player.id).where(due(before))))


def purge(session: Session, before: str) -> int:
    """Delete for good what was removed before a moment, and forget names; how many games that were.

    Children first and everything by name: nothing near the logs goes by cascade.
    """
    clubs = list(session.scalars(select(Club.id).where(Club.removed_at < before)))
    gone = (GameClub.removed_at < before) | GameClub.club.in_(clubs)
    codes = list(session.scalars(select(GameClub.game).where(gone)))
    for start in range(0, len(codes), 500):
        some = codes[start : start + 500]
        for table in (Result, Finished, Seat, GameClub, models.Write, models.Event):
            session.execute(delete(table).where(table.game.in_(some)))
        session.execute(delete(models.Game).where(models.Game.code.in_(some)))
    ended = list(session.scalars(select(Season.id).where((Season.removed_at < before) | Season.club.in_(clubs))))
    session.execute(update(GameClub).where(GameClub.season.in_(ended)).values(season=None))
    session.execute(delete(Season).where(Season.id.in_(ended)))
    session.execute(delete(PlayerName).where(PlayerName.club.in_(clubs)))
    session.execute(update(Player).where(Player.club.in_(clubs)).values(merged_into=None))
    session.execute(delete(Player).where(Player.club.in_(clubs)))
    session.execute(delete(OwnRulebook).where(OwnRulebook.club.in_(clubs)))
    session.execute(delete(Club).where(Club.id.in_(clubs)))
    session.execute(delete(Delivery).where(Delivery.at < before))  # their answers name people
    forget(session, before)
    return len(codes)
