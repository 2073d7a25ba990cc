"""Which indices belong to one card: those that point to one centre, or lie as the corners of the other cards do."""

from __future__ import annotations

from math import hypot

import numpy as np

from referee.vision.corners import JOKER, Kind, believable
from referee.vision.finding import Index

MOST_CORNERS = 4


APART, ALIKE_APART = 0.5, 0.8
"""Nearer than so many heights two places are one; the second where both show one rank and stand alike."""


def same_place(indices: list[Index]) -> list[Index]:
    """Each place once, by the index that is trusted most."""
    kept: list[Index] = []
    for index in sorted(indices, key=lambda i: -i.trust * i.named):
        if not any(_one_place(index, other) for other in kept):
            kept.append(index)
    return kept


def _one_place(a: Index, b: Index) -> bool:
    alike = a.ranks.argmax() == b.ranks.argmax() and float(a.up @ b.up) > 0.9
    near = (ALIKE_APART if alike else APART) * max(a.height, b.height) + 1
    return hypot(a.x - b.x, a.y - b.y) <= near


def by_card(indices: list[Index]) -> list[list[Index]]:
    """The indices in groups of one card each, the clearest first."""
    group = list(range(len(indices)))
    taken: set[tuple[int, Kind]] = set()  # each index has one partner of a kind
    for pair in believable(indices):
        ends = {(pair.a, pair.kind), (pair.b, pair.kind)}
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


def common_height(indices: list[Index]) -> float | None:
    """The height that most indices have; None where too few are clear."""
    sizes = [i.height for i in indices if i.trust > 0.6 and i.named > 0.5 and i.ranks.argmax() != JOKER]
    return float(np.median(sizes)) if len(sizes) >= 2 else None


def of_common_size(indices: list[Index]) -> list[Index]:
    """Without what is far from the size that most have, which is print or a pip."""
    common = common_height(indices)
    return [i for i in indices if 0.45 < i.height / common < 2.2] if common else indices
