"""A club's own rulebooks, every version of each"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "own_rulebook",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("builds_on", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("saved_at", sa.String(20), nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("club", "id", "version", name="pk_own_rulebook"),
    )


def downgrade() -> None:
    op.drop_table("own_rulebook")
