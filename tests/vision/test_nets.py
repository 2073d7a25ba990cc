"""The nets in numpy are the convolutions that were trained, at every stride and spread."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision import engine, nets
from referee.vision.nets import Numpy


def plain(x: np.ndarray, weight: np.ndarray, bias: np.ndarray, stride: int, spread: int) -> np.ndarray:
    """One pixel after another, as a convolution is defined."""
    size = weight.shape[0]
    reach = spread * (size // 2)
    edged = np.pad(x, ((reach, reach), (reach, reach), (0, 0)))
    height, width = x.shape[0] // stride, x.shape[1] // stride
    out = np.zeros((height, width, weight.shape[3]))
    for row in range(height):
        for column in range(width):
            seen = edged[row * stride :, column * stride :][: size * spread : spread, : size * spread : spread]
            out[row, column] = np.einsum("ijc,ijco->o", seen, weight) + bias
    return out


@pytest.mark.parametrize(("size", "stride", "spread"), [(1, 1, 1), (3, 1, 1), (3, 2, 1), (3, 1, 2)])
def test_a_layer_is_the_convolution_by_its_definition(size: int, stride: int, spread: int) -> None:
    chance = np.random.default_rng(7)
    x = chance.normal(size=(2, 8, 12, 3)).astype(np.float32)
    weight = chance.normal(size=(size, size, 3, 5)).astype(np.float32)
    bias = chance.normal(size=5).astype(np.float32)
    layer = Numpy({"a.weight": weight, "a.bias": bias})
    for relu in (False, True):
        got = layer.layer("a", x, stride, spread, relu)
        for picture, out in zip(x, got, strict=True):
            wanted = plain(picture, weight, bias, stride, spread)
            np.testing.assert_allclose(out, np.maximum(wanted, 0) if relu else wanted, atol=1e-4)


def test_the_finder_answers_for_each_four_pixels_wherever_it_is_cut() -> None:
    """A picture and its right part say the same away from the cut: a fan may be looked at in parts."""
    pixels = np.random.default_rng(3).uniform(-1, 1, (160, 480, 3)).astype(np.float32)
    whole, part = engine.finder(pixels), engine.finder(pixels[:, 160:])
    assert whole.shape == (40, 120, 26)
    np.testing.assert_allclose(whole[:, 116:], part[:, 76:], atol=1e-3)


def test_the_namer_names_each_cut_by_itself() -> None:
    cuts = np.random.default_rng(4).uniform(-1, 1, (3, 64, 64, 3)).astype(np.float32)
    together = engine.namer(cuts)
    assert together.shape == (3, 19)
    for cut, told in zip(cuts, together, strict=True):
        np.testing.assert_allclose(engine.namer(cut[None])[0], told, atol=1e-4)


def test_the_weights_say_what_they_came_from_and_stay_small() -> None:
    about = nets.about()
    assert len(about["data"]) == 64
    assert about["command"].startswith("python -m training.cards")
    assert nets.FILE.stat().st_size <= 3 * 2**20
