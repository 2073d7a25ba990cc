"""The tables of a club's evenings: who comes and who came, who sits at which table, and which game is played there."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from referee.game.names import LONGEST_NAME
from referee.storage.tables.columns import Day, Moment
from referee.storage.tables.database import Base


class Evening(Base):
    """A day on which a club meets, at one table or several. Its games name it (``GameClub.evening``)."""

    __tablename__ = "evening"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    season: Mapped[str | None] = mapped_column(ForeignKey("season.id"), index=True)
    """What its games count in."""
    day: Mapped[str] = mapped_column(Day)
    begins: Mapped[str] = mapped_column(String(5))
    """By the clock on the wall, such as ``19:30``; empty where nobody said."""
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    """Mostly empty."""
    place: Mapped[str] = mapped_column(String(LONGEST_NAME))
    removed_at: Mapped[str | None] = mapped_column(Moment)


class EveningPlayer(Base):
    """What is known of one player and an evening."""

    __tablename__ = "evening_player"

    evening: Mapped[str] = mapped_column(ForeignKey("evening.id"), primary_key=True)
    player: Mapped[str] = mapped_column(ForeignKey("player.id"), primary_key=True, index=True)
    coming: Mapped[bool | None] = mapped_column(Boolean)
    """What they said before; None where they said nothing."""
    presence: Mapped[str] = mapped_column(String(4))
    """``here``, ``left`` (they came, and went home), or empty."""


class EveningTable(Base):
    """A table as people were seated; each seating of an evening stays, because its games were played like that."""

    __tablename__ = "evening_table"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    evening: Mapped[str] = mapped_column(ForeignKey("evening.id"), index=True)
    seating: Mapped[int] = mapped_column(Integer)
    """From 1; people are seated again where somebody came late or went home."""
    number: Mapped[int] = mapped_column(Integer)
    """From 1, in its seating."""
    seats: Mapped[list[str]] = mapped_column(JSON)
    """Players in table order; the first of them deals first."""
    game: Mapped[str | None] = mapped_column(ForeignKey("game.code"), index=True)
