"""How cards lie on a table: fans, rows, grids, heaps. A place: right, down, turn, in heights of a card and radians."""

from __future__ import annotations

import math
import random

Place = tuple[float, float, float]


def layout(c: random.Random) -> list[Place]:
    """The places of the cards, the lowest card first."""
    kind = c.random()
    if kind < 0.28:
        places = _fan(c)
    elif kind < 0.6:
        places = _rows(c)
    elif kind < 0.78:
        places = _grid(c)
    else:
        places = _heap(c)
    return places[::-1] if c.random() < 0.1 else places


def _fan(c: random.Random) -> list[Place]:
    count, radius = c.randint(3, 14), c.uniform(1.1, 2.6)
    step = math.radians(c.uniform(5, 15)) * 1.4 / radius
    turns = [(i - count / 2) * step + c.gauss(0, 0.02) for i in range(count)]
    return [
        (math.sin(turn) * radius, -math.cos(turn) * radius + c.gauss(0, 0.02), turn + c.gauss(0, 0.015))
        for turn in turns
    ]


def _rows(c: random.Random) -> list[Place]:
    """One to three rows of cards that overlap, or columns of them."""
    columns = c.random() < 0.2
    tilt, apart, step = c.gauss(0, 0.05), c.uniform(0.75, 1.15), c.uniform(0.12, 0.42)
    places = []
    for row in range(c.choice([1, 2, 2, 3])):
        for i in range(c.randint(3, 13)):
            x, y = i * step + c.gauss(0, 0.015), row * apart + i * tilt * 0.2 + c.gauss(0, 0.01)
            if columns:
                x, y = row * apart * 0.85 + c.gauss(0, 0.01), i * (0.16 + step / 3)
            places.append((x, y, c.gauss(0, 0.04) + tilt))
    return places


def _grid(c: random.Random) -> list[Place]:
    wide, tall = c.uniform(0.7, 0.95), c.uniform(1.01, 1.3)
    return [
        (i * wide + c.gauss(0, 0.03), j * tall + c.gauss(0, 0.03), c.gauss(0, 0.08) + c.choice([0, 0, 0, math.pi]))
        for j in range(4)
        for i in range(4)
    ]


def _heap(c: random.Random) -> list[Place]:
    reach = c.uniform(0.8, 2.4)
    return [
        (c.uniform(-reach, reach), c.uniform(-reach, reach), c.uniform(0, math.tau)) for _ in range(c.randint(1, 14))
    ]


def apart(c: random.Random) -> list[Place]:
    """Two to six cards that do not touch, at any angle: what a careful player photographs."""
    spots = c.sample([(x, y) for x in (-1.6, 0.0, 1.6) for y in (-0.8, 0.8)], c.randint(2, 6))
    return [(x + c.gauss(0, 0.06), y + c.gauss(0, 0.06), c.uniform(0, math.tau)) for x, y in spots]


def in_a_row(c: random.Random) -> list[Place]:
    """Three to thirteen cards of one row, their upper left corners free."""
    step = c.uniform(0.22, 0.42)
    return [(i * step + c.gauss(0, 0.01), c.gauss(0, 0.012), c.gauss(0, 0.03)) for i in range(c.randint(3, 13))]
