"""Games added up one after another, so that the next game costs what one game costs.

A sum remembers how far it had come at a few places. Given games again, it goes on from the last of these places before
which nothing is another game than it was, and says the same as one that begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import Generic, Protocol, Self, TypeVar

from referee.season.games import FinishedGame

NEAR, FAR = 32, 1024
"""So many games lie between two places that are remembered: the last two of each distance."""
TURN = 8
"""After so many games others have their turn."""


T = TypeVar("T")


def in_turns(items: Iterable[T], breathe: Callable[[], None]) -> Iterator[T]:
    """The same, one after another; every few of them ``breathe`` is called, so that others have their turn."""
    for count, item in enumerate(items, start=1):
        yield item
        if count % TURN == 0:
            breathe()


class Sum(Protocol):
    """What games are added to."""

    def add(self, game: FinishedGame) -> None:
        """One more game, in order."""

    def copy(self) -> Self:
        """A second one that goes its own way."""


S = TypeVar("S", bound=Sum)


class Running(Generic[S]):
    """A sum with the places it remembers; many threads may ask it."""

    def __init__(self, start: Callable[[], S]) -> None:
        self._start = start
        self._done: tuple[tuple[FinishedGame, ...], list[tuple[int, S]]] = (), []
        """The games, and after how many of them the sum is remembered; neither is changed any more, both are replaced
        together."""

    def of(self, games: Iterable[FinishedGame], breathe: Callable[[], None] = lambda: None) -> S:
        """The sum of these games, which are in order; to be read, not to be added to."""
        games = tuple(games)
        before, remembered = self._done
        alike = _alike(before, games)
        marks = [mark for mark in remembered if mark[0] <= alike]
        done, reached = marks[-1] if marks else (0, None)
        if reached is not None and done == len(games):
            return reached
        sum_ = self._start() if reached is None else reached.copy()
        for count, game in enumerate(in_turns(games[done:], breathe), start=done + 1):
            sum_.add(game)
            if _is_marked(count, len(games)):
                marks.append((count, sum_.copy()))
        marks.append((len(games), sum_))
        self._done = games, _kept(marks)
        return sum_


def _alike(some: tuple[FinishedGame, ...], others: tuple[FinishedGame, ...]) -> int:
    """How many games both begin with."""
    for count, same in enumerate(map(is_, some, others)):
        if not same:
            return count
    return min(len(some), len(others))


def _is_marked(count: int, games: int) -> bool:
    """Whether it will be among the places that are remembered, when all games are added."""
    return count < games and (
        (not count % NEAR and count > games - 3 * NEAR) or (not count % FAR and count > games - 3 * FAR)
    )


def _kept(marks: list[tuple[int, S]]) -> list[tuple[int, S]]:
    """The last place, and the last two of each distance."""
    near = [count for count, _ in marks[:-1] if not count % NEAR][-2:]
    far = [count for count, _ in marks[:-1] if not count % FAR][-2:]
    by_count = {count: sum_ for count, sum_ in marks if count in {*near, *far, marks[-1][0]}}
    return sorted(by_count.items(), key=lambda mark: mark[0])
