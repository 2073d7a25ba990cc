"""Pictures are read one at a time: each takes a second or two of the processor and hundreds of megabytes.

One thread of the process reads them all, and gives back what it has used. The C library keeps memory for each thread by
itself: sixty that had read one picture each kept gigabytes for good.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from referee import errors
from referee.messages import N_

WAITING = 3
"""So many may wait for their turn in one process; whoever comes then is told to come again."""
PATIENCE = 20.0
"""Seconds for which they wait."""


class ManyPictures(errors.RefereeError):
    status = 429
    sentence = N_("Other pictures are being read. Send yours again in a few seconds, or type the cards.")
    wait = 5


T = TypeVar("T")


def _aside(read: Callable[[bytes], T], picture: tuple[bytes]) -> T:
    """In the one thread; ``TURNS`` lets nobody in while it is in use."""
    global _thread
    if _thread is None:
        _thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
    return _thread.submit(read, *picture).result()


_thread: ThreadPoolExecutor | None = None


def _give_back() -> None:
    """To the system, what reading has used. Only glibc keeps it, and only glibc can be asked so."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class Turns:
    """Who reads now, and who waits for that."""

    runs: Callable[[Callable[[bytes], Any], tuple[bytes]], Any] = staticmethod(_aside)
    """How a picture is read: in one thread. A worker whose threads only take turns has a real one, to answer others."""

    def __init__(self, waiting: int = WAITING, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._places = threading.BoundedSemaphore(1 + waiting)
        self._reading = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Raises ManyPictures where too many wait, or the turn does not come."""
        if not self._places.acquire(blocking=False):
            raise ManyPictures
        try:
            if not self._reading.acquire(timeout=self._patience):
                raise ManyPictures
            try:
                yield
            finally:
                self._reading.release()
        finally:
            self._places.release()

    def read(self, read: Callable[[bytes], T], picture: bytes) -> T:
        """What the reader makes of a picture, when it is its turn; raises what the reader raises, and ManyPictures."""
        with self.turn():
            try:
                made: T = self.runs(read, (picture,))
                return made
            finally:
                _give_back()


TURNS = Turns()
"""Of this process."""
