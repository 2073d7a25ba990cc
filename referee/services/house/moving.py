"""A house moves from its file to a server: every row is compared, and what exports and standings make of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from referee import errors
from referee.services.clubs import seasons
from referee.services.house import data
from referee.storage.engine.transactions import writing
from referee.storage.files import moving


@dataclass(frozen=True, slots=True)
class Outline:
    """What a book comes to, whichever database holds it."""

    clubs: tuple[tuple[str, str], ...]
    """Each club with the digest of its export; none for one with a damaged log."""
    games: int
    differing: tuple[str, ...]
    """Games whose stored result is not that of their log."""
    damaged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    clubs: int
    games: int
    rows: int


def outline() -> Outline:
    """Of the book of this app."""
    rebuilt = data.rebuild(check=True)
    there = sorted(club.id for club in seasons.clubs())
    return Outline(tuple((club, _digest(club)) for club in there), rebuilt.games, rebuilt.differing, rebuilt.damaged)


def move(source: moving.Source, wanted: Outline) -> Moved:
    """Take in the whole book of ``source``, whose outline is ``wanted``; raises NotMoved, and then nothing is here."""
    with writing():
        rows = moving.take_in(source)
        there = outline()
        if there != wanted:
            raise moving.NotMoved("What was written there reads otherwise than what stands here.")
    return Moved(len(there.clubs), there.games, sum(number for number, _ in rows.values()))


def _digest(club: str) -> str:
    sha = hashlib.sha256()
    try:
        data.export_club(club, lambda line: sha.update(line.encode()))
    except errors.BrokenData:
        return ""
    return sha.hexdigest()
