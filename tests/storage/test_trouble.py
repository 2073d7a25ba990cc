"""The database that cannot: every trouble is a sentence with a status, and nothing is half-written."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing as closed_after
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text

from referee import create_app, errors
from referee.app.config import database_file
from referee.game import commands as cmd
from referee.services.games import games
from referee.services.games.games import Done
from referee.storage.engine.transactions import kept_games
from referee.storage.files.backup import backup_beside, restore_from
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.desk import closing, must, open_game, opening, tag
from tests.sizes import sized


@contextmanager
def another_process_writes(app: Flask) -> Iterator[None]:
    """Somebody else holds the write lock of the file."""
    with closed_after(sqlite3.connect(database_file(Path(app.instance_path)), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "BUSY_SECONDS": 0.2}


@pytest.mark.database_file
def test_a_locked_database_is_busy_and_the_same_delivery_works_later(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        command, the_tag = closing(games.game(code)), tag(1)
        with another_process_writes(app):
            with pytest.raises(errors.Busy) as busy:
                games.act(code, command, the_tag)
            assert busy.value.status == 503
            with pytest.raises(errors.Busy):
                games.open_game(opening(), tag())
            assert games.game(code).number == 1  # reading goes on
        done = games.act(code, command, the_tag)
        assert isinstance(done, Done)
        assert not done.repeated


@pytest.mark.database_file
def test_a_short_lock_is_waited_for(settings: dict[str, Any]) -> None:
    app = create_app({**settings, "BUSY_SECONDS": 10})
    with app.app_context():
        code = open_game().code
        locked, done = threading.Event(), threading.Event()

        def hold() -> None:
            with another_process_writes(app):
                locked.set()
                done.wait(0.5)

        other = threading.Thread(target=hold)
        other.start()
        locked.wait(5)
        began = time.monotonic()
        must(code, cmd.AddNote("tea"))
        assert time.monotonic() - began > 0.3
        other.join(5)
    dispose(app)


def limit_pages(app: Flask, spare: int) -> None:
    """A disk with room for ``spare`` more pages of the database, as far as SQLite can tell."""
    with app.app_context():
        engine = db.engine
        with engine.connect() as connection:
            pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        engine.dispose()

        @event.listens_for(engine, "connect")
        def small_disk(connection: Any, _: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages + spare}")


@pytest.mark.database_file
@pytest.mark.parametrize("spare", range(5))
def test_a_full_disk_is_said_and_nothing_is_half_written(app: Flask, spare: int) -> None:
    with app.app_context():
        code = open_game().code
    limit_pages(app, spare)
    with app.app_context():
        written = 0
        full: errors.Full | None = None
        while full is None and written < 500:
            before = games.game(code)
            try:
                must(code, cmd.AddNote("x" * 400))
                written += 1
            except errors.Full as failed:
                full = failed
        assert full is not None
        assert full.status == 507
        assert games.game(code) == before
        assert len(before.notes) == written
        assert games.recent_games()[0].changed_at == before.log[-1].at
        known = db.session.execute(text("SELECT count(*) FROM delivery WHERE NOT refused")).scalar_one()
        assert known == written + 1
        db.session.rollback()
        with pytest.raises(errors.Full):
            games.open_game(opening(), tag())
        assert len(games.recent_games()) == 1
    with closed_after(sqlite3.connect(database_file(Path(app.instance_path)))) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.database_file
def test_when_there_is_room_again_the_same_delivery_is_written(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    limit_pages(app, 0)
    with app.app_context():
        long = cmd.AddNote("x" * 400)
        deliveries = [tag(1) for _ in range(60)]
        full = []
        for delivery in deliveries:
            try:
                games.act(code, long, delivery)
            except errors.Full:
                full.append(delivery)
        assert full
        engine = db.engine
        engine.dispose()

        @event.listens_for(engine, "connect")
        def room_again(connection: Any, _: object) -> None:
            connection.execute("PRAGMA max_page_count = 1000000")

        for delivery in deliveries:
            assert isinstance(games.act(code, long, delivery), Done)
        assert len(games.game(code).notes) == len(deliveries)


@pytest.mark.database_file
def test_without_the_immediate_transaction_phones_would_fail(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the concurrency tests: what they prove is not there by chance."""
    connection = db.session.connection
    monkeypatch.setattr(db.session, "connection", lambda **_: connection())  # nobody says that it will write
    with app.app_context():
        code = open_game().code
    failed: list[Exception] = []

    def write() -> None:
        with app.app_context():
            for _ in range(30):
                app.extensions["referee_write_lock"] = threading.Lock()  # nobody waits for anybody
                try:
                    games.act(code, cmd.AddNote("tea"), tag(1))
                except Exception as error:
                    failed.append(error)

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed


