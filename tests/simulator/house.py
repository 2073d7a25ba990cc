"""The server of a world: processes that can be killed at any statement, and a disk with older copies of its book."""

from __future__ import annotations

import json
import logging
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, event
from werkzeug.test import TestResponse

from referee.app.config import database_file
from referee.services.phones import attempts, phones
from referee.storage.engine.kept import MOST_EVENTS, KeptClubs, KeptGames, KeptRulebooks
from referee.storage.engine.transactions import _CLUBS, _KEPT, _RULEBOOKS
from referee.storage.files import backup
from referee.storage.start import filling
from referee.storage.tables.database import db
from referee.web.shell import throttle
from referee.web.shell.flood import MOST_KNOWN
from referee.web.shell.latest import Latest
from referee.web.shell.live_parts import Parts
from referee.web.shell.throttle import Throttle
from tests import apps
from tests.faults.book import MEMORY
from tests.simulator.chance import Clock

HOST = "referee.example"
PASSWORD = "correct horse battery"
_SETTINGS = {
    "TESTING": True,  # what breaks is raised and not shown as a page
    "HOSTED": True,
    "HOSTS": [HOST],
    "SERVICE_WORKER": False,
    "WTF_CSRF_ENABLED": True,
    "METRICS": "",
}
_ACCESS = logging.getLogger("referee.access")
_FULL = 2
"""``PRAGMA synchronous``: a commit is answered when it is on the disk."""
MOST_KEPT = 3
"""Copies on the disk."""
MOST_ADDRESSES, MOST_RULEBOOKS, MOST_COLUMNS = 100, 2, 12
"""What is kept in memory is bounded more closely here, so that a world comes to the bound."""


class Killed(BaseException):
    """The process died in the middle of a request."""


@dataclass(frozen=True)
class Row:
    """An event as it stands in the book."""

    write: str
    type: str
    data: dict[str, Any]
    at: str


