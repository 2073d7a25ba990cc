"""The only place that knows the database: tables, the log, transactions, migrations and copies."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from sqlalchemy.engine import make_url

from referee.app.config import database_url
from referee.storage import club_models, deliveries, filling, models, news, own_rulebooks, phones, schema
from referee.storage.backup import close_to_others
from referee.storage.columns import as_json
from referee.storage.database import db, migrate
from referee.storage.transactions import listen

__all__ = ["club_models", "deliveries", "init_app", "models", "news", "own_rulebooks", "phones"]

_MIGRATIONS = Path(__file__).parent / "migrations"


def init_app(app: Flask) -> None:
    """Bind an app to its database, which is made or brought up to date first.

    Raises NewerData for one that a newer version wrote, BrokenData for what is no database, OSError
    for a folder that cannot be written.
    """
    url = make_url(app.config.setdefault("SQLALCHEMY_DATABASE_URI", database_url(Path(app.instance_path))))
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            close_to_others(Path(url.database))
        options = {"pool_size": 16, "max_overflow": 64}
    else:
        options = {"pool_size": 8, "max_overflow": 32, "pool_pre_ping": True}
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
        except BaseException:
            db.engine.dispose()  # no app, so nobody else would close it
            raise
