"""Worlds whose clock is set again and again, while somebody has the password wrong and the right one later."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.world import World


class Clocks(World):
    """What is dated by a clock that was ahead counts no longer than what is dated by one that was right."""

    def _subject(self) -> str:
        return "clock"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        fewer = [(do, weight / 2) for do, weight in super()._steps()]
        return [*fewer, (self._set_clock, 12), (self._mistype, 16), (self._wait, 14), (self._come_rightfully, 24)]
