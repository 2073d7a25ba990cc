"""Photos of the paper that are kept with a game, as they were made small; the only queries there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, select

from referee.storage.tables.database import added, db, new_id
from referee.storage.tables.photos import GamePhoto


class Kept(NamedTuple):
    """One photo, without its bytes."""

    id: str
    at: str


def of_game(code: str) -> Sequence[Kept]:
    """The photos of a game, the first one first."""
    table = GamePhoto
    query = select(table.id, table.at).where(table.game == code).order_by(table.at, table.id)
    return [Kept(*row) for row in db.session.execute(query)]


def content(code: str, photo: str) -> bytes | None:
    """None for one that is not there, or is another game's."""
    table = GamePhoto
    return db.session.scalars(select(table.content).where(table.id == photo, table.game == code)).one_or_none()


def add(code: str, at: str, picture: bytes) -> str:
    """Its id."""
    return added(GamePhoto(id=new_id(), game=code, at=at, content=picture)).id


def remove(code: str, photo: str) -> bool:
    """Whether it was there."""
    table = GamePhoto
    there = content(code, photo) is not None
    db.session.execute(delete(table).where(table.id == photo, table.game == code))
    return there


def weight(codes: Sequence[str]) -> int:
    """How many bytes the photos of these games take."""
    return db.session.scalar(select(func.sum(func.length(GamePhoto.content))).where(GamePhoto.game.in_(codes))) or 0
