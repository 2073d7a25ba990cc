"""Photos of the paper that are kept with a game, and what came in with a file besides games and players"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


class _SqliteMoment(sa.String):
    __visit_name__ = "DATETIME"


def upgrade() -> None:
    moment: sa.types.TypeEngine[Any] = sa.DateTime(timezone=True)
    if op.get_bind().dialect.name == "sqlite":
        moment = _SqliteMoment()
    op.add_column("notebook", sa.Column("others", sa.JSON(), server_default="{}", nullable=False))
    op.create_table(
        "game_photo",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(6), sa.ForeignKey("game.code"), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_game_photo_game", "game_photo", ["game"])
