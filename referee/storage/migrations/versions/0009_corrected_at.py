"""When a finished game was corrected is kept to the second; the day is that of the house"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_FINISHED = sa.table("finished", *map(sa.column, ("game", "corrected_on", "corrected_at")))
_EVENT = sa.table("event", *map(sa.column, ("game", "at", "seq", "type")))
_NO_CORRECTION = ("GameFinished", "GameReopened", "NoteAdded", "RulingRecorded")


def upgrade() -> None:
    op.add_column("finished", sa.Column("corrected_at", sa.String(20), nullable=True))
    last = (
        sa.select(_EVENT.c.at)
        .where(_EVENT.c.game == _FINISHED.c.game, _EVENT.c.type.not_in(_NO_CORRECTION))
        .order_by(_EVENT.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    op.execute(_FINISHED.update().where(_FINISHED.c.corrected_on.is_not(None)).values(corrected_at=last))
    with op.batch_alter_table("finished") as table:
        table.drop_column("corrected_on")


def downgrade() -> None:
    op.add_column("finished", sa.Column("corrected_on", sa.String(10), nullable=True))
    day = sa.func.substr(_FINISHED.c.corrected_at, 1, 10)
    op.execute(_FINISHED.update().values(corrected_on=day))
    with op.batch_alter_table("finished") as table:
        table.drop_column("corrected_at")
