"""What a phone has sent and was answered, by the id made on it: sent again, it gets its first answer again."""

from __future__ import annotations

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from referee.storage.database import Base, db


class Delivery(Base):
    """One accepted change of a club: of its seasons, its players, its rulebooks, or of where a game belongs."""

    __tablename__ = "delivery"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of what was sent."""
    answer: Mapped[str] = mapped_column(Text)
    """JSON, as it was given to the page."""
    at: Mapped[str] = mapped_column(String(20))


def known(delivery: str) -> Delivery | None:
    return db.session.get(Delivery, delivery)


def keep(delivery: str, digest: str, at: str) -> Delivery:
    """First of all in a transaction: another worker with the same delivery waits here, then finds it."""
    made = Delivery(id=delivery, digest=digest, answer="", at=at)
    db.session.add(made)
    db.session.flush()
    return made
