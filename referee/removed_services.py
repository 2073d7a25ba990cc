"""What was removed from a club and can still be brought back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from referee.season_services import known_club
from referee.services import now
from referee.storage import clubs as store
from referee.storage import models
from referee.storage.club_models import GameClub, Season
from referee.storage.transactions import reading

_FORM = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Removed:
    """One thing that is hidden: ``id`` is a season's id or a game's code."""

    id: str
    name: str
    at: str
    days_left: int


@dataclass(frozen=True, slots=True)
class Bin:
    seasons: tuple[Removed, ...]
    games: tuple[Removed, ...]


def removed(club: str) -> Bin:
    """Seasons and games of a club that were removed, the latest first; raises UnknownClub."""
    with reading() as session:
        known_club(session, club)
        seasons = session.execute(
            select(Season.id, Season.name, Season.removed_at)
            .where(Season.club == club, Season.removed_at.is_not(None))
            .order_by(Season.removed_at.desc(), Season.id)
        ).all()
        games = session.execute(
            select(GameClub.game, models.Game.rulebook_name, GameClub.removed_at)
            .join(models.Game, models.Game.code == GameClub.game)
            .where(GameClub.club == club, GameClub.removed_at.is_not(None))
            .order_by(GameClub.removed_at.desc(), GameClub.game)
        ).all()
        return Bin(
            tuple(_removed(*row) for row in seasons),
            tuple(_removed(*row) for row in games),
        )


def days_left(at: str) -> int:
    """So many whole days until what was removed then is gone for good."""
    end = datetime.strptime(at, _FORM) + timedelta(days=store.KEPT_DAYS)
    return max(0, (end - datetime.strptime(now(), _FORM)).days)


def _removed(id_: str, name: str, at: str | None) -> Removed:
    assert at is not None
    return Removed(id_, name, at, days_left(at))
