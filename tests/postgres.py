"""The same tests on PostgreSQL: each data folder of a test is a schema of its own in the database of TEST_DATABASE_URL.

``TEST_DATABASE_URL=postgresql://me@127.0.0.1/test pytest tests/storage tests/services tests/web``; whoever it names
needs the right to make schemas, and what the tests made is dropped in the end. ``python -m tests.cluster`` brings a
server of its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from referee import storage
from referee.app import config
from referee.storage.tables.database import Base

URL = os.environ.get("TEST_DATABASE_URL", "").strip()
_made: set[str] = set()
_of_environment = config.database_url
_SHAPE = text(
    "SELECT string_agg(concat_ws(' ', relation.oid, relname, attnum, attname), ',' ORDER BY relation.oid, attnum) "
    "FROM pg_class relation JOIN pg_attribute ON attrelid = relation.oid "
    "WHERE relnamespace = current_schema()::regnamespace"
)
"""Every table and index of a schema, with its columns."""


def use() -> None:
    """From now on every app of this process that would have a file has a schema."""
    for module in (config, storage):
        module.database_url = of_folder  # type: ignore[attr-defined]


def drop() -> None:
    """Leave the database as it was found; one by one, because the server holds a lock for every table."""
    engine = _engine()
    for schema in sorted(_made):
        with engine.begin() as connection:
            connection.execute(text(f'DROP SCHEMA "{schema}" CASCADE'))


class Contents:
    """What the tables of an app held before anybody used it, kept in a schema beside its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with engine.begin() as connection:
            own = connection.scalar(text("SELECT current_schema()"))
            beside = f"{own}_kept"
            connection.execute(text(f'CREATE SCHEMA "{beside}"'))
            _made.add(beside)
            tables = [table.name for table in Base.metadata.sorted_tables]  # what is pointed at first
            names = [*tables, "alembic_version"]
            filled = [name for name in names if connection.scalar(text(f"SELECT EXISTS (SELECT FROM {name})"))]
            for name in filled:
                connection.execute(text(f'CREATE TABLE "{beside}".{name} AS TABLE {name}'))
            self._shape = connection.scalar(_SHAPE)
        # TRUNCATE makes a new file for each table, which takes ten times as long; its lock finds whoever still reads
        held = f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"
        emptied = [f"DELETE FROM {name}" for name in reversed(names)]
        back = [f'INSERT INTO {name} TABLE "{beside}".{name}' for name in filled]
        self._put_back = "; ".join([held, *emptied, *back])

    def put_back(self) -> bool:
        """As it was; False, and nothing done, where a test has changed the tables themselves."""
        with self._engine.begin() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '20s'"))  # a connection that was left open is told of
            if connection.scalar(_SHAPE) != self._shape:
                return False
            connection.exec_driver_sql(self._put_back)
            return True


def of_folder(folder: Path, environ: Mapping[str, str] = os.environ) -> str:
    """The schema of a folder, made when it is first asked for."""
    schema = "test_" + hashlib.sha256(str(folder).encode()).hexdigest()[:24]
    if schema not in _made:
        with _engine().begin() as connection:
            connection.execute(text(f'CREATE SCHEMA "{schema}"'))
        _made.add(schema)
    url = make_url(_server()).update_query_dict({"options": f"-csearch_path={schema}"})
    return url.render_as_string(hide_password=False)


def _server() -> str:
    """TEST_DATABASE_URL as SQLAlchemy writes it."""
    return _of_environment(Path(), {"DATABASE_URL": URL})


def _engine() -> Engine:
    return create_engine(_server(), poolclass=NullPool)
