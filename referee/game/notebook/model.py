"""What a file of old games says, whatever its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes."""
MOST_ROWS = 60_000
MOST_CELLS = 80
"""In one line."""
MOST_GAMES = 5_000
MOST_NAMES = 400

LINES, ACROSS, SHEETS, PLAYS = "lines", "across", "sheets", "plays"
"""A line for each player of each game; a line for each game, players across; a sheet for each game; BG Stats."""
DMY, MDY = "dmy", "mdy"
POINTS, RUNNING = "points", "running"
TOTALS, PLACES = "totals", "places"


class Unreadable(ValueError):
    """A file that is none of the forms that can be read; what it says is for people."""


class Mark(NamedTuple):
    """Something about a game that is to be looked at."""

    line: int
    """Of the file, from 1."""
    says: str
    is_fault: bool = False
    """Whether the game cannot come in like this."""


class Column(NamedTuple):
    """One player of one game."""

    player: str
    total: int | None = None
    place: int | None = None
    scores: tuple[int | None, ...] = ()
    """By round; None where they were not there. Empty where no rounds are left."""
    guest: bool = False
    left: bool = False
    """Whether they left before the end."""
    absent: str = ""
    """In whose place they sat, where they did."""
    unread: str = ""
    """What stands there as their total and is no whole number."""
    handicap: int = 0
    """Points with which they began, beside those of the rounds."""


@dataclass(frozen=True, slots=True)
class OldGame:
    """One game of the file, in which names are as they stand there."""

    line: int
    day: str
    """ISO 8601, or a year; empty where it cannot be read."""
    columns: tuple[Column, ...]
    rulebook: str = ""
    """What the file calls the game; empty where it says nothing."""
    code: str = ""
    """Of a game of this app."""
    highest_wins: bool | None = None
    """None where the file does not say."""
    marks: tuple[Mark, ...] = ()

    @property
    def faults(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.is_fault)


class Heading(NamedTuple):
    """One column of a file as it was recognised."""

    text: str
    """What stands at its head, or its number."""
    sample: str
    role: str
    """A name of ``rows.ROLES``; empty for one that is left out."""


class Dates(NamedTuple):
    """In which order a file writes its days."""

    order: str = ""
    """``DMY`` or ``MDY``; empty where no day needs it."""
    is_doubtful: bool = False
    sample: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was said about a file where the reading was doubtful, or wrong; empty where nothing was."""

    kind: str = ""
    roles: Mapping[int, str] = field(default_factory=dict)
    """By column, from 0."""
    dates: str = ""
    values: str = ""
    rounds: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it was read."""

    kind: str
    games: tuple[OldGame, ...]
    dates: Dates = field(default_factory=Dates)
    headings: tuple[Heading, ...] = ()
    parted_by: str = ""
    """What stands between its cells."""
    values: str = ""
    """``TOTALS`` or ``PLACES``, where each game is one line."""
    looks_running: bool = False
    """Whether what stands in its rounds may be running totals."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who is named, in the order in which they come."""
        columns = [column for game in self.games for column in game.columns]
        absent = (column.absent for column in columns if column.absent)
        return tuple(dict.fromkeys((*(column.player for column in columns), *absent)))

    @property
    def rulebooks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(game.rulebook for game in self.games))

    def marks(self) -> Iterator[Mark]:
        for game in self.games:
            yield from game.marks
