"""Copies of the database are whole, checked, and never replace what is there."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.cli.backup import backup, restore
from referee.cli.main import main


def make(file: Path, games: int) -> Path:
    """A small database of ours."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("CREATE TABLE game (id INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO game VALUES (?)", [(n,) for n in range(games)])
        connection.commit()
    return file


def games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database in use, with three games."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "instance"))
    return make(tmp_path / "instance" / "referee.db", 3)


def test_a_copy_holds_everything_and_leaves_nothing_else_behind(database: Path, tmp_path: Path) -> None:
    assert backup(tmp_path / "copy.db") == 0
    assert games(tmp_path / "copy.db") == 3
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "instance"]
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600, "only its owner reads it"


def test_an_existing_file_is_never_replaced(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("dear to somebody")
    with pytest.raises(SystemExit, match="exists already"):
        backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "dear to somebody"


def test_without_a_database_there_is_a_sentence(database: Path, tmp_path: Path) -> None:
    database.unlink()
    with pytest.raises(SystemExit, match="doesn’t have a database yet"):
        backup(tmp_path / "copy.db")


def test_a_folder_that_is_not_there_gets_a_sentence(database: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No copy was made"):
        backup(tmp_path / "nowhere" / "copy.db")


@pytest.fixture
def scoring(database: Path) -> Iterator[threading.Event]:
    """Somebody who enters one game after the other."""
    stop = threading.Event()

    def enter() -> None:
        with closing(sqlite3.connect(database, timeout=10)) as connection:
            while not stop.is_set():
                connection.execute("INSERT INTO game DEFAULT VALUES")
                connection.commit()

    thread = threading.Thread(target=enter)
    thread.start()
    yield stop
    stop.set()
    thread.join()


def test_copies_made_while_games_are_scored_are_all_sound_and_growing(
    database: Path, tmp_path: Path, scoring: threading.Event
) -> None:
    seen = []
    for n in range(10):
        backup(tmp_path / f"{n}.db")
        seen.append(games(tmp_path / f"{n}.db"))
    assert seen == sorted(seen)
    assert seen[0] >= 3


def test_restoring_brings_the_copy_back_and_keeps_what_stood_there(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup(tmp_path / "copy.db")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("INSERT INTO game DEFAULT VALUES")
        connection.commit()
    assert restore(tmp_path / "copy.db") == 0
    assert games(database) == 3
    [kept] = database.parent.glob("referee-before-*.db")
    assert games(kept) == 4
    assert str(kept) in capsys.readouterr().out
    assert (tmp_path / "copy.db").exists()


def test_restoring_into_an_empty_folder_needs_nothing_there(database: Path, tmp_path: Path) -> None:
    backup(tmp_path / "copy.db")
    database.unlink()
    database.parent.rmdir()
    assert restore(tmp_path / "copy.db") == 0
    assert games(database) == 3
    assert os.listdir(database.parent) == ["referee.db"]


def test_nothing_is_restored_while_the_app_has_the_database_open(database: Path, tmp_path: Path) -> None:
    backup(tmp_path / "copy.db")
    with closing(sqlite3.connect(database)) as app:
        app.execute("SELECT count(*) FROM game").fetchone()
        with pytest.raises(SystemExit, match="the app is running; stop it first"):
            restore(tmp_path / "copy.db")
    assert games(database) == 3
    assert os.listdir(database.parent) == ["referee.db"]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda file: file.unlink(), "isn’t a file"),
        (lambda file: file.write_bytes(b"no database at all" * 400), "isn’t an intact database"),
        (
            lambda file: file.write_bytes(file.read_bytes()[:4096] + b"\x55" * 8192),
            "isn’t an intact database|is damaged",
        ),
        (lambda file: (file.unlink(), sqlite3.connect(file).close(), file.touch()), "not Table Referee’s"),
    ],
    ids=["missing", "other", "damaged", "empty"],
)
def test_what_is_no_sound_copy_is_refused_and_the_database_stays(
    damage: object, sentence: str, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "copy.db"
    backup(file)
    assert callable(damage)
    damage(file)
    with pytest.raises(SystemExit, match=sentence):
        restore(file)
    assert games(database) == 3
    assert os.listdir(database.parent) == ["referee.db"]


def test_a_damaged_database_can_be_replaced_and_is_kept_too(database: Path, tmp_path: Path) -> None:
    backup(tmp_path / "copy.db")
    wreck = database.read_bytes()[:4096] + b"\x55" * 8192
    database.write_bytes(wreck)
    assert restore(tmp_path / "copy.db") == 0
    assert games(database) == 3
    [kept] = database.parent.glob("referee-before-*.db")
    assert kept.read_bytes()[4096:] == wreck[4096:]


def test_a_damaged_database_is_not_copied(database: Path, tmp_path: Path) -> None:
    database.write_bytes(database.read_bytes()[:4096] + b"\x55" * 8192)
    with pytest.raises(SystemExit, match="No copy was made"):
        backup(tmp_path / "copy.db")
    assert os.listdir(tmp_path) == ["instance"]


@pytest.mark.parametrize("at", ["VACUUM INTO", "PRAGMA integrity_check", "PRAGMA journal_mode"])
def test_a_full_disk_is_called_a_full_disk(
    at: str, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(tmp_path / "copy.db")

    class FullDisk(sqlite3.Connection):
        def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
            if statement.startswith(at):
                full = sqlite3.OperationalError("database or disk is full")
                full.sqlite_errorname = "SQLITE_FULL"
                raise full
            return super().execute(statement, *given)

    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=FullDisk))
        with pytest.raises(SystemExit, match="Nothing was restored: database or disk is full"):
            restore(tmp_path / "copy.db")
        if "journal" not in at:
            with pytest.raises(SystemExit, match="No copy was made: database or disk is full"):
                backup(tmp_path / "another.db")
    assert games(database) == 3
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "instance"]


