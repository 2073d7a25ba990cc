"""Copies that the running app makes by itself: when a game is over, and now and then while one is played.

A thread of its own watches the database from outside, so no answer waits for a copy and no write
knows of it. What goes wrong here is logged; the game goes on.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy.engine import URL

from referee.app import metrics
from referee.days import moment_text, now
from referee.storage.files.backup import (
    FAILURES,
    NotACopy,
    all_of,
    backup_beside,
    backups_before_changes,
    backups_of,
    by_age,
    is_to_come,
    made_at,
    remove_drafts,
)
from referee.storage.tables.database import db, file_of

LOOK_EVERY = 5.0
"""Seconds between two looks; a look without news costs one question to the database."""
IN_PLAY_EVERY = 600.0
KEEP_NEWEST = 12
KEEP_DAYS = 30
OUTGROWN = 1_000_000_000
"""Bytes of a database that has outgrown its file: a copy of it takes a processor for ten seconds, after each game, and
so many copies are kept that they fill a disk (``tests.bench.book_size``)."""
ROOM = 3
"""A copy leaves free at least so many times the size of the database: the games come first."""

_log = logging.getLogger(__name__)
_failures: dict[Path, Failure] = {}
"""By database the last try to copy it in this process, where that failed."""


class Failure(NamedTuple):
    """A copy that could not be made: when, as the log keeps times, and why."""

    at: str
    why: str


class Copies(NamedTuple):
    """The copies of a database that lie in its folder."""

    number: int
    newest: str
    """When the newest was made, as the log keeps times; empty where there is none."""


def copies() -> Copies | None:
    """Of the database of this app; None for another one than an SQLite file, which has tools of its own."""
    file = file_of(db.engine.url)
    if file is None:
        return None
    there = all_of(file)
    return Copies(len(there), moment_text(made_at(there[-1])) if there else "")


def outgrown() -> int:
    """How many megabytes the file has, where a database server would serve better; else 0."""
    file = file_of(db.engine.url)
    size = file.stat().st_size if file and file.exists() else 0
    return max(1, size // 1_000_000) if size >= OUTGROWN else 0


def failure() -> Failure | None:
    """Why the last copy of the database of this app was not made; None where it was."""
    file = file_of(db.engine.url)
    return _failures.get(file) if file else None


class Keeper:
    """Watches one SQLite file; used by one thread. ``counted``: how many copies were made, and how many were not."""

    def __init__(
        self, database: Path, clock: Callable[[], float] = time.monotonic, counted: Any = metrics.SILENT
    ) -> None:
        self._database, self._counted = database, counted
        self._clock = clock
        self._source = sqlite3.connect(
            f"{database.resolve().as_uri()}?mode=ro",
            uri=True,
            timeout=10,
            isolation_level=None,
            check_same_thread=False,
        )
        self._version = self._number("PRAGMA data_version")
        self._over = self._finished()
        self._changed = False
        self._due = clock()
        remove_drafts(database)

    def look(self) -> Path | None:
        """Make the copy that is due, if one is; returns it. Never raises for trouble with the copy."""
        version, over = self._number("PRAGMA data_version"), self._over
        if version != self._version:
            self._changed, over = True, self._finished()
        ended = over > self._over
        self._version, self._over = version, over
        if not self._changed or not (ended or self._clock() >= self._due):
            return None
        self._due = self._clock() + IN_PLAY_EVERY  # after a failure, too: a full disk is not asked every moment
        try:
            made = self._copy("game-over" if ended else "in-play")
        except FAILURES as failed:
            _log.warning("No copy of the games was made: %s", failed)
            _failures[self._database] = Failure(now(), str(failed))
            self._counted.labels("failed").inc()
            return None
        _failures.pop(self._database, None)
        self._counted.labels("made").inc()
        self._changed = False
        return made

    def close(self) -> None:
        self._source.close()

    def _copy(self, why: str) -> Path:
        free, size = shutil.disk_usage(self._database.parent).free, self._database.stat().st_size
        if free < (ROOM + 1) * size:
            raise NotACopy(f"the disk has only {free // 1024} KB left, and the games need them")
        made = backup_beside(self._database, why)
        own = backups_of(self._database, ("game-over", "in-play"))
        for old in superseded(own) + outlived(backups_before_changes(self._database), own):
            old.unlink(missing_ok=True)
        return made

    def _number(self, question: str) -> int:
        return int(self._source.execute(question).fetchone()[0])

    def _finished(self) -> int:
        return self._number("SELECT count(*) FROM game WHERE status = 'finished'")


def superseded(copies: Iterable[tuple[str, Path]]) -> list[Path]:
    """The copies to be removed: all but the newest, and the last of each of the latest days."""
    newest_first = by_age(copies)[::-1]
    last_of_day: dict[str, Path] = {}
    for stamp, copy in newest_first:
        last_of_day.setdefault(stamp[:8], copy)
    kept = {copy for _, copy in newest_first[:KEEP_NEWEST]} | set(list(last_of_day.values())[:KEEP_DAYS])
    return [copy for _, copy in newest_first if copy not in kept]


def outlived(before_changes: Iterable[tuple[str, Path]], copies: Iterable[tuple[str, Path]]) -> list[Path]:
    """The copies made before a change that are to be removed: all older than thirty days with copies of their own.

    They are the way back to an older version, for which nobody asks by then; names that were removed are still in them.
    Days to come are no days: while the clock is behind all earlier ones are, and what is made then would go at once.
    """
    days = sorted({stamp[:8] for stamp, _ in copies if not is_to_come(stamp)}, reverse=True)
    return [copy for stamp, copy in before_changes if len(days) >= KEEP_DAYS and stamp[:8] < days[KEEP_DAYS - 1]]


@contextlib.contextmanager
def keeping(url: URL, every: float = LOOK_EVERY, counted: Any = metrics.SILENT) -> Iterator[None]:
    """Make copies as long as the block runs; nothing for another database than an SQLite file."""
    file = file_of(url)
    if file is None:
        yield
        return
    try:
        keeper, stop = Keeper(file, counted=counted), threading.Event()
    except sqlite3.Error as failed:
        _log.warning("No copies of the games will be made: %s", failed)
        yield
        return
    thread = threading.Thread(target=_watch, args=(keeper, stop, every), name="copies", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


def _watch(keeper: Keeper, stop: threading.Event, every: float) -> None:
    try:
        while not stop.wait(every):
            try:
                keeper.look()
            except sqlite3.Error as failed:  # locked for long, or the disk is away: the next look may see it again
                _log.warning("The games could not be looked at for a copy: %s", failed)
    finally:
        keeper.close()
