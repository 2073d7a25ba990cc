"""The two nets, told once for whatever computes them, and the layers in numpy.

Pictures are (down, right, colour) there, and a convolution is a product for each of its rows.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from referee.vision.finding import Floats

X = TypeVar("X")
"""What goes from layer to layer: numbers here, names in a graph."""


class Layers(Protocol[X]):
    """The layers of one net, by their names."""

    def layer(self, name: str, x: X, stride: int = 1, spread: int = 1, relu: bool = True) -> X:
        """One convolution, with a margin of zeros that keeps the size."""

    def residual(self, name: str, x: X, spread: int = 1) -> X:
        """Two of them beside a way past them."""

    def plus(self, x: X, y: X) -> X: ...

    def doubled(self, x: X) -> X:
        """Twice as high and wide."""

    def judged(self, name: str, x: X) -> X:
        """Half as high and wide, and then a product with all of it, the numbers of one channel side by side."""


def finder(w: Layers[X], pixels: X) -> X:
    """What is in each field of four by four pixels; both sides of the picture are multiples of 16."""
    fourth = w.layer("stem.1", w.layer("stem.0", pixels, stride=2), stride=2)
    fourth = w.residual("stem.2", fourth)
    eighth = w.layer("eighth.0", fourth, stride=2)
    for i in (1, 2):
        eighth = w.residual(f"eighth.{i}", eighth)
    sixteenth = w.layer("sixteenth.0", eighth, stride=2)
    for i, spread in ((1, 1), (2, 2), (3, 2)):
        sixteenth = w.residual(f"sixteenth.{i}", sixteenth, spread)
    eighth = w.layer("mix_eighth", w.plus(eighth, w.doubled(w.layer("from_sixteenth", sixteenth))))
    mixed = w.plus(w.layer("from_fourth", fourth), w.doubled(w.layer("from_eighth", eighth)))
    return w.layer("head", w.layer("mix_fourth", mixed), relu=False)


def namer(w: Layers[X], cuts: X) -> X:
    """What each picture of 64 by 64 shows."""
    x = w.layer("body.1", w.layer("body.0", cuts, stride=2), stride=2)
    x = w.layer("body.3", w.residual("body.2", x), stride=2)
    for i in (4, 5):
        x = w.residual(f"body.{i}", x)
    return w.judged("head", x)


FILE = Path(__file__).with_name("weights.npz")


class Numpy:
    """All numbers of one net, by the name of their layer, and what is done with them."""

    def __init__(self, arrays: dict[str, Floats]) -> None:
        self.arrays = arrays

    def layer(self, name: str, x: Floats, stride: int = 1, spread: int = 1, relu: bool = True) -> Floats:
        """Over (pictures, down, right, colour)."""
        weight, bias = self.arrays[f"{name}.weight"], self.arrays[f"{name}.bias"]
        size, _, inputs, outputs = weight.shape
        count, height, width = x.shape[0], x.shape[1] // stride, x.shape[2] // stride
        if size == 1:
            y: Floats = x @ weight[0, 0]
        else:
            edged = np.pad(x, ((0, 0), (spread, spread), (spread, spread), (0, 0)))
            last = stride * (width - 1) + 1
            beside = np.concatenate([edged[:, :, i * spread :][:, :, :last:stride] for i in range(3)], axis=3)
            y = np.zeros((count, height, width, outputs), np.float32)
            for i in range(3):
                rows = beside[:, i * spread :][:, : stride * (height - 1) + 1 : stride]
                y += rows @ weight[i].reshape(3 * inputs, outputs)
        y += bias
        if relu:
            np.maximum(y, 0, out=y)
        return y

    def residual(self, name: str, x: Floats, spread: int = 1) -> Floats:
        inner = self.layer(f"{name}.first", x, spread=spread)
        y = self.layer(f"{name}.second", inner, relu=False)
        y += x
        np.maximum(y, 0, out=y)
        return y

    def plus(self, x: Floats, y: Floats) -> Floats:
        return x + y

    def doubled(self, x: Floats) -> Floats:
        return x.repeat(2, axis=1).repeat(2, axis=2)

    def judged(self, name: str, x: Floats) -> Floats:
        count, side, _, channels = x.shape
        halves = x.reshape(count, side // 2, 2, side // 2, 2, channels).mean((2, 4))
        flat = halves.transpose(0, 3, 1, 2).reshape(count, -1)  # the order of channels that the net was trained in
        answers: Floats = flat @ self.arrays[f"{name}.weight"] + self.arrays[f"{name}.bias"]
        return answers


@lru_cache(maxsize=1)
def _file() -> dict[str, Floats]:
    with np.load(FILE) as file:
        return {name: file[name].astype(np.float32) for name in file.files if name != "about"}


def about() -> dict[str, str]:
    """The command and the hash of the data that the weights came from."""
    with np.load(FILE) as file:
        origin: dict[str, str] = json.loads(file["about"].tobytes())
        return origin


def certainty() -> Floats:
    """What each fact of ``certainty.facts`` counts."""
    return _file()["certainty"]


@lru_cache(maxsize=1)
def weights() -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Of the finder and of the namer; read once."""
    arrays = _file()
    finder_, namer_ = (
        {name.removeprefix(f"{net}."): array for name, array in arrays.items() if name.startswith(f"{net}.")}
        for net in ("finder", "namer")
    )
    return finder_, namer_
