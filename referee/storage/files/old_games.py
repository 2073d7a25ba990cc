"""A file of old games however it was saved: a text, or a spreadsheet."""

from __future__ import annotations

from referee.game.notebook.cells import text_of
from referee.game.notebook.files import read_grids, read_text
from referee.game.notebook.model import LARGEST_FILE, Answers, Reading, Unreadable
from referee.messages import gettext as _
from referee.storage.files import spreadsheets


def read(content: bytes, answers: Answers) -> Reading:
    """Raises Unreadable with the reason, where there is nothing that can be brought in."""
    if len(content) > LARGEST_FILE:
        raise Unreadable(_("The file is larger than 16 MB."))
    if spreadsheets.is_one(content):
        return read_grids(spreadsheets.grids(content), answers)
    return read_text(text_of(content), answers)
