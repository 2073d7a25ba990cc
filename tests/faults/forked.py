"""Servers of the app that can be killed ten thousand times: each is the real one, begun by a process that is warm.

``python -m tests.faults.forked`` imports everything once and forks a server (``referee serve``) for each line that it
reads; so a start costs a twentieth of a second of the processor and no second. ``Forked`` is its other end.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from tests.awake import ended
from tests.processes import ROOT, lasting_port

JUMPS = (0, 1, -1, 40, -40, 500, -500, -9_000, 20_000)
"""Days by which a clock is wrong."""
_WRITE_ID = re.compile(rb"(?<=write_id=)[0-9a-f-]+")


class Hasty:
    """The control that loses: it says that a note is written, and writes it a moment later."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if not environ["PATH_INFO"].endswith("/table/note"):
            return self._app(environ, start)
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ = {**environ, "wsgi.input": _Read(body)}
        threading.Timer(0.05, lambda: list(self._app(environ, lambda *_: None))).start()
        start("303 SEE OTHER", [("Location", "/"), ("Content-Length", "0")])
        return [b""]


class Forgetful:
    """The control that doubles: a server that does not know an id again."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            environ["wsgi.input"] = _Read(_WRITE_ID.sub(lambda _: secrets.token_hex(16).encode(), body))
        return self._app(environ, start)


class Jumpy:
    """No control, but a trouble: a server whose clock jumps by years, twice a second from the first note on."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        from referee import days

        self._app, self._ahead, self._next, true = app, 0.0, 0.0, time.time

        class Moved(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.fromtimestamp(time.time(), tz)

        time.time = lambda: true() + self._ahead
        days.datetime = Moved  # type: ignore[attr-defined, misc]

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/table/note") and time.monotonic() > self._next:
            self._ahead = random.choice(JUMPS) * 86_400.0
            self._next = time.monotonic() + 0.5
        return self._app(environ, start)


class _Read:
    """A body that was read already."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def read(self, size: int = -1) -> bytes:
        end = len(self._body) if size is None or size < 0 else size
        given, self._body = self._body[:end], self._body[end:]
        return given


def write_in_place(source: Path, database: Path) -> None:
    """The control of a restore: bit by bit over what stands there."""
    content = source.read_bytes()
    for log in ("-wal", "-shm"):
        database.with_name(database.name + log).unlink(missing_ok=True)
    with database.open("wb") as written:
        for at in range(0, len(content), 64):
            written.write(content[at : at + 64])
            written.flush()


def committed(copy: Callable[..., None], dies_after: int) -> Callable[..., None]:
    """The control of a move: each table stands as soon as it is copied, and after so many the process dies."""
    tables = 0

    def copied(table: Any, book: Any, target: Any) -> None:
        nonlocal tables
        copy(table, book, target)
        target.exec_driver_sql("COMMIT")
        tables += 1
        if tables == dies_after:
            os.kill(os.getpid(), signal.SIGKILL)

    return copied


CONTROLS = {"hasty": Hasty, "forgetful": Forgetful, "jumpy": Jumpy}
IN_PLACE = "in place"
PIECEMEAL = "piecemeal"


class Forked:
    """The warm process, and the servers that it has begun."""

    def __init__(self, folder: Path, url: str = "", control: str = "") -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        environment |= {"REFEREE_DATA": str(folder), "REFEREE_SECRET": secrets.token_hex(32), "DATABASE_URL": url}
        environment |= {"REFEREE_STREAMS": "16"}  # each holds a thread, and a start makes them all
        self.folder, self.url = folder, url
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.forked", control],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.running: dict[int, int] = {}
        """Ports, and the process that listens there."""

    def start(self, port: int = 0) -> int:
        """Begin a server and return its port; does not wait until it answers."""
        port = port or lasting_port()
        self.running[port] = self._ask({"start": port})
        return port

    def kill(self, port: int, sign: signal.Signals = signal.SIGKILL) -> None:
        """End a server; when this returns, it is gone."""
        number = self.running.pop(port)
        os.kill(number, sign)
        self._ask({"gone": number})

    def run(self, *arguments: str, dies_at: int = 0, within: bool = False, after_tables: int = 0) -> int:
        """Begin a command of ``referee`` and return the number of its process.

        ``dies_at``: it is killed with the so manieth call of a function, or a moment after that began (``within``).
        ``after_tables``: or, by the control of a move, when it has copied so many.
        """
        return self._ask({"run": arguments, "dies_at": dies_at, "within": within, "after_tables": after_tables})

    def ended(self, number: int) -> int:
        """Wait for the end of a command; its exit status, or less than zero where it was killed."""
        return self._ask({"gone": number})

    def _ask(self, what: dict[str, Any]) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        for port in list(self.running):
            self.kill(port)
        assert self._process.stdin
        self._process.stdin.close()
        ended(self._process)
        assert self._process.stdout
        self._process.stdout.close()


@contextlib.contextmanager
def forked(folder: Path, url: str = "", control: str = "") -> Iterator[Forked]:
    nest = Forked(folder, url, control)
    try:
        yield nest
    finally:
        nest.close()


def _serve(port: int, control: str) -> None:
    from referee.cli import serve

    if control:
        wrap, made = CONTROLS[control], serve.create_app

        def wrapped(*given: Any) -> Any:
            app = made(*given)
            app.wsgi_app = wrap(app.wsgi_app)  # type: ignore[method-assign]
            return app

        serve.create_app = wrapped  # type: ignore[attr-defined]
    serve.serve("127.0.0.1", port)


def _count_calls(dies_at: int, within: bool) -> None:
    """Die at one of them: unlike a moment that is the same place however busy the machine is."""
    seen = 0

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def called(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == dies_at:
            threading.Timer(0.001, die).start() if within else die()

    if dies_at:
        sys.setprofile(called)


def _warm() -> None:
    """Everything imported, every query and template compiled that a start needs."""
    from referee import create_app
    from referee.rulebooks import library
    from tests.apps import dispose
    from tests.templates import keep_compiled
    from tests.web.plain import Phone

    keep_compiled()
    library.all_rulebooks()  # else half the moments of a command would lie in the reading of them
    with tempfile.TemporaryDirectory(prefix="referee-warm-") as folder:
        url = f"sqlite:///{folder}/referee.db"
        app = create_app({"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": url, "WTF_CSRF_ENABLED": False})
        client = app.test_client()
        Phone(client).start(players=3).follow("Table").open("/")
        dispose(app)
    if os.environ.get("DATABASE_URL"):
        import psycopg  # noqa: F401 - where it is needed


def main() -> None:
    from referee.cli.main import main as referee
    from referee.storage.files import backup, moving

    control = sys.argv[1] if len(sys.argv) > 1 else ""
    _warm()
    assert threading.active_count() == 1, "only a process with one thread can be forked"
    answers = sys.stdout
    for line in sys.stdin:
        what = json.loads(line)
        if "gone" in what:
            _, status = os.waitpid(what["gone"], 0)
            print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
            continue
        if number := os.fork():
            print(number, file=answers, flush=True)
            continue
        quiet = os.open(os.devnull, os.O_RDWR)
        os.dup2(quiet, 0)
        os.dup2(quiet, 1)
        try:
            if "run" in what:
                if control == IN_PLACE:
                    backup.restore_from = write_in_place
                if control == PIECEMEAL:
                    moving._copy = committed(moving._copy, what["after_tables"])
                _count_calls(what["dies_at"], what["within"])
                status = referee(what["run"])
                sys.setprofile(None)
                os._exit(status)
            _serve(what["start"], control)
        except BaseException as failed:
            print(f"{what} ended: {failed!r}", file=sys.stderr, flush=True)
        os._exit(1)


if __name__ == "__main__":
    main()
