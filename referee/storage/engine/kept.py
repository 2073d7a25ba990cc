"""Games as they stand, kept in the memory of the process from one request to the next.

Your data says which log it was folded from, by number and stamp (``tables.games.Game``), so that a process that is
behind catches up with the events it lacks, and a log that was rewritten is never mistaken for the one before.
The states are frozen values: many threads may hold one. A state tells its history in sentences, so each language has
its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple, Protocol

from referee.game.state import GameState
from referee.messages import Translations, in_force

MOST_EVENTS = 60_000
"""Events in memory, whatever games they belong to: some hundred long evenings."""
MOST_COLUMNS = 60_000
"""Columns of finished games in memory, a kB each, whatever clubs they belong to: more than 10,000 games."""
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


class Weighed(Protocol):
    """What is kept of a club."""

    @property
    def weight(self) -> int:
        """How many columns of finished games it holds."""


class KeptClubs:
    """What is in memory of the clubs looked at last: as many as ``most`` columns allow, and never a larger one."""

    def __init__(self, most: int = MOST_COLUMNS) -> None:
        self._most = most
        self._clubs: OrderedDict[str, Weighed] = OrderedDict()
        self._too_large: set[str] = set()
        self._turns: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def turn(self, club: str) -> threading.Lock:
        """Held by whoever reads the games of a club, so that a second one finds them read."""
        with self._lock:
            return self._turns.setdefault(club, threading.Lock())

    def get(self, club: str) -> Weighed | None:
        with self._lock:
            kept = self._clubs.get(club)
            if kept is not None:
                self._clubs.move_to_end(club)
            return kept

    def put(self, club: str, kept: Weighed) -> None:
        with self._lock:
            self._clubs.pop(club, None)
            if kept.weight > self._most:
                self._too_large.add(club)
                return
            self._clubs[club] = kept
            while sum(each.weight for each in self._clubs.values()) > self._most:
                gone, _ = self._clubs.popitem(last=False)
                self._turns.pop(gone, None)

    def is_too_large(self, club: str) -> bool:
        """Whether it did not fit the last time: then it is read as if nothing were kept, without waiting for a turn."""
        with self._lock:
            return club in self._too_large

    def clear(self) -> None:
        with self._lock:
            self._clubs.clear()
            self._turns.clear()
            self._too_large.clear()
