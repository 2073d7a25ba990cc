"""Processes as somebody starts them by hand."""

from __future__ import annotations

import contextlib
import http.client
import random
import signal
import socket
from pathlib import Path

from tests.awake import until

ROOT = Path(__file__).resolve().parents[1]


def hearing_ctrl_c() -> None:
    """For ``preexec_fn``: what a script has put into the background is deaf to Ctrl-C, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port() -> int:
    """A port of this computer on which nobody listens yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lasting_port() -> int:
    """A port that stays free while nobody listens there: one that the system gives to no connection by itself.

    Of the others a phone that knocks at a dead server may be given that very port, and hold it.
    """
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", random.randrange(20_000, 32_000)))
            return int(probe.getsockname()[1])


def ready(port: int) -> bool:
    """Whether a server of the app says that it reaches its book."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def until_ready(port: int, longest: float = 60.0) -> float:
    """Waits for that; seconds until it was so, without those in which this process was stopped."""
    return until(lambda: ready(port), longest, f"Nobody answers at port {port}.")
