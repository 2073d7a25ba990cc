"""A closer look at each index that was found: cut out of the picture, turned upright, and named by its own net."""

from __future__ import annotations

import numpy as np
from PIL import Image

from referee.vision.finding import Floats, Index, Net, likelihoods
from referee.vision.picture import Pixels

SIDE = 64
TALL = 20.0
"""The height of the index in what is cut out."""
ACROSS, DOWN = 31.5, 22.0
"""Where its centre lies there: more room below, for the suit."""
BATCH = 32
VIEWS = ((0.0, 0.0, 1.0, 0.0), (0.06, 0.0, 0.9, 0.08), (-0.06, 0.04, 1.1, -0.08))
"""Each index is seen so often: moved by parts of its height, at a size, turned by radians. Together they err less."""
_DOWNS, _ACROSSES = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)


def levels(pixels: Pixels) -> list[Pixels]:
    """The picture, its half, its quarter and so on, so that a large index is not cut out with gaps."""
    made = [pixels]
    while min(made[-1].shape[:2]) >= 2 * SIDE and len(made) < 5:
        made.append(np.asarray(Image.fromarray(made[-1]).reduce(2)))
    return made


def cut(pictures: list[Pixels], x: float, y: float, height: float, up: Floats) -> Floats:
    """The surroundings of one index, between -1 and 1; beyond the edge of the picture its last pixels go on."""
    step = height / TALL
    level = min(len(pictures) - 1, max(0, int(np.log2(max(step, 1.0)) + 0.3)))
    picture, factor = pictures[level], 2.0**level
    right, down = (_ACROSSES - ACROSS) * step, (_DOWNS - DOWN) * step
    xs = (x - up[1] * right - up[0] * down + 0.5) / factor - 0.5
    ys = (y + up[0] * right - up[1] * down + 0.5) / factor - 0.5
    rows, columns = picture.shape[:2]
    xs, ys = np.clip(xs, 0, columns - 1.001), np.clip(ys, 0, rows - 1.001)
    x0, y0 = xs.astype(int), ys.astype(int)
    fx, fy = (xs - x0)[..., None], (ys - y0)[..., None]
    upper = picture[y0, x0] * (1 - fx) + picture[y0, x0 + 1] * fx
    lower = picture[y0 + 1, x0] * (1 - fx) + picture[y0 + 1, x0 + 1] * fx
    return np.asarray((upper * (1 - fy) + lower * fy) / 127.5 - 1, np.float32)


def _view(pictures: list[Pixels], index: Index, view: tuple[float, float, float, float]) -> Floats:
    right, down, size, turn = view
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([index.up[0] * cos - index.up[1] * sin, index.up[0] * sin + index.up[1] * cos], np.float32)
    return cut(pictures, index.x + right * index.height, index.y + down * index.height, index.height * size, up)


def name(net: Net, pixels: Pixels, indices: list[Index]) -> None:
    """Writes into each index what the closer look says of it."""
    pictures = levels(pixels)
    for start in range(0, len(indices), BATCH):
        some = indices[start : start + BATCH]
        answers = np.mean([net(np.stack([_view(pictures, i, view) for i in some])) for view in VIEWS], axis=0)
        for index, answer in zip(some, answers, strict=True):
            index.named = float(1 / (1 + np.exp(-answer[0])))
            index.ranks = np.sqrt(index.ranks * likelihoods(answer[1:15]))
            index.ranks = index.ranks / index.ranks.sum()
            index.suits = likelihoods(answer[15:19])
