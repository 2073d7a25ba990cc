"""An app served as at home, for as long as a test needs it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from referee.cli.home_server import HomeServer
from referee.storage import news


@contextmanager
def serving(app: Flask, port: int = 0, **settings: Any) -> Iterator[str]:
    """The address (no slash at its end) of an app, on a free port or this one; ``settings`` as of ``HomeServer``."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", port)) as listening:
        server = HomeServer(app, listening, **{"threads": 64, **settings})
        thread = threading.Thread(target=server.until, args=(over.is_set,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        news.close(app)  # else a browser would complain of streams that break off
        over.set()
        server.pull_trigger()
        thread.join(5)
        server.finish(0)
        server.hang_up()
