"""How likely a card is what it was read as, fitted on scenes that trained nothing."""

from __future__ import annotations

import numpy as np

from referee.vision import nets
from referee.vision.corners import JOKER
from referee.vision.finding import Floats, Index

FACTS = 11


def _odds(chance: float) -> float:
    """As a logarithm, and never without end."""
    held = min(max(chance, 0.002), 0.998)
    return float(np.log(held / (1 - held)))


def facts(members: list[Index], common: float | None) -> Floats:
    """What certainty rests on, of the indices of one card, the clearest first, and the height that most have.

    Jokers are judged apart: what stands in their corners is not one sign, and print is taken for it more easily.
    """
    ranks = np.mean([i.ranks for i in members], axis=0)
    first, second = np.sort(ranks)[::-1][:2]
    there, named = _odds(max(i.there for i in members)), _odds(max(i.named for i in members))
    height = max(i.height for i in members)
    joker = float(ranks.argmax() == JOKER)
    return np.array(
        [
            1.0,
            there,
            named,
            _odds(float(first)),
            float(first - second),
            float(len(members) > 1),
            min(0.0, float(np.log(height / 16))),
            abs(float(np.log(height / common))) if common else 0.0,
            joker,
            joker * there,
            joker * named,
        ],
        np.float32,
    )


def chance_of(members: list[Index], common: float | None) -> float:
    """Between 0 and 1."""
    return float(1 / (1 + np.exp(-facts(members, common) @ nets.certainty())))
