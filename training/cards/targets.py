"""What the finder is to answer for a piece of a scene."""

from __future__ import annotations

import numpy as np

from training.cards.faces import JOKER
from training.cards.scenes import ASKED, CARD_X, CARD_Y, RANK, SUIT, TALL, UP_X, UP_Y, X, Y

CROP = 160
STRIDE = 4
CELLS = CROP // STRIDE
UNIT = 16.0
"""The size of an index is told as the logarithm of its height in this unit."""
UPRIGHT, NEARLY = np.deg2rad(50), np.deg2rad(60)
"""Up to the first it must be found, beyond the second it must not."""
JOKERS = 3.0
"""So much more often than by their number jokers are put into a piece: no two decks have the same."""
_DOWN, _RIGHT = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)


def piece(pixels: np.ndarray, labels: np.ndarray, chance: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """A square out of a scene, in most cases turned and placed so that an index stands upright in it."""
    side = pixels.shape[0]
    asked = labels[labels[:, ASKED] > 0.5]
    quarters = chance.randint(4)
    left, top = chance.randint(0, side + 1 - CROP, 2)
    if len(asked) and chance.rand() < 0.85:
        often = np.where(asked[:, RANK] == JOKER, JOKERS, 1.0)
        row = asked[chance.choice(len(asked), p=often / often.sum())]
        quarters = round(float(np.arctan2(row[UP_X], -row[UP_Y])) / (np.pi / 2)) % 4
        left, top = int(row[X]) - chance.randint(20, CROP - 20), int(row[Y]) - chance.randint(20, CROP - 20)
        left, top = (min(max(at, 0), side - CROP) for at in (left, top))
    cut = pixels[top : top + CROP, left : left + CROP]
    rows = labels.copy()
    rows[:, [X, CARD_X]] -= left
    rows[:, [Y, CARD_Y]] -= top
    edge = (rows[:, [X, Y]] < 3).any(1) | (rows[:, [X, Y]] > CROP - 3).any(1)
    rows[edge & (rows[:, ASKED] >= 0), ASKED] = 0
    rows[(rows[:, [X, Y]] < -8).any(1) | (rows[:, [X, Y]] > CROP + 8).any(1), ASKED] = -1
    for _ in range(quarters):  # counter-clockwise
        rows[:, [X, Y]] = np.stack([rows[:, Y], CROP - 1 - rows[:, X]], 1)
        rows[:, [CARD_X, CARD_Y]] = np.stack([rows[:, CARD_Y], CROP - 1 - rows[:, CARD_X]], 1)
        rows[:, [UP_X, UP_Y]] = np.stack([rows[:, UP_Y], -rows[:, UP_X]], 1)
    off = np.abs(np.arctan2(rows[:, UP_X], -rows[:, UP_Y]))
    rows[off > NEARLY, ASKED] = -1
    rows[(off > UPRIGHT) & (rows[:, ASKED] >= 0), ASKED] = 0
    return np.rot90(cut, quarters), rows


def answer(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How much of an index is in each cell, which cells count, and which answer for a row, as down, right, row."""
    heat, counts = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    best, whose = np.full((CELLS, CELLS), 0.5, np.float32), np.full((CELLS, CELLS), -1)
    for number, row in enumerate(rows):
        if row[ASKED] < 0:
            continue
        x, y = row[X] / STRIDE - 0.5, row[Y] / STRIDE - 0.5
        width = max(0.7, row[TALL] / STRIDE * 0.17)
        bell = np.exp(-((_RIGHT - x) ** 2 + (_DOWN - y) ** 2) / (2 * width * width))
        if row[ASKED] < 0.5:
            counts[bell > 0.1] = 0
            continue
        across, down = (int(min(CELLS - 1, max(0, round(float(at))))) for at in (x, y))
        np.maximum(heat, bell, out=heat)
        heat[down, across] = 1
        nearer = bell > best
        best[nearer], whose[nearer] = bell[nearer], number
        best[down, across], whose[down, across] = 2, number
    down, across = np.where(whose >= 0)
    return heat, counts, np.stack([down, across, whose[down, across]], 1)


def facts(rows: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """For each answering cell: rank, suit, place in the cell (2), size, up (2), the way to the card's centre (2)."""
    row = rows[cells[:, 2]]
    place = row[:, [X, Y]] / STRIDE - 0.5 - cells[:, [1, 0]]
    centre = (row[:, [CARD_X, CARD_Y]] - row[:, [X, Y]]) / row[:, [TALL]] / 4
    size = np.log(row[:, [TALL]] / UNIT)
    return np.concatenate([row[:, [RANK, SUIT]], place, size, row[:, [UP_X, UP_Y]], centre], 1).astype(np.float32)
