"""News: whoever waits for a change of a game or of a club hears of it, whichever process has written it.

A key names what changes: ``"game:CODE"`` or ``"club:ID"``; ``"phone:ID"`` and ``"door"`` stand for what a phone may
do, and a stream ends when that changes. Its version is a text that is another one after every change; it stands in
the database, so that a restarted server does not take what is old for new. A hub holds those who wait in one process.
While there are any, its thread looks at the database when something was written: here, where a transaction says so
after its commit; elsewhere, where SQLite's change counter moves or PostgreSQL notifies. It wakes only those whose
version is another one. Whoever waits asks the database nothing.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, event, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from referee.app import metrics
from referee.storage.engine import changes, turns
from referee.storage.tables.clubs import Club, GameClub, Player, Season, Seat
from referee.storage.tables.database import chunks, db
from referee.storage.tables.evenings import Evening, EveningPlayer, EveningTable
from referee.storage.tables.games import Game
from referee.storage.tables.own_rulebooks import OwnRulebook
from referee.storage.tables.phones import House, Phone, Right

LOOK_EVERY = 0.05
"""Seconds between two looks at SQLite's change counter, which costs microseconds."""
AFTER_TROUBLE = 1.0
"""Seconds until a database that could not be asked is asked again."""
ANY = "*"
"""Stands for every key: something was written, and nobody knows where."""
CHANNEL = "referee_news"
GONE = "gone"
"""The version of what is not there any more."""
_SAID, _CONCERNED = "referee_news", "referee_club_changes"
_NAME = "referee_hub"
_log = logging.getLogger(__name__)


def game_key(code: str) -> str:
    return f"game:{code}"


def club_key(club: str) -> str:
    return f"club:{club}"


def phone_key(phone: str) -> str:
    """Of the rights of a phone: the stream of one that was put out says nothing more."""
    return f"phone:{phone}"


DOOR_KEY = "door"
"""Of what a phone may do without any right."""


