"""How the corners of the cards lie in one photograph: its cards are of one size, and what most pairs say goes for all.

The finder guesses where the centre of each card is, and is now and then far off; but the way from one index to the
opposite one is the same on each card of a photograph, so that pairs vouch for each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from referee.vision.finding import Floats, Index
from referee.vision.reading import RANKS

SIX, NINE, JOKER = RANKS.index("6"), RANKS.index("9"), RANKS.index("JK")
BLACK = (0, 3)
SAME_SUIT = 0.3
"""The least chance that two indices show one suit, clubs and spades taken as one: small ones are easily confused."""
ALIKE = 0.15
"""The least product of two indices' chances of ranks at which they may be one rank."""
SIZES = (0.55, 1.8)
"""Between these the heights of two indices of one card differ."""
NEAREST, FARTHEST = 2.2, 16.0
"""So many heights of an index lie between two of one card."""
NEAR, NEARER, MOST_OFF, MOST_OFF_OF_FOUR = 0.22, 0.08, 0.6, 0.3
OFF, UNLIKE, OTHER_SUIT = 1.0, 0.2, 0.5
"""Two pairs that lie alike to this part of the way vouch for each other."""
ENOUGH = 3.0
"""So much support it takes until a way is the usual one; a pair that agrees on its centre counts ``AGREED``."""
AGREED = 2.0
MOST_ASKED = 150
WIDE = (0.5, 0.95)
"""The width between two corners of a card, as a part of the height between two."""


class Kind(Enum):
    """How the second index of a pair lies to the first."""

    BESIDE = "beside"
    """To its right: the two upper corners of a card with four."""
    BELOW = "below"
    """Straight below, on its head: also of a card with four."""
    ACROSS = "across"


@dataclass(frozen=True)
class Pair:
    """Two indices that may be of one card, by their numbers."""

    a: int
    b: int
    kind: Kind
    way: Floats
    """From the first to the second: to the right and down as the first stands, in heights of an index."""
    misfit: float
    agreed: bool
    """Whether both point to one centre."""
    one_suit: bool

    def off(self, usual: Floats) -> float:
        return float(np.hypot(*(self.way - usual)) / np.hypot(*usual))


def candidates(indices: list[Index]) -> list[Pair]:
    """All pairs that the ranks, the colours, the sizes and the ways up allow."""
    pairs = (_pair(indices, a, b) for a in range(len(indices)) for b in range(a))
    return [pair for pair in pairs if pair is not None]


def _pair(indices: list[Index], number_a: int, number_b: int) -> Pair | None:
    a, b = indices[number_a], indices[number_b]
    rank_a, rank_b = int(a.ranks.argmax()), int(b.ranks.argmax())
    turned = {rank_a, rank_b} == {SIX, NINE}  # one of them read from the wrong end
    if rank_a != rank_b and not turned and float((a.ranks * b.ranks).sum()) < ALIKE:
        return None
    between = np.array([b.x - a.x, b.y - a.y], np.float32)
    distance, tall = float(np.hypot(*between)), float(np.sqrt(a.height * b.height))
    facing = float(a.up @ b.up)
    if not SIZES[0] < a.height / b.height < SIZES[1] or not NEAREST < distance / tall < FARTHEST:
        return None
    if -0.75 < facing < 0.85 or (facing > 0 and JOKER in (rank_a, rank_b)):
        return None
    up = a.up + (b.up if facing > 0 else -b.up)
    up = up / np.float32(np.hypot(*up) + 1e-6)
    way = np.array([between @ np.array([-up[1], up[0]]), -(between @ up)], np.float32) / np.float32(tall)
    middle = np.array([a.x + b.x, a.y + b.y]) / 2
    astray = max(float(np.hypot(*(index.centre - middle))) for index in (a, b)) / distance
    disagree = float(np.hypot(*(a.centre - b.centre))) / distance
    misfit = min(disagree, 1.0) + UNLIKE * (1 - float(a.suits @ b.suits))
    one_suit = JOKER in (rank_a, rank_b) or _same_suit(a, b) > SAME_SUIT
    if facing > 0:
        if abs(way[1]) > 0.45 * abs(way[0]):
            return None
        agreed = disagree < 0.3 and abs(way[1]) < 0.35 * abs(way[0])
        return Pair(
            number_a, number_b, Kind.BESIDE, way if way[0] > 0 else -way, misfit + 0.1, agreed and one_suit, one_suit
        )
    if way[1] < 0.4 * abs(way[0]):
        return None  # two that point away from each other, or lie at one height
    kind = Kind.BELOW if abs(way[0]) < 0.22 * way[1] else Kind.ACROSS
    equal = rank_a == rank_b and float(a.suits @ b.suits) > SAME_SUIT
    most_astray, most_apart = (0.42, 0.65) if equal else (0.36, 0.45)
    agreed = one_suit and astray < most_astray and disagree < most_apart
    return Pair(number_a, number_b, kind, way, misfit, agreed, one_suit)


