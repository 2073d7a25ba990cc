"""A season keeps what was done to it: closed, opened again, its rule changed; of those from before nothing is known"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("season", sa.Column("trace", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.drop_column("trace")
