"""Whole score sheets, one below the other or on a page each: the day, the players, the rounds, the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.game.notebook.cells import Grid, Row
from referee.game.notebook.model import (
    RUNNING,
    SHEETS,
    Answers,
    Column,
    Mark,
    OldGame,
    Reading,
)
from referee.game.notebook.values import day_within, is_dated, order_of, read_day, read_whole, written_within
from referee.game.pasted import PastedColumn, read_cells
from referee.messages import gettext as _
from referee.rules.rulings import Phrase

_ONCE = 3
"""A heading has no more cells than this."""
_LOOK_RUNNING = 3
"""So many rounds that only rise look like running totals."""


def read(grids: Sequence[Grid], answers: Answers) -> Reading:
    blocks = [block for grid in grids for block in _blocks(grid)]
    written = [text for _name, rows in blocks for row in rows for cell in row.filled if (text := written_within(cell))]
    dates = order_of(written, answers.dates)
    read_games = [_game(name, rows, dates.order, answers.rounds) for name, rows in blocks]
    games = tuple(game for game, _looks in read_games)
    looks = any(looks for _game_, looks in read_games)
    return Reading(SHEETS, games, dates, (), grids[0].parted_by if grids else "", looks_running=looks)


def _blocks(grid: Grid) -> Iterator[tuple[str, list[Row]]]:
    """Each sheet with its heading: an empty line ends one, and so does a day in a line by itself."""
    block: list[Row] = []
    for row in grid.rows:
        begun = any(len(_numbers(each)) > 1 for each in block)
        if begun and (not any(row.cells) or _is_heading(row)):
            yield grid.name, block
            block = []
        if any(row.cells):
            block.append(row)
    if block and any(len(_numbers(each)) > 1 for each in block):
        yield grid.name, block


def _numbers(row: Row) -> list[str]:
    return [cell for cell in row.filled if read_whole(cell) is not None and not read_day(cell)]


def _is_heading(row: Row) -> bool:
    return len(row.filled) <= _ONCE and any(is_dated(cell) and not _is_number(cell) for cell in row.filled)


def _is_number(cell: str) -> bool:
    return read_whole(cell) is not None and not read_day(cell)


def _game(name: str, rows: list[Row], order: str, rounds: str) -> tuple[OldGame, bool]:
    """One sheet, and whether its numbers may be running totals without saying so."""
    heading, body = _parted(rows)
    day, rulebook = "", ""
    for cell in [*(cell for row in heading for cell in row.filled), body[0].at(0), name]:
        found_day, beside = day_within(cell, order)
        day = day or found_day
        if cell and cell != body[0].at(0) and not rulebook and any(letter.isalpha() for letter in beside):
            rulebook = beside if cell != name else ""
    if day and read_day(body[0].at(0), order):
        body = [replace_cell(body[0], ""), *body[1:]]
    line, marks = rows[0].number, []
    if not day:
        wrong = next((cell for row in heading for cell in row.filled if is_dated(cell)), "")
        says = _("“%(text)s” isn’t a date.", text=wrong) if wrong else _("No date stands above its names.")
        marks.append(Mark(line, says, True))
    columns = read_cells([[*row.cells] for row in body])
    if isinstance(columns, Phrase):
        says = _("This isn’t a sheet with names and points.")
        return OldGame(line, day, (), rulebook, marks=(*marks, Mark(line, says, True))), False
    for column in columns:
        marks += [
            Mark(
                body[min(number, len(body) - 1)].number,
                _("%(name)s: “%(text)s” isn’t a whole number.", name=column.player, text=score),
                True,
            )
            for number, score in enumerate(column.scores, start=1)
            if score and read_whole(score) is None
        ]
    says_so, looks = _running(columns)
    read_columns = [_column(column) for column in columns]
    if says_so or (looks and rounds == RUNNING):
        read_columns = [_by_rounds(column) for column in read_columns]
    return OldGame(line, day, tuple(read_columns), rulebook, marks=tuple(marks)), looks and not says_so


def _parted(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """The lines above the names, and the sheet itself: names stand in the last line before the first points."""
    first = next((at for at, row in enumerate(rows) if len(_numbers(row)) > 1), 0)
    head = max(first - 1, 0)
    if first and len([cell for cell in rows[head].filled if not read_day(cell)]) < 2:
        head = first  # the names stand in the first column
    return rows[:head], rows[head:]


def replace_cell(row: Row, text: str) -> Row:
    return Row(row.number, (text, *row.cells[1:]))


def _column(column: PastedColumn) -> Column:
    scores = tuple(read_whole(score) if score else None for score in column.scores)
    return Column(column.player, read_whole(column.total) if column.total else None, None, scores)


def _running(columns: Sequence[PastedColumn]) -> tuple[bool, bool]:
    """Whether the totals say that the rounds hold running totals, and whether they look as if they did."""
    numbers = [
        ([number for score in column.scores if (number := read_whole(score)) is not None], read_whole(column.total))
        for column in columns
    ]
    if any(not values for values, _total in numbers):
        return False, False
    totals = [total for _values, total in numbers]
    if all(total is not None for total in totals):
        ends = all(total == values[-1] for values, total in numbers)
        return ends and any(total != sum(values) for values, total in numbers), False
    rises = all(before <= after for values, _total in numbers for before, after in pairwise(values))
    return False, rises and any(len(values) >= _LOOK_RUNNING and values[-1] > values[0] for values, _total in numbers)


def _by_rounds(column: Column) -> Column:
    before, scores = 0, []
    for score in column.scores:
        scores.append(None if score is None else score - before)
        before = before if score is None else score
    return column._replace(scores=tuple(scores))
