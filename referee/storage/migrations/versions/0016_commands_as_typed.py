"""Commands carry cards as they were typed: of a write that was made before, no digest of today can be the same"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_DELIVERY = sa.table("delivery", *map(sa.column, ("digest", "refused", "game", "first", "last")))
_EVENT = sa.table("event", *map(sa.column, ("game", "seq", "type")))
_OF_OTHERS = ("CardsLeftEntered", "WentOutSaid", "RoundClosed", "CellCorrected", "WinnerCorrected", "SeatDropped")
"""What the commands bring first that carry something else now."""


def upgrade() -> None:
    # a tap that waits on a phone across the update gets the answer that its write was given; what was refused is judged
    # on the game as it is then
    d = _DELIVERY.c
    began = sa.select(_EVENT.c.seq).where(
        _EVENT.c.game == d.game, _EVENT.c.seq == d.first, _EVENT.c.type.in_(_OF_OTHERS)
    )
    nothing = d.last < d.first
    written = d.refused.is_(False) & d.game.is_not(None) & (nothing | sa.exists(began))
    op.execute(_DELIVERY.update().where(written).values(digest=""))


def downgrade() -> None:
    pass
