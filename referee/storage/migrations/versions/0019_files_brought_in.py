"""Files that were brought in, and which games came with each; of an old game's day there may be only the year"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


class _SqliteMoment(sa.String):
    __visit_name__ = "DATETIME"


def upgrade() -> None:
    moment: sa.types.TypeEngine[Any] = sa.DateTime(timezone=True)
    if op.get_bind().dialect.name == "sqlite":
        moment = _SqliteMoment()
    op.create_table(
        "notebook",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("removed_at", moment, nullable=True),
        sa.Column("players", sa.JSON, nullable=False),
    )
    op.create_index("ix_notebook_club", "notebook", ["club"])
    with op.batch_alter_table("game_club") as table:
        table.add_column(sa.Column("notebook", sa.String(16), nullable=True))
        table.create_index("ix_game_club_notebook", ["notebook"])
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("only_year", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("game") as table:
        table.drop_column("only_year")
    with op.batch_alter_table("game_club") as table:
        table.drop_index("ix_game_club_notebook")
        table.drop_column("notebook")
    op.drop_index("ix_notebook_club", "notebook")
    op.drop_table("notebook")
