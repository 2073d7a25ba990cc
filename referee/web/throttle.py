"""Who asks too much waits: one bucket of seconds for each address, filled again as time passes.

What an address spends is the time that the referee worked for it, so that a thousand quick
questions cost little and a few absurd ones cost what they take.

Where several processes serve a house they share the buckets: each reports what was spent with it, now and then, and
is told what is left. So whoever spends little costs no look into the book.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask, current_app

BURST = 20.0
"""Seconds of work that an address may have at once."""
REFILL = 0.25
"""Seconds of work that come back each second."""
ASKING = 0.002
"""What asking costs, however little the referee has to think."""
MOST_ADDRESSES = 10_000
REPORTED = 1 / 30
"""The part of a bucket that is reported to the other processes once it is spent."""
_NAME = "referee.throttle"


class Throttle:
    """Buckets by address. A full bucket is forgotten; an empty one may be overdrawn by one request.

    ``shared``: takes an address and what it spent here, and says what it has spent everywhere and not got back; None
    where nobody can say.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        burst: float = BURST,
        refill: float = REFILL,
        shared: Callable[[str, float], float | None] | None = None,
    ) -> None:
        self.clock, self.burst, self.refill, self._shared = clock, burst, refill, shared
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float, float]] = OrderedDict()
        """By address what was left, when, and what of it is not reported yet."""

    def wait(self, address: str) -> int:
        """Whole seconds until the address may ask again; 0: now."""
        with self._lock:
            left = self._left(address)
        return 0 if left > 0 else max(1, math.ceil((ASKING - left) / self.refill))

    def spend(self, address: str, seconds: float) -> None:
        with self._lock:
            *_, before = self._buckets.get(address, (0.0, 0.0, 0.0))
            unreported = before + seconds
            reports = self._shared is not None and unreported >= self.burst * REPORTED
            self._put(address, self._left(address) - seconds, 0.0 if reports else unreported)
        if self._shared is None or not reports:
            return
        everywhere = self._shared(address, unreported)
        with self._lock:
            *_, since = self._buckets.get(address, (0.0, 0.0, 0.0))
            if everywhere is None:
                self._put(address, self._left(address), since + unreported)
            else:
                self._put(address, min(self._left(address), self.burst - everywhere), since)

    def _put(self, address: str, left: float, unreported: float) -> None:
        self._buckets[address] = (left, self.clock(), unreported)
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)

    @contextmanager
    def measured(self, address: str) -> Iterator[None]:
        """Charges the address with the time that the block takes."""
        started = self.clock()
        try:
            yield
        finally:
            self.spend(address, ASKING + self.clock() - started)

    def _left(self, address: str) -> float:
        left, at, _ = self._buckets.get(address, (self.burst, self.clock(), 0.0))
        return min(self.burst, left + (self.clock() - at) * self.refill)


def throttle(app: Flask | None = None) -> Throttle:
    """The buckets of an app; they live as long as its process."""
    kept = (app or current_app).extensions.setdefault(_NAME, Throttle())
    assert isinstance(kept, Throttle)
    return kept
