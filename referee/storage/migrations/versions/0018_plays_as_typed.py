"""Plays are recorded as they were typed: of a write that was made before, no digest of today can be the same"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_DELIVERY = sa.table("delivery", *map(sa.column, ("digest", "refused", "game", "first", "last")))
_EVENT = sa.table("event", *map(sa.column, ("game", "seq", "type")))
_OF_PLAYS = ("MayITaken", "WentDown", "MeldLaid", "LaidOff", "WildTaken", "ScrewedOver", "ShanghaiCalled", "Undone")
"""What their commands bring first; a discard that is decided anew begins with an undo."""


def upgrade() -> None:
    # a tap that waits on a phone across the update gets the answer that its write was given; what was refused is judged
    # on the game as it is then
    d = _DELIVERY.c
    began = sa.select(_EVENT.c.seq).where(
        _EVENT.c.game == d.game, _EVENT.c.seq == d.first, _EVENT.c.type.in_(_OF_PLAYS)
    )
    nothing = d.last < d.first
    written = d.refused.is_(False) & d.game.is_not(None) & (nothing | sa.exists(began))
    op.execute(_DELIVERY.update().where(written).values(digest=""))


def downgrade() -> None:
    pass
