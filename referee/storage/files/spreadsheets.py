"""Spreadsheet files, where the reader for them is installed: each page as lines of cells."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time
from typing import Any

from referee.game.names import tidy
from referee.game.notebook.cells import Grid, Row, bounded
from referee.game.notebook.model import Unreadable
from referee.messages import gettext as _

_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MOST_PAGES = 500
MOST_UNPACKED = 128 * 1024 * 1024
"""Bytes of what a spreadsheet file holds packed."""


def is_one(content: bytes) -> bool:
    return content.startswith((_ZIP, _OLD))


def grids(content: bytes) -> list[Grid]:
    """Raises Unreadable for a file that is broken, or where the extra is not installed."""
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        raise Unreadable(
            _("This computer can’t read spreadsheet files. Save the page as CSV, or install the extra “spreadsheet”.")
        ) from None
    try:
        if content.startswith(_ZIP) and _unpacked(content) > MOST_UNPACKED:
            raise Unreadable(_("This spreadsheet is too large. Save the page as CSV and try that."))
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        pages = [(name, book.get_sheet_by_name(name).to_python()) for name in book.sheet_names[:_MOST_PAGES]]
    except Unreadable:
        raise
    except Exception:  # whatever a broken file does to its reader
        raise Unreadable(_("This spreadsheet can’t be read. Save the page as CSV and try that.")) from None
    return [_grid(name, cells) for name, cells in pages]


def _unpacked(content: bytes) -> int:
    """How many bytes the parts of a file say that they have."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return sum(part.file_size for part in parts.infolist())


def _grid(name: str, cells: list[list[Any]]) -> Grid:
    rows: list[Row] = []
    for number, line in enumerate(cells, start=1):
        rows.append(Row(number, tuple(tidy(_text(cell))[:200] for cell in line)))
        bounded(rows)
    return Grid(tuple(rows), "", name)


def _text(cell: Any) -> str:
    match cell:
        case datetime():
            return cell.date().isoformat()
        case date():
            return cell.isoformat()
        case time():
            return ""
        case bool():
            return "1" if cell else ""
        case float():
            return str(int(cell)) if cell.is_integer() else str(cell)
    return str(cell)
