"""The database as the app is bound to it: the base of all tables, the session of the transaction that is open."""

from __future__ import annotations

from pathlib import Path

from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, MetaData
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


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for another kind of database."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)
