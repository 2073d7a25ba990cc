"""A text as lines of cells: how it is written, and what stands between them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.game.names import tidy
from referee.game.notebook.model import MOST_CELLS, MOST_ROWS, Unreadable
from referee.messages import gettext as _

SEPARATORS = "\t;|,"
_LOOKED_AT = 400
"""So many lines say what stands between the cells of all."""
_LETTERS = 100_000
"""So many of a text hold them."""
_LONGEST = 200


class Row(NamedTuple):
    number: int
    """Of its line, from 1."""
    cells: tuple[str, ...]

    @property
    def filled(self) -> list[str]:
        return [cell for cell in self.cells if cell]

    def at(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


class Grid(NamedTuple):
    """A text, or a page of a spreadsheet."""

    rows: tuple[Row, ...]
    """Empty ones too: they part what stands before and after."""
    parted_by: str = ""
    name: str = ""


def text_of(content: bytes) -> str:
    """A text however it was saved: UTF-8, UTF-16 with its mark, or as Windows did before."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def grid_of(text: str) -> Grid:
    """The cells of a text; raises Unreadable for one that is too much."""
    if "\x00" in text:
        raise Unreadable(_("This isn’t a text or a spreadsheet that can be read."))
    first, _end, rest = text.partition("\n")
    skipped = 0
    mark = ""
    if first.strip().strip('"').casefold().startswith("sep=") and len(first.strip().strip('"')) == len("sep=") + 1:
        mark, text, skipped = first.strip().strip('"')[-1], rest, 1
    mark = mark or separator_of(text)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark or "\x00", skipinitialspace=True)
    rows = []
    try:
        before = 0
        for cells in reader:
            rows.append(Row(before + 1 + skipped, tuple(tidy(cell)[:_LONGEST] for cell in cells)))
            before = reader.line_num
            bounded(rows)
    except csv.Error:
        raise Unreadable(_("Line %(line)s can’t be read as cells.", line=reader.line_num + skipped)) from None
    return Grid(tuple(rows), mark)


def bounded(rows: list[Row]) -> None:
    """Raises Unreadable once there is more than is read."""
    if len(rows) > MOST_ROWS:
        raise Unreadable(_("The file has more than %(most)s lines.", most=MOST_ROWS))
    if len(rows[-1].cells) > MOST_CELLS and any(rows[-1].cells[MOST_CELLS:]):
        raise Unreadable(_("Line %(line)s has more than %(most)s columns.", line=rows[-1].number, most=MOST_CELLS))


def separator_of(text: str) -> str:
    """What stands between the cells: in more than half of the lines, and the same number of times in most of these."""
    lines = [line for line in _first_lines(text) if line.strip()]
    best, most = "", 0.0
    for mark in SEPARATORS:
        counts = [count for line in lines if (count := _outside_quotes(line).count(mark))]
        if len(counts) * 2 <= len(lines):
            continue
        usual = max(set(counts), key=counts.count)
        steady = counts.count(usual) / len(lines)
        if steady > most + 0.1:
            best, most = mark, steady
    return best


def _first_lines(text: str) -> Iterator[str]:
    yield from text[:_LETTERS].splitlines()[:_LOOKED_AT]


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])


def filled(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if any(row.cells)]
