"""Who writes now in a process, and who waits for that.

The writes of one game wait for each other without a connection. Of which club a write is shows only once it has one:
before it may wait for the club's row it takes one of the few places of that club, and gives up soon where all are
taken. So a game or a club whose row is held elsewhere leaves connections to the others.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from flask import Flask, current_app

from referee import errors
from referee.storage.tables.database import db

AT_ONCE = 16
"""So many writes that are of no game hold a connection of a process at once; the others are for games."""
OF_A_CLUB = 8
"""So many writes of one club may be at its row, or wait for it, at once: fewer than there are in all."""
FOR_A_PLACE = 0.125
"""The part of the patience in a process after which a write gives up that finds no place of its club: it has a
connection meanwhile."""
_TURNS = "referee_turns"
_PLACES = "referee_places"


def init_app(app: Flask) -> None:
    app.extensions[_TURNS] = Turns()


@contextmanager
def taken(lock: threading.Lock | threading.Semaphore, patience: float) -> Iterator[None]:
    """Raises Busy where it is not free in so many seconds."""
    if not lock.acquire(timeout=patience):
        raise errors.Busy
    try:
        yield
    finally:
        lock.release()


class Turns:
    """Those of each game and of each club, and of all that is of no game."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: dict[str, _Turn] = {}

    @contextmanager
    def of(self, whose: str, patience: float, at_once: int) -> Iterator[None]:
        """Raises Busy where none of so many turns comes in so many seconds."""
        with self._lock:
            turn = self._turns.setdefault(whose, _Turn(at_once))
            turn.wanted += 1
        try:
            with taken(turn.free, patience):
                yield
        finally:
            with self._lock:
                turn.wanted -= 1
                if not turn.wanted:
                    del self._turns[whose]


class _Turn:
    """It is there for as long as somebody wants it."""

    def __init__(self, at_once: int) -> None:
        self.free = threading.BoundedSemaphore(at_once)
        self.wanted = 0


class _Places(NamedTuple):
    """Those that a write has."""

    clubs: set[str]
    patience: float
    until_its_end: ExitStack


@contextmanager
def of(game: str, patience: float) -> Iterator[None]:
    """The turn to write a game, or what is of none. Raises Busy where it does not come in so many seconds."""
    with _turns().of(game, patience, 1 if game else AT_ONCE):
        yield


@contextmanager
def places(patience: float) -> Iterator[None]:
    """Whatever is written here takes a place of each club that it changes."""
    with ExitStack() as stack:
        db.session().info[_PLACES] = _Places(set(), patience * FOR_A_PLACE, stack)
        try:
            yield
        finally:
            del db.session().info[_PLACES]


def take_place(club: str, at_once: int = OF_A_CLUB) -> None:
    """To be called before a write may wait for the row of a club, or for something of which it has so many places.
    Raises Busy."""
    its: _Places | None = db.session().info.get(_PLACES)
    if its is not None and club not in its.clubs:
        its.until_its_end.enter_context(_turns().of(f"club {club}", its.patience, at_once))
        its.clubs.add(club)


def _turns() -> Turns:
    turns = current_app.extensions[_TURNS]
    assert isinstance(turns, Turns)
    return turns
