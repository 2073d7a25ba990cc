"""The schema: made at once or by migrations, it is the same; old databases are copied first."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing as closed_after
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import check, upgrade
from sqlalchemy import make_url, text

from referee import create_app
from referee.app.config import database_file, database_url, settings
from referee.services.games import games
from referee.storage import _MIGRATIONS
from referee.storage.start import schema
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.desk import open_game


def tables(file: Path) -> dict[str, list[Any]]:
    """Columns, indexes and foreign keys of every table; in which order the keys are declared means nothing."""
    with closed_after(sqlite3.connect(file)) as connection:
        names = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        return {
            name: [
                sorted(connection.execute(f"PRAGMA table_info('{name}')")),
                sorted(row[1:] for row in connection.execute(f"PRAGMA index_list('{name}')")),
                sorted(row[1:] for row in connection.execute(f"PRAGMA foreign_key_list('{name}')")),
            ]
            for name in names
        }


def test_the_newest_migration_is_the_one_the_code_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == schema.HEAD
    assert {script.revision for script in scripts.walk_revisions()} == set(schema.KNOWN)


def test_migrations_make_the_same_tables_as_a_fresh_start(app: Flask, tmp_path: Path) -> None:
    fresh = database_file(Path(app.instance_path))
    by_hand = create_app({"TESTING": True, "DATA_DIR": str(tmp_path / "other")})
    migrated = database_file(tmp_path / "other")
    with by_hand.app_context():
        with db.engine.connect() as connection, connection.begin():
            for table in reversed(db.metadata.sorted_tables):
                connection.execute(text(f"DROP TABLE {table.name}"))
            connection.execute(text("DROP TABLE alembic_version"))
        upgrade(directory=str(_MIGRATIONS))
        check(directory=str(_MIGRATIONS))  # ends the process if the models say something else
    assert tables(migrated) == tables(fresh)
    dispose(by_hand)


@pytest.mark.database_file
def test_an_old_database_is_copied_before_it_is_changed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        code = open_game().code
        upgraded: list[Path] = []
        monkeypatch.setattr(schema, "HEAD", "9999")
        monkeypatch.setattr(schema, "_upgrade", upgraded.append)
        schema.prepare(db.engine, _MIGRATIONS)
    assert upgraded == [_MIGRATIONS]
    (copy,) = (Path(app.instance_path) / "backups").iterdir()
    assert copy.name.startswith("referee-before-9999-")
    monkeypatch.undo()
    again = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{copy}", "DATA_DIR": app.instance_path})
    with again.app_context():
        assert games.game(code).number == 1
    dispose(again)


def test_an_app_that_starts_again_finds_its_games(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    again = create_app({"TESTING": True, "DATA_DIR": app.instance_path})
    with again.app_context():
        assert games.game(code).number == 1
    dispose(again)


@pytest.mark.database_file
def test_only_the_owner_reads_the_database_and_its_log(app: Flask) -> None:
    files = [Path(app.instance_path) / f"referee.db{end}" for end in ("", "-wal", "-shm")]
    with app.app_context():
        open_game()
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3
    for file in files:
        file.chmod(0o644)  # as an older version left them
    dispose(create_app({"TESTING": True, "DATA_DIR": app.instance_path}))
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3


@pytest.mark.database_file
def test_every_connection_keeps_what_was_acknowledged(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


@pytest.mark.database_file
@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("", "sqlite:////data/referee.db"),
        ("postgres://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql+psycopg://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("sqlite:////elsewhere/x.db", "sqlite:////elsewhere/x.db"),
        ("postgresql://u:p@one:5432,two:5433/d", "postgresql+psycopg://u:p@/d?host=one:5432&host=two:5433"),
        (
            "postgresql://u:p%40q@one,two/d?target_session_attrs=read-write&connect_timeout=3",
            "postgresql+psycopg://u:p%40q@/d?host=one&host=two&target_session_attrs=read-write&connect_timeout=3",
        ),
        ("postgresql://one,two/d", "postgresql+psycopg:///d?host=one&host=two"),
    ],
)
def test_the_database_is_the_one_the_environment_names(given: str, used: str) -> None:
    assert database_url(Path("/data"), {"DATABASE_URL": given}) == used
    if "," in given:
        url = make_url(used)
        _, named = url.get_dialect()().create_connect_args(url)
        assert (named["host"], named["port"].strip(",")) in (("one,two", "5432,5433"), ("one,two", ""))
        assert named.get("password") in (None, "p", "p@q")


def test_settings_come_from_the_environment() -> None:
    found = settings(Path("/data"), {"REFEREE_HOSTS": "Cards.example, .home.example,", "REFEREE_SECRET": "s" * 20})
    assert found["HOSTS"] == ("cards.example", ".home.example")
    assert found["SECRET_KEY"] == "s" * 20
    assert "SECRET_KEY" not in settings(Path("/data"), {})
    assert found["WTF_CSRF_TIME_LIMIT"] is None
