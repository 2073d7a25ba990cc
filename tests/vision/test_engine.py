"""Whatever computes the nets, the answers are the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from referee import vision
from referee.vision import engine, nets

SCENES = Path(__file__).with_name("scenes")
needs_onnx = pytest.mark.skipif(not engine.quicker(), reason="the extra photo-fast is not installed")


@pytest.fixture
def forgetful() -> Iterator[None]:
    """The choice is made anew, and once more afterwards."""
    engine.chosen.cache_clear()
    yield
    engine.chosen.cache_clear()


@needs_onnx
@pytest.mark.parametrize("size", [(160, 480), (336, 64), (16, 16)])
def test_the_finder_is_the_same_in_onnxruntime_as_in_numpy(size: tuple[int, int]) -> None:
    from referee.vision import graphs

    weights = nets.weights()[0]
    pixels = np.random.default_rng(5).uniform(-1, 1, (1, *size, 3)).astype(np.float32)
    quick = graphs.runner(nets.finder, weights, pictures_come_out=True)(pixels)
    np.testing.assert_allclose(quick, nets.finder(nets.Numpy(weights), pixels), atol=1e-3)


@needs_onnx
def test_the_namer_is_the_same_in_onnxruntime_as_in_numpy() -> None:
    from referee.vision import graphs

    weights = nets.weights()[1]
    cuts = np.random.default_rng(6).uniform(-1, 1, (5, 64, 64, 3)).astype(np.float32)
    quick = graphs.runner(nets.namer, weights, pictures_come_out=False)(cuts)
    np.testing.assert_allclose(quick, nets.namer(nets.Numpy(weights), cuts), atol=1e-3)


@needs_onnx
@pytest.mark.parametrize("name", sorted(path.name for path in SCENES.glob("*.jpg")))
def test_a_photograph_is_read_alike_by_both(name: str, monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    picture = (SCENES / name).read_bytes()
    quick = vision.read(picture)
    monkeypatch.setattr(engine, "quicker", lambda: False)
    engine.chosen.cache_clear()
    plain = vision.read(picture)
    assert [(card.rank, card.suit) for card in quick.cards] == [(card.rank, card.suit) for card in plain.cards]
    for one, other in zip(quick.cards, plain.cards, strict=True):
        assert one.certainty == pytest.approx(other.certainty, abs=0.005)
        assert one.place == pytest.approx(other.place, abs=0.5)


def test_without_onnxruntime_numpy_computes(monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    monkeypatch.setattr(engine, "quicker", lambda: False)
    assert {type(net) for net in engine.chosen()} == {partial}
    assert {type(net.args[0]) for net in engine.chosen() if isinstance(net, partial)} == {nets.Numpy}
