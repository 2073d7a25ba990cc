"""An app served as at home, for as long as a test needs it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from referee.cli.home_server import HomeServer
from referee.storage.engine import news

GRACE = 10
"""Seconds for an answer that is under way when its test is over: one that writes afterwards would spoil the database,
which goes to the next test."""


@contextmanager
def serving(app: Flask, port: int = 0, **settings: Any) -> Iterator[str]:
    """The address (no slash at its end) of an app, on a free port or this one; ``settings`` as of ``HomeServer``."""
    with at_home(app, port, grace=GRACE, **{"threads": 64, **settings}) as (_, at):
        try:
            yield f"http://127.0.0.1:{at}"
        finally:
            news.close(app)  # else a browser would complain of streams that break off


@contextmanager
def at_home(
    app: Callable[..., Any],
    port: int = 0,
    *,
    longest: float = 1.0,
    grace: int = 1,
    closed: Callable[[], object] = lambda: None,
    **settings: Any,
) -> Iterator[tuple[HomeServer, int]]:
    """A server in a thread of its own, and its port. ``longest``: seconds between two looks at what is over;
    ``grace``: seconds for answers under way at its end; ``closed``: what is done then, once nobody is let in."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", port)) as listening:
        server = HomeServer(app, listening, **settings)
        thread = threading.Thread(target=server.until, args=(over.is_set, longest), daemon=True)
        thread.start()
        try:
            yield server, listening.getsockname()[1]
        finally:
            over.set()
            server.pull_trigger()
            thread.join()  # on a busy machine seconds: two that serve one socket would leave a connection open
            closed()
            server.finish(grace)
            server.hang_up()


def connected(port: int, come_from: str = "127.0.0.1") -> socket.socket:
    """A phone that has opened a connection to this computer and asked for nothing yet."""
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(come_from, 0))


def stream(port: int, path: str, greeting: bytes, come_from: str = "127.0.0.1") -> socket.socket:
    """A phone that waits for news, and has been greeted."""
    phone = connected(port, come_from)
    try:
        phone.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        heard = b""
        while greeting not in heard:
            more = phone.recv(1000)
            assert more, heard
            heard += more
    except BaseException:
        phone.close()
        raise
    return phone
