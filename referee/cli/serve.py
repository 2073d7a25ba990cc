"""The home server: ``referee`` without arguments."""

from __future__ import annotations

import contextlib
import errno
import gc
import ipaddress
import logging
import signal
import socket
import sys
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

import segno
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import WSGITask

from referee import create_app
from referee.app import instance
from referee.errors import RefereeError
from referee.storage.database import db
from referee.storage.keeping import keeping

if TYPE_CHECKING:
    from flask import Flask

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones at the table must reach it
FIRST_PORT, LAST_PORT = 5000, 5009

# waitress as measured with many phones: its select() dies near a thousand connections, and 100 is its default limit
SETTINGS: dict[str, Any] = {
    "threads": 64,
    "connection_limit": 1000,
    "asyncore_use_poll": True,
    "max_request_body_size": 64 * 1024 * 1024,  # above the largest form: what is too large is told so, not cut off
    "ident": None,
}


class _Task(WSGITask):
    """Answers one request, as waitress does, but hangs up only where there is a reason.

    An answer that has no body (204, 304) has no length either: HTTP lets it end with its headers. waitress
    takes it for one of unknown length and closes the connection behind it.
    """

    request: Any

    def set_close_on_finish(self) -> None:
        asked = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked:
            super().set_close_on_finish()


class _Channel(HTTPChannel):
    task_class = _Task


def made(app: Flask, **settings: Any) -> Any:
    """A server of waitress for an app, not running yet; ``settings`` come on top of ``SETTINGS``."""
    server: Any = create_server(app, **{**SETTINGS, **settings})
    server.channel_class = _Channel
    return server


def serve(host: str = EVERYWHERE, port: int | None = None, folder: str | None = None) -> int:
    """Serve until Ctrl-C or a termination signal; returns the exit status.

    Ends the process with a sentence where the data folder, the secret, the database or the port are
    unusable.
    """
    with listen(host, port) as listening:
        app = _app(folder)
        connections: dict[int, Any] = {}
        server = made(app, map=connections, sockets=[listening])
        # it warns of every request that meets no idle thread, though the next free one takes it at once
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        address, port = listening.getsockname()[:2]
        stopping = _stops_by_signal(server)
        announce(address, port, _games(app), sys.stdout)
        gc.freeze()  # what the app consists of stays: collecting garbage in the middle of an answer need not look at it
        try:
            with app.app_context():
                url = db.engine.url
            with keeping(url):
                while not stopping.is_set():
                    wasyncore.loop(timeout=1, map=connections, use_poll=SETTINGS["asyncore_use_poll"], count=1)
                server.task_dispatcher.shutdown()
        finally:
            wasyncore.close_all(connections)
            with app.app_context():
                db.engine.dispose()
    print("\nStopped. Everything entered is kept.")
    return 0


def _app(folder: str | None) -> Flask:
    try:
        return create_app({"DATA_DIR": folder} if folder else None)
    except instance.BadSecret as bad:
        sys.exit(f"referee: {bad}")
    except RefereeError as failed:
        sys.exit(f"referee: {failed}")
    except OSError as failed:
        sys.exit(
            f"referee: The data folder {instance.data_dir(folder)} cannot be used: {failed.strerror or failed}. "
            "Choose another one with --instance."
        )


def _games(app: Flask) -> str:
    """Where the games lie, as a person would look for it; never a password."""
    with app.app_context():
        url = db.engine.url
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one of the usual ones.

    Ends the process with a sentence when there is none.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port else range(FIRST_PORT, LAST_PORT + 1):
        try:
            return socket.create_server((host, candidate), family=family)
        except OSError as failed:
            if failed.errno not in (errno.EADDRINUSE, errno.EACCES):
                sys.exit(f"referee: Cannot listen on {host}: {failed.strerror}. Try it without --host.")
            why = "already in use" if failed.errno == errno.EADDRINUSE else "not allowed for this user"
            if port:
                sys.exit(f"referee: Port {port} is {why}. Choose another one with --port, or leave --port out.")
            print(f"Port {candidate} is {why}; trying the next one.")
    sys.exit(f"referee: The ports {FIRST_PORT} to {LAST_PORT} are all in use. Choose one with --port.")


def announce(address: str, port: int, games: str, out: TextIO) -> None:
    """Say where the phones find the app listening on a numeric ``address``, with a QR code, and where the data lies."""
    phones = [f"http://{f'[{found}]' if ':' in found else found}:{port}/" for found in reachable(address)]
    here = ipaddress.ip_address(address)
    lines = ["Table Referee is ready.", ""]
    if here.is_unspecified or here.is_loopback:
        lines.append(f"  On this computer   http://localhost:{port}/")
    lines += [f"  On the phones      {url}" for url in phones]
    if not phones:
        lines.append("  Phones cannot reach it: no home network was found, or --host keeps it to this computer.")
    lines += ["", f"  The games lie in   {games}", "  Ctrl-C stops it.", ""]
    print("\n".join(lines), file=out)
    if phones:
        utf8 = (out.encoding or "").lower().replace("-", "") == "utf8"
        segno.make(phones[0], micro=False).terminal(out=out, border=2, compact=utf8)
        print(file=out)
    out.flush()


def reachable(address: str) -> list[str]:
    """The addresses under which other devices reach a server listening on ``address``; the likeliest first."""
    found = [address]
    if ipaddress.ip_address(address).is_unspecified:
        ways = [_way_to(target) for target in ("192.0.2.1", "192.168.255.254", "10.255.255.254")]
        found = [way for way in ways if way]
        with contextlib.suppress(OSError):  # a machine whose own name is nowhere written down
            found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback]


def _way_to(target: str) -> str | None:
    """The own address from which ``target`` would be asked; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _stops_by_signal(server: Any) -> threading.Event:
    """Set by Ctrl-C and by a termination signal, which wake the server up.

    Neither raises: that could fall anywhere, say where a phone's connection has been taken and nobody knows of it yet,
    and it would be left open.
    """
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        if not stopping.is_set():
            server.pull_trigger()
        stopping.set()

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, stop)
    return stopping
