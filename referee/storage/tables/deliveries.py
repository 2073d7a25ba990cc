"""What phones have sent and were answered, by the ids made on them: sent again, it gets its first answer again."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, bindparam, delete, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from referee.storage.tables.columns import Moment
from referee.storage.tables.database import Base, db, rows


class Delivery(Base):
    """One thing that was sent: a write of a game, or a change of a club, its seasons, players and rulebooks."""

    __tablename__ = "delivery"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of what was sent; empty for one of an older version, whose digest this one cannot make."""
    refused: Mapped[bool] = mapped_column(Boolean)
    """Nothing was written: the id is free for other content."""
    game: Mapped[str | None] = mapped_column(ForeignKey("game.code"), index=True)
    first: Mapped[int | None] = mapped_column(Integer)
    last: Mapped[int | None] = mapped_column(Integer)
    """The numbers of the events it brought; ``last`` is below ``first`` where it brought none. Of a refusal ``last``
    is the number of the log it was judged on."""
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """As it was given to the page; none where the log has it."""
    at: Mapped[str | None] = mapped_column(Moment, index=True)
    """When it came, for what goes after a while; none for what stays as long as its game."""


_KNOWN = select(Delivery).where(Delivery.id == bindparam("id")).with_for_update()


def find(delivery: str) -> Delivery | None:
    """As it stands, and no object of the session: it may be read, not changed."""
    row = rows(_KNOWN, {"id": delivery}).one_or_none()
    return None if row is None else Delivery(**row._mapping)


_ACCEPTED = insert(Delivery)


def accepted(delivery: str, digest: str, game: str, first: int, last: int) -> None:
    """A write of a game, told by the numbers of the events that it brought."""
    row = {"id": delivery, "digest": digest, "refused": False, "game": game, "first": first, "last": last}
    rows(_ACCEPTED, row)


def drop(delivery: Delivery) -> None:
    """Its id is free for something else."""
    db.session.execute(delete(Delivery).where(Delivery.id == delivery.id))
