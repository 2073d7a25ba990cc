"""A game keeps its day: those from before get that of the server's zone, in their list and in their first entry"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from referee.days import day_of, moment_text

revision = "0014"
down_revision = "0013"

_GAME = sa.table("game", sa.column("code"), sa.column("opened_at"), sa.column("day"))
_EVENT = sa.table("event", sa.column("game"), sa.column("seq"), sa.column("type"), sa.column("data", sa.JSON))


class _SqliteDay(sa.String):
    __visit_name__ = "DATE"


def upgrade() -> None:
    bind = op.get_bind()
    type_: sa.types.TypeEngine[Any] = _SqliteDay() if bind.dialect.name == "sqlite" else sa.Date()
    op.add_column("game", sa.Column("day", type_, nullable=True))
    for code, at in bind.execute(sa.select(_GAME.c.code, _GAME.c.opened_at)).all():
        day = day_of(at if isinstance(at, str) else moment_text(at))
        value = day if bind.dialect.name == "sqlite" else sa.cast(day, sa.Date)
        bind.execute(_GAME.update().where(_GAME.c.code == code).values(day=value))
        _tell(bind, code, lambda opened, day=day: opened | {"day": day})
    with op.batch_alter_table("game") as table:
        table.alter_column("day", existing_type=type_, nullable=False)


def downgrade() -> None:
    bind = op.get_bind()
    for code in bind.execute(sa.select(_GAME.c.code)).scalars().all():
        _tell(bind, code, lambda opened: {name: value for name, value in opened.items() if name != "day"})
    with op.batch_alter_table("game") as table:
        table.drop_column("day")


def _tell(bind: sa.Connection, code: str, change: Any) -> None:
    """Change what the first entry of a game says; one that is damaged stays as it is."""
    first = (_EVENT.c.game == code) & (_EVENT.c.seq == 1) & (_EVENT.c.type == "GameOpened")
    try:
        opened = bind.execute(sa.select(_EVENT.c.data).where(first)).scalar()
    except ValueError:
        return
    if isinstance(opened, dict) and opened:
        bind.execute(_EVENT.update().where(first).values(data=change(opened)))
