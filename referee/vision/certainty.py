"""How likely a card is what it was read as, fitted on scenes that trained nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, hypot
from typing import NamedTuple

import numpy as np

from referee.vision import nets
from referee.vision.corners import JOKER, candidates
from referee.vision.finding import Floats, Index
from referee.vision.pairing import common_height

FACTS = 15
TWO_SUITS = 0.3
"""So much worse two indices fit for one card where they show two suits."""
CROWDED = 4.0
"""Beyond so many heights the next card does not matter."""


class Around(NamedTuple):
    """What the other cards of the photograph say about one of them."""

    common: float | None
    """The height that most indices have."""
    twin: float
    """How well another card would pass for a further corner of this one, from 0 to 1: it may be counted twice."""
    second: float
    """The same for those that are clearer than this one: of a card that is counted twice, this is the second time."""
    room: float
    """How far the next card is, as a part of ``CROWDED`` heights of an index."""


def around(groups: list[list[Index]]) -> Iterator[Around]:
    """Of each card, given as its indices."""
    indices = [index for members in groups for index in members]
    common = common_height(indices)
    card_of = {id(index): number for number, members in enumerate(groups) for index in members}
    clear = [max(index.trust * index.named for index in members) for members in groups]
    twins, seconds = [0.0] * len(groups), [0.0] * len(groups)
    for pair in candidates(indices):
        cards = {card_of[id(indices[pair.a])], card_of[id(indices[pair.b])]}
        if len(cards) == 2:
            alike = exp(-2 * (pair.misfit + TWO_SUITS * (not pair.one_suit)))
            second = min(cards, key=lambda number: clear[number])
            seconds[second] = max(seconds[second], alike)
            for number in cards:
                twins[number] = max(twins[number], alike)
    for number, (first, *_) in enumerate(groups):
        others = (other[0] for at, other in enumerate(groups) if at != number)
        nearest = min((hypot(first.x - other.x, first.y - other.y) for other in others), default=np.inf)
        yield Around(common, twins[number], seconds[number], min(1.0, nearest / first.height / CROWDED))


def _odds(chance: float) -> float:
    """As a logarithm, and never without end."""
    held = min(max(chance, 0.002), 0.998)
    return float(np.log(held / (1 - held)))


def facts(members: list[Index], beside: Around) -> Floats:
    """What certainty rests on, of the indices of one card, the clearest first, and of what is around them.

    Jokers are judged apart: what stands in their corners is not one sign, and print is taken for it more easily.
    """
    ranks = np.mean([i.ranks for i in members], axis=0)
    first, second = np.sort(ranks)[::-1][:2]
    there, named = _odds(max(i.there for i in members)), _odds(max(i.named for i in members))
    height = max(i.height for i in members)
    joker, alone = float(ranks.argmax() == JOKER), float(len(members) == 1)
    return np.array(
        [
            1.0,
            there,
            named,
            _odds(float(first)),
            float(first - second),
            1 - alone,
            min(0.0, float(np.log(height / 16))),
            abs(float(np.log(height / beside.common))) if beside.common else 0.0,
            joker,
            joker * there,
            joker * named,
            beside.twin,
            beside.twin * alone,
            beside.second,
            beside.room,
        ],
        np.float32,
    )


def chance_of(members: list[Index], beside: Around) -> float:
    """Between 0 and 1."""
    return float(1 / (1 + np.exp(-facts(members, beside) @ nets.certainty())))
