"""Whether the app can do its work, for whatever watches over it."""

from __future__ import annotations

from referee.storage.engine.transactions import check_file
from referee.storage.start import schema
from referee.storage.tables.database import db


def ready() -> None:
    """Raises the error that keeps the score book from being read and written: Busy, LostData, BrokenData, NewerData."""
    check_file()
    schema.check(db.engine)
