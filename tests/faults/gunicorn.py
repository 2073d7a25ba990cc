"""The app as it is hosted, in several processes, for as long as a drill needs it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.awake import ended
from tests.processes import ROOT, free_port, until_ready

RUNS, STANDS = 0.5, 1.5
"""Seconds between two stops of a process, and of each stop: shorter than a phone waits for an answer."""


@contextlib.contextmanager
def stopping(process: subprocess.Popen[bytes]) -> Iterator[list[int]]:
    """One process after the other stands still for a while, wherever it is in a write; those that did."""
    stopped: list[int] = []
    over = threading.Event()

    def stop_and_go_on() -> None:
        while not over.wait(RUNS):
            workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            pid = int(workers[len(stopped) % len(workers)])
            os.kill(pid, signal.SIGSTOP)
            stopped.append(pid)
            over.wait(STANDS)
            os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=stop_and_go_on)
    thread.start()
    try:
        yield stopped
    finally:
        over.set()
        thread.join()


@contextlib.contextmanager
def gunicorn(folder: Path, url: str, secret: str, workers: int, *, stops: bool = False, **more: str) -> Iterator[int]:
    """The port of a gunicorn with so many workers; its log is ``app.log`` in ``folder``; ``more``: its environment.

    ``stops``: they stand still one after the other.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {"DATABASE_URL": url, "REFEREE_DATA": str(folder / "data"), "REFEREE_SECRET": secret, **more}
    port = free_port()
    line = [sys.executable, "-m", "gunicorn", "-c", "python:referee.cli.hosted", "--workers", str(workers)]
    line += ["--bind", f"127.0.0.1:{port}", "referee:create_app()"]
    with (folder / "app.log").open("ab") as log:
        process = subprocess.Popen(line, cwd=ROOT, env=environment, stderr=log)
        try:
            until_ready(port)
            with stopping(process) if stops else contextlib.nullcontext() as stopped:
                yield port
            assert stopped is None or stopped, "it was over before a process could stand still"
        finally:
            process.send_signal(signal.SIGTERM)
            ended(process)
