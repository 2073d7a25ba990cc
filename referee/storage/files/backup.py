"""Whole, checked copies of the SQLite database, also while games are being scored.

A plain copy of a database in use is usually broken; ``VACUUM INTO`` writes one whole. A copy gets
its name only after it was opened and checked.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from referee.days import clock


class NotACopy(Exception):
    """The file is not a sound Table Referee database, or it is in use; the message says what is wrong."""


BESIDE = ("-wal", "-shm")
"""The ends of the names of the files in which SQLite keeps what is not in the database's own file yet."""
ONLY_OWNER = 0o600
"""The mode of whatever holds names and results."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_NAMED = re.compile(r"(?P<why>.+)-(?P<stamp>[0-9]{8}-[0-9]{6}-[0-9]{6})")
"""What stands in the name of a copy behind that of its database; anything else in the folder is somebody's own."""
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED")
_RUNNING = "the app is running; stop it first"
FAILURES = (NotACopy, OSError, sqlite3.Error)
"""What making a copy, or putting one back, may raise."""


def backup_to(database: Path, target: Path) -> None:
    """A sound copy of ``database``; ``target`` appears only when it is whole and checked.

    Raises NotACopy, OSError or sqlite3.Error; then there is no ``target``. An existing one is kept.
    """
    if not database.is_file():
        raise NotACopy(f"{database} isn’t a file")
    if target.exists():
        raise NotACopy(f"{target} exists already")
    draft = draft_of(target)
    try:
        close_to_others(draft)
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


def draft_of(target: Path) -> Path:
    """The name of a file until it is whole; what killed processes left of the same file goes."""
    _remove_abandoned(target.parent.glob(f"{glob.escape(target.name)}.*.part*"))
    return target.with_name(f"{target.name}.{os.getpid()}.part")


def _remove_abandoned(drafts: Iterable[Path]) -> None:
    """Drafts of this process, and of those that have ended."""
    for draft in drafts:
        number = re.search(r"\.(\d+)\.part", draft.name)
        if number is None or int(number[1]) == os.getpid() or not _is_alive(int(number[1])):
            draft.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # nobody can be asked there without harm
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def close_to_others(database: Path) -> None:
    """Only the owner of a database reads it, and its log, to which the driver gives the same mode.

    One that is not there yet is an empty file from now on, before anything stands in it.
    """
    with contextlib.suppress(OSError):  # a folder or a file of somebody else: whoever opens it says so
        if not database.exists():
            database.touch(mode=ONLY_OWNER)
        for end in ("", *BESIDE):
            if (file := database.with_name(database.name + end)).exists():
                file.chmod(ONLY_OWNER)


def close_copies(database: Path) -> None:
    """The same for its copies, which older versions left open: those in ``backups``, and those that were set aside."""
    beside = database.parent.glob(f"{glob.escape(database.stem)}-*{database.suffix}*")
    for copy in (*beside, *(copy for _, _, copy in _copies(database))):
        with contextlib.suppress(OSError):
            copy.chmod(ONLY_OWNER)


def restore_from(source: Path, database: Path) -> Path | None:
    """Put the copy ``source`` in place of ``database``; returns where the one that stood there is kept.

    Raises NotACopy (also while the app has it open), OSError or sqlite3.Error; then nothing changed.
    """
    draft = database.with_name(database.name + ".restoring")
    draft.unlink(missing_ok=True)
    remove_drafts(database)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        backup_to(source, draft)
        kept = set_aside(database) if database.exists() else None
        draft.replace(database)
    finally:
        draft.unlink(missing_ok=True)
    return kept


def backup_beside(database: Path, why: str) -> Path:
    """A copy in the folder ``backups`` beside the database, named by why and when."""
    folder = _folder(database)
    folder.mkdir(exist_ok=True)
    target = folder / f"{database.stem}-{why}-{_stamp()}{database.suffix}"
    backup_to(database, target)
    return target


def backups_of(database: Path, reasons: Iterable[str]) -> list[tuple[str, Path]]:
    """The copies that ``backup_beside`` made for one of these reasons, each with the stamp of its time."""
    wanted = set(reasons)
    return [(stamp, copy) for why, stamp, copy in _copies(database) if why in wanted]


def backups_before_changes(database: Path) -> list[tuple[str, Path]]:
    """The copies that were made before a migration or a move, each with the stamp of its time."""
    return [(stamp, copy) for why, stamp, copy in _copies(database) if why.startswith("before-")]


