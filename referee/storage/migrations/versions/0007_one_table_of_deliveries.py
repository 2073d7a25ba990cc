"""What a phone sent of rulebooks is kept beside everything else that it sent"""

from __future__ import annotations

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_DELIVERY = sa.table("delivery", *map(sa.column, ("id", "digest", "answer", "at")))


def upgrade() -> None:
    """A form sent before and once more afterwards still gets its first answer, for the thirty days that these are kept."""
    bind = op.get_bind()
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    rows = (
        bind.execute(sa.text("SELECT * FROM rulebook_write WHERE id NOT IN (SELECT id FROM delivery)")).mappings().all()
    )
    for row in rows:
        answer = {"rulebook": row["rulebook"], "version": row["version"], "new": bool(row["new"])}
        bind.execute(_DELIVERY.insert().values(id=row["id"], digest=row["digest"], answer=json.dumps(answer), at=at))
    op.drop_table("rulebook_write")


def downgrade() -> None:
    op.create_table(
        "rulebook_write",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("rulebook", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("new", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rulebook_write"),
    )
