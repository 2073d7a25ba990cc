"""What a process takes from outside, the time and chance, decided by a seed while a world stands."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest import mock

import itsdangerous.timed

from referee import days
from referee.storage.engine import watch

BEGINS = datetime(2026, 3, 14, 19, 0, tzinfo=UTC)
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(9990, 1, 1, tzinfo=UTC)


class Clock:
    """The clock of the server, which may be set to anything, and the time that really passes."""

    def __init__(self) -> None:
        self.now = BEGINS
        self.passed = 0.0
        """Seconds since the beginning, however the clock was set."""
        self.off = timedelta()
        """How far it is wrong."""

    def pass_(self, seconds: float) -> None:
        self.passed += seconds
        self.now = self._within(self.now + timedelta(seconds=seconds))

    def set(self, off: timedelta) -> None:
        """So far wrong from now on."""
        self.off = off
        self.now = self._within(BEGINS + timedelta(seconds=self.passed) + off)

    def _within(self, at: datetime) -> datetime:
        return min(max(at, _FIRST), _LAST)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        """As the clock shows them, since 1970."""
        return self.now.timestamp()

    def since(self) -> float:
        """As a watch shows them that nobody sets."""
        return self.passed


@contextmanager
def decided(seed: str) -> Iterator[tuple[random.Random, Clock]]:
    """What the world itself draws from, and its clock. The app's own chance is decided by the seed as well."""
    clock, of_the_app = Clock(), random.Random(f"app {seed}")
    with ExitStack() as stack:
        for module, name in ((os, "urandom"), (random, "_urandom")):
            stack.enter_context(mock.patch.object(module, name, of_the_app.randbytes))
        stack.enter_context(mock.patch.object(days, "clock", clock))
        stack.enter_context(mock.patch.object(watch, "seconds", clock.since))
        stack.enter_context(mock.patch.object(itsdangerous.timed, "time", SimpleNamespace(time=clock.seconds)))
        yield random.Random(f"world {seed}"), clock
