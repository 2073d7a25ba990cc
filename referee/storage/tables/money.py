"""The tables of a club's money: what it plays for, and what was entered or settled by hand."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from referee.game.names import LONGEST_NAME
from referee.storage.tables.columns import Moment
from referee.storage.tables.database import Base
from referee.storage.tables.games import LONGEST_BY

LONGEST_UNIT = 12


class ClubMoney(Base):
    """That a club plays for something; a club without a row plays for nothing."""

    __tablename__ = "club_money"

    club: Mapped[str] = mapped_column(ForeignKey("club.id"), primary_key=True)
    plays: Mapped[bool] = mapped_column(Boolean)
    """Whether it does so still; the accounts are kept where it does not."""
    unit: Mapped[str] = mapped_column(String(LONGEST_UNIT))
    """Such as ``€`` or ``chips``; may be empty."""
    hundredths: Mapped[bool] = mapped_column(Boolean)
    """Whether amounts are written with two decimals. They are kept as whole numbers either way."""
    terms: Mapped[list[list[Any]]] = mapped_column(JSON)
    """``[[since, way, amount, dues], ...]`` (``season.money.Terms``), by day."""


class MoneyEntry(Base):
    """Something that was entered by hand, or settled. It stays when it is taken back, and counts no more."""

    __tablename__ = "money_entry"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    at: Mapped[str] = mapped_column(Moment)
    by: Mapped[str] = mapped_column(String(LONGEST_BY))
    giver: Mapped[str | None] = mapped_column(ForeignKey("player.id"), index=True)
    """Who gave, or is owed it; None for the kitty."""
    receiver: Mapped[str | None] = mapped_column(ForeignKey("player.id"), index=True)
    amount: Mapped[int] = mapped_column(Integer)
    """Above zero."""
    word: Mapped[str] = mapped_column(String(LONGEST_NAME))
    """What it was for; may be empty."""
    settles: Mapped[bool] = mapped_column(Boolean)
    """Whether it was paid, rather than is owed."""
    back_at: Mapped[str | None] = mapped_column(Moment)
    """When it was taken back."""
    back_by: Mapped[str] = mapped_column(String(LONGEST_BY))
