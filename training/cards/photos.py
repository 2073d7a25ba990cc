"""Whole photographs of the scene generator, in decks and print that trained nothing, and the cards in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from referee.vision.reading import RANKS, SUITS
from training.cards import pool, scenes
from training.cards.layouts import Place
from training.cards.lying import Lying
from training.cards.scenes import ASKED, CARD_X, CARD_Y, RANK, SUIT, TALL, X, Y

SIDE = 896
TALL_CARDS = (100, 380)
CLEAN_SIDE, CLEAN_CARDS = 1280, (220, 330)
CALIBRATING, MEASURING = 10_000, 20_000
"""Seeds: certainty is fitted on other photographs than it is measured on."""


def made(
    folder: Path, first: int, count: int, clean: Callable[[random.Random], list[Place]] | None = None
) -> Iterator[tuple[np.ndarray, list[Lying]]]:
    """Pixels in red, green, blue and the cards, always the same for the same seed; ``clean`` as in ``Table``."""
    stuff = pool.material(folder, held=True)
    for seed in range(first, first + count):
        side, tall = (CLEAN_SIDE, CLEAN_CARDS) if clean else (SIDE, TALL_CARDS)
        pixels, labels = scenes.Table(stuff, seed, side, tall, clean).scene()
        yield np.ascontiguousarray(pixels[..., ::-1]), cards(labels)


def cards(labels: np.ndarray) -> list[Lying]:
    """The labels of one scene, by card: those of one card name one centre."""
    by_centre: dict[tuple[int, int], list[np.ndarray]] = {}
    for row in labels[labels[:, ASKED] >= 0]:
        by_centre.setdefault((round(float(row[CARD_X])), round(float(row[CARD_Y]))), []).append(row)
    found = []
    for rows in by_centre.values():
        suits = [int(row[SUIT]) for row in rows if row[SUIT] >= 0]
        corners = tuple((float(row[X]), float(row[Y]), float(row[TALL])) for row in rows)
        asked = any(row[ASKED] > 0.5 for row in rows)
        found.append(Lying(RANKS[int(rows[0][RANK])], SUITS[suits[0]] if suits else "", corners, asked))
    return found
