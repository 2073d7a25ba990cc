"""Copies that the running app makes by itself: sound, in time, not too many, and never in anybody's way."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from referee import create_app
from referee.app.config import database_file
from referee.cli.backup import restore
from referee.game import commands as cmd
from referee.services.games import games
from referee.storage.files import keeping
from referee.storage.files.backup import backups_of
from referee.storage.files.keeping import IN_PLAY_EVERY, KEEP_DAYS, KEEP_NEWEST, Keeper, outlived, superseded
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.desk import closing as round_closing
from tests.services.desk import must, open_game

pytestmark = pytest.mark.database_file


class Clock:
    """Time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keeper(app: Flask, clock: Clock) -> Iterator[Keeper]:
    made = Keeper(database_file(Path(app.instance_path)), clock)
    yield made
    made.close()


def copies(app: Flask) -> list[str]:
    folder = Path(app.instance_path) / "backups"
    return sorted(copy.name for copy in folder.iterdir()) if folder.exists() else []


def events(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])


def test_nothing_is_copied_while_nothing_is_written(app: Flask, keeper: Keeper, clock: Clock) -> None:
    clock.now += 10 * IN_PLAY_EVERY
    assert keeper.look() is None
    assert copies(app) == []


def test_a_look_without_news_asks_the_database_one_question(app: Flask, keeper: Keeper) -> None:
    with app.app_context():
        open_game()
    asked: list[str] = []
    keeper._source.set_trace_callback(asked.append)
    keeper.look()
    assert len(asked) == 2, "whether anything was written, and how many games are over"
    asked.clear()
    keeper.look()
    assert asked == ["PRAGMA data_version"]


def test_in_play_a_copy_is_made_at_most_every_ten_minutes(app: Flask, keeper: Keeper, clock: Clock) -> None:
    with app.app_context():
        code = open_game().code
        first = keeper.look()
        assert first is not None
        assert "-in-play-" in first.name
        must(code, cmd.AddNote("one"))
        clock.now += IN_PLAY_EVERY - 1
        assert keeper.look() is None
        clock.now += 1
        second = keeper.look()
        assert second is not None
        assert events(second) == events(first) + 1
        clock.now += IN_PLAY_EVERY
        assert keeper.look() is None, "nothing new"


def test_a_game_that_ends_is_copied_at_once(app: Flask, keeper: Keeper) -> None:
    with app.app_context():
        code = open_game("short").code
        assert keeper.look() is not None
        while games.game(code).running is not None:
            must(code, round_closing(games.game(code)))
        must(code, cmd.Finish())
        assert games.game(code).status == "finished"
        made = keeper.look()
        assert made is not None
        assert "-game-over-" in made.name
        assert events(made) == games.game(code).number
        assert keeper.look() is None


