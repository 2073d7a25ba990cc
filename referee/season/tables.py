"""Games and standings as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from fractions import Fraction

from referee.season.games import FinishedGame, in_order
from referee.season.standings import Standings

Value = str | int | float | None
_RUNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
"""What spreadsheets take for the beginning of a formula."""


def safe(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe goes before one that begins like a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_RUNS) or text.startswith(("\t", "\r", "\n")) else text


def csv_text(rows: Iterable[Iterable[Value]]) -> str:
    """Rows as CSV (RFC 4180); numbers stay numbers, texts are made safe."""
    kept = _Kept()
    writer = csv.writer(kept, lineterminator="\r\n")
    writer.writerows([safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return "".join(kept)


class _Kept(list[str]):
    """What a CSV writer writes to."""

    write = list.append


def games_csv(games: Iterable[FinishedGame], names: Mapping[str, str], seasons: Mapping[str, str]) -> str:
    """A row for each player of each game, the games in order, the players by place."""
    played = in_order(games)
    most = max((len(game.rounds) for game in played), default=0)
    rows: list[list[Value]] = [
        [
            "game",
            "date",
            "season",
            "rulebook",
            "player",
            "guest",
            "stands in for",
            "place",
            "total",
            "rounds",
            "gone out",
            "corrected at",
            *(f"round {number}" for number in range(1, most + 1)),
        ]
    ]
    for game in played:
        for result in sorted(game.results, key=lambda result: (not result.stayed, result.final)):
            absent = result.stands_in_for
            rows.append(
                [
                    game.id,
                    game.day,
                    seasons.get(game.season or "", ""),
                    game.rulebook_name,
                    names.get(result.player, result.player),
                    "guest" if result.guest else "",
                    names.get(absent, absent) if absent else "",
                    game.places[result.player].place if result.stayed else "left",
                    result.total,
                    result.played,
                    len(result.out),
                    game.corrected_at or "",
                    *result.scores,
                ]
            )
    return csv_text(rows)


def standings_csv(table: Standings) -> str:
    """The season's table, row by row; values to six digits."""
    rows: list[list[Value]] = [
        [
            "place",
            "shared",
            "player",
            table.heading.lower(),
            "games",
            "counted",
            "wins",
            "points per round",
            "to be ranked",
            "decided by",
        ]
    ]
    for row in table.rows:
        rows.append(
            [
                row.place.place if row.place else "",
                "yes" if row.place and row.place.shared else "",
                row.name,
                _number(row.value),
                row.games,
                row.counted,
                _number(row.wins),
                "" if row.per_round is None else _number(row.per_round),
                row.progress,
                row.decided,
            ]
        )
    return csv_text(rows)


def _number(value: Fraction) -> float | int:
    """As a spreadsheet counts; a text of digits with a minus would be taken for a formula."""
    return int(value) if value.denominator == 1 else round(float(value), 6)
