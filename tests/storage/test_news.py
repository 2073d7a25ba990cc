"""Whoever waits hears of what was written, here or by another process, once, and asks the database nothing."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import event

from referee.game import commands as cmd
from referee.services.clubs import clubs, seasons
from referee.services.games import games, live
from referee.services.phones import access
from referee.storage.clubs import clubs as store
from referee.storage.engine import news
from referee.storage.engine.news import Hub, Listener
from referee.storage.engine.transactions import writing
from referee.storage.tables.database import db
from tests import postgres
from tests.services.club_desk import season
from tests.services.desk import must, open_game

SOON, NEVER = 5.0, 0.4
"""Seconds: until something that happens at once, and in which something that does not happen would have."""


@pytest.fixture
def code(app: Flask) -> str:
    """A game that has just begun."""
    with app.app_context():
        return open_game().code


@pytest.fixture
def listener(app: Flask, code: str) -> Iterator[Listener]:
    """Somebody who knows the newest version of that game."""
    with app.app_context():
        found = live.wait({live.game_key(code): live.game_version(code)}, "192.168.1.7", "")
        assert found is not None
        yield found
        live.leaving(found)()


def settled(app: Flask) -> None:
    """The hub has looked at what was there before."""
    time.sleep(0.2)


def write_note(app: Flask, code: str, text: str = "Cake") -> None:
    with app.app_context():
        must(code, cmd.AddNote(text))


def test_a_game_that_counts_in_another_season_is_news_to_its_pages(app: Flask, code: str, listener: Listener) -> None:
    settled(app)
    with app.app_context():
        before = live.game_version(code)
        clubs.set_season(code, season())
        assert live.game_version(code) != before
    assert listener.wait(SOON)


def test_a_write_is_heard_at_once_and_once(app: Flask, code: str, listener: Listener) -> None:
    settled(app)
    assert not listener.wait(NEVER), "it knows the newest version"
    write_note(app, code)
    assert listener.wait(SOON)
    with app.app_context():
        assert list(listener.seen.values()) == [live.game_version(code)]
    assert not listener.wait(NEVER), "a second time for the same write"


def test_a_write_of_another_game_is_not_heard(app: Flask, listener: Listener) -> None:
    settled(app)
    with app.app_context():
        other = open_game().code
    write_note(app, other)
    assert not listener.wait(NEVER)


def test_what_is_undone_by_a_fault_is_not_heard(app: Flask, code: str, listener: Listener) -> None:
    settled(app)
    with app.app_context(), contextlib.suppress(ZeroDivisionError), writing():
        store.people_changed([code])
        raise ZeroDivisionError
    assert not listener.wait(NEVER)


@pytest.mark.database_file
def test_another_process_is_heard_through_the_counter_of_the_file(app: Flask, code: str, listener: Listener) -> None:
    settled(app)
    with app.app_context():
        path = db.engine.url.database
    assert path is not None
    other = sqlite3.connect(path)
    other.execute("UPDATE game SET number = number + 1 WHERE code = ?", (code,))
    other.commit()
    other.close()
    assert listener.wait(SOON)


@pytest.mark.skipif(not postgres.URL, reason="about PostgreSQL's own way to tell others")
def test_another_process_is_heard_through_a_notification(app: Flask, code: str, listener: Listener) -> None:
    settled(app)
    with app.app_context():
        app.extensions["referee_hub"], own = Hub(db.engine, 1, 1), app.extensions["referee_hub"]
        must(code, cmd.AddNote("Cake"))  # as if another process had a hub of its own
        app.extensions["referee_hub"] = own
    assert listener.wait(SOON)


def test_who_knows_an_old_version_hears_of_it_at_once(app: Flask, code: str) -> None:
    with app.app_context():
        listener = live.wait({live.game_key(code): "0.0"}, "192.168.1.7", "")
        assert listener is not None
        assert listener.wait(SOON)
        live.leaving(listener)()


def test_who_sits_where_is_news_of_a_game_though_its_log_says_nothing(
    app: Flask, code: str, listener: Listener
) -> None:
    settled(app)
    with app.app_context():
        before = live.game_version(code)
        with writing():
            store.people_changed([code])
        after = live.game_version(code)
    number = before.split(".")[0]
    assert (before.rpartition(".")[0], after.rpartition(".")[0]) == (f"{number}.0", f"{number}.1")
    assert listener.wait(SOON)


@pytest.mark.parametrize("scope", [access.GAME, access.CLUB])
def test_who_is_in_or_waits_is_announced_by_the_keys_of_the_pages_that_show_it(
    app: Flask, code: str, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: set[str] = set()
    with app.app_context():
        club = seasons.first_club().id
        must(open_game().code, cmd.Abandon())
        monkeypatch.setattr(Hub, "announce", lambda _hub, keys: announced.update(keys))
        with writing():
            access.people_changed(scope, code if scope == access.GAME else club)
    assert announced == ({live.game_key(code)} if scope == access.GAME else {live.game_key(code), live.club_key(club)})


def test_a_club_changes_with_its_players_seasons_and_the_lists_of_its_games(app: Flask) -> None:
    with app.app_context():
        club = seasons.first_club().id

        def version() -> str:
            return live.versions([live.club_key(club)])[live.club_key(club)]

        seen = [version()]
        code = open_game().code
        seen.append(version())
        state = games.game(code)
        must(code, cmd.SayWentOut(1, state.seats[0].id))
        assert version() == seen[-1], "no list shows who went out"
        must(code, cmd.Abandon())
        seen.append(version())
        player = seasons.players(club)[0]
        clubs.rename_player(player.id, "Zoe")
        seen.append(version())
        clubs.rename_club(club, "The Sharks")
        seen.append(version())
    assert len(set(seen)) == len(seen), seen


def test_as_many_as_there_is_room_for_may_wait_and_as_many_of_one_address(app: Flask, code: str) -> None:
    with app.app_context():
        hub = Hub(db.engine, most=3, most_each=2)
        key = {news.game_key(code): "0.0"}
        first = hub.listen(key, "192.168.1.7")
        assert first is not None
        assert hub.listen(key, "192.168.1.7") is not None
        assert hub.listen(key, "192.168.1.7") is None, "two of one address"
        assert hub.listen(key, "192.168.1.8") is not None
        assert hub.listen(key, "192.168.1.9") is None, "three in all"
        hub.leave(first)
        hub.leave(first)  # twice does no harm
        assert hub.waiting == 2
        assert hub.listen({}, "192.168.1.7") is not None, "whoever waits for nothing takes a place, too"
        assert hub.waiting == 3
        hub.close()


def test_nothing_is_asked_of_the_database_while_nothing_is_written(app: Flask, listener: Listener) -> None:
    settled(app)
    with app.app_context():
        asked: list[str] = []

        def note(_conn: object, _cursor: object, statement: str, *_: object) -> None:
            asked.append(statement)

        event.listen(db.engine, "before_cursor_execute", note)
        time.sleep(NEVER)
        event.remove(db.engine, "before_cursor_execute", note)
    assert asked == []


def test_the_thread_goes_with_the_last_who_waits_and_all_end_when_it_closes(app: Flask, code: str) -> None:
    def watching() -> int:
        return sum(thread.name == "news" for thread in threading.enumerate())

    with app.app_context():
        listener = live.wait({live.game_key(code): "0.0"}, "192.168.1.7", "")
        assert listener is not None
        assert watching() == 1
        live.leaving(listener)()
        until = time.monotonic() + SOON
        while watching() and time.monotonic() < until:
            time.sleep(0.01)
        assert watching() == 0
        last = live.wait({live.game_key(code): live.game_version(code)}, "192.168.1.7", "")
        assert last is not None
        settled(app)
        last.wait(0)
        started = time.monotonic()
        news.close(app)
        assert last.wait(SOON)
        assert last.over
        assert time.monotonic() - started < 1
        assert live.wait({live.game_key(code): ""}, "192.168.1.7", "") is None
        assert watching() == 0
