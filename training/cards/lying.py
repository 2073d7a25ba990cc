"""The cards that lie in a drawn photograph, and which of them was read."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot


@dataclass(frozen=True)
class Lying:
    """A card in a photograph: its rank, its suit where that is in sight, and its indices as right, down, height."""

    rank: str
    suit: str
    corners: tuple[tuple[float, float, float], ...]
    asked: bool
    """Whether one of its indices is clear, so that it must be read."""


def match(place: tuple[float, float], height: float, cards: list[Lying]) -> Lying | None:
    """The card that has an index at a place; of several that lie close the one whose index is nearest."""
    near = [
        (off, number)
        for number, card in enumerate(cards)
        for x, y, tall in card.corners
        if (off := hypot(place[0] - x, place[1] - y)) < 0.6 * max(tall, height)
    ]
    return cards[min(near)[1]] if near else None
