"""Where a game stands in its club: its season, and who of the club sat on which seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee import errors
from referee.services.clubs.season_views import ClubView
from referee.services.clubs.seasons import club_view, known_club
from referee.storage.clubs import clubs, seasons
from referee.storage.engine.transactions import reading
from referee.storage.games import log


@dataclass(frozen=True, slots=True)
class GamePlace:
    club: ClubView
    season: str | None
    sat: Mapping[int, tuple[str, str | None]]
    """By seat the id of the player who sat there and of whom they stood in for; a double's own id for a double."""


def game_place(code: str) -> GamePlace:
    """Raises UnknownGame, and UnknownClub where the club was removed."""
    with reading():
        place = seasons.place_of(code)
        if place is None:
            raise errors.UnknownGame
        return GamePlace(
            club=club_view(known_club(place.club)),
            season=place.season,
            sat={row.seat: (row.player, row.stands_in_for) for row in clubs.seats(place.game)},
        )


def removed_from(code: str) -> str | None:
    """Id of the club that a removed game can be brought back to; None for a game that was not removed."""
    with reading():
        head = log.head_read(code)
        return head.club if head.removed_at is not None else None


def season_now(code: str) -> str | None:
    """The season a game counts in now; None for none, or for one that was removed. Raises UnknownGame."""
    with reading():
        head = log.head_read(code)
        season = seasons.season(head.season) if head.season is not None else None
        return season.id if season is not None and season.removed_at is None else None
