"""Games as they stand, kept in the memory of the process from one request to the next.

Your data says which log it was folded from, by number and stamp (``tables.games.Game``), so that a process that is
behind catches up with the events it lacks, and a log that was rewritten is never mistaken for the one before.
The states are frozen values: many threads may hold one. A state tells its history in sentences, so each language has
its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

from referee.game.state import GameState
from referee.messages import Translations, in_force

MOST_EVENTS = 60_000
"""Events in memory, whatever games they belong to: some hundred long evenings."""
MOST_RULEBOOKS = 64
"""Frozen rulebooks in memory beside those of these games: a hundred kB each."""


class KeptGame(NamedTuple):
    """A game as it stood when its log had this stamp."""

    stamp: str
    state: GameState


_Key = tuple[str, Translations | None]
"""A game's code and the language."""


class KeptGames:
    """The games used last, as many as ``most`` events allow."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._games: OrderedDict[_Key, KeptGame] = OrderedDict()
        self._events = 0
        self._lock = threading.Lock()

    def get(self, code: str) -> KeptGame | None:
        key = code, in_force.get()
        with self._lock:
            kept = self._games.get(key)
            if kept is not None:
                self._games.move_to_end(key)
            return kept

    def put(self, code: str, kept: KeptGame) -> None:
        key = code, in_force.get()
        with self._lock:
            self._drop(key)
            self._games[key] = kept
            self._events += kept.state.number
            while self._events > self._most:
                self._drop(next(iter(self._games)))

    def clear(self) -> None:
        with self._lock:
            self._games.clear()
            self._events = 0

    def _drop(self, key: _Key) -> None:
        if (kept := self._games.pop(key, None)) is not None:
            self._events -= kept.state.number


class KeptRulebooks:
    """What the rulebooks frozen into games say, those used last, by digest: all games that name one share it."""

    def __init__(self, most: int = MOST_RULEBOOKS) -> None:
        self._most = most
        self._rulebooks: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, digest: str) -> dict[str, Any] | None:
        with self._lock:
            content = self._rulebooks.get(digest)
            if content is not None:
                self._rulebooks.move_to_end(digest)
            return content

    def put(self, digest: str, content: dict[str, Any]) -> None:
        with self._lock:
            self._rulebooks[digest] = content
            if len(self._rulebooks) > self._most:
                self._rulebooks.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._rulebooks.clear()
