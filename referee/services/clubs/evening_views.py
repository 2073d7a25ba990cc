"""What the pages of evenings are made from: frozen values, no database behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.season.nights import Faithful
from referee.season.seating import numbers_of_tables, usual_tables
from referee.season.standings import Standings
from referee.services.clubs.season_views import ClubView, SeasonView
from referee.storage.games.log import GameSummary


@dataclass(frozen=True, slots=True)
class EveningForm:
    """An evening as it is made or changed. ``day`` is ISO 8601, ``begins`` such as ``19:30`` or empty."""

    day: str
    begins: str = ""
    name: str = ""
    place: str = ""
    season: str | None = None


@dataclass(frozen=True, slots=True)
class EveningView(EveningForm):
    id: str = ""
    club: str = ""

    @property
    def digest(self) -> str:
        """What tells whether somebody changed it since a page showed it."""
        content = json.dumps([self.day, self.begins, self.name, self.place, self.season])
        return hashlib.sha256(content.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the club, and what is known of them and an evening."""

    id: str
    name: str
    coming: bool | None = None
    presence: str = ""
    """``here``, ``left`` or empty."""
    came: bool = False
    """Whether they are or were here, or sat in one of its games."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table with those who sit there, the first dealer first."""

    id: str
    number: int
    seats: tuple[tuple[str, str], ...]
    """Id and name of each."""
    game: GameSummary | None

    @property
    def is_played(self) -> bool:
        return self.game is not None and self.game.status == "playing"

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.status != "playing"


@dataclass(frozen=True, slots=True)
class SeatingView:
    """Who sits where, for a phone and for a television."""

    club: ClubView
    evening: EveningView
    tables: tuple[SeatedTable, ...]
    """Those of the last seating, and earlier ones at which a game still goes on."""


@dataclass(frozen=True, slots=True)
class EveningPage(SeatingView):
    season: SeasonView | None
    people: tuple[Person, ...]
    """All of the club, whoever sat down last first."""
    gone: tuple[Person, ...]
    """Who came too, and was removed from the club since: they keep their part in the night and in its money."""
    games: tuple[GameSummary, ...]
    """All of the evening, the first one first."""
    night: Standings | None
    """The result of its finished games; None before the first."""
    at_table: Mapping[str, int]
    """By code the number of the table at which a game is or was played, in whatever seating."""

    @property
    def digest(self) -> str:
        """What tells whether somebody changed the tables since a page showed them."""
        content = json.dumps([[table.id, table.seats, table.game and table.game.code] for table in self.tables])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def came(self) -> tuple[Person, ...]:
        """Everybody who is or was there, removed ones too: those who pay dues, if there are any."""
        return (*(person for person in self.people if person.came), *self.gone)

    @property
    def playing(self) -> frozenset[str]:
        """Who sits at a table whose game is in progress, and keeps their seat."""
        return frozenset(player for table in self.tables if table.is_played for player, _ in table.seats)

    @property
    def to_seat(self) -> tuple[Person, ...]:
        """Who is here and sits in no game in progress."""
        return tuple(person for person in self.people if person.presence == "here" and person.id not in self.playing)

    @property
    def choices(self) -> range:
        """At how many tables they can sit."""
        return numbers_of_tables(len(self.to_seat))

    @property
    def usual(self) -> int:
        return usual_tables(len(self.to_seat))

    @property
    def unseated(self) -> tuple[Person, ...]:
        """Who is here and was given no seat."""
        return self._here_but_not_at(self.tables)

    @property
    def is_final(self) -> bool:
        """Whether no game goes on and no table waits for one: what the result says now stays."""
        return all(table.is_over for table in self.tables) and not any(game.status == "playing" for game in self.games)

    @property
    def free(self) -> tuple[Person, ...]:
        """Those, and whose game is over."""
        return self._here_but_not_at(table for table in self.tables if not table.is_over)

    def _here_but_not_at(self, tables: Iterable[SeatedTable]) -> tuple[Person, ...]:
        seated = {player for table in tables for player, _ in table.seats}
        return tuple(person for person in self.people if person.presence == "here" and person.id not in seated)


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening in a list."""

    evening: EveningView
    came: int
    """How many people."""
    coming: int
    """How many said that they will."""
    games: int
    first: tuple[str, ...]
    """Who won the night: several where they share the place, none before a game is finished, or while one goes on."""


@dataclass(frozen=True, slots=True)
class Evenings:
    """All evenings of a club."""

    club: ClubView
    lines: tuple[EveningLine, ...]
    """The latest first."""
    faithful: Sequence[Faithful]
    """Who came how often to those of ``season``, or to all."""
    counted: int
    """To how many somebody came."""
    season: SeasonView | None
    names: Mapping[str, str]
