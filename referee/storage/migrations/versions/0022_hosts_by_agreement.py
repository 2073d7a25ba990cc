"""Which rights by agreement hold"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Until now a right held once a moment was over; from here on it holds where no moment stands.

    What is announced just now is announced for ten minutes again, and so is what the clock of now takes for that.
    """
    bind, at = op.get_bind(), datetime.now(UTC)
    now = at.strftime("%Y-%m-%dT%H:%M:%SZ") if bind.dialect.name == "sqlite" else at
    bind.execute(sa.text("UPDATE phone_right SET holds_from = NULL WHERE holds_from <= :now"), {"now": now})


def downgrade() -> None:
    """Nothing: where no moment stands, a right held before too."""
