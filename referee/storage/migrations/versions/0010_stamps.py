"""A log says by a stamp whether it is the one that a process has in its memory"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("game", sa.Column("stamp", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("game", "stamp")
