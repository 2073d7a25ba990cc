"""The rulebooks that games are played by: each stands once, by the digest of all it says, for all that name it.

It would be most of what a log says. The log keeps its digest instead, at the opening and where the table changes to
another one, and whoever reads the log gets the rulebook in its place: the game itself knows nothing of this. A first
entry that has its rulebook in itself, as older versions wrote it, is read as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Text, cast, delete, exists, select
from sqlalchemy.dialects import postgresql, sqlite

from referee import errors
from referee.game.events import Event, GameOpened, Recorded, RulebookChanged, to_data
from referee.rules.rulebook.model import digest_of
from referee.storage.engine.transactions import kept_rulebooks
from referee.storage.games.codec import read_event
from referee.storage.tables.database import db
from referee.storage.tables.games import Event as Logged
from referee.storage.tables.games import FrozenRulebook, Game

_TABLE = FrozenRulebook
NAMING = (GameOpened, RulebookChanged)
"""The events that name a rulebook."""
_NAMING = tuple(kind.__name__ for kind in NAMING)


def data_of(event: Event) -> dict[str, Any]:
    """What a log keeps of an event, here and in a file: the rulebook stands beside it, by its digest."""
    data = to_data(event)
    if isinstance(event, NAMING):
        data["rulebook"] = None
    return data


def named(log: Iterable[Recorded]) -> dict[str, dict[str, Any]]:
    """By digest the rulebooks that a log names, in the order in which they come."""
    events = (recorded.event for recorded in log)
    return {event.digest: event.rulebook for event in events if isinstance(event, NAMING)}


def event_of(data: Any) -> Event:
    """The event that a log keeps; raises ValueError, or BrokenData where its rulebook cannot be read."""
    if isinstance(data, dict) and data.get("type") in _NAMING:
        digest, rulebook = data.get("digest"), data.get("rulebook")
        if rulebook is None:
            data = data | {"rulebook": content(digest)}
        elif digest_of(rulebook) != digest:
            raise errors.BrokenData
    return read_event(data)


def content(digest: Any) -> dict[str, Any]:
    """The rulebook of this digest, shared by all who ask for it; raises BrokenData where it is missing or damaged."""
    if type(digest) is not str:
        raise errors.BrokenData
    kept = kept_rulebooks()
    if (there := kept.get(digest)) is None:
        try:
            there = db.session.scalar(select(_TABLE.content).where(_TABLE.digest == digest))
            if not isinstance(there, dict) or digest_of(there) != digest:
                raise errors.BrokenData
        except ValueError as damaged:
            raise errors.BrokenData from damaged
        kept.put(digest, there)
    return there


def hold(digest: str, frozen: dict[str, Any]) -> None:
    """See to it that a rulebook stands here, and stays until the caller's transaction ends: a game will name it.

    Two may bring the same one at the same moment. Raises BrokenData where another one has its digest.
    """
    insert = postgresql.insert if db.engine.dialect.name == "postgresql" else sqlite.insert
    held = select(_TABLE.digest).where(_TABLE.digest == digest).with_for_update(read=True, key_share=True)
    while db.session.scalar(held) is None:  # not there, or another process has just let the last game go that named it
        db.session.execute(insert(_TABLE).values(digest=digest, content=frozen).on_conflict_do_nothing())
    if content(digest) != frozen:
        raise errors.BrokenData


def drop_unnamed() -> None:
    """Delete for good what no game names any more, within the caller's transaction."""
    says_it = cast(Logged.data, Text).contains(_TABLE.digest)
    changed_to = exists().where(Logged.type == RulebookChanged.__name__, says_it)
    unnamed = ~exists().where(Game.rulebook_digest == _TABLE.digest) & ~changed_to
    # what somebody holds stays; of the others a game may have been opened since this began, and is seen by the next
    free = db.session.scalars(select(_TABLE.digest).where(unnamed).with_for_update(skip_locked=True)).all()
    db.session.execute(delete(_TABLE).where(_TABLE.digest.in_(free), unnamed))
