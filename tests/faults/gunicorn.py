"""The app as it is hosted, in several processes, for as long as a drill needs it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.awake import ended
from tests.processes import ROOT, free_port, until_ready


@contextlib.contextmanager
def gunicorn(folder: Path, url: str, secret: str, workers: int, **more: str) -> Iterator[int]:
    """The port of a gunicorn with so many workers; its log is ``app.log`` in ``folder``; ``more``: its environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {"DATABASE_URL": url, "REFEREE_DATA": str(folder / "data"), "REFEREE_SECRET": secret, **more}
    port = free_port()
    line = [sys.executable, "-m", "gunicorn", "-c", "python:referee.cli.hosted", "--workers", str(workers)]
    line += ["--bind", f"127.0.0.1:{port}", "referee:create_app()"]
    with (folder / "app.log").open("ab") as log:
        process = subprocess.Popen(line, cwd=ROOT, env=environment, stderr=log)
        try:
            until_ready(port)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            ended(process)
