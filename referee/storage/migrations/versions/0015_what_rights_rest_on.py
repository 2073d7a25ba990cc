"""Each right names what it rests on; of those from before, only the link is known"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_RIGHT = sa.table("phone_right", sa.column("rests_on"), sa.column("link"))
_WAITING = sa.table("waiting", *map(sa.column, ("link", "decided_at", "asked_at", "admitted")))
_TO = {
    "beneath": "phone_right",
    "giver": "phone",
    "giver_right": "phone_right",
    "agreement": "waiting",
    "ended_by": "phone",
}
_FOUND_BY = ("beneath", "giver", "giver_right")


class _SqliteMoment(sa.String):
    __visit_name__ = "DATETIME"


def upgrade() -> None:
    moment: sa.types.TypeEngine[Any] = sa.DateTime(timezone=True)
    if op.get_bind().dialect.name == "sqlite":
        moment = _SqliteMoment()
    with op.batch_alter_table("phone_right") as table:
        # whoever gave it is not known: it rests on the club, and nobody loses what they have
        table.add_column(sa.Column("rests_on", sa.String(12), nullable=False, server_default="club"))
        for name, to in _TO.items():
            table.add_column(sa.Column(name, sa.String(16), nullable=True))
            table.create_foreign_key(f"fk_phone_right_{name}_{to}", to, [name], ["id"])
        table.add_column(sa.Column("holds_from", moment, nullable=True))
        for name in _FOUND_BY:
            table.create_index(f"ix_phone_right_{name}", [name])
    op.execute(_RIGHT.update().where(_RIGHT.c.link.is_not(None)).values(rests_on="link"))
    with op.batch_alter_table("phone_right") as table:
        table.alter_column("rests_on", existing_type=sa.String(12), existing_nullable=False, server_default=None)
    # a request to be host from before was for the whole club, counted the asker among those who agree, and never aged
    open_ = _WAITING.c.link.is_(None) & _WAITING.c.decided_at.is_(None)
    op.execute(_WAITING.update().where(open_).values(decided_at=_WAITING.c.asked_at, admitted=False))


def downgrade() -> None:
    with op.batch_alter_table("phone_right") as table:
        for name in _FOUND_BY:
            table.drop_index(f"ix_phone_right_{name}")
        for name, to in _TO.items():
            table.drop_constraint(f"fk_phone_right_{name}_{to}", type_="foreignkey")
        for name in ("rests_on", *_TO, "holds_from"):
            table.drop_column(name)
