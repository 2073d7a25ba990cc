"""Small values that commands, events and state share."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from referee.messages import gettext as _
from referee.rules.speech.hands import shown

DEALER_HOW = ("chosen", "random", "low card")
OPENING_HOW = ("average", "highest", "zero", "said")
"""Where the opening total of somebody who joins later comes from."""


class Line(NamedTuple):
    """Cards left and their points; ``cards`` is None where only a number was said."""

    cards: str | None
    points: int

    def __str__(self) -> str:
        """``35 (K 10 joker)``, ``0 (no cards)`` or ``35``."""
        if self.cards is None:
            return str(self.points)
        cards = shown(self.cards) or _("no cards")
        return f"{self.points} ({cards})"


NO_CARDS = Line("", 0)


def counted(cards: str | None) -> Counter[str]:
    """The ranks of cards left, as a line writes them, counted."""
    return Counter((cards or "").split())
