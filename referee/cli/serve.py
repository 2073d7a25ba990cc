"""The home server: ``referee`` without arguments."""

from __future__ import annotations

import contextlib
import errno
import gc
import ipaddress
import logging
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

import segno

from referee import create_app
from referee.app import addresses, instance, metrics
from referee.app.addresses import Listening
from referee.cli import certificates, home_server
from referee.cli.certificates import HomeCertificate
from referee.cli.home_server import HomeServer
from referee.days import today
from referee.errors import RefereeError
from referee.services.clubs import seasons
from referee.storage.engine import news
from referee.storage.files.backup import BESIDE
from referee.storage.files.keeping import keeping
from referee.storage.tables.database import db

if TYPE_CHECKING:
    from flask import Flask

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones at the table must reach it
FIRST_PORT, LAST_PORT = 5000, 5009
GRACEFUL = 1.0
"""Seconds that answers under way get when the server stops."""
LOOK_EVERY = 3.0
"""Seconds between two looks for the addresses of this computer."""


def serve(
    host: str = EVERYWHERE,
    port: int | None = None,
    folder: str | None = None,
    graceful: float = GRACEFUL,
    https: bool = False,
    certificate: Path | None = None,
    key: Path | None = None,
) -> int:
    """Serve until Ctrl-C or a termination signal; returns the exit status.

    ``graceful``: seconds that answers under way get in the end. ``https`` beside http, on the same port, with a
    certificate of this house, or with the ``certificate`` of a file, whose ``key`` may lie in a file of its own.
    Ends the process with a sentence where the data folder, the secret, the database, the port or the
    certificate are unusable.
    """
    with listen(host, port) as listening:
        app = _app(folder)
        address, port = listening.getsockname()[:2]
        home, context = _https(app, address, certificate, key) if https or certificate else (None, None)
        place = Listening(address, port, *(("https", name) if certificate and (name := _name_of(app)) else ()))
        app.config.update(LISTENING=place, AUTHORITY=home and home.authority_file)
        per_address = None if app.config.get("BEHIND_PROXY") else home_server.PER_ADDRESS
        server = HomeServer(app, listening, per_address, context)
        # it warns of every request that meets no idle thread, though the next free one takes it at once
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        stopping = _stops_by_signal(server)
        announce(place, _games(app), sys.stdout, home)
        gc.freeze()  # what the app consists of stays: collecting garbage in the middle of an answer need not look at it
        ahead = threading.Thread(target=_read_ahead, args=(app, stopping), name="read ahead", daemon=True)
        ahead.start()
        try:
            with app.app_context():
                url = db.engine.url
            with keeping(url, counted=metrics.of(app).copies), _watching(place, stopping, home):
                server.until(stopping.is_set)
                news.close(app)
                answered = server.finish(graceful)
        finally:
            server.hang_up()
            stopping.set()
            ahead.join(graceful)
            with app.app_context():
                db.engine.dispose()
    if not answered:
        print("\nSome phones were still waiting. They ask again by themselves.", file=sys.stderr)
    print("\nStopped. Everything entered is kept.")
    return 0


def _read_ahead(app: Flask, stopping: threading.Event) -> None:
    """What goes wrong here goes wrong again for whoever looks, and is told there."""
    with app.app_context():
        try:
            if seasons.read_ahead(stopping.is_set):
                gc.freeze()  # these games stay, too
        except RefereeError as trouble:
            logging.getLogger(__name__).warning("The large clubs could not be read ahead: %s", trouble)
        finally:
            db.session.remove()


def _https(
    app: Flask, address: str, certificate: Path | None, key: Path | None
) -> tuple[HomeCertificate | None, ssl.SSLContext]:
    try:
        if certificate:
            return None, certificates.given(certificate, key)
        home = HomeCertificate(Path(app.instance_path), address)
    except certificates.NoHttps as failed:
        sys.exit(f"referee: {failed}")
    return home, home.context


def _name_of(app: Flask) -> str:
    """The name that a certificate of somebody else's is for: the first one this server is told to answer to."""
    return next((name for name in app.config["HOSTS"] if not name.startswith(".")), "")


