"""Only some of a club's games: those of a season, a rulebook, a number of players, a stretch of time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.season.games import FinishedGame

LOOSE = "none"
"""Stands for the games that belong to no season."""
TWELVE_MONTHS = "12"
"""Stands for the twelve months before today; any other time is a year in four digits."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which games are looked at; what is empty leaves nothing out."""

    season: str = ""
    """An id, or ``LOOSE``."""
    rulebook: str = ""
    """The name that the game was played under."""
    players: str = ""
    """How many were at the table at the end, in digits."""
    time: str = ""
    """A year, or ``TWELVE_MONTHS``."""

    def __bool__(self) -> bool:
        return any((self.season, self.rulebook, self.players, self.time))

    def of(self, games: Iterable[FinishedGame], today: str) -> tuple[FinishedGame, ...]:
        """The games that it leaves, in the order in which they came; ``today`` is a day (ISO 8601)."""
        if not self:
            return tuple(games)
        since = _a_year_before(today)
        return tuple(game for game in games if self._leaves(game, since))

    def _leaves(self, game: FinishedGame, since: str) -> bool:
        return (
            self.season in ("", game.season or LOOSE)
            and self.rulebook in ("", game.rulebook_name)
            and self.players in ("", str(game.players))
            and (game.day >= since if self.time == TWELVE_MONTHS else game.day.startswith(self.time))
        )


@dataclass(frozen=True, slots=True)
class Choices:
    """What the games of a club can be narrowed to: only what some of them have."""

    seasons: tuple[str, ...]
    """Ids, and ``LOOSE``, where there is more than one."""
    rulebooks: tuple[str, ...]
    players: tuple[str, ...]
    times: tuple[str, ...]
    """``TWELVE_MONTHS`` and years, the latest first."""

    def __bool__(self) -> bool:
        return any((self.seasons, self.rulebooks, self.players, self.times))


def choices(games: Iterable[FinishedGame]) -> Choices:
    """Each list is empty where it would offer a single choice."""
    games = tuple(games)
    seasons = tuple(sorted({game.season or LOOSE for game in games}))  # not as a database happens to list the games
    rulebooks = tuple(sorted({game.rulebook_name for game in games}, key=str.casefold))
    players = tuple(map(str, sorted({game.players for game in games})))
    years = tuple(sorted({game.day[:4] for game in games}, reverse=True))
    return Choices(
        seasons if len(seasons) > 1 else (),
        rulebooks if len(rulebooks) > 1 else (),
        players if len(players) > 1 else (),
        (TWELVE_MONTHS, *years) if len(years) > 1 else (),
    )


def _a_year_before(today: str) -> str:
    """A text to compare days with: it need not be a day of the calendar."""
    return f"{int(today[:4]) - 1:04}{today[4:]}"
