"""Fits how certain a card is: a logistic regression over what the reader knows of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.vision import engine, reader
from referee.vision.certainty import FACTS, facts
from referee.vision.pairing import common_height
from referee.vision.reading import RANKS
from training.cards import photos
from training.cards.photos import Lying

COUNT = 160
ROUNDS = 60
CALM = 1.0
"""How strongly the weights are held towards nothing."""


def match(place: tuple[float, float], height: float, cards: list[Lying]) -> Lying | None:
    """The card that has an index at a place."""
    for card in cards:
        for x, y, tall in card.corners:
            if np.hypot(place[0] - x, place[1] - y) < 0.6 * max(tall, height):
                return card
    return None


def gathered(folder: Path, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Facts of all that was read from photographs, and whether it was right."""
    known, right = [], []
    for pixels, cards in photos.made(folder, first, count):
        groups = reader.grouped(pixels, engine.finder, engine.namer)
        common = common_height([index for members in groups for index in members])
        for members in groups:
            card = match((members[0].x, members[0].y), members[0].height, cards)
            rank = RANKS[int(np.mean([i.ranks for i in members], axis=0).argmax())]
            correct = card is not None and card.rank == rank
            if card is None or card.asked or not correct:
                known.append(facts(members, common))
                right.append(correct)
    return np.stack(known).astype(float), np.array(right, float)


def fit(known: np.ndarray, right: np.ndarray) -> np.ndarray:
    """By Newton's method."""
    weights = np.zeros(FACTS)
    hold = CALM * np.eye(FACTS)
    hold[0, 0] = 1e-6
    for _ in range(ROUNDS):
        said = 1 / (1 + np.exp(-known @ weights))
        slope = known.T @ (right - said) - hold @ weights
        bend = (known * (said * (1 - said))[:, None]).T @ known + hold
        weights = weights + np.linalg.solve(bend, slope)
    return weights.astype(np.float32)


def calibrate(folder: Path) -> np.ndarray:
    known, right = gathered(folder, photos.CALIBRATING, COUNT)
    weights = fit(known, right)
    said = 1 / (1 + np.exp(-known @ weights))
    print(f"{len(right)} read, {right.mean():.3f} right; weights {np.round(weights, 2).tolist()}")
    for low, high in ((0, 0.35), (0.35, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 1.01)):
        here = (said >= low) & (said < high)
        if here.any():
            print(f"  said {low:.2f} to {high:.2f}: {here.sum()}, right {right[here].mean():.3f}")
    return weights
