"""An app served as at home, for as long as a test needs it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from waitress import wasyncore

from referee.cli import serve


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address (no slash at its end) of an app."""
    connections: dict[int, Any] = {}
    server = serve.made(app, map=connections, host="127.0.0.1", port=0, threads=16)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    # in the server's own thread: its loop ends when no connection is left, those that browsers keep open included
    server.trigger.pull_trigger(lambda: wasyncore.close_all(connections))
    thread.join(5)
    server.task_dispatcher.shutdown()
