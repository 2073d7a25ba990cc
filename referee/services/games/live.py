"""Which version of a game or of a club is the newest, for pages that stay open, and waiting for the next one.

A key of ``storage.engine.news`` names each: ``game_key(code)``, ``club_key(id)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from referee.storage.engine import news
from referee.storage.engine.news import Listener, club_key, game_key
from referee.storage.engine.transactions import reading
from referee.storage.games import log

__all__ = ["Listener", "club_key", "game_key", "game_version", "leaving", "version_at", "versions", "wait"]


def game_version(code: str) -> str:
    """One row by its key. Raises UnknownGame."""
    with reading():
        return log.head(code).version


def version_at(code: str, number: int) -> str:
    """The version of a page that shows a game at this number of its log, as the game was read in this request."""
    with reading():
        head = log.head_read(code)
        return news.game_version(number, head.people, head.stamp)


def versions(keys: Iterable[str]) -> dict[str, str]:
    """By key; what is not there has a version like no other."""
    with reading():
        return news.versions(keys)


def wait(seen: Mapping[str, str], address: str, phone: str) -> Listener | None:
    """Waits for another version of a key than was seen; None where too many wait, here or from this address.

    It is over when what the phone (empty: one that is not known) may do changes: it asks again, as what it is then.
    """
    with reading():
        may = news.versions([news.DOOR_KEY, *([news.phone_key(phone)] if phone else [])])
    return news.hub().listen(seen, address, may)


def leaving(listener: Listener) -> Callable[[], None]:
    """A function that ends a waiting, also when the request is over long ago."""
    return partial(news.hub().leave, listener)
