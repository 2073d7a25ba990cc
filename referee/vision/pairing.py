"""Which indices belong to one card: those that point to one centre."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.vision.finding import Index
from referee.vision.reading import RANKS

SIX, NINE, JOKER = RANKS.index("6"), RANKS.index("9"), RANKS.index("JK")
MOST_CORNERS = 4
ALIKE = 0.15
"""The least product of two indices' chances of ranks at which they may be one rank."""


def same_place(indices: list[Index], apart: float = 0.5) -> list[Index]:
    """Each place once, by the index that is trusted most."""
    kept: list[Index] = []
    for index in sorted(indices, key=lambda i: -i.trust * i.named):
        if all(np.hypot(index.x - k.x, index.y - k.y) > apart * max(index.height, k.height) + 1 for k in kept):
            kept.append(index)
    return kept


class Pair(NamedTuple):
    """Two indices that may be of one card, by their numbers."""

    misfit: float
    opposite: bool
    """Across the card, or, on a card with four indices, beside each other."""
    a: int
    b: int


def _misfit(a: Index, b: Index) -> tuple[float, bool] | None:
    """How badly two indices fit as corners of one card, and whether as opposite ones; None where they are of two."""
    rank_a, rank_b = int(a.ranks.argmax()), int(b.ranks.argmax())
    turned = {rank_a, rank_b} == {SIX, NINE}  # one of them read from the wrong end
    if rank_a != rank_b and not turned and float((a.ranks * b.ranks).sum()) < ALIKE:
        return None
    suits_differ = a.suits.max() > 0.8 and b.suits.max() > 0.8 and a.suits.argmax() != b.suits.argmax()
    if suits_differ and JOKER not in (rank_a, rank_b):
        return None
    between = np.array([a.x - b.x, a.y - b.y])
    distance = float(np.hypot(*between))
    if not 0.55 < a.height / b.height < 1.8 or distance < 2.2 * np.sqrt(a.height * b.height):
        return None
    middle = np.array([a.x + b.x, a.y + b.y]) / 2
    astray = max(float(np.hypot(*(index.centre - middle))) for index in (a, b)) / distance
    disagree = float(np.hypot(*(a.centre - b.centre))) / distance
    facing = float(a.up @ b.up)
    if facing < -0.75 and astray < 0.33 and disagree < 0.4:
        return disagree, True
    level = abs(float(between @ a.up)) / distance < 0.35
    if facing > 0.85 and level and disagree < 0.3 and rank_a != JOKER:
        return disagree + 0.1, False  # the two upper corners of a card with four indices
    return None


def by_card(indices: list[Index]) -> list[list[Index]]:
    """The indices in groups of one card each, the clearest first."""
    pairs = sorted(
        Pair(*fit, i, j)
        for i in range(len(indices))
        for j in range(i)
        if (fit := _misfit(indices[i], indices[j])) is not None
    )
    group = list(range(len(indices)))
    taken: set[tuple[int, bool]] = set()  # each index has one partner across and one beside it
    for pair in pairs:
        ends = {(pair.a, pair.opposite), (pair.b, pair.opposite)}
        joined = [k for k in range(len(indices)) if group[k] in (group[pair.a], group[pair.b])]
        if group[pair.a] != group[pair.b] and not ends & taken and len(joined) <= MOST_CORNERS:
            number = group[pair.b]
            for k in joined:
                group[k] = number
            taken |= ends
    cards: dict[int, list[Index]] = {}
    for index, number in zip(indices, group, strict=True):
        cards.setdefault(number, []).append(index)
    return [sorted(members, key=lambda i: -i.trust * i.named) for members in cards.values()]


def of_common_size(indices: list[Index]) -> list[Index]:
    """Without what is far from the size that most have, which is print or a pip."""
    sizes = [i.height for i in indices if i.trust > 0.6 and i.named > 0.5 and i.ranks.argmax() != JOKER]
    if len(sizes) < 2:
        return indices
    common = float(np.median(sizes))
    return [i for i in indices if 0.45 < i.height / common < 2.2]
