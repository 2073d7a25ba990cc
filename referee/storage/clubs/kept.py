"""The finished games of a club, kept in the memory of the process from one look to the next.

Reading ten thousand of them takes a second; a look at a club whose last change is known takes one row. After a change
only the games are read again whose mark is another one: the stamp of their log, where they belong, and how often what
is not in the log has changed. What was made from these games (``made``) holds as long as the club has not changed.

Only what has been committed is kept. Inside a transaction that writes, games are read from the database, as ever.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import is_
from typing import Any, TypeVar

from sqlalchemy import select

from referee.season.games import FinishedGame, in_order
from referee.season.running import Running, Sum
from referee.storage.clubs import results
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import is_writing, kept_clubs
from referee.storage.tables.clubs import Club, Finished, GameClub
from referee.storage.tables.database import chunks, db
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import Game

T = TypeVar("T")
S = TypeVar("S", bound=Sum)
AT_ONCE = 50
"""So many games are read at a time: between them whoever waits for this process has their turn."""
MANY = 300
"""Whoever asks for so many games of a club gets them from memory; fewer are read faster than a whole club."""
SETTLES = 32
"""After so many breaths of a long sum what is there is taken to stay."""
MOST_MADE, MOST_RUNNING = 64, 12
"""So many things made from its games are kept of a club, and so many sums that go on with the next game."""

Marks = dict[str, tuple[Any, ...]]


@dataclass
class KeptClub:
    """The finished games of a club as they were after a change of it."""

    changed: int
    """``Club.changed`` at that time."""
    who: tuple[Mapping[str, str], frozenset[str]]
    """Who is whom and who is a guest: games are read as of that."""
    marks: Marks
    games: tuple[FinishedGame, ...]
    """In order."""
    running: OrderedDict[Hashable, Running[Any]] = field(default_factory=OrderedDict)
    lasting: OrderedDict[Hashable, tuple[tuple[FinishedGame, ...], Any]] = field(default_factory=OrderedDict)
    """What was made from games that may be the same after a change of the club, with these games."""
    _made: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def weight(self) -> int:
        return sum(len(game.results) for game in self.games)

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key since the club changed last; else it is made, and kept.

        The key says everything that it is made from beside the club: which part of it, the day, the language.
        """
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                there: T = self._made[key]
                return there
        new = make()
        with self._lock:
            self._made[key] = new
            if len(self._made) > MOST_MADE:
                self._made.popitem(last=False)
        return new

    def lasts(self, key: Hashable, games: tuple[FinishedGame, ...], make: Callable[[], T]) -> T:
        """What was made from these very games under this key, whatever else of the club has changed since."""
        with self._lock:
            before, there = self.lasting.get(key, ((), None))
        if there is not None and len(before) == len(games) and all(map(is_, before, games)):
            same: T = there
            return same
        new = make()
        with self._lock:
            self.lasting[key] = games, new
            self.lasting.move_to_end(key)
            if len(self.lasting) > MOST_MADE:
                self.lasting.popitem(last=False)
        return new

    def summed(self, key: Hashable, start: Callable[[], Running[S]], games: Iterable[FinishedGame]) -> S:
        """These games added up; of a sum that was begun under this key, what has come since is added."""
        games = tuple(games)
        with self._lock:
            is_new = key not in self.running
            running = self.running.setdefault(key, start())
            self.running.move_to_end(key)
            if len(self.running) > MOST_RUNNING:
                self.running.popitem(last=False)
        total: S = running.of(games, _Settling(SETTLES) if is_new and len(games) >= MANY else breathe)
        return total

    def of_season(self, season: str) -> tuple[FinishedGame, ...]:
        """The games of a season."""
        return tuple(game for game in self.games if game.season == season)

    def of_player(self, player: str) -> tuple[FinishedGame, ...]:
        """The games in which somebody sat."""
        return tuple(game for game in self.games if player in game.by_player)


def alone(games: Iterable[FinishedGame]) -> KeptClub:
    """Some games of a club that are not worth keeping."""
    return KeptClub(-1, ({}, frozenset()), {}, in_order(games))


def breathe() -> None:
    """Whoever else waits for this process goes first."""
    time.sleep(0)


class _Settling:
    """The same for what makes very much that stays: Python looks for garbage among it now and then, which would stop
    everything for a second. Here it is told that what is there stays; what is dropped later goes all the same."""

    def __init__(self, every: int) -> None:
        self._every, self._breaths = every, 0

    def __call__(self) -> None:
        self._breaths += 1
        if self._breaths % self._every == 0:
            gc.freeze()
        breathe()


def of_club(club: str, people: People) -> KeptClub:
    """The finished games of a club as the transaction in hand sees them; ``people`` as it sees them too."""
    if is_writing():
        return _read(club, people, -1)
    who = people.root, people.guests
    before = _kept(club)
    changed, is_alike = _looked_at(club, before)
    if before is not None and is_alike and before.changed == changed and before.who == who:
        return before
    with kept_clubs().turn(club):
        there = _kept(club)
        if there is not None and there is not before and there.changed == changed and there.who == who:
            return there  # another thread has read it meanwhile
        new = _read(club, people, changed, before if before is not None and before.who == who else None)
        if there is None or not is_alike or there.changed <= changed:  # else a change that this one did not see is kept
            kept_clubs().put(club, new)
        return new


def _looked_at(club: str, before: KeptClub | None) -> tuple[int, bool]:
    """How often a club has changed, and whether it can be the one that is kept: one that was deleted and brought in
    again may have changed as often, but its logs have other stamps."""
    last = before.games[-1].id if before is not None and before.games else ""
    stamp = select(Game.stamp).where(Game.code == last).scalar_subquery()
    row = db.session.execute(select(Club.changed, stamp).where(Club.id == club)).one_or_none()
    if row is None or before is None:
        return 0 if row is None else row[0], False
    return row[0], not last or before.marks[last][0] == row[1]


def _kept(club: str) -> KeptClub | None:
    there = kept_clubs().get(club)
    return there if isinstance(there, KeptClub) else None


def is_kept(club: str) -> bool:
    """Whether anything of a club is in memory, be it as it was before its last change."""
    return kept_clubs().get(club) is not None


def _read(club: str, people: People, changed: int, before: KeptClub | None = None) -> KeptClub:
    marks = _marks(club)
    same = {}
    if before is not None:
        same = {game.id: game for game in before.games if before.marks[game.id] == marks.get(game.id)}
    missing = [code for code in marks if code not in same]
    new: list[FinishedGame] = []
    rest = _Settling(1) if len(missing) >= MANY else breathe
    for some in chunks(missing, AT_ONCE):
        new += results.games_of(some, people)
        rest()
    games = in_order((*same.values(), *new)) if new or before is None or len(same) < len(before.games) else before.games
    new_club = KeptClub(changed, (people.root, people.guests), marks, games)
    if before is not None:
        new_club.running, new_club.lasting = before.running, before.lasting
    return new_club


def _marks(club: str) -> Marks:
    """By code what tells whether a finished game is still read as it was."""
    gone = frozenset(
        db.session.scalars(select(Evening.id).where(Evening.club == club, Evening.removed_at.is_not(None)))
    )
    query = (
        select(Game.code, Game.stamp, GameClub.people, GameClub.season, GameClub.evening)
        .join(GameClub, GameClub.game == Game.code)
        .join(Finished, Finished.game == Game.code)
        .where(GameClub.club == club, GameClub.removed_at.is_(None))
    )
    return {row[0]: (*row[1:4], None if row[4] in gone else row[4]) for row in db.session.execute(query)}
