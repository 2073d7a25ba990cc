"""Where corner indices are: the finder's answers made into places, from four quarter turns and several sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from referee.vision.picture import Pixels

Floats = NDArray[np.float32]
Net = Callable[[Floats], Floats]
"""From pixels (down, right, colour) between -1 and 1 to answers (down, right, 26) at a quarter of the size."""

STRIDE = 4
UNIT = 16.0
"""Both are the training's: a cell of the net, and the height whose logarithm is 0."""
RANKS, SUITS = slice(1, 15), slice(15, 19)
STEP = 16
"""The net halves its picture four times."""
BEST_HEIGHTS = (17.0, 40.0)
"""In pixels; the finder is believed less outside, where it saw little in training."""


@dataclass(slots=True, eq=False)
class Index:
    """A corner index that was found; in pixels of the picture."""

    x: float
    y: float
    height: float
    up: Floats
    """Towards its upper edge, of length 1."""
    centre: Floats
    """Where the middle of its card should be."""
    ranks: Floats
    suits: Floats
    there: float
    """How sure the finder is that one is here at all."""
    trust: float
    """The same with its rank, less where it was seen too small or too large."""
    named: float = 1.0
    """How sure the namer is that it is one."""


def likelihoods(answers: Floats) -> Floats:
    """Answers of a net as chances that add up to 1."""
    powers = np.exp(answers - answers.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def peaks(answers: Floats, least: float) -> list[Index]:
    """The cells that are surer than those around them, as indices in the picture that the net saw."""
    there = 1 / (1 + np.exp(-answers[..., 0]))
    rows, columns = there.shape
    around = np.pad(there, 1)
    highest = np.max([around[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=0)
    indices = []
    for row, column in np.argwhere((there == highest) & (there > least)):
        answer = answers[row, column]
        ranks, suits = likelihoods(answer[RANKS]), likelihoods(answer[SUITS])
        right, down, size, up, centre = answer[19], answer[20], answer[21], answer[22:24], answer[24:26]
        height = float(UNIT * np.exp(np.clip(size, -2, 2.5)))
        x, y = float(column + 0.5 + right) * STRIDE, float(row + 0.5 + down) * STRIDE
        least_best, most_best = BEST_HEIGHTS
        off = max(0.0, float(np.log(least_best / height)), float(np.log(height / most_best)))
        trust = float(there[row, column] * ranks.max()) * float(np.exp(-off))
        way = up / (np.hypot(*up) + 1e-6)
        middle = np.array([x, y], np.float32) + centre * STRIDE * height
        indices.append(Index(x, y, height, way, middle, ranks, suits, float(there[row, column]), trust))
    return indices


def shrunk(pixels: Pixels, longer: int) -> tuple[Pixels, float]:
    """The picture with its longer side as long as that, and the factor."""
    height, width = pixels.shape[:2]
    factor = longer / max(height, width)
    if factor == 1:
        return pixels, 1.0
    size = (max(STEP, round(width * factor)), max(STEP, round(height * factor)))
    kind = (
        Image.Resampling.BOX if factor < 0.5 else Image.Resampling.BILINEAR if factor < 1 else Image.Resampling.BICUBIC
    )
    return np.asarray(Image.fromarray(pixels).resize(size, kind)), factor


def padded(pixels: Pixels) -> Floats:
    """As the net takes it: between -1 and 1, with grey up to the next multiple of ``STEP``."""
    height, width = pixels.shape[:2]
    whole = np.full((-(-height // STEP) * STEP, -(-width // STEP) * STEP, 3), -0.106, np.float32)
    whole[:height, :width] = pixels / np.float32(127.5) - 1
    return whole


def turned_back(index: Index, quarters: int, height: int, width: int) -> None:
    """From a picture turned counter-clockwise so often to the picture of that height and width."""
    for done in range(quarters):
        far = (width if (quarters - done) % 2 else height) - 1
        index.x, index.y = far - index.y, index.x
        index.up = np.array([-index.up[1], index.up[0]], np.float32)
        index.centre = np.array([far - index.centre[1], index.centre[0]], np.float32)


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def look(
    net: Net, pixels: Pixels, longer: int, least: float, parts: list[Box | None] | None = None
) -> list[list[Index]]:
    """The indices that one size of the picture shows, by quarter turn; of each turn only the part that is asked for."""
    small, factor = shrunk(pixels, longer)
    by_turn: list[list[Index]] = []
    for quarters in range(4):
        box = (0, 0, small.shape[1], small.shape[0]) if parts is None else _scaled(parts[quarters], factor, small)
        if box is None:
            by_turn.append([])
            continue
        left, top, right, bottom = box
        part = small[top:bottom, left:right]
        here = peaks(net(padded(np.rot90(part, quarters))), least)
        for index in here:
            turned_back(index, quarters, *part.shape[:2])
            index.x, index.y = (index.x + left) / factor, (index.y + top) / factor
            index.centre = (index.centre + np.array([left, top], np.float32)) / np.float32(factor)
            index.height /= factor
        by_turn.append(here)
    return by_turn


def _scaled(box: Box | None, factor: float, pixels: Pixels) -> Box | None:
    if box is None:
        return None
    left, top, right, bottom = (round(at * factor) for at in box)
    height, width = pixels.shape[:2]
    box = (max(0, left), max(0, top), min(width, right), min(height, bottom))
    return box if box[2] - box[0] >= STEP and box[3] - box[1] >= STEP else None
