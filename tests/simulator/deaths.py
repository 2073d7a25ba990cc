"""Worlds whose processes die at any statement of a request, the last ones of a long write too."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from tests.simulator.world import World


class Deaths(World):
    """A write has up to thirty statements: what is killed early in one never comes to its commit."""

    LINES: ClassVar = {"whole": 50, "dropped": 3, "cut": 5, "doubled": 5, "delayed": 3, "killed": 34}
    STATEMENTS: ClassVar = (7, 24)

    def _subject(self) -> str:
        return "writes"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [*super()._steps(), (self._tap, 60), (self._flush, 100)]
