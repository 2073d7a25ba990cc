"""Worlds whose clock is set again and again, while somebody has the password wrong and the right one later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar

from tests.simulator.world import World


class Clocks(World):
    """What is dated by a clock that was ahead counts no longer than what is dated by one that was right.

    Half of what is sent comes twice: what was answered once is answered so again, whatever day it is by then.
    """

    LINES: ClassVar = {"whole": 50, "dropped": 4, "cut": 24, "doubled": 4, "delayed": 16, "killed": 2}

    def _subject(self) -> str:
        return "clock"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [
            *super()._steps(), (self._tap, 40), (self._flush, 60), (self._arrive, 30), (self._set_clock, 24),
            (self._start_years_ahead, 14), (self._wait, 20), (self._mistype, 24), (self._come_rightfully, 40),
        ]  # fmt: skip

    def _start_years_ahead(self) -> None:
        """What was sent comes again to a computer that started years ahead, and has the right time by then."""
        self._clock_is_off(timedelta(days=self.chance.choice((730, 365 * 2500))))
        self.house.restart()
        self._refusals_are_known()
        self._clock_is_off(timedelta())
        for do in (self._tap, self._flush, self._flush, self._arrive):
            do()