def _app(folder: str | None) -> Flask:
    try:
        return create_app({"DATA_DIR": folder} if folder else None)
    except (instance.BadSecret, RefereeError) as failed:
        sys.exit(f"referee: {failed}")
    except OSError as failed:
        sys.exit(
            f"referee: The data folder {instance.data_dir(folder)} can’t be used: {failed.strerror or failed}. "
            "Choose another one with --instance."
        )


def _games(app: Flask) -> list[str]:
    """Where the games lie, as a person would look for it, every file by its name; never a password.

    What was written last lies beside the database's own file until SQLite puts it in: whoever copies or deletes that
    file alone leaves it behind.
    """
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() != "sqlite":
        return [url.render_as_string(hide_password=True)]
    return [str(url.database), *(f"{url.database}{ending}" for ending in BESIDE)]


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
    sys.exit(f"referee: Ports {FIRST_PORT} to {LAST_PORT} are all in use. Choose another with --port.")


def announce(listening: Listening, games: Sequence[str], out: TextIO, home: HomeCertificate | None = None) -> None:
    """Say where the phones find the app, with a QR code, and where the data lies."""
    phones = addresses.phone_urls(listening)
    here = ipaddress.ip_address(listening.address)
    lines = ["Table Referee is ready.", ""]
    if here.is_unspecified or here.is_loopback:
        lines.append(f"  On this computer   {addresses.url(listening, 'localhost')}")
    lines += [f"  On the phones      {url}" for url in phones]
    if not phones:
        lines.append("  Phones cannot reach it: no home network was found, or --host keeps it to this computer.")
    if home:
        for_https = phones or [addresses.url(listening, "localhost")]
        lines += ["", f"  For https          {for_https[0]}https shows how a phone learns to trust this computer"]
        lines += [f"  Its fingerprint    {home.fingerprint[:47]}", f"{'':21}{home.fingerprint[48:]}"]
        if home.follows_another:
            lines.append(f"  It is a new one: by the date of this computer, {today()}, the last one is not valid.")
            lines.append("  If that date is right, every phone that used https has to install it once more.")
    lines += ["", f"  Data               {games[0]}", *(f"  {'and':>17}  {beside}" for beside in games[1:])]
    if len(games) > 1:
        lines.append("  They belong together. “referee backup FILE” copies them into one file, even while it runs.")
    lines += ["  Ctrl-C stops it.", ""]
    print("\n".join(lines), file=out)
    if phones:
        _draw(phones[0], out)
    out.flush()


def _draw(address: str, out: TextIO) -> None:
    """A QR code in letters, in whatever the terminal can write."""
    utf8 = (out.encoding or "").lower().replace("-", "") == "utf8"
    segno.make(address, micro=False).terminal(out=out, border=2, compact=utf8)
    print(file=out)


@contextlib.contextmanager
def _watching(listening: Listening, stopping: threading.Event, home: HomeCertificate | None) -> Iterator[None]:
    """Say where the phones find the app each time that changes, as long as the block runs."""
    arguments = (listening, stopping, sys.stdout, home)
    watcher = threading.Thread(target=tell_changes, args=arguments, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stopping.set()
        watcher.join(1)


def tell_changes(
    listening: Listening,
    stopping: threading.Event,
    out: TextIO,
    home: HomeCertificate | None = None,
    every: float = LOOK_EVERY,
) -> None:
    """Print new addresses with their QR code until ``stopping``: the computer slept, or it is on another Wi-Fi.

    The certificate of this house learns them too.
    """
    before = addresses.phone_urls(listening)
    while not stopping.wait(every):
        now = addresses.phone_urls(listening)
        if now == before or not now:
            continue
        before = now
        if home:
            home.renew()
        lines = ["", "This computer’s address has changed. Scan this code again on the phones.", ""]
        lines += [f"  On the phones      {url}" for url in now]
        print("\n".join([*lines, ""]), file=out)
        _draw(now[0], out)
        out.flush()


def _stops_by_signal(server: HomeServer) -> threading.Event:
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
