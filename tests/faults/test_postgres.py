"""A PostgreSQL that takes its connections away, has no room, holds a lock, or is brought up to date under load."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from referee import create_app, errors
from referee.game import commands as cmd
from referee.services.games import games
from referee.services.games.games import Done
from referee.storage import _MIGRATIONS, SERVER_POOL
from referee.storage.start import schema
from referee.storage.tables.database import db
from tests import postgres
from tests.apps import dispose
from tests.faults.forked import forked
from tests.services.carrying import exported, small_club
from tests.services.desk import open_game, tag
from tests.storage.test_migrating_types import without_traces

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on"),
]
NAME = "referee-drill"
NOTES = 60
SCHEMAS = schema.KNOWN[2:-1] if os.environ.get("REFEREE_SCHEMAS") == "all" else schema.KNOWN[2:-1:6]
"""What is brought up to date here; before the third no data of today can go back."""


@pytest.fixture
def patience() -> float:
    """Seconds for which a lock is waited for."""
    return 0.3


@pytest.fixture
def app(url: str, tmp_path: Path, patience: float) -> Iterator[Flask]:
    """An app whose connections can be told from those of other tests."""
    address = make_url(url).update_query_dict({"application_name": NAME + tmp_path.name})
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path), "WTF_CSRF_ENABLED": False, "BUSY_SECONDS": patience}
    made = create_app({**settings, "SQLALCHEMY_DATABASE_URI": address.render_as_string(hide_password=False)})
    yield made
    dispose(made)


@pytest.fixture
def beside(url: str) -> Iterator[Engine]:
    """Connections of somebody else to the same tables."""
    engine = create_engine(url, poolclass=NullPool)
    yield engine
    engine.dispose()


def test_connections_that_are_ended_under_writing_phones_lose_nothing(
    app: Flask, beside: Engine, tmp_path: Path
) -> None:
    with app.app_context():
        code = open_game().code
    told: set[int] = set()

    def phone(number: int) -> None:
        with app.app_context():
            for turn in range(NOTES // 4):
                note, the_tag = cmd.AddNote(f"{number}.{turn}"), tag(1)
                while True:  # as a phone does: with the same id, until somebody says yes
                    try:
                        assert isinstance(games.act(code, note, the_tag), Done)
                        break
                    except errors.RefereeError as later:
                        told.add(later.status)
                        db.session.rollback()
                time.sleep(0.01)
            db.session.remove()

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    ended = 0
    while any(thread.is_alive() for thread in threads):
        with beside.begin() as connection:
            query = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name")
            ended += len(connection.execute(query, {"name": NAME + tmp_path.name}).all())
        time.sleep(0.03)
    with app.app_context():
        db.session.remove()
        notes = games.game(code).notes
    assert ended > 4
    assert told == {503}
    assert sorted(notes) == sorted(f"{number}.{turn}" for number in range(4) for turn in range(NOTES // 4))


def test_a_server_without_room_is_said_and_nothing_is_half_written(app: Flask, beside: Engine) -> None:
    with app.app_context():
        code = open_game().code
        note, the_tag = cmd.AddNote("tea"), tag(1)
        with beside.begin() as connection:
            connection.execute(
                text(
                    "CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql AS "
                    "$$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$"
                )
            )
            connection.execute(
                text("CREATE TRIGGER full_disk BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION full()")
            )
        with pytest.raises(errors.Full) as full:
            games.act(code, note, the_tag)
        assert full.value.status == 507
        db.session.remove()
        assert games.game(code).number == 1, "the event that was written before it is not there"
        db.session.remove()
        with beside.begin() as connection:
            connection.execute(text("DROP TRIGGER full_disk ON delivery"))
        assert isinstance(games.act(code, note, the_tag), Done)
        assert games.game(code).notes == ("tea",)


def test_a_lock_that_is_held_is_busy_and_the_same_delivery_works_later(app: Flask, beside: Engine) -> None:
    with app.app_context():
        code = open_game().code
        note, the_tag = cmd.AddNote("tea"), tag(1)
        with beside.begin() as holding:
            holding.execute(text("SELECT * FROM game FOR UPDATE"))
            with pytest.raises(errors.Busy) as busy:
                games.act(code, note, the_tag)
            assert busy.value.status == 503
            db.session.remove()
            assert games.game(code).number == 1, "reading goes on"
            db.session.remove()
        assert isinstance(games.act(code, note, the_tag), Done)


@pytest.mark.parametrize("revision", SCHEMAS)
def test_servers_that_start_at_once_bring_an_old_schema_up_to_date_under_readers(
    app: Flask, beside: Engine, url: str, tmp_path: Path, revision: str
) -> None:
    """One of them does it, the others wait; somebody reads all the time."""
    with app.app_context():
        club = small_club()
        without_traces()
        data = exported(club)
        db.session.remove()
        downgrade(directory=str(_MIGRATIONS), revision=revision)
        db.engine.dispose()
    over = threading.Event()

    def read() -> None:
        with beside.connect() as connection:
            while not over.is_set():
                connection.execute(text("SELECT count(*) FROM game")).scalar_one()
                connection.rollback()

    reader = threading.Thread(target=read)
    with ExitStack() as stack:
        nest = stack.enter_context(forked(tmp_path, url))
        reader.start()
        stack.callback(reader.join)
        stack.callback(over.set)
        begun = [nest.run("rebuild-standings", "--check") for _ in range(3)]
        assert [nest.ended(number) for number in begun] == [0, 0, 0]
    with app.app_context(), closing(db.session):
        assert schema._stands_at(db.engine) == schema.HEAD
        assert exported(club) == data


def held(connection: Connection, code: str) -> None:
    connection.execute(text("SELECT 1 FROM game WHERE code = :code FOR UPDATE"), {"code": code})


@pytest.mark.parametrize("patience", [3.0])
def test_a_game_whose_row_is_held_elsewhere_stops_no_other_game(app: Flask, beside: Engine, patience: float) -> None:
    """More phones write in the one that is held than a process has connections."""
    pool = SERVER_POOL["pool_size"] + SERVER_POOL["max_overflow"]
    with app.app_context():
        locked, *others = (open_game().code for _ in range(5))
    answers: dict[str, list[tuple[str, float]]] = {code: [] for code in (locked, *others)}

    def note(code: str) -> None:
        began = time.monotonic()
        with app.app_context():
            try:
                said = type(games.act(code, cmd.AddNote("tea"), tag(1))).__name__
            except errors.RefereeError as no:
                said = type(no).__name__
            answers[code].append((said, time.monotonic() - began))
            db.session.remove()

    with beside.connect() as connection:
        held(connection, locked)
        phones = [threading.Thread(target=note, args=(locked,)) for _ in range(pool + 5)]
        for phone in phones:
            phone.start()
        time.sleep(0.2)
        late = [threading.Thread(target=note, args=(code,)) for code in others for _ in range(3)]
        for phone in late:
            phone.start()
        for phone in late:
            phone.join()
        assert all(said == "Done" for code in others for said, _ in answers[code])
        assert max(seconds for code in others for _, seconds in answers[code]) < 0.4 * patience
        connection.rollback()
    for phone in phones:
        phone.join()
    assert {said for said, _ in answers[locked]} <= {"Done", "Busy"}


def test_a_process_that_is_stopped_within_a_write_holds_its_game_for_a_while_only(
    url: str, beside: Engine, tmp_path: Path
) -> None:
    """SIGSTOP: its transaction is open, and nobody is there to end it."""
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "here"), "BUSY_SECONDS": 0.3}
    app = create_app({**settings, "SQLALCHEMY_DATABASE_URI": url})  # its own patience is that of a host
    try:
        with app.app_context():
            code, other = open_game().code, open_game().code
            script = STOPPED.format(url=url, folder=str(tmp_path / "there"), code=code)
            with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
                try:
                    assert process.stdout is not None
                    assert process.stdout.readline() == "held\n"
                    os.kill(process.pid, signal.SIGSTOP)
                    with pytest.raises(errors.Busy):
                        games.act(code, cmd.AddNote("while it stands still"), tag(1))
                    assert isinstance(games.act(other, cmd.AddNote("elsewhere"), tag(1)), Done)
                    time.sleep(2.2)
                    assert isinstance(games.act(code, cmd.AddNote("afterwards"), tag(1)), Done)
                    os.kill(process.pid, signal.SIGCONT)
                    assert process.stdout.readline() == "Busy\n", "it hears that nothing of its own was written"
                finally:
                    process.kill()
            assert games.game(code).notes == ("afterwards",)
    finally:
        dispose(app)


STOPPED = """
import time
from referee import create_app, errors
from referee.game import commands as cmd
from referee.services.games import games
from referee.storage.games import log
from referee.storage.engine.transactions import writing
from tests.services.desk import tag
app = create_app({{"TESTING": True, "DATA_DIR": {folder!r}, "SQLALCHEMY_DATABASE_URI": {url!r}, "IDLE_SECONDS": 2.0}})
with app.app_context():
    try:
        with writing({code!r}):
            log.lock_game({code!r})
            print("held", flush=True)
            time.sleep(0.5)
            until = time.monotonic() + 0.1
            while time.monotonic() < until:
                pass
            games.act({code!r}, cmd.AddNote("mine"), tag(1))
    except errors.RefereeError as no:
        print(type(no).__name__, flush=True)
"""
