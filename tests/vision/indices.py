"""Indices as the finder and the namer tell them, by card."""

from __future__ import annotations

import numpy as np

from referee.vision.finding import Index
from referee.vision.reading import RANKS, SUITS

WIDTH, HEIGHT, TALL = 140.0, 200.0, 20.0


def index(x: float, y: float, rank: str, suit: str, up: tuple[float, float], centre: tuple[float, float]) -> Index:
    ranks = np.full(14, 0.005, np.float32)
    ranks[RANKS.index(rank)] = 0.935
    suits = np.full(4, 0.02, np.float32)
    suits[SUITS.index(suit)] = 0.94
    way, middle = np.array(up, np.float32), np.array(centre, np.float32)
    return Index(x, y, TALL, way, middle, ranks, suits, there=0.9, trust=0.9)


def card(x: float, y: float, rank: str = "7", suit: str = "H", turn: float = 0.0, four: bool = False) -> list[Index]:
    """The corners of a card whose centre is at a place."""
    cos, sin = np.cos(turn), np.sin(turn)
    sides = [(-1, -1), (1, 1)] + ([(1, -1), (-1, 1)] if four else [])
    found = []
    for across, down in sides:
        right, below = across * (WIDTH / 2 - 14), down * (HEIGHT / 2 - 20)
        up = -float(down)
        place = (x + right * cos - below * sin, y + right * sin + below * cos)
        found.append(index(*place, rank, suit, (up * sin, -up * cos), (x, y)))
    return found
