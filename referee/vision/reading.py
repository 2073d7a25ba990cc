"""What a photograph of cards says: the cards, each with its place, its name and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
"""Right and down, in pixels of the picture as a person sees it: turned upright, not shrunk."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
"""The names that the rules use too; ``JK`` is a joker."""
SUITS = "CDHS"
SURE = 0.96
"""From this certainty on a card is shown without a question: at most 1 in 100 of those is to be wrong. In 900 drawn
photographs that fitted nothing it was 1 in 97 from 0.95 on, and 1 in 130 from here on."""
SUITS_OFFERED = False
"""Whether suits are told well enough to be offered: not while rank and suit together are right less than 0.95. While
this is off, a suit that points depend on is asked for, and no question takes a hand from a photograph."""


@dataclass(frozen=True, slots=True)
class Corner:
    """An index that was seen: its place, and the four points of a frame around it, clockwise from its top left."""

    place: Point
    frame: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Seen:
    """One card of the photograph."""

    rank: str
    """One of ``RANKS``."""
    suit: str
    """One of ``SUITS``; empty for a joker, and where the suit cannot be told."""
    certainty: float
    """The chance, from 0 to 1, that a card of this rank lies here."""
    suit_certainty: float
    corners: tuple[Corner, ...]
    """One for each index of the card that is in sight, the clearest first; never empty."""
    others: tuple[tuple[str, float], ...]
    """The ranks that it could be as well, with their chances, the likeliest first; at most three."""

    @property
    def place(self) -> Point:
        """Where to write what was read."""
        return self.corners[0].place

    @property
    def sure(self) -> bool:
        return self.certainty >= SURE


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from one photograph; cards row by row, from the left."""

    cards: tuple[Seen, ...]
    width: int
    height: int
