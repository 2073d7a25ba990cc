"""Games and standings as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from referee.season.games import FinishedGame, Result, in_order
from referee.season.running import in_turns
from referee.season.standings import Standings

Value = str | int | float | None
_RUNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
"""What spreadsheets take for the beginning of a formula."""


def safe(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe goes before one that begins like a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_RUNS) or text.startswith(("\t", "\r", "\n")) else text


SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""What may stand between two cells; beside a semicolon a fraction has a comma, as where that is usual."""


def csv_text(
    rows: Sequence[Sequence[Value]], separator: str = "comma", breathe: Callable[[], None] = lambda: None
) -> str:
    """Rows as CSV (RFC 4180), all of one length; numbers stay numbers, texts are made safe."""
    kept = _Kept()
    writer = csv.writer(kept, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    longest = max(map(len, rows), default=0)
    for row in in_turns(rows, breathe):
        writer.writerow([_cell(cell, separator) for cell, _ in zip_longest(row, range(longest))])
    return "".join(kept)


def _cell(cell: Value, separator: str) -> Value:
    if isinstance(cell, str):
        return safe(cell)
    return str(cell).replace(".", ",") if isinstance(cell, float) and separator == "semicolon" else cell


class _Kept(list[str]):
    """What a CSV writer writes to."""

    write = list.append


def games_csv(
    games: Iterable[FinishedGame],
    names: Mapping[str, str],
    seasons: Mapping[str, str],
    separator: str = "comma",
    breathe: Callable[[], None] = lambda: None,
) -> str:
    """A row for each player of each game, the games in order, the players by place.

    What they joined with, their handicap and their rounds add up to the total; a game without rounds has none of
    these, and one that was played without a handicap no handicap. ``separator``: a name of ``SEPARATORS``.
    ``breathe`` is called every few rows, so that others have their turn.
    """
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
            "joined with",
            "handicap",
            *(f"round {number}" for number in range(1, most + 1)),
        ]
    ]
    for game in in_turns(played, breathe):
        for result in by_place(game):
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
                    result.total if game.has_points else "",
                    result.played if game.rounds else "",
                    len(result.out) if game.rounds else "",
                    game.corrected_at or "",
                    result.opening - result.handicap if game.rounds else "",
                    result.handicap if game.has_handicap else "",
                    *result.scores,
                ]
            )
    return csv_text(rows, separator, breathe)


def by_place(game: FinishedGame) -> list[Result]:
    """Its players as they stand in a file."""
    return sorted(game.results, key=lambda result: (not result.stayed, result.final))


def standings_csv(table: Standings, separator: str = "comma") -> str:
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
    return csv_text(rows, separator)


def _number(value: Fraction) -> float | int:
    """As a spreadsheet counts; a text of digits with a minus would be taken for a formula."""
    return int(value) if value.denominator == 1 else round(float(value), 6)
