"""Who asks too much waits: one bucket of seconds for each address, filled again as time passes.

What an address spends is the time that the referee worked for it, so that a thousand quick
questions cost little and a few absurd ones cost what they take. A phone with a right has a bucket of its own for when
others at its address have left nothing.

Where several processes serve a house they share the buckets: each reports what was spent with it, now and then, and
is told what is left. So whoever spends little costs no look into the book.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from flask import Flask, current_app, request

from referee.services.phones.attempts import networks
from referee.web.shell.access import this_phone

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
_PHONE = "phone "


def itself(who: str) -> Sequence[tuple[str, int]]:
    return ((who, 1),)


class Throttle:
    """Buckets by address. A full bucket is forgotten; an empty one may be overdrawn by one request.

    ``names`` says as what somebody is counted, and how many shares each of these has: an address as itself and as the
    networks around it. ``shared`` takes a name, its shares and what it spent here, and says what it has spent
    everywhere and not got back; None where nobody can say.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        burst: float = BURST,
        refill: float = REFILL,
        shared: Callable[[str, int, float], float | None] | None = None,
        names: Callable[[str], Sequence[tuple[str, int]]] = itself,
    ) -> None:
        self.clock, self.burst, self.refill, self._shared, self._names = clock, burst, refill, shared, names
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float, float]] = OrderedDict()
        """By address what was left, when, and what of it is not reported yet."""

    def wait(self, address: str) -> int:
        """Whole seconds until the address may ask again; 0: now."""
        waits = 0
        for name, shares in self._names(address):
            with self._lock:
                left = self._left(name, shares)
            if left <= 0:
                waits = max(waits, 1, math.ceil((ASKING - left) / (self.refill * shares)))
        return waits

    def spend(self, address: str, seconds: float) -> None:
        for name, shares in self._names(address):
            self._spend(name, shares, seconds)

    def _spend(self, name: str, shares: int, seconds: float) -> None:
        with self._lock:
            *_, before = self._buckets.get(name, (0.0, 0.0, 0.0))
            unreported = before + seconds
            reports = self._shared is not None and unreported >= self.burst * shares * REPORTED
            self._put(name, self._left(name, shares) - seconds, 0.0 if reports else unreported)
        if self._shared is None or not reports:
            return
        everywhere = self._shared(name, shares, unreported)
        with self._lock:
            *_, since = self._buckets.get(name, (0.0, 0.0, 0.0))
            left = self._left(name, shares)
            if everywhere is None:
                self._put(name, left, since + unreported)
            else:
                self._put(name, min(left, self.burst * shares - everywhere), since)

    def _put(self, name: str, left: float, unreported: float) -> None:
        self._buckets[name] = (left, self.clock(), unreported)
        self._buckets.move_to_end(name)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)

    @contextmanager
    def measured(self, address: str) -> Iterator[None]:
        """Charges the address with the time that this thread works for the block, not with what others make it wait."""
        started = time.thread_time()
        try:
            yield
        finally:
            self.spend(address, ASKING + time.thread_time() - started)

    def _left(self, name: str, shares: int) -> float:
        left, at, _ = self._buckets.get(name, (self.burst * shares, self.clock(), 0.0))
        return min(self.burst * shares, left + (self.clock() - at) * self.refill * shares)


def throttle(app: Flask | None = None) -> Throttle:
    """The buckets of an app; they live as long as its process."""
    kept = (app or current_app).extensions.setdefault(_NAME, Throttle(names=_counted_as))
    assert isinstance(kept, Throttle)
    return kept


def who_asks() -> str:
    """As whom this request asks the referee: its address, else a phone with a right as itself.

    What all phones of one address cost together is bounded where every request is counted, in ``flood``.
    """
    address, phone = request.remote_addr or "", this_phone()
    return f"{_PHONE}{phone.id}" if phone.may_write_by_right and throttle().wait(address) else address


def _counted_as(who: str) -> Sequence[tuple[str, int]]:
    return itself(who) if who.startswith(_PHONE) else networks(who)
