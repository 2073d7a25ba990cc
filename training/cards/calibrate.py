"""Fits how certain a card is: a logistic regression over what the reader knows of it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from referee.vision import engine, reader
from referee.vision.certainty import FACTS, Around, around, facts
from referee.vision.finding import Index
from referee.vision.reading import RANKS
from training.cards import layouts, photos
from training.cards.lying import match

COUNT = 280
"""Of them all sorts of photographs are four sevenths, cards apart and cards in a row the rest."""
ROUNDS = 60
CALM = 1.0
"""How strongly the weights are held towards nothing."""


def gathered(folder: Path, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Facts of all that was read from photographs, whether it was right, and of which fifth of the photographs it is.

    Of a card that was counted twice only the clearer reading is right.
    """
    known, right, fifths = [], [], []
    number = 0
    for share, lie in ((4, None), (1.5, layouts.apart), (1.5, layouts.in_a_row)):
        for pixels, cards in photos.made(folder, photos.CALIBRATING, round(count * share / 7), lie):
            groups = reader.grouped(pixels, engine.finder, engine.namer)
            read: set[int] = set()
            for members, beside in sorted(zip(groups, around(groups), strict=True), key=_clearness, reverse=True):
                card = match((members[0].x, members[0].y), members[0].height, cards)
                rank = RANKS[int(np.mean([i.ranks for i in members], axis=0).argmax())]
                correct = card is not None and card.rank == rank
                if card is None or card.asked or not correct:
                    known.append(facts(members, beside))
                    right.append(correct and id(card) not in read)
                    fifths.append(number % 5)
                if correct:
                    read.add(id(card))
            number += 1
    return np.array(known, float).reshape(-1, FACTS), np.array(right, float), np.array(fifths)


def _clearness(card: tuple[list[Index], Around]) -> float:
    return max(index.trust * index.named for index in card[0])


def fit(known: np.ndarray, right: np.ndarray) -> np.ndarray:
    """By Newton's method."""
    weights = np.zeros(FACTS)
    hold = CALM * np.eye(FACTS)
    hold[0, 0] = 1e-6
    for _ in range(ROUNDS):
        said = chances(known, weights)
        slope = known.T @ (right - said) - hold @ weights
        bend = (known * (said * (1 - said))[:, None]).T @ known + hold
        weights = weights + np.linalg.solve(bend, slope)
    return weights.astype(np.float32)


def chances(known: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-known @ weights))


def calibrate(folder: Path, count: int = COUNT) -> np.ndarray:
    """Fitted on all; what is printed was said of each fifth by a fit on the others."""
    known, right, fifths = gathered(folder, count)
    weights = fit(known, right)
    if not len(right):
        print("nothing was read")  # by nets that have hardly learnt
        return weights
    said = np.zeros(len(right))
    for fifth in range(5):
        here = fifths == fifth
        said[here] = chances(known[here], fit(known[~here], right[~here]))
    print(f"{len(right)} read, {right.mean():.3f} right; weights {np.round(weights, 2).tolist()}")
    for low, high in pairwise((0, 0.35, 0.7, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 1.01)):
        here = (said >= low) & (said < high)
        above = said >= low
        print(
            f"  said {low:.2f} to {high:.2f}: {here.sum()}, right {right[here].mean():.3f}; "
            f"{above.sum()} from {low:.2f} on, {(1 - right[above]).sum():g} wrong"
        )
    return weights
