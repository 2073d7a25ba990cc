"""The database as the app is bound to it: the base of all tables, the session of the transaction that is open."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, CursorResult, Executable, MetaData
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """All tables. Constraints get names, so that migrations can speak of them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)
migrate = Migrate()

CHUNK = 500
"""Values in one statement, well below what databases take as parameters."""
T = TypeVar("T")
NewRow = TypeVar("NewRow", bound=Base)


def new_id() -> str:
    return secrets.token_hex(8)


def added(row: NewRow) -> NewRow:
    """A new row, written at once: rows that refer to it may follow.

    It names its empty columns too: one that was not named would be read back when somebody asks for it.
    """
    db.session.add(row)
    db.session.flush()
    return row


def chunks(values: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """So many at a time."""
    return (values[start : start + size] for start in range(0, len(values), size))


def rows(
    statement: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
) -> CursorResult[*tuple[Any, ...]]:
    """What a statement brings in the transaction that is open, as rows and not as objects of the session.

    For what every tap asks: the session itself takes three times as long. Objects that it holds learn nothing of it.
    """
    db.session.flush()
    return db.session.connection().execute(statement, values)


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for another kind of database."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)
