"""The schema of a database: made when it is new, brought up to date when it is old, left alone when it is newer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, inspect, text

from referee import errors
from referee.storage.engine.trouble import translated
from referee.storage.files import backup
from referee.storage.tables.database import Base, file_of

HEAD = "0022"
"""The newest migration; a test holds it to the files in ``migrations/versions``."""
KNOWN = tuple(f"{number:04}" for number in range(1, int(HEAD) + 1))
"""Every migration that this version brings."""
_EMPTY_BESIDE_COPIES = (
    "There is no score book in {folder}, but copies of one in its folder backups. Restore the "
    "newest, {newest}, with “referee restore”, or move the folder backups away to start with an empty one."
)
_LOCK = 0x7AB1E
"""The number under which the processes of one database agree."""


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Only one process of a hosted app at a time prepares the database; the others wait and find it done.

    An SQLite file belongs to one app, and its own lock is enough.
    """
    if engine.dialect.name != "postgresql":
        yield
        return
    with translated(), engine.connect() as connection:
        connection.execute(text("SET LOCAL lock_timeout = 0"))  # however long another one takes to bring it up to date
        connection.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": _LOCK})  # until the connection closes
        yield


def prepare(engine: Engine, migrations: Path) -> None:
    """Make or update the tables. A database with data is copied beside itself before it is changed.

    Raises NewerData, BrokenData, Busy, or LostData for an empty one that has copies: it was not always empty.
    """
    stands_at = _stands_at(engine)
    if stands_at == HEAD:
        return
    file = file_of(engine.url)
    if stands_at is None and file and (copies := backup.all_of(file)):
        raise errors.LostData(_EMPTY_BESIDE_COPIES.format(folder=file.parent, newest=copies[-1].name))
    if stands_at is not None and file:
        backup.backup_beside(file, f"before-{HEAD}")
    with translated():
        if stands_at is None:
            _make(engine)
        else:
            _upgrade(migrations)


def check(engine: Engine) -> None:
    """Raises what keeps the database from being used: Busy, NewerData, BrokenData."""
    if _stands_at(engine) != HEAD:
        raise errors.BrokenData


def _stands_at(engine: Engine) -> str | None:
    """As ``revision``; raises NewerData for a migration that this version does not bring."""
    with translated(), engine.connect() as connection:
        stands_at = revision(connection)
    if stands_at not in (None, *KNOWN):
        raise errors.NewerData
    return stands_at


def revision(connection: Connection) -> str | None:
    """The migration that a database stands at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    number = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(number) if number is not None else None


def _make(engine: Engine) -> None:
    """All tables at once; what the migrations would have made, as a test proves."""
    with engine.connect().execution_options(referee_write=True) as connection, connection.begin():
        if revision(connection) is not None:
            return  # another process was faster
        Base.metadata.create_all(connection)
        version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
        version.create(connection, checkfirst=True)
        connection.execute(version.insert().values(version_num=HEAD))


def _upgrade(migrations: Path) -> None:
    from flask_migrate import upgrade  # slow to import, and hardly ever needed

    upgrade(directory=str(migrations))
