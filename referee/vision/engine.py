"""What computes the nets: onnxruntime where it is installed, else numpy."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from referee.vision import nets
from referee.vision.finding import Floats, Net


def quicker() -> bool:
    """Whether the extra ``photo-fast`` is there, and works on this machine."""
    try:
        from referee.vision import graphs  # noqa: F401
    except ImportError:
        return False
    return True


@lru_cache(maxsize=1)
def chosen() -> tuple[Net, Net]:
    """The finder and the namer, both for some pictures at a time; made once."""
    of_finder, of_namer = nets.weights()
    if quicker():
        from referee.vision import graphs

        return graphs.runner(nets.finder, of_finder, True), graphs.runner(nets.namer, of_namer, False)
    return partial(nets.finder, nets.Numpy(of_finder)), partial(nets.namer, nets.Numpy(of_namer))


def finder(pixels: Floats) -> Floats:
    """What is in each field of four by four pixels of one picture; both its sides are multiples of 16."""
    [answers] = chosen()[0](pixels[None])
    return np.asarray(answers)


def namer(cuts: Floats) -> Floats:
    """What each picture of 64 by 64 shows."""
    return chosen()[1](cuts)
