"""Worlds whose computer loses its power: what was acknowledged is on the disk by then, or it is gone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from tests.simulator.chance import Clock
from tests.simulator.house import House
from tests.simulator.world import World


class Power(World):
    """The power is cut between two requests, and in the middle of one; then the computer starts again."""

    LINES: ClassVar = {"whole": 68, "dropped": 4, "cut": 6, "doubled": 5, "delayed": 5, "killed": 12}

    def __init__(self, seed: int, chance: random.Random, clock: Clock, at: House) -> None:
        super().__init__(seed, chance, clock, at)
        at.write_back()
        at.loses_power = True

    def _subject(self) -> str:
        return "power"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [*super()._steps(), (self._cut_power, 8)]

    def _cut_power(self) -> None:
        self.house.cut_power()
        self._look_up_all()

    def _look_up_all(self) -> None:
        """As the disk has it. Nobody says that it is an older book: there is one story of all that was acknowledged."""
        for game in self.games:
            game.back_to(self.house.log(game.code))
            self._is_whole(game)
