"""Worlds whose book is lost over and over: a standby goes on, beside processes that remember more than it has."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.world import World


class Standby(World):
    """It lacks what was entered last, and others enter something then."""

    def _subject(self) -> str:
        return "writes"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [*super()._steps(), (self._lack_the_last, 60), (self._read_history, 20)]

    def _lack_the_last(self) -> None:
        """What was just shown is lost, and another entry may come to stand at its number."""
        self._replicate()
        self._enter_and_look()
        self._fail_over()
        self._enter_and_look()

    def _enter_and_look(self) -> None:
        for do in (self._tap, self._flush, self._flush, self._read, self._read_history):
            do()
