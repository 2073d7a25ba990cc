"""The table of the photos of the paper that are kept with a game."""

from __future__ import annotations

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from referee.storage.tables.columns import Moment
from referee.storage.tables.database import Base


class GamePhoto(Base):
    """A photo that the table wished to keep: small, and nothing in it but the picture."""

    __tablename__ = "game_photo"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.code"), index=True)
    at: Mapped[str] = mapped_column(Moment)
    """When it was kept; when it was taken, nobody knows any more."""
    content: Mapped[bytes] = mapped_column(LargeBinary)
    """A JPEG, as ``files.jpeg.is_bare`` has it."""
