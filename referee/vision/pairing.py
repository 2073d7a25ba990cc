"""Which indices belong to one card: those that point to one centre."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np

from referee.vision.finding import Floats, Index
from referee.vision.reading import RANKS

SIX, NINE, JOKER = RANKS.index("6"), RANKS.index("9"), RANKS.index("JK")
MOST_CORNERS = 4
RED = slice(1, 3)
OTHER_COLOUR = 0.7
"""So far apart in red, two indices are of two cards; a small club and a small spade are too easily confused."""
ALIKE = 0.15
"""The least product of two indices' chances of ranks at which they may be one rank."""

ENOUGH = 3
"""From so many pairs on it is known how the opposite corners of the cards in this photograph lie."""
MOST_OFF = 0.5
"""A pair that lies otherwise by this part of the way is none."""


def same_place(indices: list[Index], apart: float = 0.5) -> list[Index]:
    """Each place once, by the index that is trusted most."""
    kept: list[Index] = []
    for index in sorted(indices, key=lambda i: -i.trust * i.named):
        if all(hypot(index.x - k.x, index.y - k.y) > apart * max(index.height, k.height) + 1 for k in kept):
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
    if JOKER not in (rank_a, rank_b) and abs(float(a.suits[RED].sum() - b.suits[RED].sum())) > OTHER_COLOUR:
        return None
    between = np.array([a.x - b.x, a.y - b.y])
    distance = float(np.hypot(*between))
    if not 0.55 < a.height / b.height < 1.8 or distance < 2.2 * np.sqrt(a.height * b.height):
        return None
    middle = np.array([a.x + b.x, a.y + b.y]) / 2
    astray = max(float(np.hypot(*(index.centre - middle))) for index in (a, b)) / distance
    disagree = float(np.hypot(*(a.centre - b.centre))) / distance
    unlike = 0.2 * (1 - float(a.suits @ b.suits))
    facing = float(a.up @ b.up)
    if facing < -0.75 and astray < 0.36 and disagree < 0.45:
        return disagree + unlike, True
    level = abs(float(between @ a.up)) / distance < 0.35
    if facing > 0.85 and level and disagree < 0.3 and rank_a != JOKER:
        return disagree + unlike + 0.1, False  # the two upper corners of a card with four indices
    return None


def _way(a: Index, b: Index) -> Floats:
    """From one index to the opposite one as it lies before the first: to its right and down, in heights of an index."""
    up = a.up - b.up
    up = up / (np.hypot(*up) + 1e-6)
    between = np.array([b.x - a.x, b.y - a.y], np.float32) / np.float32(np.sqrt(a.height * b.height))
    return np.array([between @ np.array([-up[1], up[0]]), -(between @ up)], np.float32)


def _like_the_others(pairs: list[Pair], indices: list[Index]) -> list[Pair]:
    """The pairs once more, by how opposite corners lie in most of them: the cards of a photograph are of one size."""
    ways = {pair: _way(indices[pair.a], indices[pair.b]) for pair in pairs if pair.opposite}
    first: dict[int, Pair] = {}
    for pair in pairs:
        if pair.opposite and pair.a not in first and pair.b not in first:
            first |= {pair.a: pair, pair.b: pair}
    chosen = [ways[pair] for pair in set(first.values())]
    if len(chosen) < ENOUGH:
        return pairs
    usual = np.median(chosen, axis=0)
    size = float(np.hypot(*usual))
    off = {pair: float(np.hypot(*(way - usual))) / size for pair, way in ways.items()}
    kept = [pair for pair in pairs if off.get(pair, 0.0) < MOST_OFF]
    return sorted(pair._replace(misfit=pair.misfit + off.get(pair, 0.0)) for pair in kept)


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
    for pair in _like_the_others(pairs, indices):
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
