"""The last changes of each club, with the games that each concerned.

A process that has the games of a club in memory looks only at those that were concerned since (``clubs.kept``). The
number of a change is ``Club.changed``: whoever raises it holds the club's row until the commit, so changes of one club
are numbered in the order in which they are committed, on every database. Wherever anything else may have happened
(a book that was restored, a server that took over, an older process that notes nothing) the marks differ, or a number
is missing, and all games are looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, select, update

from referee.storage.tables.clubs import Club, ClubChange
from referee.storage.tables.database import db, new_id, rows

KEPT = 64
"""So many changes of a club are kept."""
MOST_GAMES = 200
"""A change that concerns more games concerns any."""

Concerned = Mapping[str, Collection[str] | None]
"""By club the codes of the games that a change concerns; None where it may be any."""

_CHANGE = ClubChange
_FORGOTTEN = delete(_CHANGE).where(
    _CHANGE.club == bindparam("of"),
    or_(_CHANGE.number <= bindparam("oldest"), _CHANGE.number >= bindparam("from_here")),
)
_NEW = insert(_CHANGE)
_SINCE = (
    select(_CHANGE.number, _CHANGE.mark, _CHANGE.games)
    .where(_CHANGE.club == bindparam("of"), _CHANGE.number >= bindparam("after"))
    .order_by(_CHANGE.number)
)
_MARK = select(_CHANGE.mark).where(_CHANGE.club == bindparam("of"), _CHANGE.number == bindparam("at"))


class Since(NamedTuple):
    """What the changes of a club say that came after one that is known."""

    mark: str
    """Of the last one."""
    games: frozenset[str]
    """Codes of the games that they concerned."""


def note(concerned: Concerned) -> None:
    """These clubs change, in the transaction that is open; a club that is gone by now is passed over."""
    raised = update(Club).where(Club.id.in_(sorted(concerned))).values(changed=Club.changed + 1)
    db.session.execute(raised.execution_options(synchronize_session=False))
    numbers = rows(select(Club.id, Club.changed).where(Club.id.in_(sorted(concerned))), {}).all()
    if not numbers:
        return
    rows(_FORGOTTEN, [{"of": club, "oldest": number - KEPT, "from_here": number} for club, number in numbers])
    new = []
    for club, number in numbers:
        games = concerned[club]
        codes = None if games is None or len(games) > MOST_GAMES else sorted(games)
        new.append({"club": club, "number": number, "mark": new_id(), "games": codes})
    rows(_NEW, new)


def mark(club: str, number: int) -> str:
    """Of the change of a club with this number; empty where it is not kept."""
    return str(rows(_MARK, {"of": club, "at": number}).scalar() or "")


def since(club: str, number: int, its_mark: str, now: int) -> Since | None:
    """What came after the change with this number and mark, up to the one with the number ``now`` and whatever has come
    after that; None where this is not known."""
    last = number - 1
    latest = ""
    games: set[str] = set()
    for change in rows(_SINCE, {"of": club, "after": number}):
        if change.number != last + 1 or (change.number == number and change.mark != its_mark):
            return None
        last = change.number
        if last > number:
            if change.games is None:
                return None
            games.update(change.games)
        if last == now:
            latest = change.mark
    return Since(latest, frozenset(games)) if latest else None


def forget(clubs: Collection[str]) -> None:
    """Of clubs that go. Their rows are held first, as by whoever notes a change: so neither waits for the other."""
    db.session.scalars(select(Club.id).where(Club.id.in_(clubs)).order_by(Club.id).with_for_update()).all()
    db.session.execute(delete(ClubChange).where(ClubChange.club.in_(clubs)))
