"""What the namer learns from: indices cut out as the finder would find them, and what might be taken for one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch

from referee.vision.finding import Floats, Index, Net, look
from referee.vision.naming import SIDE, cut, levels
from training.cards.nets import Finder
from training.cards.scenes import ASKED, RANK, SUIT, TALL, UP_X, UP_Y, X, Y
from training.cards.train_finder import Scenes

LEAST = 0.08
"""From this chance on what the finder found is taken, far below what the reader asks for."""
NO_INDEX = -1
Place = tuple[float, float, float, Floats]
"""Right, down, height, and the way up."""


def turned(up: Floats, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([up[0] * cos - up[1] * sin, up[0] * sin + up[1] * cos], np.float32)


def shaken(place: Place, chance: np.random.RandomState) -> Place:
    """About there, as the finder might find it."""
    x, y, height, up = place
    right, down = chance.normal(0, 0.08, 2) * height
    return x + right, y + down, height * float(np.exp(chance.normal(0, 0.1))), turned(up, chance.normal(0, 0.13))


def of_labels(labels: np.ndarray, chance: np.random.RandomState) -> list[tuple[Place, int]]:
    """Each clear index twice, and a few from the wrong side or at the wrong size, with the row or ``NO_INDEX``."""
    found = []
    for row in np.where(labels[:, ASKED] > 0.5)[0]:
        x, y, height = (float(labels[row, column]) for column in (X, Y, TALL))
        place = (x, y, height, labels[row, [UP_X, UP_Y]])
        found += [(shaken(place, chance), int(row)) for _ in range(2)]
        if chance.rand() < 0.3:
            wrong_turn = (x, y, height, turned(place[3], chance.uniform(1.2, 5.1)))
            wrong_size = (x, y, height * float(chance.choice([0.4, 2.2, 3.0])), place[3])
            found.append((shaken(wrong_turn if chance.rand() < 0.6 else wrong_size, chance), NO_INDEX))
    return found


def of_edges(
    pixels: np.ndarray, labels: np.ndarray, chance: np.random.RandomState, count: int
) -> list[tuple[Place, int]]:
    """Where there is something to see, but no index: letters, pips, pictures."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    edges = cv2.blur(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), (9, 9))
    share = (edges / edges.sum()).ravel().astype(float) if edges.sum() > 0 else None
    known = labels[labels[:, ASKED] >= 0]
    found: list[tuple[Place, int]] = []
    for at in chance.choice(edges.size, count, p=share / share.sum() if share is not None else None):
        y, x = divmod(int(at), pixels.shape[1])
        height = float(np.exp(chance.uniform(np.log(8), np.log(50))))
        angle = chance.randint(4) * np.pi / 2 + chance.normal(0, 0.3)
        apart = np.hypot(known[:, X] - x, known[:, Y] - y) > 0.5 * np.maximum(known[:, TALL], height)
        if apart.all():
            found.append(((float(x), float(y), height, turned(np.array([0, -1], np.float32), angle)), NO_INDEX))
    return found


def of_finder(net: Net, pixels: np.ndarray, labels: np.ndarray) -> list[tuple[Place, int]]:
    """What the finder finds, right or wrong; left out is where nothing is asked."""
    found = []
    for index in (index for turn in look(net, pixels, len(pixels), LEAST) for index in turn):
        row = label_of(index, labels)
        if row is not None:
            found.append(((index.x, index.y, index.height, index.up), row))
    return found


def label_of(index: Index, labels: np.ndarray) -> int | None:
    """The row of the label that an index is, ``NO_INDEX`` for none, None where nothing is asked."""
    rows = np.where(labels[:, ASKED] >= 0)[0]
    apart = np.hypot(labels[rows, X] - index.x, labels[rows, Y] - index.y)
    if not len(rows) or apart.min() > 0.5 * max(labels[rows[apart.argmin()], TALL], index.height):
        return NO_INDEX
    row = int(rows[apart.argmin()])
    label = labels[row]
    if label[UP_X] * index.up[0] + label[UP_Y] * index.up[1] < 0.6:
        return NO_INDEX
    return row if label[ASKED] > 0.5 and 0.6 < index.height / label[TALL] < 1.6 else None


def as_net(finder: Finder) -> Net:
    """The finder as the reader calls a net."""

    def run(pixels: Floats) -> Floats:
        with torch.inference_mode():
            out = finder(torch.from_numpy(pixels).permute(2, 0, 1)[None])
        return out[0].permute(1, 2, 0).contiguous().numpy()

    return run


def make(folder: Path, count: int, searched: int, seed: int) -> None:
    """Writes ``cuts.npz``: pictures of places, and of each its rank (or ``NO_INDEX``) and suit.

    In the last ``searched`` of the ``count`` scenes the finder has looked too, which takes a hundred times longer.
    """
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    finder = Finder()
    if searched:
        finder.load_state_dict(torch.load(folder / "finder.pt", weights_only=True))
    net, scenes, chance = as_net(finder.eval()), Scenes(folder), np.random.RandomState(seed)
    cuts, ranks, suits = [], [], []
    for number in range(count):
        pixels, labels = scenes.one(chance)
        pixels = np.ascontiguousarray(pixels)
        places = of_labels(labels, chance) + of_edges(pixels, labels, chance, 4)
        if number >= count - searched:
            places += of_finder(net, pixels, labels)
        pictures = levels(pixels)
        for place, row in places:
            cuts.append(((cut(pictures, *place) + 1) * 127.5).round().astype(np.uint8))
            ranks.append(NO_INDEX if row == NO_INDEX else int(labels[row, RANK]))
            suits.append(NO_INDEX if row == NO_INDEX else int(labels[row, SUIT]))
    ranked = np.array(ranks, np.int64)
    np.savez(folder / "cuts.npz", cuts=np.stack(cuts), ranks=ranked, suits=np.array(suits, np.int64))
    print(f"{len(cuts)} cuts of {SIDE} by {SIDE}, {np.mean(ranked == NO_INDEX):.0%} of them no index")
