"""Which form a file has, and what it says."""

from __future__ import annotations

from collections.abc import Sequence

from referee.messages import gettext as _
from referee.notebook import bgstats, rows, sheets, spreadsheets
from referee.notebook.cells import Grid, grid_of, text_of
from referee.notebook.model import (
    ACROSS,
    LARGEST_FILE,
    LINES,
    MOST_GAMES,
    MOST_NAMES,
    SHEETS,
    Answers,
    Reading,
    Unreadable,
)


def read(content: bytes, answers: Answers) -> Reading:
    """Raises Unreadable with the reason, where there is nothing that can be brought in."""
    if len(content) > LARGEST_FILE:
        raise Unreadable(_("The file is larger than 16 MB."))
    if spreadsheets.is_one(content):
        notebook = _of_grids(spreadsheets.grids(content), answers)
    elif (text := text_of(content)).lstrip()[:1] in ("{", "["):
        notebook = bgstats.read(text)
    else:
        notebook = _of_grids([grid_of(text)], answers)
    if not notebook.games:
        raise Unreadable(_("There are no games in this file."))
    if len(notebook.games) > MOST_GAMES:
        raise Unreadable(_("The file has more than %(most)s games. Split it.", most=MOST_GAMES))
    if len(notebook.names) > MOST_NAMES:
        raise Unreadable(_("The file names more than %(most)s players.", most=MOST_NAMES))
    return notebook


def _of_grids(grids: Sequence[Grid], answers: Answers) -> Reading:
    kind = answers.kind or next((kind for grid in grids if (kind := rows.kind_of(grid))), SHEETS)
    if kind not in (LINES, ACROSS):
        return sheets.read(grids, answers)
    if not answers.kind:
        grids = [grid for grid in grids if rows.kind_of(grid) == kind]
    fullest = max(grids, key=lambda grid: len(grid.rows))
    return rows.read(fullest, kind, answers)
