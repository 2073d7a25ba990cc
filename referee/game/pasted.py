"""A whole score sheet, copied from a spreadsheet or typed as text: who played, and what stands in their columns.

Rounds down and players across, or turned. Cells are parted by tabs, ``;``, ``|``, ``,`` or spaces. A first cell of each
line that only counts or names the round says nothing, nor does what stands behind it for somebody without a name; a
last line that adds up, or says that it does, holds the totals. An empty cell, or a dash, means that somebody was not
there. What stands in the cells is kept as it is typed: whether it can be read as points is asked of each field later.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.game.names import tidy
from referee.rules.rulings import Phrase, phrase
from referee.rules.speech.points import read_points

LONGEST = 2_000
"""Characters."""
_SEPARATORS = "\t;|,"
_NOT_THERE = frozenset({"", "-", "−", "–", "—"})
_OUT = "out"
"""Written instead of 0 for whoever went out."""
_ROUND = "r|rd|rnd|rounds?|runden?|rondas?|manches?|hands?|deals?|games?|contracts?|phases?|no|nr|#"
_COUNTS = re.compile(rf"(?:{_ROUND})?[.°]?\s*\d{{1,2}}[.:)]?|(?:{_ROUND})[.:]?|names?|players?|spieler", re.I)
"""What stands at the head or the edge of a sheet and is nobody's name: ``3``, ``3.``, ``Round 3``, ``R3``, ``#``."""
_SUMS = re.compile(r"total|totals|sum|Σ|=|result", re.I)

Cells = list[list[str]]


@dataclass(frozen=True, slots=True)
class PastedColumn:
    player: str
    scores: tuple[str, ...]
    """By round, as typed; empty where somebody was not there."""
    total: str = ""


def read_sheet(text: str) -> tuple[PastedColumn, ...] | Phrase:
    """The columns of a sheet in their order, or why it is none."""
    if len(text) > LONGEST:
        return phrase("pasted_long", most=LONGEST)
    return read_cells(_cells(text))


def read_cells(rows: Cells) -> tuple[PastedColumn, ...] | Phrase:
    """The same of lines that stand in cells already."""
    cells = _filled(rows)
    if len(cells) < 2 or len(cells[0]) < 2:
        return phrase("pasted_short")
    if not _names_on_top(cells):
        cells = [[*column] for column in zip(*cells, strict=True)]
        if not _names_on_top(cells):
            return phrase("pasted_nameless")
    return _columns(cells)


def _cells(text: str) -> Cells:
    """The cells of each line in which something stands."""
    lines = [line for line in text.splitlines() if line.strip()]
    parted = {mark: sum(mark in line for line in lines) for mark in _SEPARATORS}
    mark = max(_SEPARATORS, key=lambda each: parted[each])
    if lines and parted[mark] * 2 > len(lines):
        rows = [[tidy(cell) for cell in row] for row in csv.reader(lines, delimiter=mark)]
    else:
        wide = sum("  " in line.strip() for line in lines) * 2 > len(lines)
        rows = [[tidy(cell) for cell in re.split(r"\s{2,}" if wide else r"\s+", line.strip())] for line in lines]
    if len(rows) > 1 and all(len(row) == len(rows[0]) + 1 for row in rows[1:]):
        rows[0].insert(0, "")  # an empty corner leaves no mark between spaces
    return rows


def _filled(rows: Cells) -> Cells:
    """In lines of one length, without lines and columns in which nothing stands."""
    longest = max(map(len, rows), default=0)
    rows = [[*row, *[""] * (longest - len(row))] for row in rows]
    kept = [at for at in range(longest) if any(row[at] for row in rows)]
    return [[row[at] for at in kept] for row in rows if any(row)]


def _names_on_top(cells: Cells) -> bool:
    """Whether the first line names players, all of it but its first cell, and the lines below it are mostly numbers."""
    head = cells[0][1:] if _is_edge(cells[0][0]) else cells[0]
    named = [cell for cell in head if not _SUMS.fullmatch(cell)]
    body = [cell for row in cells[1:] for cell in row[1:] if cell not in _NOT_THERE]
    numbers = sum(_points(cell) is not None for cell in body)
    return len(named) > 1 and all(_is_name(cell) for cell in named) and numbers * 2 > len(body)


def _is_edge(cell: str) -> bool:
    return not cell or bool(_COUNTS.fullmatch(cell))


def _is_name(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell) and not _is_edge(cell)


def _points(cell: str) -> int | None:
    return 0 if cell.casefold() == _OUT else read_points(cell)


def _columns(cells: Cells) -> tuple[PastedColumn, ...]:
    head, *rows = cells
    labelled = _is_edge(head[0]) or not _numbers(row[0] for row in rows)
    totals = _totals(rows, labelled)
    if totals:
        rows = rows[:-1]
    columns = []
    for at, name in enumerate(head):
        if not _is_name(name) or _SUMS.fullmatch(name) or (labelled and at == 0):
            continue
        scores = ["" if row[at] in _NOT_THERE else "0" if row[at].casefold() == _OUT else row[at] for row in rows]
        columns.append(PastedColumn(name, tuple(scores), totals[at] if totals else ""))
    return tuple(columns)


def _numbers(cells: Iterable[str]) -> bool:
    each = [cell for cell in cells if cell not in _NOT_THERE]
    return bool(each) and all(_points(cell) is not None for cell in each)


def _totals(rows: Cells, labelled: bool) -> list[str]:
    """The last line, where it says that it adds up or does in every column; empty where it does not."""
    if len(rows) < 2:
        return []
    *above, last = rows
    if labelled and _SUMS.fullmatch(last[0]):
        return last
    columns = [at for at in range(int(labelled), len(last)) if last[at]]
    adds_up = [
        _points(last[at]) == sum(_points(row[at]) or 0 for row in above)
        for at in columns
        if any(_points(row[at]) for row in above)
    ]
    return last if len(above) > 1 and adds_up and all(adds_up) else []
