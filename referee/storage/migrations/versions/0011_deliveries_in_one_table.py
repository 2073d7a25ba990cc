"""Whatever phones have sent stands in one table, refusals too"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_DELIVERY = sa.table("delivery", *map(sa.column, ("id", "digest", "refused", "game", "first", "last", "answer", "at")))
_OLD = sa.table("delivery", *map(sa.column, ("id", "digest", "answer", "at")))
_WRITE = sa.table("write", *map(sa.column, ("id", "game", "digest", "first", "last")))


def upgrade() -> None:
    """The digests of changes of clubs, and of games from paper, were made otherwise: their ids alone are known now."""
    bind = op.get_bind()
    rows = bind.execute(sa.select(_OLD)).mappings().all()  # of the last thirty days
    op.drop_table("delivery")
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(6), nullable=True),
        sa.Column("first", sa.Integer(), nullable=True),
        sa.Column("last", sa.Integer(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("at", sa.String(20), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_delivery_game_game"),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
    )
    op.create_index("ix_delivery_game", "delivery", ["game"])
    op.create_index("ix_delivery_at", "delivery", ["at"])
    from_paper = (_WRITE.c.first == 1) & (_WRITE.c.last > 1)
    games = sa.select(
        _WRITE.c.id,
        sa.case((from_paper, ""), else_=_WRITE.c.digest),
        sa.false(),
        _WRITE.c.game,
        _WRITE.c.first,
        _WRITE.c.last,
    )
    op.execute(_DELIVERY.insert().from_select(["id", "digest", "refused", "game", "first", "last"], games))
    there = set(
        bind.execute(sa.select(_DELIVERY.c.id).where(_DELIVERY.c.id.in_([row["id"] for row in rows]))).scalars()
    )
    for row in rows:
        if row["id"] not in there:  # an id of both tables is that of a game
            bind.execute(_DELIVERY.insert().values({**row, "digest": "", "refused": False}))
    op.drop_table("write")


def downgrade() -> None:
    bind = op.get_bind()
    rows = bind.execute(sa.select(_DELIVERY).where(~_DELIVERY.c.refused)).mappings().all()
    op.drop_table("delivery")
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
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
    )
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for row in rows:
        if row["game"] is not None:
            bind.execute(
                _WRITE.insert().values({name: row[name] for name in ("id", "game", "digest", "first", "last")})
            )
        else:
            bind.execute(
                _OLD.insert().values(
                    id=row["id"], digest=row["digest"], answer=row["answer"] or "{}", at=row["at"] or now
                )
            )
