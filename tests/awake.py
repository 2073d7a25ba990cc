"""A clock that stands still while somebody has stopped this process: Ctrl-Z, a laptop that sleeps, one who measures.

A drill runs for hours and waits for servers with a deadline; after a pause of minutes each such deadline has passed at
once, though nobody had a chance to answer: the servers were stopped as well.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

_TICK = 0.1
STOPPED = 1.0
"""Seconds without one tick that are a pause and no busy machine."""


class _Clock:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._before, self._paused = time.monotonic(), 0.0
        self._ticking = threading.Thread(target=self._tick, daemon=True)

    def __call__(self) -> float:
        with self._lock:
            if not self._ticking.is_alive():  # not at once: a process with one thread can be forked
                self._before = time.monotonic()
                self._ticking = threading.Thread(target=self._tick, daemon=True)
                self._ticking.start()
            now = time.monotonic()
            if now - self._before > STOPPED:
                self._paused += now - self._before
            self._before = now
            return now - self._paused

    def _tick(self) -> None:
        while True:
            time.sleep(_TICK)
            self()


awake = _Clock()
"""Seconds since some moment, without those in which this process was stopped."""


def until(happens: Callable[[], object], longest: float, why: str, between: float = 0.01) -> float:
    """Waits until something is so; seconds awake that it took. Raises TimeoutError with ``why``."""
    began = awake()
    while not happens():
        if awake() - began > longest:
            raise TimeoutError(why)
        time.sleep(between)
    return awake() - began


def joined(threads: list[threading.Thread], longest: float = 60.0) -> None:
    """Waits for the end of threads."""
    until(lambda: not any(thread.is_alive() for thread in threads), longest, "A thread does not end.")


def ended(process: subprocess.Popen[Any], longest: float = 30.0) -> None:
    """Waits for the end of a process."""
    until(lambda: process.poll() is not None, longest, f"Process {process.pid} does not end.")
