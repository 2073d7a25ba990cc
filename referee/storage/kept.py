"""Games as they stand, kept in the memory of the process from one request to the next.

What is kept says which log it was folded from, by number and stamp (``models.Game``), so that a process that is
behind catches up with the events it lacks, and a log that was rewritten is never mistaken for the one before.
The states are frozen values: many threads may hold one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from referee.game.state import GameState

MOST_EVENTS = 60_000
"""Events in memory, whatever games they belong to: some hundred long evenings."""


class KeptGame(NamedTuple):
    """A game as it stood when its log had this stamp."""

    stamp: str
    state: GameState


class KeptGames:
    """The games used last, as many as ``most`` events allow."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._games: OrderedDict[str, KeptGame] = OrderedDict()
        self._events = 0
        self._lock = threading.Lock()

    def get(self, code: str) -> KeptGame | None:
        with self._lock:
            kept = self._games.get(code)
            if kept is not None:
                self._games.move_to_end(code)
            return kept

    def put(self, code: str, kept: KeptGame) -> None:
        with self._lock:
            self._drop(code)
            self._games[code] = kept
            self._events += kept.state.number
            while self._events > self._most:
                self._drop(next(iter(self._games)))

    def clear(self) -> None:
        with self._lock:
            self._games.clear()
            self._events = 0

    def _drop(self, code: str) -> None:
        if (kept := self._games.pop(code, None)) is not None:
            self._events -= kept.state.number
