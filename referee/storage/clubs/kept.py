"""The finished games of a club, kept in the memory of the process from one look to the next.

Reading ten thousand of them takes a second; a look at a club whose last change is known takes one row. After a change
only the games are read again which it concerned (``engine.changes``) and whose mark is another one: the stamp of their
log, where they belong, and how often what is not in the log has changed. Where it is not known which those were, the
marks of all are compared. What was made from these games (``made``) holds as long as the club has not changed.

Only what has been committed is kept. Inside a transaction that writes, games are read from the database, as ever.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter, is_
from typing import Any, TypeVar

from sqlalchemy import select

from referee.season.games import FinishedGame, in_order
from referee.season.running import Running, Sum
from referee.storage.clubs import results
from referee.storage.clubs.results import People
from referee.storage.engine import changes
from referee.storage.engine.transactions import is_writing, kept_clubs
from referee.storage.tables.clubs import Finished, GameClub
from referee.storage.tables.database import chunks, db
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import Game

T = TypeVar("T")
S = TypeVar("S", bound=Sum)
AT_ONCE = 50
"""So many games are read at a time: between them whoever waits for this process has their turn."""
MANY = 300
"""Whoever asks for so many games of a club gets them from memory; fewer are read faster than a whole club."""
MOST_MADE, MOST_RUNNING = 64, 12
"""So many things made from its games are kept of a club, and so many sums that go on with the next game."""

Marks = dict[str, tuple[Any, ...]]


@dataclass
class KeptClub:
    """The finished games of a club as they were after a change of it."""

    changed: int
    """``Club.changed`` at that time."""
    change: str
    """The mark of that change; empty where it is not kept."""
    who: tuple[Mapping[str, str], frozenset[str]]
    """Who is whom and who is a guest: games are read as of that."""
    marks: Marks
    games: tuple[FinishedGame, ...]
    """In order."""
    running: OrderedDict[Hashable, Running[Any]] = field(default_factory=OrderedDict)
    lasting: OrderedDict[Hashable, tuple[tuple[FinishedGame, ...], Any]] = field(default_factory=OrderedDict)
    """What was made from games that may be the same after a change of the club, with these games."""
    _made: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Of all that is here; the club as it is after the next change has it too, because it goes on with the sums."""

    @cached_property
    def weight(self) -> int:
        return sum(map(len, map(attrgetter("results"), self.games)))

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key since the club changed last; else it is made, and kept.

        The key says everything that it is made from beside the club: which part of it, the day, the language.
        """
        with self.lock:
            if key in self._made:
                self._made.move_to_end(key)
                there: T = self._made[key]
                return there
        new = make()
        with self.lock:
            self._made[key] = new
            if len(self._made) > MOST_MADE:
                self._made.popitem(last=False)
        return new

    def lasts(self, key: Hashable, games: tuple[FinishedGame, ...], make: Callable[[], T]) -> T:
        """What was made from these very games under this key, whatever else of the club has changed since."""
        with self.lock:
            before, there = self.lasting.get(key, ((), None))
        if there is not None and len(before) == len(games) and all(map(is_, before, games)):
            same: T = there
            return same
        new = make()
        with self.lock:
            self.lasting[key] = games, new
            self.lasting.move_to_end(key)
            if len(self.lasting) > MOST_MADE:
                self.lasting.popitem(last=False)
        return new

    def summed(self, key: Hashable, start: Callable[[], Running[S]], games: Iterable[FinishedGame]) -> S:
        """These games added up; of a sum that was begun under this key, what has come since is added."""
        games = tuple(games)
        with self.lock:
            running = self.running.setdefault(key, start())
            self.running.move_to_end(key)
            if len(self.running) > MOST_RUNNING:
                self.running.popitem(last=False)
        total: S = running.of(games, breathe)
        return total

    def of_season(self, season: str) -> tuple[FinishedGame, ...]:
        """The games of a season."""
        return tuple(game for game in self.games if game.season == season)

    def of_player(self, player: str) -> tuple[FinishedGame, ...]:
        """The games in which somebody sat."""
        return tuple(game for game in self.games if player in game.by_player)


def alone(games: Iterable[FinishedGame]) -> KeptClub:
    """Some games of a club that are not worth keeping."""
    return KeptClub(-1, "", ({}, frozenset()), {}, in_order(games))


def breathe() -> None:
    """Whoever else waits for this process goes first."""
    time.sleep(0)


def of_club(club: str, people: People) -> KeptClub:
    """The finished games of a club, of which ``people`` were read before."""
    if is_writing() or not fits(club):
        return _read(club, people, -1)
    before = _kept(club)
    if before is not None and _is_as_it_was(before, club, people):
        return before
    with kept_clubs().turn(club):
        there = _kept(club)
        if there is not None and there is not before and _is_as_it_was(there, club, people):
            return there  # another thread has read it meanwhile
        new = _read(club, people, people.changed, there if there is not None and _goes_on(there, people) else None)
        kept_clubs().put(club, new)
        return new


def _goes_on(there: KeptClub, people: People) -> bool:
    """Whether only games with another mark need to be read again. A number of changes that has gone back is of a book
    that was restored."""
    return there.who == (people.root, people.guests) and there.changed <= people.changed


def _is_as_it_was(there: KeptClub, club: str, people: People) -> bool:
    """Whether nothing of the club has changed since. One that was deleted and brought in again, or restored, may have
    changed as often, but the mark of its last change is another one."""
    if there.changed != people.changed or there.who != (people.root, people.guests):
        return False
    return bool(there.change) and changes.mark(club, people.changed) == there.change


def fits(club: str) -> bool:
    """Whether the games of a club are not known to be too many for memory."""
    return not kept_clubs().is_too_large(club)


def _kept(club: str) -> KeptClub | None:
    there = kept_clubs().get(club)
    return there if isinstance(there, KeptClub) else None


def is_kept(club: str) -> bool:
    """Whether anything of a club is in memory, be it as it was before its last change."""
    return kept_clubs().get(club) is not None


def _read(club: str, people: People, changed: int, before: KeptClub | None = None) -> KeptClub:
    """The games as they are now; those of ``before`` that are as they were are not read again."""
    if before is not None and _is_another_history(club, before, changed):
        before = None  # equal marks say nothing there: they count changes
    there, games = (before.marks, before.games) if before is not None else ({}, ())
    since = None if before is None else changes.since(club, before.changed, before.change, changed)
    if since is None:
        change, marks = changes.mark(club, changed), _marks(club)
        looked_at: Collection[str] = there.keys() | marks.keys()
    else:
        change, marks, looked_at = since.mark, there, since.games
        if looked_at:
            marks = there.copy()
            for code in looked_at:
                marks.pop(code, None)
            marks |= _marks(club, looked_at)
    others = {code for code in looked_at if marks.get(code) != there.get(code)}
    if others:
        new: list[FinishedGame] = []
        for some in chunks([code for code in others if code in marks], AT_ONCE):
            new += results.games_of(some, people)
            breathe()
        games = in_order((*(game for game in games if game.id not in others), *new))
    new_club = KeptClub(changed, change, (people.root, people.guests), marks, games)
    if before is not None:
        new_club.running, new_club.lasting, new_club.lock = before.running, before.lasting, before.lock
    return new_club


def _is_another_history(club: str, before: KeptClub, changed: int) -> bool:
    """Whether the book was restored, or another server has gone on without what was read here."""
    return changed < before.changed or changes.mark(club, before.changed) not in ("", before.change)


def _marks(club: str, codes: Collection[str] | None = None) -> Marks:
    """By code what tells whether a finished game is still read as it was: of all of a club, or of some."""
    gone = frozenset(
        db.session.scalars(select(Evening.id).where(Evening.club == club, Evening.removed_at.is_not(None)))
    )
    query = (
        select(Game.code, Game.stamp, GameClub.people, GameClub.season, GameClub.evening)
        .join(GameClub, GameClub.game == Game.code)
        .join(Finished, Finished.game == Game.code)
        .where(GameClub.club == club, GameClub.removed_at.is_(None))
    )
    marks: Marks = {}
    parts: Iterable[Sequence[str] | None] = [None] if codes is None else chunks(sorted(codes))
    for some in parts:
        of_some = query if some is None else query.where(Game.code.in_(some))
        marks |= {row[0]: (*row[1:4], None if row[4] in gone else row[4]) for row in db.session.execute(of_some)}
    return marks
