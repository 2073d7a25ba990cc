"""Settings of gunicorn for a computer that is always on.

``gunicorn -c python:referee.cli.hosted 'referee:create_app()'`` serves with them; whatever stands behind on the command
line goes before. gevent serves each connection in a thread that costs next to nothing, so a thousand sleeping phones do
not mind. The code is that of the home server.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from referee.app import logs
from referee.app.config import settings

STREAMS = 2000
"""Streams of news for each process, where ``REFEREE_STREAMS`` says nothing."""

app_settings = settings(Path(), {"REFEREE_STREAMS": str(STREAMS), **os.environ})

bind = "127.0.0.1:8000"
workers = os.cpu_count() or 1
worker_class = "referee.cli.hosted_worker.Worker"
raw_env = [] if "REFEREE_STREAMS" in os.environ else [f"REFEREE_STREAMS={STREAMS}"]
worker_connections = app_settings["LIVE_STREAMS"] + 1000
limit_request_line = 8190  # a paper score sheet on its way in stands in the address
keepalive = 60  # seconds; a proxy in front keeps its connections, and so do phones
graceful_timeout = 2  # seconds for answers under way; nothing else is waited for
forwarded_allow_ips = ""  # what a proxy says is read by the app, where REFEREE_PROXY says that there is one
control_socket_disable = True
umask = 0o077  # whatever is made beside the database is its owner's
if app_settings["LOG"] == "json":
    logconfig_dict = logs.gunicorn()
if app_settings["METRICS"]:
    # whichever process is asked for numbers tells those of all: they count into one folder
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="referee-metrics-"))


def worker_exit(_server: Any, worker: Any) -> None:
    """A process that has served is over: Python would take gevent's locks apart while its log still asks for them."""
    if worker.booted:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def child_exit(_server: Any, worker: Any) -> None:
    """A process is gone, and its streams with it."""
    from referee.app import metrics

    metrics.process_ended(worker.pid)


def on_exit(_server: Any) -> None:
    """Nothing is left in the folder of temporary files."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if os.path.basename(folder).startswith("referee-metrics-"):
        shutil.rmtree(folder, ignore_errors=True)
