"""The same tests on PostgreSQL: each data folder of a test is a schema of its own in the database of TEST_DATABASE_URL.

``TEST_DATABASE_URL=postgresql://me@127.0.0.1/test pytest tests/storage tests/services tests/season``; whoever it names
needs the right to make schemas, and what the tests made is dropped in the end.
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

URL = os.environ.get("TEST_DATABASE_URL", "").strip()
_made: set[str] = set()
_of_environment = config.database_url


def use() -> None:
    """From now on every app of this process that would have a file has a schema."""
    for module in (config, storage):
        module.database_url = _of_folder  # type: ignore[attr-defined]


def drop() -> None:
    """Leave the database as it was found; one by one, because the server holds a lock for every table."""
    engine = _engine()
    for schema in sorted(_made):
        with engine.begin() as connection:
            connection.execute(text(f'DROP SCHEMA "{schema}" CASCADE'))


def _of_folder(folder: Path, environ: Mapping[str, str] = os.environ) -> str:
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
