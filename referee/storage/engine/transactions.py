"""How the database is opened and written.

SQLite: the driver's own transaction start is switched off (it lets two phones overwrite each
other); a write begins with ``BEGIN IMMEDIATE`` under one lock per process, reads with ``BEGIN``.
WAL with ``synchronous=FULL``: what was acknowledged survives a power cut. PostgreSQL: the row of
the game is locked by the first query of a write (``log.lock_game``), that of a club by whatever
changes something of it (``clubs.held``). A game or a club whose row is held elsewhere stops no other
one: so few writes of it have a connection meanwhile (``turns``).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, event, func, select, text
from sqlalchemy.pool import QueuePool

from referee import errors
from referee.app import metrics
from referee.storage.engine import news, turns
from referee.storage.engine.kept import KeptClubs, KeptGame, KeptGames, KeptRulebooks
from referee.storage.engine.trouble import Collision, translated
from referee.storage.tables.database import db, file_of

__all__ = ["Collision", "is_writing", "listen", "reading", "writing", "writing_rights"]

_WRITE = "referee_write"
HEADS = "referee_heads"
"""Under this name the session holds what it has read of games since its last write."""
_PENDING = "referee_pending"
_LOOKS = "referee_looks"
_KEPT = "referee_games"
_RULEBOOKS = "referee_rulebooks"
_CLUBS = "referee_clubs"
_FILE = "referee_file"
_RIGHTS = "referee_rights"
"""Under this name the session holds whether its transaction has the turn of rights."""
_TURN_OF_RIGHTS = 7_464_104
"""The number of PostgreSQL's lock for it; nothing else here takes one of that kind."""
_WAITS_IN_TURN = 0.3
"""Seconds that whoever has this turn waits for anything else: a club that is held elsewhere keeps no other one's phones
out for longer."""
IN_PROCESS = 0.4
"""The part of the patience with a lock that may pass in the queue of this process. Whoever has waited there waits for
the database's own lock besides; together that is less than the fifteen seconds after which a phone gives an answer up.
"""
IDLE_SECONDS = 30.0
"""PostgreSQL ends a transaction in which so long nothing was asked: its process was stopped, and others wait for it."""


