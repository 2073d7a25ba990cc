"""What came in with a file besides games and players"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("notebook", sa.Column("others", sa.JSON(), server_default="{}", nullable=False))