def test_a_log_that_is_damaged_is_said_to_be(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        must(code, cmd.AddNote("tea"))
        no_json = ["UPDATE event SET data = 'no json' WHERE seq = 2"]  # which a server does not take
        for damage in (
            'UPDATE event SET data = \'{"type":"NoteAdded"}\' WHERE seq = 2',
            *(no_json if db.engine.dialect.name == "sqlite" else ()),
            "UPDATE event SET data = '\"no event\"' WHERE seq = 2",
            "UPDATE event SET data = '[]' WHERE seq = 2",
            'UPDATE event SET data = \'{"type":"CarriedOn"}\' WHERE seq = 2',
            "UPDATE event SET seq = 3 WHERE seq = 2",
        ):
            with db.engine.connect() as connection, connection.begin():
                connection.execute(text(damage))
            kept_games().clear()
            with pytest.raises(errors.BrokenData):
                games.game(code)


def _game_and_its_copy(settings: dict[str, Any]) -> tuple[str, Path]:
    """The code of a game in a new book, and a copy of that book; nothing has it open any more."""
    app = create_app(settings)
    with app.app_context():
        code = open_game().code
    dispose(app)
    return code, backup_beside(database_file(Path(settings["DATA_DIR"])), "game-over")


def _the_game_is_there(settings: dict[str, Any], code: str) -> None:
    app = create_app(settings)
    with app.app_context():
        assert games.game(code).number == 1
    dispose(app)


@pytest.mark.database_file
def test_what_is_no_database_is_said_to_be_none(settings: dict[str, Any]) -> None:
    file = database_file(Path(settings["DATA_DIR"]))
    file.parent.mkdir(parents=True)
    file.write_bytes(b"this is no database, only words " * 200)
    with pytest.raises(errors.BrokenData):
        create_app(settings)


@pytest.mark.database_file
def test_damaged_pages_are_said_with_the_way_back_which_works(settings: dict[str, Any]) -> None:
    file = database_file(Path(settings["DATA_DIR"]))
    code, copy = _game_and_its_copy(settings)
    whole = file.read_bytes()
    broken = 0
    for page in range(1, len(whole) // 4096, sized(6, 1)):
        file.write_bytes(whole[: page * 4096] + b"\x55" * 4096 + whole[(page + 1) * 4096 :])
        try:
            app = create_app(settings)
        except errors.BrokenData:
            broken += 1
            continue
        client = app.test_client()
        answers = [client.get(path) for path in ("/", f"/g/{code}", f"/g/{code}/history", "/readyz")]
        if bad := [answer for answer in answers if answer.status_code != 200]:
            broken += 1
            assert {answer.status_code for answer in bad} == {503}
            assert all("Restore a backup" in answer.text for answer in bad if answer.mimetype == "text/html")
        dispose(app)
    assert broken > 5, "a page that nobody reads is noticed by nobody but the next copy, which is checked"
    assert "Restore a backup" in str(errors.BrokenData())
    restore_from(copy, file)
    _the_game_is_there(settings, code)


@pytest.mark.database_file
@pytest.mark.parametrize("instead", ["nothing", "another book"])
def test_nothing_is_written_into_a_file_that_was_taken_away(app: Flask, tmp_path: Path, instead: str) -> None:
    file = database_file(Path(app.instance_path))
    with app.app_context():
        code = open_game().code
        must(code, cmd.AddNote("tea"))
        db.session.remove()
        away = file.rename(tmp_path / "away.sqlite")
        if instead == "another book":
            shutil.copy(away, file)
        with pytest.raises(errors.LostData, match="was moved or replaced"):
            games.act(code, cmd.AddNote("cake"), tag(2))
        db.session.remove()
        db.engine.dispose()  # whoever comes then gets a connection of their own
        with pytest.raises(errors.LostData):
            games.game(code)
        assert file.exists() == (instead == "another book"), "no empty book is made in its place"
        away.replace(file)
        assert games.game(code).number == 2
        must(code, cmd.AddNote("cake"))


@pytest.mark.database_file
@pytest.mark.parametrize("left", ["no file", "an empty file"])
def test_an_empty_book_beside_copies_is_not_begun(settings: dict[str, Any], left: str) -> None:
    file = database_file(Path(settings["DATA_DIR"]))
    code, copy = _game_and_its_copy(settings)
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()
    if left == "an empty file":
        file.touch()
    with pytest.raises(errors.LostData, match=f"copies of one .* the newest, {copy.name}"):
        create_app(settings)
    restore_from(copy, file)
    _the_game_is_there(settings, code)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "isn’t a database address"),
        ("postgresql+psycopg://u@one:5432,two:5433/d", "isn’t a database address"),
        ("mysql://me@127.0.0.1/x", "PostgreSQL or SQLite, not in mysql"),
        ("postgresql+pg8000://me@127.0.0.1/x", "extra 'postgres'"),
    ],
)
def test_what_names_no_database_that_can_be_used_is_said(settings: dict[str, Any], address: str, said: str) -> None:
    with pytest.raises(errors.NoDatabase, match=said):
        create_app(settings | {"SQLALCHEMY_DATABASE_URI": address})


def test_a_server_that_does_not_answer_is_said(settings: dict[str, Any]) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(errors.NoDatabase, match=r"cannot be reached: .*refused") as failed:
        create_app(settings | {"SQLALCHEMY_DATABASE_URI": "postgresql+psycopg://me@127.0.0.1:1/x"})
    assert "\n" not in str(failed.value)


def test_a_database_of_a_newer_version_is_left_alone(settings: dict[str, Any]) -> None:
    app = create_app(settings)
    with app.app_context(), db.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    dispose(app)
    with pytest.raises(errors.NewerData):
        create_app(settings)


@pytest.mark.database_file
def test_programming_errors_are_not_dressed_up(app: Flask) -> None:
    from referee.storage.engine.transactions import reading

    with app.app_context(), pytest.raises(Exception, match="no such table"), reading():
        db.session.execute(text("SELECT * FROM nonsense"))


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.RefereeError, 400),
        (errors.UnknownGame, 404),
        (errors.NotAllowed, 403),
        (errors.IdReused, 409),
        (errors.Busy, 503),
        (errors.Full, 507),
        (errors.NewerData, 503),
        (errors.BrokenData, 503),
        (errors.LostData, 503),
    ],
)
def test_every_error_is_a_sentence_with_a_status(kind: type[errors.RefereeError], status: int) -> None:
    assert kind.status == status
    assert str(kind()).endswith(".")
    assert str(kind("Another sentence.")) == "Another sentence."