class Listener:
    """One who waits for another version of some keys, each given with the version that is known already."""

    def __init__(self, seen: Mapping[str, str], address: str, may: Mapping[str, str]) -> None:
        self.address = address
        self.seen = dict(seen)
        self.may = dict(may)
        self.over = False
        """Nothing will be heard any more: the hub has closed, or what the phone may do has changed."""
        self._wake = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Whether something changed, or the hub closed, within so many seconds."""
        if not self._wake.wait(seconds):
            return False
        self._wake.clear()
        return True

    def hear(self, versions: Mapping[str, str]) -> None:
        """Wakes up if one of these is another one than was known, for the last time if it is about the phone."""
        if any(versions.get(key, version) != version for key, version in self.may.items()):
            self.end()
            return
        new = {key: version for key, version in versions.items() if self.seen.get(key, version) != version}
        if new:
            self.seen.update(new)
            self._wake.set()

    def end(self) -> None:
        self.over = True
        self._wake.set()


class Hub:
    """Those who wait in one process; ``most`` of them, ``most_each`` from one address. ``streams`` counts them."""

    def __init__(self, engine: Engine, most: int, most_each: int, streams: Any = metrics.SILENT) -> None:
        self._engine, self._most, self._most_each, self._streams = engine, most, most_each, streams
        self._driver_error = engine.dialect.loaded_dbapi.Error
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        """By key."""
        self._all: set[Listener] = set()
        self._by_address: Counter[str] = Counter()
        self._due: set[str] = set()
        """Keys whose versions are to be looked at."""
        self._poked = threading.Event()
        self._thread: threading.Thread | None = None
        self._closed = False

    def listen(self, seen: Mapping[str, str], address: str, may: Mapping[str, str] | None = None) -> Listener | None:
        """Somebody waits from now on, with the versions that they know by key. None where there is no room.

        Whoever knows an old version hears of it at once. ``leave`` ends it, and so does another version of ``may``.
        """
        listener = Listener(seen, address, may or {})
        with self._lock:
            if self._closed or len(self._all) >= self._most or self._by_address[address] >= self._most_each:
                return None
            self._all.add(listener)
            self._streams.inc()
            self._by_address[address] += 1
            for key in (*listener.seen, *listener.may):
                self._listeners[key].add(listener)
            self._due.update((*listener.seen, *listener.may))
            if self._thread is None:
                # with the first who waits: in a worker, not in the process that it was forked from
                self._thread = threading.Thread(target=self._watch, name="news", daemon=True)
                self._thread.start()
        self._poked.set()
        return listener

    def leave(self, listener: Listener) -> None:
        """They wait no longer; once is enough, and twice does no harm."""
        with self._lock:
            if listener not in self._all:
                return
            self._all.discard(listener)
            self._streams.dec()
            self._by_address[listener.address] -= 1
            if not self._by_address[listener.address]:
                del self._by_address[listener.address]
            for key in (*listener.seen, *listener.may):
                self._listeners[key].discard(listener)
                if not self._listeners[key]:
                    del self._listeners[key]
            idle = not self._listeners
        if idle:
            self._poked.set()

    def announce(self, keys: Iterable[str]) -> None:
        """Something was written and is committed."""
        with self._lock:
            concerned = [key for key in keys if key in self._listeners]
            self._due.update(concerned)
        if concerned:
            self._poked.set()

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._lock:
            return len(self._all)

    def close(self) -> None:
        """Nobody waits any longer, and nobody can begin to."""
        with self._lock:
            self._closed = True
            thread = self._thread
            for listener in self._all:
                listener.end()
        self._poked.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(5)

    def _watch(self) -> None:
        """In a thread of its own: look when something was written, as long as anybody waits."""
        while self._goes_on():
            try:
                with _written(self._engine, self._poked) as next_written:
                    while self._goes_on():
                        if due := self._due_of(next_written()):
                            self._tell(due)
            except (SQLAlchemyError, OSError, self._driver_error) as trouble:
                _log.warning("The database could not be asked for news: %s", trouble)
                self._poked.wait(AFTER_TROUBLE)

    def _goes_on(self) -> bool:
        with self._lock:
            if self._thread is not threading.current_thread():
                return False  # it has ended already, and another one has begun since
            if not self._listeners or self._closed:
                self._thread = None
            return self._thread is not None

    def _due_of(self, written: Collection[str]) -> set[str]:
        """Of what was written, there or here, the keys that somebody waits for."""
        with self._lock:
            due = set(self._listeners) if ANY in written else {*written, *self._due} & set(self._listeners)
            self._due.clear()
        return due

    def _tell(self, keys: Collection[str]) -> None:
        now_at = versions(keys, self._engine)
        with self._lock:
            listeners = {listener for key in keys for listener in self._listeners.get(key, ())}
        for listener in listeners:
            listener.hear(now_at)


@contextmanager
def _written(engine: Engine, poked: threading.Event) -> Iterator[Callable[[], Collection[str]]]:
    """A function that waits a moment and returns the keys of what any process has written; ``ANY`` at first.

    It returns at once when ``poked`` is set.
    """
    connection = engine.raw_connection()
    try:
        if engine.dialect.name == "postgresql":
            driver = connection.driver_connection  # a detached connection does not know it any more
            connection.detach()  # it listens: nobody else is to get it
            yield _notified(driver, poked)
        else:
            yield _counted(connection.cursor(), poked)
    finally:
        connection.close()


def _counted(cursor: Any, poked: threading.Event) -> Callable[[], Collection[str]]:
    """By SQLite's counter of what other connections have written; in which game, it does not say."""
    last = None

    def wait() -> Collection[str]:
        nonlocal last
        poked.wait(LOOK_EVERY)
        poked.clear()
        before, last = last, cursor.execute("PRAGMA data_version").fetchall()
        return () if last == before else (ANY,)

    return wait


def _notified(connection: Any, poked: threading.Event) -> Callable[[], Collection[str]]:
    """By what PostgreSQL notifies: the keys themselves."""
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}")
    is_first = True

    def wait() -> Collection[str]:
        nonlocal is_first
        if is_first:  # what was written before it listened
            is_first = False
            return (ANY,)
        poked.clear()
        return {notify.payload for notify in connection.notifies(timeout=LOOK_EVERY, stop_after=1)}

    return wait


def versions(keys: Iterable[str], engine: Engine | None = None) -> dict[str, str]:
    """By key its version as it stands in the database: as the transaction in hand sees it, or read by ``engine``."""
    wanted = sorted(set(keys))
    by_key = dict.fromkeys(wanted, GONE)
    codes = [key.removeprefix("game:") for key in wanted if key.startswith("game:")]
    clubs = [key.removeprefix("club:") for key in wanted if key.startswith("club:")]
    phones = [key.removeprefix("phone:") for key in wanted if key.startswith("phone:")]
    with engine.connect() if engine is not None else nullcontext(db.session.connection()) as connection:
        for some in chunks(codes):
            query = (
                select(Game.code, Game.number, GameClub.people, Game.stamp)
                .join(GameClub, GameClub.game == Game.code)
                .where(Game.code.in_(some))
            )
            rows = connection.execute(query)
            by_key |= {game_key(code): game_version(number, people, stamp) for code, number, people, stamp in rows}
        for some in chunks(clubs):
            of_clubs = select(Club.id, Club.changed).where(Club.id.in_(some))
            by_key |= {club_key(club): str(changed) for club, changed in connection.execute(of_clubs)}
        for some in chunks(phones):
            by_key |= {phone_key(phone): version for phone, version in _of_phones(connection, some)}
        if DOOR_KEY in by_key:
            by_key[DOOR_KEY] = connection.scalar(select(House.value).where(House.key == "door")) or ""
    return by_key


