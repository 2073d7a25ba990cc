"""Evenings as programs read them: each answer is a type, of which its description is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from referee.season import nights
from referee.season.standings import Standings
from referee.services.clubs.evening_views import EveningLine, EveningPage, EveningView, SeatedTable
from referee.web.api.shapes import about


class _Evening(TypedDict):
    id: Annotated[str, about("Its id.")]
    day: Annotated[str, about("Its day, ISO 8601.")]
    begins: Annotated[str, about("When it begins, such as `19:30`; empty where that was not said.")]
    name: Annotated[str, about("Its name, if it has one.")]
    place: Annotated[str, about("Where, if that was said.")]
    season: Annotated[str | None, about("The id of the season its games count in; null for none.")]


class ListedEvening(_Evening):
    """An evening in the list."""

    came: Annotated[int, about("How many people came.")]
    games: Annotated[int, about("How many games it has, finished or not.")]
    first: Annotated[list[str], about("Who won it: several share the place, none while a game goes on.")]


class EveningsOfClub(TypedDict):
    """Evenings of a club."""

    evenings: Annotated[list[ListedEvening], about("The earliest first.")]


class Came(TypedDict):
    """Someone who came."""

    id: Annotated[str, about("The player's id, which stays when the name changes.")]
    name: Annotated[str, about("The player's name now.")]


class EveningTable(TypedDict):
    """A table of the last seating, or one at which a game of an earlier one still goes on."""

    number: Annotated[int, about("Its number.")]
    game: Annotated[str | None, about("The code of its game; null before it begins.")]
    seats: Annotated[list[Came], about("The first dealer first.")]


class EveningGame(TypedDict):
    """A game of the evening."""

    code: Annotated[str, about("Its code.")]
    rulebook_name: Annotated[str, about("Its rulebook's name.")]
    status: Annotated[str, about("", "playing", "finished", "abandoned")]
    table: Annotated[int | None, about("The number of its table; null where none was seated for it.")]


class EveningRow(TypedDict):
    """What a player's games of the evening gave."""

    id: Annotated[str, about("The player's id.")]
    name: Annotated[str, about("The player's name now.")]
    place: Annotated[int | None, about("1 is first.")]
    shared: Annotated[bool, about("Whether others share the place.")]
    value: Annotated[float, about("The average of their place points, 0 to 100.")]
    shown: Annotated[str, about("As the page shows it.")]
    games: Annotated[int, about("Finished games.")]


class OneEvening(_Evening):
    """An evening as it stands."""

    came: Annotated[list[Came], about("Who is or was there, or sat in one of its games.")]
    tables: Annotated[list[EveningTable], about("By number.")]
    games: Annotated[list[EveningGame], about("The first one first.")]
    final: Annotated[bool, about("Whether no game goes on and no table waits for one.")]
    result: Annotated[list[EveningRow], about("By place; empty before a game is finished.")]
    rule: Annotated[list[str], about("How the result is counted, in sentences.")]
    ties: Annotated[list[str], about("Who was level and what separated them.")]


def evenings_data(lines: Iterable[EveningLine]) -> EveningsOfClub:
    listed: list[ListedEvening] = [
        {**_evening(line.evening), "came": line.came, "games": line.games, "first": [*line.first]} for line in lines
    ]
    return {"evenings": listed}


def evening_data(page: EveningPage) -> OneEvening:
    return {
        **_evening(page.evening),
        "came": [{"id": person.id, "name": person.name} for person in page.came],
        "tables": [_table(table) for table in page.tables],
        "games": [
            {
                "code": game.code,
                "rulebook_name": game.rulebook,
                "status": game.status,
                "table": page.at_table.get(game.code),
            }
            for game in page.games
        ],
        "final": page.is_final,
        "result": _result(page.night) if page.night else [],
        "rule": list(nights.explain()),
        "ties": list(page.night.ties) if page.night else [],
    }


def _evening(of: EveningView) -> _Evening:
    return {
        "id": of.id,
        "day": of.day,
        "begins": of.begins,
        "name": of.name,
        "place": of.place,
        "season": of.season,
    }


def _table(of: SeatedTable) -> EveningTable:
    seats: list[Came] = [{"id": player, "name": name} for player, name in of.seats]
    return {"number": of.number, "game": of.game.code if of.game else None, "seats": seats}


def _result(night: Standings) -> list[EveningRow]:
    return [
        {
            "id": row.player,
            "name": row.name,
            "place": row.place.place if row.place else None,
            "shared": bool(row.place and row.place.shared),
            "value": round(float(row.value), 6),
            "shown": row.shown,
            "games": row.games,
        }
        for row in night.rows
    ]