def _same_suit(a: Index, b: Index) -> float:
    black_a, black_b = (float(sum(index.suits[at] for at in BLACK)) for index in (a, b))
    return float(a.suits[1] * b.suits[1] + a.suits[2] * b.suits[2]) + black_a * black_b


@dataclass(frozen=True)
class Usual:
    """The ways that are usual in a photograph; none where too few pairs say so."""

    ways: tuple[Floats, ...] = ()

    def off(self, pair: Pair) -> float:
        """By which part of the way a pair lies otherwise than the nearest usual one."""
        return min(pair.off(way) for way in self.ways)


def _offs(pairs: list[Pair], way: Floats) -> Floats:
    ways = np.stack([pair.way for pair in pairs])
    return np.asarray(np.hypot(*(ways - way).T) / np.hypot(*way))


def _support(pairs: list[Pair], way: Floats) -> float:
    """What vouches for a way; an index vouches once."""
    by_index: dict[int, float] = {}
    for number in np.flatnonzero(_offs(pairs, way) < NEAR) if pairs else ():
        pair = pairs[number]
        weight = AGREED if pair.agreed else 1.0
        by_index[pair.a] = max(by_index.get(pair.a, 0.0), weight)
        by_index[pair.b] = max(by_index.get(pair.b, 0.0), weight)
    return sum(by_index.values()) / 2


def _best(pairs: list[Pair]) -> tuple[float, Floats] | None:
    """The way that most pairs vouch for, as the middle of theirs; of very many pairs the best are asked."""
    if not pairs:
        return None
    best_fits = sorted(pairs, key=lambda pair: pair.misfit)[:MOST_ASKED]
    way = max((pair.way for pair in best_fits), key=lambda way: _support(best_fits, way))
    near = [pair.way for pair, off in zip(best_fits, _offs(best_fits, way), strict=True) if off < NEAR]
    middle = np.asarray(np.median(near, axis=0), np.float32)
    return _support(best_fits, middle), middle


def usual(pairs: list[Pair]) -> Usual:
    """What the pairs of a photograph have in common."""
    four = _of_four(pairs)
    if four:
        return Usual(four)
    best = _best([pair for pair in pairs if pair.kind is not Kind.BESIDE])
    return Usual((best[1],)) if best and best[0] >= ENOUGH else Usual()


def _of_four(pairs: list[Pair]) -> tuple[Floats, ...]:
    """The ways on cards with four indices, if enough pairs lie as on such cards; else none.

    On a card with two indices the second is never straight below the first. Where most cards show two opposite corners,
    the way between these says where the other two would be.
    """
    beside, below, across = ([p for p in pairs if p.kind is kind] for kind in (Kind.BESIDE, Kind.BELOW, Kind.ACROSS))
    tall, corner = _best(below), _best(across)
    opposite = corner is not None and (tall is None or corner[0] > tall[0])
    if corner and opposite:
        wide, high = np.abs(corner[1])
        beside, tall = _like(beside, (wide, 0.0)), _best(_like(below, (0.0, high)))
    elif tall:
        beside = [pair for pair in beside if WIDE[0] < abs(pair.way[0]) / tall[1][1] < WIDE[1]]
    side = _best(beside)
    if tall and side and tall[0] + side[0] >= ENOUGH:
        return side[1], tall[1], tall[1] + side[1], tall[1] - side[1]
    return (tall[1],) if tall and tall[0] >= ENOUGH and not opposite else ()


def _like(pairs: list[Pair], way: tuple[float, float]) -> list[Pair]:
    return [pair for pair in pairs if pair.off(np.array(way, np.float32)) < NEAR]


def believable(indices: list[Index]) -> list[Pair]:
    """The pairs that may be joined, the best first."""
    pairs = candidates(indices)
    common = usual([pair for pair in pairs if pair.one_suit])
    if not common.ways:
        return sorted((pair for pair in pairs if pair.agreed), key=lambda pair: pair.misfit)
    most_off = MOST_OFF if len(common.ways) == 1 else MOST_OFF_OF_FOUR
    joinable = []
    for pair in pairs:
        off = common.off(pair)
        if off < (NEAR if pair.one_suit else NEARER) or (pair.agreed and off < most_off):
            joinable.append(replace(pair, misfit=pair.misfit + OFF * off + OTHER_SUIT * (not pair.one_suit)))
    return sorted(joinable, key=lambda pair: pair.misfit)
