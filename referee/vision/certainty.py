"""How likely a card is what it was read as, fitted on scenes that trained nothing."""

from __future__ import annotations

import numpy as np

from referee.vision import nets
from referee.vision.finding import Floats, Index
from referee.vision.pairing import JOKER

FACTS = 8


def _odds(chance: float) -> float:
    """As a logarithm, and never without end."""
    held = min(max(chance, 0.002), 0.998)
    return float(np.log(held / (1 - held)))


def facts(members: list[Index]) -> Floats:
    """What certainty rests on, of the indices of one card, the clearest first."""
    ranks = np.mean([i.ranks for i in members], axis=0)
    first, second = np.sort(ranks)[::-1][:2]
    return np.array(
        [
            1.0,
            _odds(max(i.there for i in members)),
            _odds(max(i.named for i in members)),
            _odds(float(first)),
            float(first - second),
            float(len(members) > 1),
            min(0.0, float(np.log(max(i.height for i in members) / 16))),
            float(ranks.argmax() == JOKER),
        ],
        np.float32,
    )


def chance_of(members: list[Index]) -> float:
    """Between 0 and 1."""
    return float(1 / (1 + np.exp(-facts(members) @ nets.certainty())))
