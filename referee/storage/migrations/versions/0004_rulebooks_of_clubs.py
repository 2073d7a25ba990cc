"""Own rulebooks belong to a club, and a delivery that comes twice saves once"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_OWN = sa.table("own_rulebook", *map(sa.column, (
    "club", "id", "version", "name", "builds_on", "digest", "saved_at", "by", "text",
)))  # fmt: skip


def upgrade() -> None:
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
    _give_to_clubs()


def _give_to_clubs() -> None:
    """Rulebooks of nobody so far: the first club has them, and every club that has played by one."""
    bind = op.get_bind()
    first = bind.execute(
        sa.text("SELECT id FROM club ORDER BY demo, removed_at IS NOT NULL, founded_at, id LIMIT 1")
    ).scalar()
    rows = bind.execute(sa.text("SELECT * FROM own_rulebook WHERE club = ''")).mappings().all()
    for row in rows:
        played = bind.execute(
            sa.text("SELECT DISTINCT c.club FROM game_club c JOIN game g ON g.code = c.game WHERE g.rulebook_id = :id"),
            {"id": row["id"]},
        )
        for club in sorted({str(club) for (club,) in played} | ({str(first)} if first else set())):
            values = {**row, "club": club}
            there = bind.execute(
                sa.text("SELECT 1 FROM own_rulebook WHERE club = :club AND id = :id AND version = :version"), values
            ).scalar()
            if there is None:
                bind.execute(_OWN.insert().values(values))
    if first:
        bind.execute(sa.text("DELETE FROM own_rulebook WHERE club = ''"))


def downgrade() -> None:
    op.drop_table("rulebook_write")
