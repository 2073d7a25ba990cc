"""What a club plays for, photos of the paper, and what came in with a file besides games and players"""

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
    _add_money(moment)
    _add_photos(moment)


def _add_money(moment: sa.types.TypeEngine[Any]) -> None:
    op.create_table(
        "club_money",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("plays", sa.Boolean(), nullable=False),
        sa.Column("unit", sa.String(12), nullable=False),
        sa.Column("hundredths", sa.Boolean(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("club", name="pk_club_money"),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_club_money_club_club"),
    )
    op.create_table(
        "money_entry",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("giver", sa.String(16), nullable=True),
        sa.Column("receiver", sa.String(16), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(40), nullable=False),
        sa.Column("settles", sa.Boolean(), nullable=False),
        sa.Column("back_at", moment, nullable=True),
        sa.Column("back_by", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_money_entry"),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_money_entry_club_club"),
        sa.ForeignKeyConstraint(["giver"], ["player.id"], name="fk_money_entry_giver_player"),
        sa.ForeignKeyConstraint(["receiver"], ["player.id"], name="fk_money_entry_receiver_player"),
    )
    for column in ("club", "giver", "receiver"):
        op.create_index(f"ix_money_entry_{column}", "money_entry", [column])


def _add_photos(moment: sa.types.TypeEngine[Any]) -> None:
    op.add_column("notebook", sa.Column("others", sa.JSON(), server_default="{}", nullable=False))
    op.create_table(
        "game_photo",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(6), sa.ForeignKey("game.code"), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_game_photo_game", "game_photo", ["game"])


def downgrade() -> None:
    op.drop_index("ix_game_photo_game", "game_photo")
    op.drop_table("game_photo")
    op.drop_column("notebook", "others")
    op.drop_table("money_entry")
    op.drop_table("club_money")
