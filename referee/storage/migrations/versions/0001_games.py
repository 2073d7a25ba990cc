"""Games, their logs, the ids of what was written, and remembered names"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("opened_at", sa.String(20), nullable=False),
        sa.Column("changed_at", sa.String(20), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rulebook_id", sa.String(60), nullable=False),
        sa.Column("rulebook_name", sa.String(120), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("rounds_closed", sa.Integer(), nullable=False),
        sa.Column("rounds_planned", sa.Integer(), nullable=False),
        sa.Column("leaders", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_game"),
    )
    op.create_index("ix_game_opened_at", "game", ["opened_at"])
    op.create_index("ix_game_status_changed_at", "game", ["status", "changed_at"])
    op.create_table(
        "player",
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("used_at", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_player"),
    )
    op.create_index("ix_player_used_at", "player", ["used_at"])
    op.create_table(
        "event",
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("write_id", sa.String(64), nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_event_game_game"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_event"),
    )
    op.create_table(
        "write",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_write_game_game"),
        sa.PrimaryKeyConstraint("id", name="pk_write"),
    )
    op.create_index("ix_write_game", "write", ["game"])


def downgrade() -> None:
    for table in ("write", "event", "player", "game"):
        op.drop_table(table)