def _of_phones(connection: Connection, phones: Collection[str]) -> Iterator[tuple[str, str]]:
    """By phone how many rights it was ever given, and how many of them have ended: no change leaves both."""
    counts = (
        select(Phone.id, Phone.revoked_at, func.count(Right.id), func.count(Right.revoked_at))
        .outerjoin(Right, Right.phone == Phone.id)
        .where(Phone.id.in_(phones))
        .group_by(Phone.id, Phone.revoked_at)
    )
    for phone, revoked_at, given, ended in connection.execute(counts):
        yield phone, GONE if revoked_at is not None else f"{given}.{ended}"


def game_version(number: int, people: int, stamp: str) -> str:
    """The version of a game: the number of its log, how often what is not in the log has changed, and the stamp of the
    log, since one that was restored may have come as far. A letter before it says that it is no number."""
    return f"{number}.{people}.s{stamp[:8]}"


def announce(*keys: str) -> None:
    """Inside a transaction that writes: when it is committed, whoever waits for these keys hears of it."""
    db.session().info[_SAID].update(keys)


def club_changes(club: str, games: Iterable[str] | None = None) -> None:
    """The same of a club, whose version this raises; ``games``: codes of those that it concerns, None where that may be
    any of the club."""
    turns.take_place(club)
    concerned = db.session().info[_CONCERNED]
    before = concerned.get(club, frozenset())
    concerned[club] = None if games is None or before is None else before.union(games)


def begin() -> None:
    """A transaction that writes begins; ``transactions.writing`` calls it, and the two below."""
    db.session().info.update({_SAID: set(), _CONCERNED: {}})


def settle() -> frozenset[str]:
    """The last thing before the commit; returns the keys of what was written."""
    db.session.flush()
    announced, concerned = db.session().info.pop(_SAID), db.session().info.pop(_CONCERNED)
    written = frozenset(announced) | {club_key(club) for club in concerned}
    if concerned:
        changes.note(concerned)
    if written and db.engine.dialect.name == "postgresql":
        for key in sorted(written):
            db.session.execute(text("SELECT pg_notify(:channel, :key)"), {"channel": CHANNEL, "key": key})
    return written


def committed(keys: Collection[str]) -> None:
    """The first thing after the commit."""
    if keys:
        hub().announce(keys)


@event.listens_for(db.session, "before_flush")
def _rows_changed(session: Any, *_: object) -> None:
    """Whatever changes a club, or to whom a game belongs, is news: no service can forget to say it."""
    written = session.info.get(_SAID)
    if written is None:
        return
    changed = [row for row in session.dirty if session.is_modified(row)]
    for row in (*session.new, *session.deleted, *changed):
        if isinstance(row, Club):
            club_changes(row.id, ())
        elif isinstance(row, Player | Season | OwnRulebook | Evening):
            club_changes(row.club, ())
        elif isinstance(row, EveningPlayer | EveningTable):
            club_changes(session.get_one(Evening, row.evening).club, ())
        elif isinstance(row, GameClub):
            club_changes(row.club, (row.game,))
            written.add(game_key(row.game))
    for row in changed:
        if isinstance(row, GameClub):
            row.people = (row.people or 0) + 1
        elif isinstance(row, Seat):
            club_changes(session.get_one(GameClub, row.game).club, (row.game,))
        elif isinstance(row, Evening) and _is_moved(row):
            club_changes(row.club)  # its games are read as of no evening, or of this one again


def _is_moved(evening: Evening) -> bool:
    """Whether it was removed or brought back since it was read."""
    return bool(inspect(evening).attrs.removed_at.history.has_changes())


def hub() -> Hub:
    """The hub of this process, of the database of this app."""
    extension = current_app.extensions[_NAME]
    assert isinstance(extension, Hub)
    return extension


def init_app(app: Flask, engine: Engine) -> None:
    """A hub that nobody listens to yet, with as many places as ``LIVE_STREAMS`` and ``LIVE_STREAMS_EACH`` say."""
    app.extensions[_NAME] = Hub(
        engine, app.config["LIVE_STREAMS"], app.config["LIVE_STREAMS_EACH"], metrics.of(app).streams
    )


def close(app: Flask) -> None:
    """End every stream of this process: it is about to stop."""
    app.extensions[_NAME].close()
