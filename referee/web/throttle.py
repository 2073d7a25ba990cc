"""Who asks too much waits: one bucket of seconds for each address, filled again as time passes.

What an address spends is the time that the referee worked for it, so that a thousand quick
questions cost little and a few absurd ones cost what they take.
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
_NAME = "referee.throttle"


class Throttle:
    """Buckets by address. A full bucket is forgotten; an empty one may be overdrawn by one request."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, burst: float = BURST, refill: float = REFILL
    ) -> None:
        self.clock, self.burst, self.refill = clock, burst, refill
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By address what was left, and when."""

    def wait(self, address: str) -> int:
        """Whole seconds until the address may ask again; 0: now."""
        with self._lock:
            left = self._left(address)
        return 0 if left > 0 else max(1, math.ceil((ASKING - left) / self.refill))

    def spend(self, address: str, seconds: float) -> None:
        with self._lock:
            self._buckets[address] = (self._left(address) - seconds, self.clock())
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
        left, at = self._buckets.get(address, (self.burst, self.clock()))
        return min(self.burst, left + (self.clock() - at) * self.refill)


def throttle(app: Flask | None = None) -> Throttle:
    """The buckets of an app; they live as long as its process."""
    kept = (app or current_app).extensions.setdefault(_NAME, Throttle())
    assert isinstance(kept, Throttle)
    return kept
