"""Small values that commands, events and state share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from referee.messages import gettext as _
from referee.rules.speech.hands import shown

DEALER_HOW = ("chosen", "random", "low card")
OPENING_HOW = ("average", "highest", "zero", "said")
"""Where the opening total of somebody who joins later comes from."""
FOLLOWS = ("average", "highest")
"""Those of them that follow from the totals of the others."""


def opening_total(how: str, others: Collection[int]) -> int:
    """What somebody begins with among others of these totals: their average, rounded half up, or the highest."""
    if not others:
        return 0
    return max(others) if how == "highest" else (2 * sum(others) + len(others)) // (2 * len(others))


def as_read(points: int) -> str:
    """With a real minus sign."""
    return str(points).replace("-", "−")


class Out(NamedTuple):
    """Who went out of a round, None where nobody did, and whether they went down in that same turn."""

    seat: int | None
    one_turn: bool = False


class Line(NamedTuple):
    """Cards left and their points; ``cards`` is None where only a number was said."""

    cards: str | None
    points: int
    met: bool | None = None
    """Whether the player met their contract; None where the contract belongs to the round."""

    @property
    def is_empty(self) -> bool:
        """Whether no cards were left."""
        return self.cards == "" and self.points == 0

    @property
    def data(self) -> list[object]:
        """As a log writes it: nothing more than before where the contract belongs to the round."""
        return [self.cards, self.points] if self.met is None else [*self]

    def __str__(self) -> str:
        """``35 (K 10 joker)``, ``0 (no cards)`` or ``35``, and whether the contract was met where that was told."""
        points = as_read(self.points)
        line = points if self.cards is None else f"{points} ({shown(self.cards) or _('no cards')})"
        if self.met is None:
            return line
        return _("%(line)s, contract met", line=line) if self.met else _("%(line)s, contract not met", line=line)


NO_CARDS = Line("", 0)
NONE_YET = Line(None, 0)
"""Of a seat for which nothing was tapped yet, where a round is counted by taps."""


def counted(cards: str | None) -> Counter[str]:
    """The ranks of cards left, as a line writes them, counted."""
    return Counter((cards or "").split())
