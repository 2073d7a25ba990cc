"""The tables. The log (``Event``) is the truth; the columns of ``Game`` beyond its code are read off it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column

from referee.storage.tables.columns import Day, Moment
from referee.storage.tables.database import Base

LONGEST_BY = 80
"""Letters of who wrote: the names of those whose hands a phone counts."""


class FrozenRulebook(Base):
    """What games were opened with, once for all that name it, whatever their clubs: never changed, and gone with the
    last of them.
    """

    __tablename__ = "frozen_rulebook"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """``rulebook.to_data``, as it was frozen: an older version froze fewer values."""


class Game(Base):
    """One game and, for the lists, how it stands; written again with every event."""

    __tablename__ = "game"

    code: Mapped[str] = mapped_column(String(6), primary_key=True)
    opened_at: Mapped[str] = mapped_column(Moment)
    changed_at: Mapped[str] = mapped_column(Moment)
    status: Mapped[str] = mapped_column(String(10))
    number: Mapped[int] = mapped_column(Integer)
    """How many events the log has."""
    rulebook_id: Mapped[str] = mapped_column(String(60))
    rulebook_name: Mapped[str] = mapped_column(String(120))
    players: Mapped[list[str]] = mapped_column(JSON)
    """Those at the table, in table order."""
    rounds_closed: Mapped[int] = mapped_column(Integer)
    rounds_planned: Mapped[int] = mapped_column(Integer)
    leaders: Mapped[list[str]] = mapped_column(JSON)
    """Players, none before a round is closed."""
    stamp: Mapped[str] = mapped_column(String(16), server_default="")
    """Tells the log from others of its length: chained from write to write, a new one where it is rewritten."""
    day: Mapped[str] = mapped_column(Day)
    """The day at the table, which stays whatever zone the server is in; of a year alone its first one."""
    rulebook_digest: Mapped[str | None] = mapped_column(ForeignKey("frozen_rulebook.digest"), index=True)
    """None where the first entry has the rulebook in itself: an older process wrote it, or it is damaged."""
    only_year: Mapped[bool] = mapped_column(Boolean, server_default=false(), default=False)
    """Whether nothing but the year is left of the day of an old game."""

    __table_args__ = (
        Index("ix_game_status_changed_at", "status", "changed_at"),
        Index("ix_game_opened_at", "opened_at"),
    )


class Event(Base):
    """One event of a game's log: never changed but for a name that must be forgotten, removed only with its game."""

    __tablename__ = "event"

    game: Mapped[str] = mapped_column(ForeignKey("game.code"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    write_id: Mapped[str] = mapped_column(String(64))
    at: Mapped[str] = mapped_column(Moment)
    by: Mapped[str] = mapped_column(String(LONGEST_BY))
    type: Mapped[str] = mapped_column(String(40))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    """``frozen.data_of``. Plain JSON, not JSONB: the keys keep their order, and exports are the same bytes."""
    phone: Mapped[str | None] = mapped_column(String(16))
    """Id of the phone that wrote it; none where no phone did, or one of an older version. Never exported."""
