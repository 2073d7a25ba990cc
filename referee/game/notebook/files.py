"""Which form a text or the pages of a spreadsheet have, and what they say."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.notebook import bgstats, rows, sheets
from referee.game.notebook.cells import Grid, grid_of
from referee.game.notebook.model import ACROSS, LINES, MOST_GAMES, MOST_NAMES, SHEETS, Answers, Reading, Unreadable
from referee.messages import gettext as _


def read_text(text: str, answers: Answers) -> Reading:
    """Raises Unreadable with the reason, where there is nothing that can be brought in."""
    is_json = text.lstrip()[:1] in ("{", "[")
    return _bounded(bgstats.read(text)) if is_json else read_grids([grid_of(text)], answers)


def read_grids(grids: Sequence[Grid], answers: Answers) -> Reading:
    """The same of the pages of a spreadsheet."""
    return _bounded(_of_grids(grids, answers))


def _bounded(reading: Reading) -> Reading:
    if not reading.games:
        raise Unreadable(_("There are no games in this file."))
    if len(reading.games) > MOST_GAMES:
        raise Unreadable(_("The file has more than %(most)s games. Split it.", most=MOST_GAMES))
    if len(reading.names) > MOST_NAMES:
        raise Unreadable(_("The file names more than %(most)s players.", most=MOST_NAMES))
    return reading


def _of_grids(grids: Sequence[Grid], answers: Answers) -> Reading:
    kind = answers.kind or next((kind for grid in grids if (kind := rows.kind_of(grid))), SHEETS)
    if kind not in (LINES, ACROSS):
        return sheets.read(grids, answers)
    if not answers.kind:
        grids = [grid for grid in grids if rows.kind_of(grid) == kind]
    fullest = max(grids, key=lambda grid: len(grid.rows))
    return rows.read(fullest, kind, answers)
