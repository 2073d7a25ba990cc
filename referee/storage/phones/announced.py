"""Since when rights that were agreed on are announced, by the watch of each computer that serves the book."""

from __future__ import annotations

from sqlalchemy import delete, literal, select

from referee.storage.phones.rights import drop_setting, set_setting, setting
from referee.storage.tables.database import db
from referee.storage.tables.phones import House, Right

_SINCE = "announced since "
"""How the setting begins that says it of a right."""
_MOST_COMPUTERS = 12
"""So many does it name, the last ones to begin."""


def since(right: str) -> dict[str, float]:
    """By computer what its watch showed when it told of a right first."""
    began = (piece.partition(" ") for piece in (setting(f"{_SINCE}{right}") or "").split(",") if piece)
    return {computer: float(seconds) for computer, _blank, seconds in began}


def begin(right: str, computer: str, seconds: float) -> None:
    """A computer tells of a right from now on. What is kept of rights that hold by now, or have ended, goes."""
    coming = select(literal(_SINCE).concat(Right.id)).where(Right.revoked_at.is_(None), Right.holds_from.is_not(None))
    db.session.execute(delete(House).where(House.key.startswith(_SINCE), House.key.not_in(coming)))
    others = [each for each in since(right).items() if each[0] != computer][1 - _MOST_COMPUTERS :]
    set_setting(f"{_SINCE}{right}", ",".join(f"{name} {began:.3f}" for name, began in [*others, (computer, seconds)]))


def over(right: Right) -> None:
    """It holds from now on."""
    right.holds_from = None
    drop_setting(f"{_SINCE}{right.id}")
    db.session.flush()
