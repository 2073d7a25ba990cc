"""A PostgreSQL that takes its connections away, has no room, holds a lock, or is brought up to date under load."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from referee import create_app, errors
from referee.game import commands as cmd
from referee.services import games
from referee.services.games import Done
from referee.storage import _MIGRATIONS, schema
from referee.storage.database import db
from tests import postgres
from tests.apps import dispose
from tests.faults.forked import forked
from tests.services.carrying import exported, small_club
from tests.services.desk import open_game, tag

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on"),
]
NAME = "referee-drill"
NOTES = 60
SCHEMAS = schema.KNOWN[2:-1] if os.environ.get("REFEREE_SCHEMAS") == "all" else schema.KNOWN[2:-1:3]
"""What is brought up to date here; before the third no data of today can go back."""


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    """An app whose connections can be told from those of other tests."""
    address = make_url(url).update_query_dict({"application_name": NAME + tmp_path.name})
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path), "WTF_CSRF_ENABLED": False, "BUSY_SECONDS": 0.3}
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