@dataclass
class House:
    app: Flask
    clock: Clock
    folder: Path
    chance: random.Random
    copies: list[Path] = field(default_factory=list)
    """The newest last."""
    standby: Path | None = None
    """What a second server has of the book."""
    restarts: int = 0
    started: float = 0.0
    """When its server was, in seconds that really passed."""
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By the endpoint that was asked and the status of the answer."""
    stays: float = 0.5
    """How often a request goes to the process of the one before: a proxy may keep to one for long."""
    processes: list[KeptGames] = field(default_factory=lambda: [KeptGames(), KeptGames()])
    """Two serve this house: what each remembers of the games."""
    loses_power: bool = False
    """Whether its computer dies with a process that dies in the middle of a request."""
    at_its_end: Callable[[], None] = field(default=lambda: None)
    """What a world still has to learn of a server that is gone, of the book as that has left it."""
    _unsynced: Path | None = None
    """The book without what was committed and not synchronised: so much the disk has of it; None where it has all."""
    _at: int = 0
    """Which of them."""
    _statements: int = 0
    _dies_at: int = 0
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(10**9)))

    @property
    def file(self) -> Path:
        return database_file(self.folder)

    def kept_too_much(self) -> str:
        """What is in memory beyond its bound; empty for nothing."""
        extensions = self.app.extensions
        for value in extensions.values():
            if isinstance(value, Throttle) and len(value._buckets) > MOST_ADDRESSES:
                return f"buckets of {len(value._buckets)} addresses"
        if (number := len(extensions[_RULEBOOKS]._rulebooks)) > MOST_RULEBOOKS:
            return f"{number} rulebooks"
        if (columns := sum(club.weight for club in extensions[_CLUBS]._clubs.values())) > MOST_COLUMNS:
            return f"{columns} columns of clubs"
        return next((f"{kept._events} events" for kept in self.processes if kept._events > MOST_EVENTS), "")

    # what asks

    def ask(
        self, client: FlaskClient, method: str, path: str, address: str, dies_at: int = 0, **more: Any
    ) -> TestResponse:
        """One request. ``dies_at``: before so manieth statement the process is killed; raises Killed then.

        Raises NotFound for an address that there is not: what it does here would be nothing for ever.
        """
        endpoint, _ = self.app.url_map.bind("").match(path.partition("?")[0], method)
        self._statements, self._dies_at = 0, dies_at
        if self.chance.random() >= self.stays:
            self._at = 1 - self._at
        self.app.extensions[_KEPT] = self.processes[self._at]
        try:
            answer = client.open(
                path, method=method, base_url=f"http://{HOST}", environ_overrides={"REMOTE_ADDR": address}, **more
            )
            self.answers[endpoint, answer.status_code] += 1
            return answer
        except Killed:
            (self.cut_power if self.loses_power else self.restart)()
            raise
        finally:
            self._dies_at = 0

    def _statement(self, *_: object) -> None:
        self._statements += 1
        if self._statements == self._dies_at:
            raise Killed

    # the process

    def stop(self) -> None:
        """It is gone at once: nothing that was not committed is in the book."""
        with self.app.app_context():
            db.session.remove()
        self.at_its_end()
        with self.app.app_context():
            db.engine.dispose()

    def start(self) -> None:
        """Another process: nothing that the one before knew, and what every start makes sure of."""
        self.restarts += 1
        self.started = self.clock.passed
        self.forget()
        with self.app.app_context():
            filling.fill()

    def forget(self) -> None:
        """All that a process knows, as one that begins knows nothing."""
        self.processes = [KeptGames(), KeptGames()]
        extensions = self.app.extensions
        extensions.pop("referee.begun", None)
        extensions["referee.known_phones"] = Latest(MOST_KNOWN)
        for name, value in list(extensions.items()):
            if isinstance(value, Parts):
                extensions[name] = Parts(self.clock.seconds)
            elif isinstance(value, Throttle):
                value._buckets.clear()
        extensions["referee_file"]._opened = extensions["referee_file"]._now()

    def restart(self) -> None:
        self.stop()
        self.start()

    # the disk

    def _commits(self, connection: Connection) -> None:
        """What is committed is on the disk at once, or when a later commit is, as its connection has it."""
        raw = connection.connection.dbapi_connection
        assert raw is not None
        if raw.execute("PRAGMA synchronous").fetchone()[0] >= _FULL:
            self._unsynced = None
        elif self._unsynced is None:
            self._unsynced = self.folder / "synced.db"
            self._take_over(self.file, self._unsynced)

    def write_back(self) -> None:
        """As a computer does it by itself after half a minute: all that was committed is on the disk."""
        self._unsynced = None

    def cut_power(self) -> None:
        """The process is gone, and with it what was not on the disk."""
        self.stop()
        if self._unsynced is not None:
            self._take_over(self._unsynced, self.file)
        self.write_back()
        self.start()

    def copy(self) -> None:
        """As ``referee backup`` makes one, while the server runs."""
        target = self.folder / f"copy-{next(self._numbers)}.db"
        backup.backup_to(self.file, target)
        self.copies.append(target)
        if len(self.copies) > MOST_KEPT:
            self.copies.pop(0).unlink()

    def restore(self, copy: Path) -> None:
        """As ``referee restore`` does it: the server is stopped and started again."""
        self.stop()
        kept = backup.restore_from(copy, self.file)
        self.write_back()
        if kept:
            kept.unlink()
        self.start()

    def replicate(self) -> None:
        """What a standby has heard by now."""
        target = self.folder / "standby.db"
        self._take_over(self.file, target)
        self.standby = target

    def fail_over(self) -> None:
        """The standby goes on with what it has; the processes before it live on and remember more than that."""
        assert self.standby is not None
        with self.app.app_context():
            db.session.remove()
        self._take_over(self.standby, self.file)
        self.write_back()

    @staticmethod
    def _take_over(source: Path, target: Path) -> None:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written)

    def log(self, code: str, after: int = 0) -> list[Row]:
        """The events of a game as they stand on the disk."""
        query = "SELECT write_id, type, data, at FROM event WHERE game = ? AND seq > ? ORDER BY seq"
        with closing(sqlite3.connect(self.file)) as opened:
            return [Row(w, t, json.loads(data), at) for w, t, data, at in opened.execute(query, (code, after))]

    def torn(self, code: str) -> str:
        """What a write in two pieces leaves: a game that does not say how many entries it has; empty for none."""
        with closing(sqlite3.connect(self.file)) as opened:
            ((number,),) = opened.execute("SELECT number FROM game WHERE code = ?", (code,))
            ((there,),) = opened.execute("SELECT max(seq) FROM event WHERE game = ?", (code,))
        return f"the game says {number} entries, and {there} are there" if number != there else ""

    def known(self) -> set[str]:
        """The ids of the writes of which something is kept."""
        with closing(sqlite3.connect(self.file)) as opened:
            return {id_ for (id_,) in opened.execute("SELECT id FROM delivery")}


@contextmanager
def house(clock: Clock, chance: random.Random) -> Iterator[House]:
    """A hosted server that nobody has come to yet; its organiser's password is set by the command line."""
    place = str(MEMORY) if MEMORY.is_dir() else None
    scrypt = dict(phones._SCRYPT)
    with tempfile.TemporaryDirectory(prefix="referee-sim-", dir=place) as _, apps.lent(_SETTINGS) as app:
        made = House(app, clock, Path(app.instance_path), chance)
        made.stays = chance.choice((0.5, 0.9, 0.97))
        with app.app_context():
            engine = db.engine
        for value in app.extensions.values():
            if isinstance(value, Throttle):
                value.clock = clock.since
        made.forget()  # what the world before has left
        event.listen(engine, "before_cursor_execute", made._statement)
        event.listen(engine, "commit", made._statement)
        event.listen(engine, "commit", made._commits)
        phones._SCRYPT["n"] = 2  # what a password costs is not what is looked at
        app.extensions[_RULEBOOKS], app.extensions[_CLUBS] = KeptRulebooks(MOST_RULEBOOKS), KeptClubs(MOST_COLUMNS)
        addresses, throttle.MOST_ADDRESSES = throttle.MOST_ADDRESSES, MOST_ADDRESSES
        tries = attempts.PER_ADDRESS, attempts.FOR_ALL
        attempts.PER_ADDRESS, attempts.FOR_ALL = tries[0] // 5, tries[1] // 5  # nor how many they are
        loggers = {app.logger: app.logger.level, _ACCESS: _ACCESS.level}
        for logger in loggers:
            logger.setLevel(logging.ERROR)  # thousands are refused here, and let in
        try:
            with app.app_context():
                phones.set_password(PASSWORD)
            yield made
        finally:
            for logger, level in loggers.items():
                logger.setLevel(level)
            attempts.PER_ADDRESS, attempts.FOR_ALL = tries
            throttle.MOST_ADDRESSES = addresses
            phones._SCRYPT.clear()
            phones._SCRYPT.update(scrypt)
            event.remove(engine, "before_cursor_execute", made._statement)
            event.remove(engine, "commit", made._statement)
            event.remove(engine, "commit", made._commits)
