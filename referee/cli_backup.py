"""``referee backup`` and ``referee restore``: whole, checked copies of the SQLite database.

A plain copy of a database in use is usually broken; ``VACUUM INTO`` writes one whole, also while games
are being scored. A copy gets its name only after it was opened and checked.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path


class NotACopy(Exception):
    """The file is not a sound Table Referee database; the message says what is wrong."""


def backup(file: Path, folder: str | None = None) -> int:
    """Copy the database into ``file``; returns 0, or ends the process with a sentence."""
    database = _database(folder)
    if not database.exists():
        sys.exit(f"referee: There is no database yet in {database.parent}.")
    if file.exists():
        sys.exit(f"referee: {file} exists already; choose a name that is free.")
    try:
        copy(database, file)
    except (NotACopy, OSError, sqlite3.Error) as failed:
        sys.exit(f"referee: No copy was made: {failed}.")
    print(f"Copied and checked: {file}")
    return 0


def restore(file: Path, folder: str | None = None) -> int:
    """Put the copy ``file`` in place of the database; returns 0, or ends the process with a sentence.

    The database that stood there is kept beside it.
    """
    database = _database(folder)
    draft = database.with_name(database.name + ".restoring")
    draft.unlink(missing_ok=True)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        copy(file, draft)
        kept = set_aside(database) if database.exists() else None
        draft.replace(database)
    except (NotACopy, OSError, sqlite3.Error) as failed:
        draft.unlink(missing_ok=True)
        sys.exit(f"referee: Nothing was restored: {failed}.")
    print(f"Restored: {database}")
    if kept:
        print(f"What stood there before is kept as {kept}")
    return 0


def copy(database: Path, target: Path) -> None:
    """A sound copy of ``database``, also of one in use; ``target`` appears only when it is whole and checked.

    Raises NotACopy, OSError or sqlite3.Error; then there is no ``target``.
    """
    if not database.is_file():
        raise NotACopy(f"{database} is no file")
    draft = target.with_name(target.name + ".part")
    draft.unlink(missing_ok=True)
    try:
        with _opened(database) as source:
            _check(source, database)
            source.execute("VACUUM INTO ?", (str(draft),))
        with _opened(draft) as copied:
            _check(copied, draft)
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)


def set_aside(database: Path) -> Path:
    """Keep what stands in place of the database under another name; returns that name.

    Raises NotACopy while the app has it open.
    """
    kept = database.with_name(f"{database.stem}-before-{datetime.now():%Y%m%d-%H%M%S}{database.suffix}")
    try:
        with _opened(database) as standing:
            # leaving the write-ahead log needs the database alone, and folds the log into it
            standing.execute("PRAGMA busy_timeout = 0")
            standing.execute("PRAGMA journal_mode = DELETE")
        copy(database, kept)
    except sqlite3.OperationalError as locked:
        raise NotACopy("the app is running; stop it first") from locked
    except (NotACopy, sqlite3.DatabaseError):
        # damaged, which may be why somebody restores: keep it as it is
        shutil.copy2(database, kept)
        for log in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                database.with_name(database.name + log).rename(kept.with_name(kept.name + log))
    return kept


def _check(connection: sqlite3.Connection, file: Path) -> None:
    try:
        answers = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as bad:
        raise NotACopy(f"{file} is no sound database ({bad})") from bad
    if answers != ["ok"]:
        raise NotACopy(f"{file} is damaged ({answers[0]})")
    if "alembic_version" not in tables:
        raise NotACopy(f"{file} is a database, but not one of Table Referee")


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """An existing database; sqlite would make a missing one."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=10, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def _database(folder: str | None) -> Path:
    raise NotImplementedError
