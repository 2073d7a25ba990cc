"""``referee backup`` and ``referee restore``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from referee.app import config, instance
from referee.storage.files import backup as copies


def backup(file: Path, folder: str | None = None) -> int:
    """Copy the database into ``file``; returns 0, or ends the process with a sentence."""
    database = _database(folder)
    if not database.exists():
        sys.exit(f"referee: {database.parent} doesn’t have a database yet.")
    try:
        copies.backup_to(database, file)
    except copies.FAILURES as failed:
        sys.exit(f"referee: No copy was made: {failed}.")
    print(f"Copied and checked: {file}")
    return 0


def restore(file: Path, folder: str | None = None) -> int:
    """Put the copy ``file`` in place of the database; returns 0, or ends the process with a sentence.

    The database that stood there is kept beside it.
    """
    database = _database(folder)
    try:
        kept = copies.restore_from(file, database)
    except copies.FAILURES as failed:
        sys.exit(f"referee: Nothing was restored: {failed}.")
    print(f"Restored: {database}")
    if kept:
        print(f"The old database is kept as {kept} until you delete it.")
    return 0


def _database(folder: str | None) -> Path:
    """The SQLite file; ends the process with a sentence where another database is in use."""
    if os.environ.get("DATABASE_URL", "").strip():
        sys.exit(
            "referee: The games are in the database named by DATABASE_URL. Copy it with that database’s own tools."
        )
    return config.database_file(instance.data_dir(folder))