def test_a_copy_made_by_itself_is_restored_by_one_command(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with app.app_context():
        code = open_game().code
        made = keeper.look()
        assert made is not None
        must(code, cmd.AddNote("after the copy"))
    keeper.close()
    dispose(app)
    assert restore(made, app.instance_path) == 0
    again = create_app({"TESTING": True, "DATA_DIR": app.instance_path})
    with again.app_context():
        assert games.game(code).notes == ()
    dispose(again)


def test_copies_made_while_eight_phones_write_are_sound_and_no_write_fails(
    app: Flask, keeper: Keeper, clock: Clock
) -> None:
    with app.app_context():
        codes = [open_game().code for _ in range(8)]
    stop, failed, written = threading.Event(), [], [0] * len(codes)

    def write(place: int) -> None:
        with app.app_context():
            try:
                while not stop.is_set():
                    must(codes[place], cmd.AddNote(f"note {written[place]}"))
                    written[place] += 1
            except BaseException as error:
                failed.append(error)
                raise
            finally:
                db.session.remove()

    threads = [threading.Thread(target=write, args=(place,)) for place in range(len(codes))]
    for thread in threads:
        thread.start()
    sizes = []
    while len(sizes) < 6:
        clock.now += IN_PLAY_EVERY
        if (made := keeper.look()) is not None:
            sizes.append(events(made))
    stop.set()
    for thread in threads:
        thread.join(60)
    assert failed == []
    assert sizes == sorted(sizes)
    with app.app_context():
        assert [len(games.game(code).notes) for code in codes] == written
    assert not [name for name in copies(app) if name.endswith(".part")]


def test_trouble_with_a_copy_is_logged_and_tried_again_later(
    app: Flask, keeper: Keeper, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    in_the_way = Path(app.instance_path) / "backups"
    in_the_way.write_text("no folder")
    with app.app_context():
        open_game()
    assert keeper.look() is None
    assert "No copy of the games was made" in caplog.text
    assert keeper.look() is None
    assert len(caplog.records) == 1, "not at every look"
    in_the_way.unlink()
    clock.now += IN_PLAY_EVERY
    assert keeper.look() is not None, "what was written before counts still"


def test_a_disk_that_is_nearly_full_is_left_to_the_games(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    size = database_file(Path(app.instance_path)).stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size))
    with app.app_context():
        open_game()
    with caplog.at_level(logging.WARNING):
        assert keeper.look() is None
    assert f"the disk has only {2 * size // 1024} KB left, and the games need them" in caplog.text
    assert copies(app) == []


def test_the_newest_copies_stay_and_the_last_of_each_day() -> None:
    stamps = [
        f"2026{month:02}{day:02}-{hour:02}0000" for month in (1, 2) for day in range(1, 29) for hour in range(9, 24)
    ]
    made = [(stamp, Path(f"referee-in-play-{stamp}.db")) for stamp in stamps]
    gone = set(superseded(made))
    kept = sorted(stamp for stamp, copy in made if copy not in gone)
    assert kept[-KEEP_NEWEST:] == stamps[-KEEP_NEWEST:]
    days = [stamp[:8] for stamp in kept[:-KEEP_NEWEST]] + [stamps[-1][:8]]
    assert days == sorted({stamp[:8] for stamp in stamps})[-KEEP_DAYS:]
    assert all(stamp.endswith("-230000") for stamp in kept[:-KEEP_NEWEST])


def test_copies_before_a_change_go_when_thirty_days_have_copies_of_their_own() -> None:
    before = [(stamp, Path(f"referee-before-0013-{stamp}.db")) for stamp in ("20260131-200000", "20260202-200000")]
    own = [(f"202602{day:02}-210000", Path(f"referee-game-over-202602{day:02}-210000.db")) for day in range(1, 29)]
    own += [(f"2026030{day}-210000", Path(f"referee-game-over-2026030{day}-210000.db")) for day in (1, 2)]
    assert outlived(before, own[:-1]) == []
    assert outlived(before, own) == [before[0][1]]


def test_copies_before_a_change_and_those_of_somebody_else_stay(
    app: Flask, keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "KEEP_NEWEST", 1)
    monkeypatch.setattr(keeping, "KEEP_DAYS", 1)
    folder = Path(app.instance_path) / "backups"
    folder.mkdir()
    others = ["my own copy.db", f"referee-before-0003-{datetime.now():%Y%m%d}-000000-000000.db"]
    for name in (*others, "referee-in-play-20200101-000000-000000.db"):
        (folder / name).touch()
    with app.app_context():
        open_game()
    made = keeper.look()
    assert made is not None
    assert copies(app) == sorted([*others, made.name])
    assert [copy for _, copy in backups_of(database_file(Path(app.instance_path)), ["in-play"])] == [made]


def test_what_a_killed_server_left_half_copied_goes_with_the_next_start(app: Flask, keeper: Keeper) -> None:
    folder = Path(app.instance_path) / "backups"
    folder.mkdir()
    killed = subprocess.Popen([sys.executable, "-c", ""])  # a number at random may be that of a process that lives
    killed.wait()
    (folder / f"referee-in-play-20200101-000000-000000.db.{killed.pid}.part").touch()
    Keeper(database_file(Path(app.instance_path))).close()
    assert copies(app) == []


def test_the_thread_of_the_server_makes_copies_and_ends_with_it(app: Flask) -> None:
    with app.app_context():
        url = db.engine.url
        before = threading.active_count()
        with keeping.keeping(url, every=0.02):
            open_game()
            waited = threading.Event()
            for _ in range(500):
                if any("-in-play-" in name and name.endswith(".db") for name in copies(app)):
                    break
                waited.wait(0.02)
    assert any("-in-play-" in name for name in copies(app))
    assert threading.active_count() == before