def test_both_work_from_the_command_line_on_the_folder_asked_for(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREE_DATA")
    folder = str(tmp_path / "instance")
    assert main(["backup", str(tmp_path / "copy.db"), "--instance", folder]) == 0
    assert main(["--instance", str(tmp_path / "other"), "restore", str(tmp_path / "copy.db")]) == 0
    assert games(tmp_path / "other" / "referee.db") == 3


def test_another_database_is_left_to_its_own_tools(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://cards@localhost/cards")
    with pytest.raises(SystemExit, match="with that database’s own tools"):
        backup(tmp_path / "copy.db")
    with pytest.raises(SystemExit, match="with that database’s own tools"):
        restore(tmp_path / "copy.db")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data with a book in it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "house"))
    assert main(["rebuild-standings", "--check"]) == 0
    return tmp_path / "house"


def test_what_an_older_version_left_open_is_closed_to_others_at_the_start(house: Path) -> None:
    beside = house / "referee-before-20260101-200000-000000.db"
    in_backups = house / "backups" / "referee-in-play-20260101-200000-000000.db"
    somebodys = house / "backups" / "holiday.db"
    in_backups.parent.mkdir(exist_ok=True)
    for file in (beside, in_backups, somebodys):
        file.touch()
        file.chmod(0o644)
    assert main(["rebuild-standings", "--check"]) == 0
    assert [stat.S_IMODE(file.stat().st_mode) for file in (beside, in_backups)] == [0o600, 0o600]
    assert stat.S_IMODE(somebodys.stat().st_mode) == 0o644, "it is none of ours"


def test_what_is_exported_is_its_owners_alone(house: Path) -> None:
    whole, tables = house.parent / "club.jsonl", house.parent / "tables"
    tables.mkdir()
    (tables / "games.csv").write_text("old")
    (tables / "games.csv").chmod(0o644)
    assert main(["export", str(whole)]) == 0
    assert main(["export", "--csv", str(tables)]) == 0
    assert {stat.S_IMODE(file.stat().st_mode) for file in (whole, *tables.iterdir())} == {0o600}