def all_of(database: Path) -> list[Path]:
    """Every copy that ``backup_beside`` made of it, for whatever reason; the newest last."""
    return [copy for _, copy in by_age((stamp, copy) for _, stamp, copy in _copies(database))]


def by_age(copies: Iterable[tuple[str, Path]]) -> list[tuple[str, Path]]:
    """Copies with their stamps, the newest last. One from a day to come was made while the clock was wrong: it counts
    as the oldest, else it would be the newest for years.
    """
    return sorted(copies, key=lambda each: (not is_to_come(each[0]), each))


def is_to_come(stamp: str) -> bool:
    """Whether a copy bears a day to come: the clock was wrong when it was made, or is now."""
    return stamp > _stamp(timedelta(days=1))


def made_at(copy: Path) -> datetime:
    """When ``backup_beside`` made a copy."""
    named = _NAMED.fullmatch(copy.stem)
    assert named, copy
    return datetime.strptime(named["stamp"], _STAMP).astimezone()


def _copies(database: Path) -> Iterator[tuple[str, str, Path]]:
    """Why and when each copy was made, and where it lies."""
    begins = f"{database.stem}-"
    for copy in _folder(database).glob(f"{glob.escape(begins)}*{database.suffix}"):
        if named := _NAMED.fullmatch(copy.stem.removeprefix(begins)):
            yield named["why"], named["stamp"], copy


def remove_drafts(database: Path) -> None:
    """What copies that were cut off by the end of their process have left beside the database and in its backups."""
    for folder in (database.parent, _folder(database)):
        _remove_abandoned(folder.glob(f"{glob.escape(database.stem)}[.-]*.part*"))


def _folder(database: Path) -> Path:
    return database.parent / "backups"


def set_aside(database: Path) -> Path:
    """Keep what stands in place of the database under another name; returns that name.

    Raises NotACopy while the app has it open.
    """
    kept = database.with_name(f"{database.stem}-before-{_stamp()}{database.suffix}")
    try:
        fold_log(database)
        backup_to(database, kept)
    except (NotACopy, sqlite3.DatabaseError) as failed:
        kind = str(getattr(failed, "sqlite_errorname", ""))
        if kind.startswith(_HELD):
            raise NotACopy(_RUNNING) from failed
        if kind.startswith("SQLITE_FULL"):
            raise
        # damaged, which may be why somebody restores: keep it as it is
        shutil.copy2(database, kept)
        for log in BESIDE:
            with contextlib.suppress(FileNotFoundError):
                database.with_name(database.name + log).rename(kept.with_name(kept.name + log))
    return kept


def fold_log(database: Path) -> None:
    """Leave the write-ahead log, which needs the database alone and folds the log into it; raises sqlite3.Error."""
    with _opened(database) as standing:
        standing.execute("PRAGMA busy_timeout = 0")
        standing.execute("PRAGMA journal_mode = DELETE")


def check_alone(database: Path) -> None:
    """Raises NotACopy while the app has the database open."""
    try:
        fold_log(database)
    except sqlite3.DatabaseError as failed:
        if str(getattr(failed, "sqlite_errorname", "")).startswith(_HELD):
            raise NotACopy(_RUNNING) from failed
        raise


def put_away(database: Path) -> Path:
    """Give a database that is not to be used any more another name, with a checked copy in ``backups``: beside that no
    empty book is begun in its place. Returns its new name; raises NotACopy while the app has it open.
    """
    check_alone(database)
    backup_beside(database, "before-move")
    return database.rename(database.with_name(f"{database.stem}-moved-{_stamp()}{database.suffix}"))


def _stamp(later: timedelta = timedelta()) -> str:
    """By the clock on the wall: people read the names of copies."""
    return f"{(clock() + later).astimezone():{_STAMP}}"


def _check(connection: sqlite3.Connection, file: Path) -> None:
    try:
        answers = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.OperationalError:
        raise  # a full disk, a lock, a disk that does not answer: nothing of that is said of the database
    except sqlite3.DatabaseError as bad:
        raise NotACopy(f"{file} isn’t an intact database ({bad})") from bad
    if answers != ["ok"]:
        raise NotACopy(f"{file} is damaged ({answers[0]})")
    if "alembic_version" not in tables:
        raise NotACopy(f"{file} is a database, but not Table Referee’s")


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """An existing database; sqlite would make a missing one."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=10, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()
