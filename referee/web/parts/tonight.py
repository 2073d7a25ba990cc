"""Who sits where, as pages say it: the place of this phone's player, and the tables for everybody."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.standings import Standings
from referee.services.clubs.evening_views import EveningView, SeatedTable, SeatingView
from referee.web.shell import words


@dataclass(frozen=True)
class MyPlace:
    """Where a player of this phone sits, in a sentence, and the game that is played there (empty: none yet)."""

    says: str
    code: str


@dataclass(frozen=True)
class SeatLine:
    number: int
    name: str
    player: str
    deals: bool
    mine: bool


@dataclass(frozen=True)
class TableLines:
    id: str
    number: int
    seats: tuple[SeatLine, ...]
    standing: str
    """How its game stands; empty before it has begun."""
    code: str
    is_over: bool


@dataclass(frozen=True)
class Tonight:
    """An evening of today on the first page."""

    id: str
    heading: str
    place: MyPlace | None
    says: str
    """What there is to say where this phone sits nowhere."""


@dataclass(frozen=True)
class NightRow:
    place: str
    spoken_place: str
    player: str
    name: str
    points: str
    finishes: str
    first: bool


def night_rows(night: Standings) -> tuple[NightRow, ...]:
    """The result of a night, line by line. What points are made of is left out where it is one game each."""
    several = max((row.games for row in night.rows), default=0) > 1
    return tuple(
        NightRow(
            words.place(row.place) if row.place else "",
            words.ordinal_place(row.place) if row.place else "",
            row.player,
            row.name,
            row.shown,
            row.finishes if several else "",
            row.place is not None and row.place.place == 1,
        )
        for row in night.rows
    )


def when(evening: EveningView) -> str:
    """``"Saturday, 31 January"``, with its year where that is over or yet to come."""
    return words.weekday(evening.day)


def about(evening: EveningView) -> str:
    """``"Final night · 19:30 · at home"``; empty where nothing is said."""
    return " · ".join(filter(None, (evening.name, evening.begins, evening.place)))


def when_and_what(evening: EveningView) -> str:
    """``"Saturday, 31 Jan · Final night"``."""
    return " · ".join(filter(None, (when(evening), evening.name)))


def my_places(tables: Collection[SeatedTable], mine: Collection[str]) -> tuple[MyPlace, ...]:
    """Where the players of this phone sit, at tables whose game is not over."""
    return tuple(
        MyPlace(_place(table, seat, name, of_several=_of_several(tables, mine)), table.game.code if table.game else "")
        for table in tables
        if not table.is_over
        for seat, (player, name) in enumerate(table.seats, start=1)
        if player in mine
    )


def _of_several(tables: Collection[SeatedTable], mine: Collection[str]) -> bool:
    """Whether the phone holds several of those who sit here, so that each is named."""
    return sum(player in mine for table in tables if not table.is_over for player, _name in table.seats) > 1


def _place(table: SeatedTable, seat: int, name: str, *, of_several: bool) -> str:
    at = {"table": table.number, "seat": seat, "dealer": table.seats[0][1], "name": name}
    if of_several:
        return (
            _("%(name)s is at table %(table)s, seat %(seat)s, and deals first.", **at)
            if seat == 1
            else _("%(name)s is at table %(table)s, seat %(seat)s. %(dealer)s deals first.", **at)
        )
    return (
        _("You are at table %(table)s, seat %(seat)s, and you deal first.", **at)
        if seat == 1
        else _("You are at table %(table)s, seat %(seat)s. %(dealer)s deals first.", **at)
    )


def table_lines(tables: Collection[SeatedTable], mine: Collection[str] = ()) -> tuple[TableLines, ...]:
    return tuple(
        TableLines(
            table.id,
            table.number,
            tuple(
                SeatLine(seat, name, player, seat == 1, player in mine)
                for seat, (player, name) in enumerate(table.seats, start=1)
            ),
            _stands(table),
            table.game.code if table.game else "",
            table.is_over,
        )
        for table in tables
    )


def _stands(table: SeatedTable) -> str:
    game = table.game
    if game is None:
        return ""
    who = words.listing(game.leaders)
    if table.is_over:
        return (
            _("Abandoned") if game.status == "abandoned" else words.win(game.leaders) if game.leaders else _("Finished")
        )
    now = words.round_of(game.round, game.rounds)
    return _("%(round)s · led by %(names)s", round=now, names=who) if who else now


def seat_of(seating: SeatingView, mine: Collection[str]) -> Tonight:
    """An evening of today, as the first page shows it."""
    evening, tables = seating.evening, seating.tables
    people = sum(len(table.seats) for table in tables)
    says = (
        _(
            "%(people)s at %(tables)s.",
            people=ngettext("%(num)s person", "%(num)s people", people),
            tables=ngettext("%(num)s table", "%(num)s tables", len(tables)),
        )
        if tables
        else about(evening) or _("Who is here, and who sits where?")
    )
    places = my_places(tables, mine)
    return Tonight(evening.id, _("This evening"), places[0] if places else None, says)
