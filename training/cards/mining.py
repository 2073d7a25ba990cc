"""What the finder finds in scenes, right or wrong: the namer learns from it what it will be asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from referee.vision.finding import Floats, Index, Net, look
from referee.vision.naming import SIDE, cut, levels
from training.cards.nets import Finder
from training.cards.scenes import ASKED, RANK, SUIT, UP_X, UP_Y, X, Y
from training.cards.scenes import TALL as HEIGHT
from training.cards.train_finder import Scenes

LEAST = 0.08
"""From this chance on what the finder found is taken, far below what the reader asks for."""
NO_INDEX = -1


def as_net(finder: Finder) -> Net:
    """The finder as the reader calls a net."""

    def run(pixels: Floats) -> Floats:
        with torch.inference_mode():
            out = finder(torch.from_numpy(pixels).permute(2, 0, 1)[None])
        return out[0].permute(1, 2, 0).contiguous().numpy()

    return run


def label_of(index: Index, labels: np.ndarray) -> int | None:
    """The row of the label that an index is, ``NO_INDEX`` for none, None where nothing is asked."""
    rows = np.where(labels[:, ASKED] >= 0)[0]
    apart = np.hypot(labels[rows, X] - index.x, labels[rows, Y] - index.y)
    for row in rows[np.argsort(apart)][:1]:
        label = labels[row]
        if np.hypot(label[X] - index.x, label[Y] - index.y) < 0.5 * max(label[HEIGHT], index.height):
            upright = label[UP_X] * index.up[0] + label[UP_Y] * index.up[1] > 0.6
            alike = 0.6 < index.height / label[HEIGHT] < 1.6
            if not (upright and alike):
                return NO_INDEX if not upright else None
            return int(row) if label[ASKED] > 0.5 else None
    return NO_INDEX


def mine(folder: Path, count: int, seed: int) -> None:
    """Writes ``cuts.npz``: pictures of what was found, and of each its rank (or ``NO_INDEX``) and suit."""
    torch.set_num_threads(1)
    finder = Finder()
    finder.load_state_dict(torch.load(folder / "finder.pt", weights_only=True))
    net, scenes, chance = as_net(finder.eval()), Scenes(folder), np.random.RandomState(seed)
    cuts, ranks, suits = [], [], []
    for _ in range(count):
        pixels, labels = scenes.one(chance)
        pixels = np.ascontiguousarray(pixels)
        pictures = levels(pixels)
        found = [index for turn in look(net, pixels, len(pixels), LEAST) for index in turn]
        for index in found + [_random(chance, len(pixels)) for _ in range(2)]:
            row = label_of(index, labels)
            if row is None:
                continue
            truth = (NO_INDEX, NO_INDEX) if row == NO_INDEX else (labels[row, RANK], labels[row, SUIT])
            for _ in range(2 if row != NO_INDEX else 1):
                near = _shaken(index, chance)
                cuts.append(((cut(pictures, *near) + 1) * 127.5).round().astype(np.uint8))
                ranks.append(truth[0])
                suits.append(truth[1])
    ranked = np.array(ranks, np.int64)
    np.savez(folder / "cuts.npz", cuts=np.stack(cuts), ranks=ranked, suits=np.array(suits, np.int64))
    print(f"{len(cuts)} cuts of {SIDE} by {SIDE}, {np.mean(ranked == NO_INDEX):.0%} of them no index")


def _random(chance: np.random.RandomState, side: int) -> Index:
    turn = chance.uniform(0, 2 * np.pi)
    up, nothing = np.array([np.sin(turn), -np.cos(turn)], np.float32), np.zeros(0, np.float32)
    x, y = chance.uniform(8, side - 8, 2)
    return Index(
        float(x), float(y), float(np.exp(chance.uniform(np.log(8), np.log(60)))), up, up, nothing, nothing, 0, 0
    )


def _shaken(index: Index, chance: np.random.RandomState) -> tuple[float, float, float, Floats]:
    """About where it was found, as the finder might have found it another time."""
    turn, away = chance.normal(0, 0.1), chance.normal(0, 0.06, 2) * index.height
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([index.up[0] * cos - index.up[1] * sin, index.up[0] * sin + index.up[1] * cos], np.float32)
    return index.x + away[0], index.y + away[1], index.height * float(np.exp(chance.normal(0, 0.08))), up
