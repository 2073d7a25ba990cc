"""A player can be taken out of a club"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("player", sa.Column("removed_at", sa.String(20), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("player") as table:
        table.drop_column("removed_at")
