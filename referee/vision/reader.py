"""From the bytes of a picture to the cards in it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from threadpoolctl import threadpool_limits

from referee.vision import engine, finding, naming, pairing
from referee.vision.certainty import Around, around, chance_of
from referee.vision.finding import Box, Floats, Index, Net
from referee.vision.picture import Pixels, decode
from referee.vision.reading import RANKS, SUITS, Corner, Point, Reading, Seen

FIRST = 640
"""The longer side of the picture at the first look; a second one at half of that is for close-ups."""
BEST = 20.0
"""The height in pixels to which the closer pass brings the usual index."""
MOST = 1600
"""The longest side that the finder ever sees."""
PIXELS = 2_800_000
"""What the closer pass may look at, in all quarter turns together: it takes a second of processor time."""
CLOSER_BLIND = 960
"""The longer side at the second look where the first one found nothing."""
LEAST = 0.1
"""From this chance on a place is looked at closer."""
TRUSTED, NAMED = 0.2, 0.3
"""What the finder and the namer must be at least, for an index to count."""
MARGIN = 5.0
"""Around what was found the closer pass looks again: so many heights of an index."""
MOST_FOUND, MOST_NAMED = 500, 200
"""A picture of nothing but print has thousands of places; only the clearest are followed up."""
SHOWN = 0.6
"""A card of less certainty is left out. On the photographs that fit certainty people correct as much anywhere from 0.4
to 0.7; but of cards apart and in a row fewer are read that are not there than from 0.5 on, and none more is missed."""


def read_picture(data: bytes) -> Reading:
    """The cards in a picture; raises UnreadablePicture.

    On one core: on a busy machine the threads of the numerics wait for each other at full speed, and what takes half a
    second of processor time took eight to forty.
    """
    pixels, width, height = decode(data)
    with threadpool_limits(1):
        return read_pixels(pixels, width, height)


def read_pixels(pixels: Pixels, width: int, height: int) -> Reading:
    """The cards in a decoded picture, with places as in one of that width and height."""
    groups = grouped(pixels, engine.finder, engine.namer)
    factor = width / pixels.shape[1]
    cards = [seen(members, beside, factor) for members, beside in zip(groups, around(groups), strict=True)]
    return Reading(in_rows([card for card in cards if card.certainty >= SHOWN]), width, height)


def grouped(pixels: Pixels, finder: Net, namer: Net) -> list[list[Index]]:
    """The indices in the picture, named, in groups of one card each."""
    longer = max(pixels.shape[:2])
    first = min(FIRST, longer)
    turns = finding.look(finder, pixels, first, LEAST)
    for turn, close in zip(turns, finding.look(finder, pixels, first // 2, LEAST), strict=True):
        turn.extend(close)
    best, parts = _closer(turns, longer, pixels)
    if best > first * 1.2:
        for turn, near in zip(turns, finding.look(finder, pixels, best, LEAST, parts), strict=True):
            turn.extend(near)
    clearest = sorted((index for turn in turns for index in turn), key=lambda index: -index.trust)
    indices = pairing.same_place(clearest[:MOST_FOUND])[:MOST_NAMED]
    naming.name(namer, pixels, indices)
    indices = [i for i in indices if i.named > NAMED and i.there * float(i.ranks.max()) > TRUSTED]
    return pairing.by_card(pairing.of_common_size(pairing.same_place(indices)))


def _closer(turns: list[list[Index]], longer: int, pixels: Pixels) -> tuple[int, list[Box | None] | None]:
    """How large the picture should be for the usual index, and of each quarter turn the part to look at."""
    trusted = [index.height for turn in turns for index in turn if index.trust > 0.4]
    if not trusted:
        return min(CLOSER_BLIND, longer), None
    parts = [_around(turn, pixels) for turn in turns]
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in filter(None, parts))
    affordable = longer * (PIXELS / max(area, 1)) ** 0.5
    best = longer * BEST / float(np.median(trusted))
    return int(min(best, affordable, MOST, longer * 2.5)), parts


def _around(indices: list[Index], pixels: Pixels) -> Box | None:
    """The part of the picture in which one quarter turn found something."""
    if not indices:
        return None
    height, width = pixels.shape[:2]
    left, right = min(i.x - MARGIN * i.height for i in indices), max(i.x + MARGIN * i.height for i in indices)
    top, bottom = min(i.y - MARGIN * i.height for i in indices), max(i.y + MARGIN * i.height for i in indices)
    return max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))


def seen(members: list[Index], beside: Around, factor: float) -> Seen:
    """One card, of the indices that belong to it; ``factor`` leads from their pixels to those of the whole picture."""
    ranks: Floats = np.mean([i.ranks for i in members], axis=0)
    suits: Floats = np.mean([i.suits for i in members], axis=0)
    order = np.argsort(-ranks)
    rank, suit = RANKS[order[0]], SUITS[int(suits.argmax())]
    others = tuple((RANKS[i], round(float(ranks[i]), 3)) for i in order[1:4] if ranks[i] >= 0.01)
    corners = tuple(_corner(i, factor) for i in members)
    its_suit = "" if rank == "JK" else suit
    return Seen(rank, its_suit, chance_of(members, beside), float(suits.max()) if its_suit else 0.0, corners, others)


def _corner(index: Index, factor: float) -> Corner:
    """Its frame holds the suit below the rank too."""
    up, right = index.up * index.height, np.array([-index.up[1], index.up[0]]) * index.height
    centre = np.array([index.x, index.y])

    def at(across: float, upwards: float) -> Point:
        x, y = (centre + across * right + upwards * up) * factor
        return float(x), float(y)

    return Corner(at(0, 0), (at(-0.7, 0.7), at(0.7, 0.7), at(0.7, -1.6), at(-0.7, -1.6)))


def in_rows(cards: list[Seen]) -> tuple[Seen, ...]:
    """From the upper left to the lower right, as one reads."""
    downwards = sorted(cards, key=lambda card: card.place[1])
    if not downwards:
        return ()
    tall = float(np.median([card.corners[0].frame[2][1] - card.corners[0].frame[1][1] for card in cards]))
    row, rows = 0, [0]
    for above, below in pairwise(downwards):
        row += below.place[1] - above.place[1] > max(1.0, abs(tall) / 2)
        rows.append(row)
    ordered = sorted(zip(rows, downwards, strict=True), key=lambda pair: (pair[0], pair[1].place[0]))
    return tuple(card for _, card in ordered)
