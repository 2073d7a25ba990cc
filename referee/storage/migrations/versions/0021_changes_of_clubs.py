"""Which games the last changes of a club concerned"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_CLUB = sa.table("club", sa.column("id"), sa.column("changed"))


def upgrade() -> None:
    """A row for each club: where there is none, every look compares the marks of all games."""
    change = op.create_table(
        "club_change",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("games", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("club", "number", name="pk_club_change"),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_club_change_club_club"),
    )
    bind = op.get_bind()
    for club, number in bind.execute(sa.select(_CLUB.c.id, _CLUB.c.changed)).all():
        bind.execute(change.insert().values(club=club, number=number, mark=secrets.token_hex(8), games=sa.null()))


def downgrade() -> None:
    op.drop_table("club_change")
