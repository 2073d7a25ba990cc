"""Worlds whose invitations are cancelled again and again, with everybody whom they let in and what those were given."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.world import World


class Invitations(World):
    """Players are let in, may soon enter for everyone, and are out again with what let them in."""

    def _subject(self) -> str:
        return "rights"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        fewer = [(do, weight / 3) for do, weight in super()._steps()]
        return [
            *fewer, (self._raise, 14), (self._cancel_with_all, 7), (self._let_in_again, 20), (self._take_out_host, 3),
            (self._lower_host, 3), (self._rotate, 4), (self._take_out, 5), (self._learn, 6), (self._come_back, 8),
        ]  # fmt: skip
