"""Settings of gunicorn for a computer that is always on.

``gunicorn -c python:referee.cli.hosted 'referee:create_app()'`` serves with them; whatever stands behind on the command
line goes before. gevent serves each connection in a thread that costs next to nothing, so a thousand sleeping phones do
not mind. The code is that of the home server.
"""

from __future__ import annotations

import os
import threading
import time
from typing import Any

STREAMS = 2000
"""Streams of news for each process, where ``REFEREE_STREAMS`` says nothing."""

bind = "127.0.0.1:8000"
workers = os.cpu_count() or 1
worker_class = "gevent"
raw_env = [] if "REFEREE_STREAMS" in os.environ else [f"REFEREE_STREAMS={STREAMS}"]
worker_connections = int(os.environ.get("REFEREE_STREAMS", "") or STREAMS) + 1000
limit_request_line = 8190  # a paper score sheet on its way in stands in the address
keepalive = 60  # seconds; a proxy in front keeps its connections, and so do phones
graceful_timeout = 2  # seconds for answers under way
forwarded_allow_ips = ""  # what a proxy says is read by the app, where REFEREE_PROXY says that there is one
control_socket_disable = True
LOOK_EVERY = 0.1
"""Seconds between two looks whether a worker is to stop."""


def post_worker_init(worker: Any) -> None:
    """Streams end when the worker is told to stop: else it would wait for them as long as it may."""
    threading.Thread(target=_end_streams, args=(worker,), name="stopping", daemon=True).start()


def _end_streams(worker: Any) -> None:
    from referee.storage import news

    while worker.alive:
        time.sleep(LOOK_EVERY)
    news.close(worker.wsgi)
