"""The only place that knows the database: tables, the log, transactions, migrations and copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from referee import errors
from referee.storage.engine import news
from referee.storage.engine.transactions import IN_PROCESS, listen
from referee.storage.files.backup import close_copies, close_to_others
from referee.storage.start import filling, schema
from referee.storage.tables.columns import as_json
from referee.storage.tables.database import db, file_of, migrate

SERVER_POOL = {"pool_size": 8, "max_overflow": 32}
"""Connections of one process to PostgreSQL: so many stay, and so many come at a rush."""
_MIGRATIONS = Path(__file__).parent / "migrations"


def init_app(app: Flask) -> None:
    """Bind an app to its database, which is made or brought up to date first.

    Raises NewerData for one that a newer version wrote, BrokenData for what is no database, LostData for an empty
    one beside its copies, NoDatabase for one that cannot be reached, OSError for a folder that cannot be written.
    """
    url = _url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "sqlite":
        if file := file_of(url):
            file.parent.mkdir(parents=True, exist_ok=True)
            close_to_others(file)
            close_copies(file)
        options: dict[str, Any] = {"pool_size": 16, "max_overflow": 64}
    else:
        patience = IN_PROCESS * float(app.config["BUSY_SECONDS"])
        options = {**SERVER_POOL, "pool_pre_ping": True, "pool_timeout": patience}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options | {"json_serializer": as_json})
    db.init_app(app)
    migrate.init_app(app, db, directory=str(_MIGRATIONS), render_as_batch=True)
    with app.app_context():
        listen(app, db.engine)
        news.init_app(app, db.engine)
        try:
            with schema.alone(db.engine):
                schema.prepare(db.engine, _MIGRATIONS)
                filling.fill()
        except BaseException as failed:
            db.engine.dispose()  # no app, so nobody else would close it
            if isinstance(failed, errors.Busy) and url.get_backend_name() != "sqlite":
                reason = str(getattr(failed.__cause__, "orig", "") or failed).splitlines()[0]
                raise errors.NoDatabase(f"The database of DATABASE_URL cannot be reached: {reason}.") from failed
            raise


def _url(given: str | URL) -> URL:
    """The address of a database that can be used here; raises NoDatabase."""
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise errors.NoDatabase(
            "DATABASE_URL isn’t a database address. Use postgresql://NAME:PASSWORD@HOST/DATABASE."
        ) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise errors.NoDatabase(f"The score book is kept in PostgreSQL or SQLite, not in {url.get_backend_name()}.")
    try:
        url.get_dialect().import_dbapi()
    except (ImportError, NoSuchModuleError):
        raise errors.NoDatabase("PostgreSQL needs the extra 'postgres': pip install -e '.[postgres]'.") from None
    return url