def listen(app: Flask, engine: Engine) -> None:
    """Sets up every new connection of an SQLite engine; nothing to do for another database."""
    app.extensions["referee_write_lock"] = threading.Lock()
    turns.init_app(app)
    app.extensions[_KEPT] = KeptGames()
    app.extensions[_RULEBOOKS] = KeptRulebooks()
    app.extensions[_CLUBS] = KeptClubs()
    _count_connections(app, engine)
    milliseconds = int(float(app.config["BUSY_SECONDS"]) * 1000)
    if engine.dialect.name == "postgresql":
        idle = int(float(app.config.get("IDLE_SECONDS", IDLE_SECONDS)) * 1000)
        event.listen(engine, "connect", partial(_in_utc_and_patient, milliseconds, idle))
    if engine.dialect.name != "sqlite":
        return
    app.extensions[_FILE] = opened = _OpenedFile(file_of(engine.url))

    @event.listens_for(engine, "do_connect")
    def look(*_: object) -> None:
        opened.check()

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None
        pragmas = (f"busy_timeout={milliseconds}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get(_WRITE)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _count_connections(app: Flask, engine: Engine) -> None:
    """How many connections are in use, for the numbers of the host; the pool knows of failed ones too."""
    numbers, pool = metrics.of(app), engine.pool
    if numbers is metrics.SILENT or not isinstance(pool, QueuePool):
        return
    numbers.most_connections.set(pool.size() + pool._max_overflow)
    for happened, going in (("checkout", 0), ("checkin", 1), ("detach", 0)):
        event.listen(engine, happened, lambda *_, going=going: numbers.connections.set(pool.checkedout() - going))


def _in_utc_and_patient(milliseconds: int, idle: int, connection: Any, _: object) -> None:
    """Moments come back in UTC: in another zone those at the two ends of the calendar could not be read.

    For a lock that another process holds it waits so long and no longer: for ever, without. A process that is stopped
    within a transaction holds what it has locked for as long as ``idle`` says.
    """
    connection.execute("SET TIME ZONE 'UTC'")
    connection.execute(f"SET lock_timeout = {milliseconds}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {idle}")
    connection.commit()


class _OpenedFile:
    """The file of an SQLite database as it was when the app opened it.

    SQLite goes on writing into one that was deleted or moved away, and whoever opens the name again makes an empty one.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._opened = self._now()

    def check(self) -> None:
        """Raises LostData where another file, or none, has its name by now."""
        if self._now() != self._opened:
            raise errors.LostData

    def _now(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_dev, stat.st_ino


def check_file() -> None:
    """Raises LostData if the file of an SQLite database is another one than was opened."""
    if file := current_app.extensions.get(_FILE):
        file.check()


@contextmanager
def writing(game: str = "") -> Iterator[None]:
    """One transaction that writes: commits at the end, or writes nothing at all. Inside another one it joins that.
    ``game``: the code of the one that it will hold, if any.

    Raises Busy if the lock is not to be had in time, Full if there is no room, LostData if the file is not the one
    that was opened, Collision if another process was faster with the same thing.
    """
    if db.session().info.get(_WRITE):
        yield
        db.session.flush()
        return
    with _counted(), _in_turn(game), translated():
        db.session.rollback()  # a read before may hold an old snapshot
        try:
            db.session.connection(execution_options={_WRITE: True})
            db.session().info.update({_WRITE: True, _PENDING: {}})
            db.session().info.pop(HEADS, None)
            news.begin()
            yield
            changed = news.settle()
            check_file()
            db.session.commit()
            for code, kept in db.session().info[_PENDING].items():
                kept_games().put(code, kept)
            news.committed(changed)
        except BaseException:
            db.session.rollback()
            raise
        finally:
            db.session().info.pop(_WRITE, None)
            db.session().info.pop(_RIGHTS, None)
            db.session().info.pop(HEADS, None)  # what was read before it was written, or would have been


@contextmanager
def writing_rights(club: str = "") -> Iterator[None]:
    """A write that gives or ends rights, or what they rest on: links, codes, requests, the door, the password."""
    with writing():
        hold_rights(club)
        yield


def hold_rights(club: str = "") -> None:
    """In a write, before it reads anything of rights: one after the other in the whole house, until each has ended.

    Rights are a tree. Without turns a phone comes in by a link while that is cancelled with all whom it let in, each
    reading what stood before the other wrote. On SQLite every write has its turn already. A game is locked before,
    never after: one that is held elsewhere must not keep phones out of all others. For whatever else it waits a
    moment only, and of the phones that come into one ``club`` one at a time has this turn or waits for it.
    """
    info = db.session().info
    assert info.get(_WRITE)
    if info.get(_RIGHTS):
        return
    if db.engine.dialect.name == "postgresql":
        db.session.flush()
        if club:
            turns.take_place(f"rights in {club}", 1)
        house = func.hashtext(func.current_schema())
        db.session.execute(select(func.pg_advisory_xact_lock(_TURN_OF_RIGHTS, house)))
        db.session.execute(text(f"SET LOCAL lock_timeout = {int(_WAITS_IN_TURN * 1000)}"))
        db.session.expire_all()  # what was read before may have been changed by the one whose turn it was
    info[_RIGHTS] = True


def holds_rights() -> bool:
    """Whether this is inside a write that has the turn of rights."""
    return bool(db.session().info.get(_RIGHTS))


@contextmanager
def _in_turn(game: str) -> Iterator[None]:
    """One write at a time in this process on SQLite, which takes one at a time; else one of each game."""
    patience = IN_PROCESS * float(current_app.config["BUSY_SECONDS"])
    if db.engine.dialect.name != "sqlite":
        with turns.of(game, patience), turns.places(patience):
            yield
        return
    with turns.taken(current_app.extensions["referee_write_lock"], patience):
        yield


@contextmanager
def _counted() -> Iterator[None]:
    """Tells the numbers of the host how a write ended."""
    outcome = "rolled back"
    try:
        yield
        outcome = "committed"
    except errors.Busy:
        outcome = "busy"
        raise
    except errors.Full:
        outcome = "full"
        raise
    finally:
        metrics.of().writes.labels(outcome).inc()


@contextmanager
def attempt() -> Iterator[None]:
    """A part of a transaction that writes: what it raises undoes this part alone."""
    with db.session.begin_nested():
        yield


def is_writing() -> bool:
    """Whether this is inside a transaction that writes."""
    return bool(db.session().info.get(_WRITE))


def kept_games() -> KeptGames:
    """The games in the memory of this process, of the database of this app."""
    games = current_app.extensions[_KEPT]
    assert isinstance(games, KeptGames)
    return games


def kept_rulebooks() -> KeptRulebooks:
    """The frozen rulebooks in the memory of this process, of the database of this app."""
    rulebooks = current_app.extensions[_RULEBOOKS]
    assert isinstance(rulebooks, KeptRulebooks)
    return rulebooks


def kept_clubs() -> KeptClubs:
    """The finished games in the memory of this process, of the database of this app."""
    clubs = current_app.extensions[_CLUBS]
    assert isinstance(clubs, KeptClubs)
    return clubs


def keep(code: str, kept: KeptGame) -> None:
    """Remember how a game stands; in a transaction that writes, not before it is committed."""
    if is_writing():
        db.session().info[_PENDING][code] = kept
    else:
        kept_games().put(code, kept)


@contextmanager
def reading() -> Iterator[None]:
    """Reads that belong together see one state of the database, the next ones a newer one.

    Inside a transaction that writes they see what it has written so far. All that a look at a page reads belongs
    together: its rights, its game, its seats.
    """
    if db.session().info.get(_WRITE):
        yield
        return
    with translated():
        try:
            yield
        except BaseException:
            db.session.rollback()
            raise
        if not db.session().info.get(_LOOKS):
            db.session.rollback()  # gives the connection back at once, not when the answer has gone out


def only_looks(does: bool) -> None:
    """Whether whoever has this session only looks: its reads end with it then. To begin and end each costs a lot."""
    db.session().info[_LOOKS] = does
