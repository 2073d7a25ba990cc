"""Whether the app can do its work, for whatever watches over it."""

from __future__ import annotations

from referee.storage import schema
from referee.storage.database import db
from referee.storage.transactions import check_file


def ready() -> None:
    """Raises the error that keeps the score book from being read and written: Busy, LostData, BrokenData, NewerData."""
    check_file()
    schema.check(db.engine)
