"""The first three of the season that is on, or of the last one, on the first page."""

from __future__ import annotations

from dataclasses import dataclass

from referee.services.clubs.season_views import SeasonTable
from referee.web.parts.club_bar import games_played
from referee.web.shell import words

MOST = 3


@dataclass(frozen=True)
class PodiumLine:
    place: str
    spoken_place: str
    player: str
    figure: str
    """In the season's own measure."""
    first: bool


@dataclass(frozen=True)
class Podium:
    season: str
    """Its id."""
    name: str
    played: str
    """``"24 of 28 games"``."""
    over: bool
    """Whether whoever is first has won."""
    lines: tuple[PodiumLine, ...]


def podium(table: SeasonTable) -> Podium | None:
    """None where nobody is ranked yet."""
    lines = tuple(
        PodiumLine(words.place(row.place), words.ordinal_place(row.place), row.name, row.shown, row.place.place == 1)
        for row in table.standings.rows[:MOST]  # those without a place come last
        if row.place
    )
    return Podium(table.season.id, table.season.name, games_played(table), table.over, lines) if lines else None
