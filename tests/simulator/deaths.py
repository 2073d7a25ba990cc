"""Worlds whose processes die in the middle of a write, also just before and behind its commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from tests.simulator.world import World


class Deaths(World):
    """A write has eight to thirty statements: what is killed early in one never comes to its commit."""

    LINES: ClassVar = {"whole": 50, "dropped": 3, "cut": 5, "doubled": 5, "delayed": 3, "killed": 34}
    STATEMENTS: ClassVar = (5, 31)

    def _subject(self) -> str:
        return "writes"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [*super()._steps(), (self._tap, 60), (self._flush, 100)]
