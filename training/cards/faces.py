"""One deck: how it looks, and its 54 faces with the places of their indices."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from training.cards import art, emblems, suits
from training.cards.fonts import SUIT_SIGNS, Fonts, mask

WIDTH, HEIGHT = 200, 280
FINE = 2
"""Faces are drawn so many times larger and then shrunk."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
SUITS = "CDHS"
JOKER = 13
FACES = 54
ENDS = (False, True)
"""Whether an end of a card is its lower one, where all stands on its head."""
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Index:
    """One corner index on a face, in pixels of the face: its rank (or the upper end of a joker's word) and its suit."""

    x: float
    y: float
    height: float
    width: float
    down: bool
    """Whether it stands on its head, as seen from the upper edge of the card."""
    suit: tuple[float, float, float] | None = None
    """Centre and height of the suit that belongs to it."""


@dataclass
class Style:
    """What the faces of one deck have in common; lengths are parts of the height of a card."""

    chance: random.Random
    fonts: Fonts
    signs: dict[str, np.ndarray] = field(default_factory=dict)
    colours: dict[str, Colour] = field(default_factory=dict)
    font: Path = Path()

    def __post_init__(self) -> None:
        c = self.chance
        self.dark = c.random() < 0.08
        self.paper, self.colours = _colours(c, self.dark)
        jumbo = c.random() < 0.28
        self.rank = c.uniform(0.15, 0.22) if jumbo else c.uniform(0.08, 0.135)
        self.sign = c.uniform(0.5, 0.9) * self.rank
        self.gap = c.uniform(0.04, 0.28) * self.rank
        self.beside = jumbo and c.random() < 0.25
        self.squeeze, self.squeeze_ten = c.uniform(0.62, 1.0), c.uniform(0.6, 1.0)
        self.x = max(c.uniform(0.045, 0.08), self.rank * 0.42 + 0.01)
        self.y = c.uniform(0.02, 0.06)
        self.four = c.random() < 0.2
        self.inner_x, self.inner_y = (c.uniform(0.15, 0.25) if jumbo else c.uniform(0.12, 0.2)), c.uniform(0.04, 0.11)
        self.framed, self.pip_in_court = c.random() < 0.7, c.random() < 0.75
        self.pip = c.uniform(0.12, 0.18) * (0.8 if jumbo else 1.0)
        self.spread_x, self.spread_y = c.uniform(0.12, 0.16), c.uniform(0.27, 0.34)
        self.ace = c.uniform(0.8, 3.0)
        self.joker = c.choice(("stacked", "stacked", "along", "along", "emblem", "emblem", "letters", "across", "none"))
        self.word = c.choice(("JOKER", "JOKER", "JOKER", "Joker", "joker", "JOLLY", "JKR"))
        self.gaudy = c.random() < 0.2
        self.emblem = c.choice((emblems.star, emblems.star, emblems.cap, emblems.head))(c)
        drawn, bent = c.random() < 0.5, c.random() < 0.7
        sign_font = c.choice(self.fonts.suits)
        for suit in SUITS:
            sign = suits.draw(suit, c) if drawn else mask(SUIT_SIGNS[suit], sign_font)
            self.signs[suit] = suits.varied(sign, c) if bent else sign
        self.font = c.choice(self.fonts.ranks)


def _colours(c: random.Random, dark: bool) -> tuple[Colour, dict[str, Colour]]:
    if dark:
        shade = c.randint(10, 45)
        pale = c.choice([(200, 205, 205), (230, 230, 230), (60, 170, 210)])
        warm = c.choice([(60, 150, 200), (40, 40, 220), (200, 200, 200), (60, 170, 210)])
        return (shade, shade, shade), {"C": pale, "S": pale, "D": warm, "H": warm}
    red: Colour = (c.randint(10, 75), c.randint(10, 60), c.randint(165, 240))
    grey = c.randint(5, 60)
    black: Colour = (grey, grey, grey)
    colours = {"C": black, "S": black, "D": red, "H": red}
    if c.random() < 0.12:  # four colours
        colours["D"] = c.choice([(200, 90, 20), (20, 120, 240), (190, 60, 0)])
        colours["C"] = (40, 130, 20)
    base = c.choice([(252, 252, 252), (245, 250, 252), (232, 242, 246), (240, 240, 240)])
    paper: Colour = tuple(min(255, part + c.randint(-6, 6)) for part in base)  # type: ignore[assignment]
    if c.random() < 0.08:
        paper = (c.randint(150, 250), c.randint(150, 250), c.randint(150, 250))
    return paper, colours


class Face:
    """One card being drawn, at ``FINE`` times its size."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.width, self.height = WIDTH * FINE, HEIGHT * FINE
        self.pixels = np.empty((self.height, self.width, 3), np.float32)
        self.pixels[:] = style.paper
        self.indices: list[Index] = []

    def put(
        self, shape: np.ndarray, x: float, y: float, width: float, height: float, colour: Colour, down: bool = False
    ) -> None:
        """A shape with its centre at a place, in pixels of this drawing."""
        wide, tall = max(2, round(width)), max(2, round(height))
        opacity = cv2.resize(shape, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        if down:
            opacity = opacity[::-1, ::-1]
        left, top = round(x - wide / 2), round(y - tall / 2)
        x0, y0, x1, y1 = max(0, left), max(0, top), min(self.width, left + wide), min(self.height, top + tall)
        if x1 > x0 and y1 > y0:
            part = opacity[y0 - top : y1 - top, x0 - left : x1 - left, None]
            self.pixels[y0:y1, x0:x1] = self.pixels[y0:y1, x0:x1] * (1 - part) + np.array(colour, np.float32) * part

    def mark(
        self,
        x: float,
        y: float,
        height: float,
        width: float,
        down: bool,
        suit: tuple[float, float, float] | None = None,
    ) -> None:
        shrunk = (suit[0] / FINE, suit[1] / FINE, suit[2] / FINE) if suit else None
        self.indices.append(Index(x / FINE, y / FINE, height / FINE, width / FINE, down, shrunk))

    def at(self, x: float, y: float, down: bool) -> tuple[float, float]:
        """The same place seen from the other end, where ``down``."""
        return (self.width - x, self.height - y) if down else (x, y)

    def inner(self, picture: np.ndarray | None) -> tuple[int, int, int, int]:
        """The place for the picture, which is pasted if there is one."""
        s = self.style
        x0, y0 = int(self.width * s.inner_x), int(self.height * s.inner_y)
        x1, y1 = self.width - x0, self.height - y0
        if picture is not None:
            shown = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
            if s.dark:
                shown = 255 - shown if s.chance.random() < 0.5 else shown // 2
            self.pixels[y0:y1, x0:x1] = shown
        return x0, y0, x1, y1

    def finished(self) -> tuple[np.ndarray, list[Index]]:
        shrunk = cv2.resize(np.clip(self.pixels, 0, 255), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return shrunk.astype(np.uint8), self.indices


_L, _R, _T = -1, 1, 1 / 3
_FOUR = ((_L, -1), (_R, -1), (_L, 1), (_R, 1))
_SIX = (*_FOUR, (_L, 0), (_R, 0))
_EIGHT = tuple((x, y) for x in (_L, _R) for y in (-1, -_T, _T, 1))
PIPS = {
    "A": ((0, 0),),
    "2": ((0, -1), (0, 1)),
    "3": ((0, -1), (0, 0), (0, 1)),
    "4": _FOUR,
    "5": (*_FOUR, (0, 0)),
    "6": _SIX,
    "7": (*_SIX, (0, -0.5)),
    "8": (*_SIX, (0, -0.5), (0, 0.5)),
    "9": (*_EIGHT, (0, 0)),
    "10": (*_EIGHT, (0, -2 * _T), (0, 2 * _T)),
}


def natural(style: Style, rank: str, suit: str) -> tuple[np.ndarray, list[Index]]:
    """The face of an ordinary card."""
    face, c = Face(style), style.chance
    colour, sign = style.colours[suit], style.signs[suit]
    shape = sign.shape[1] / sign.shape[0]
    if rank in PIPS:
        size = style.pip * face.height * (style.ace * (1.4 if suit == "S" else 1.0) if rank == "A" else 1.0)
        for x, y in PIPS[rank]:
            place = (
                face.width / 2 + x * style.spread_x * face.height,
                face.height / 2 + y * style.spread_y * face.height,
            )
            face.put(sign, *place, size * shape, size, colour, y > 0.01)
    else:
        x0, y0, x1, y1 = face.inner(art.court(rank, face.width // 2, face.height // 2, c))
        if style.framed:
            cv2.rectangle(face.pixels, (x0, y0), (x1, y1), tuple(map(float, colour)), c.choice([1, 2, 3]))
        if style.pip_in_court:
            size = style.pip * face.height * 1.1
            for down in ENDS:
                face.put(sign, *face.at(x0 + size * 0.6, y0 + size * 0.6, down), size * shape, size, colour, down)
    _natural_index(face, rank, suit, shape)
    return face.finished()


def _natural_index(face: Face, rank: str, suit: str, shape: float) -> None:
    style = face.style
    letters = mask(rank, style.font)
    tall = style.rank * face.height
    x, y = style.x * face.height, style.y * face.height + tall / 2
    wide = min(tall * letters.shape[1] / letters.shape[0] * style.squeeze, tall * 1.1)
    if rank == "10":
        wide = min(wide * style.squeeze_ten, 2 * x - 4)
    sign_tall = style.sign * face.height
    sign_wide = sign_tall * shape
    for mirrored in (False, True) if style.four else (False,):
        for down in ENDS:
            here = face.width - x if mirrored else x
            face.put(letters, *face.at(here, y, down), wide, tall, style.colours[suit], down)
            place = (here, y + tall / 2 + style.gap * face.height + sign_tall / 2)
            if style.beside:
                place = (here + (wide / 2 + sign_wide / 2 + 0.1 * tall) * (-1 if mirrored else 1), y)
            face.put(style.signs[suit], *face.at(*place, down), sign_wide, sign_tall, style.colours[suit], down)
            face.mark(*face.at(here, y, down), tall, wide, down, (*face.at(*place, down), sign_tall))


def joker(style: Style, red: bool) -> tuple[np.ndarray, list[Index]]:
    """The face of a joker; its mark is the upper end of what stands in its corner, as large as a rank would be."""
    face, c = Face(style), style.chance
    colour = style.colours["H" if red else "S"]
    if c.random() < 0.15:  # neither red nor black
        colour = c.choice(art.palette(c)[:-2])
    face.inner(art.jester(face.width // 2, face.height // 2, c) if c.random() < 0.85 else None)
    kind = style.joker
    for down in ENDS:
        _joker_index(face, kind, colour, down)
    if c.random() < 0.35 or kind == "none":
        word = mask("JOKER", c.choice(style.fonts.ranks))
        wide = face.width * c.uniform(0.3, 0.7)
        face.put(
            word,
            face.width / 2,
            face.height * c.choice((0.12, 0.5, 0.85)),
            wide,
            wide * word.shape[0] / word.shape[1],
            colour,
        )
    return face.finished()


def _joker_index(face: Face, kind: str, colour: Colour, down: bool) -> None:
    style = face.style
    tall = style.rank * face.height
    x, top = style.x * face.height, style.y * face.height
    wide = tall * 0.7
    if kind == "stacked":
        letter = tall * (0.45 + 2.5 * (style.squeeze - 0.62) / 2)
        for i, sign in enumerate(style.word.upper()):
            shape = mask(sign, style.font)
            size = (min(letter * shape.shape[1] / shape.shape[0] * style.squeeze, letter * 1.2), letter * 0.92)
            shade = art.palette(style.chance)[0] if style.gaudy else colour
            face.put(shape, *face.at(x, top + letter * (i * 1.1 + 0.5), down), *size, shade, down)
        wide = letter
    elif kind == "along":  # the word from top to bottom, or the other way round
        shape = np.rot90(mask(style.word, style.font), 3 if style.four or style.framed else 1)
        wide = tall * (0.4 + style.squeeze / 4)
        long = min(wide * shape.shape[0] / shape.shape[1], face.height * 0.45)
        face.put(shape, *face.at(x, top + long / 2, down), wide, long, colour, down)
    elif kind == "emblem":
        face.put(style.emblem, *face.at(x, top + tall / 2, down), wide * 1.2, tall * 0.9, colour, down)
        wide *= 1.2
    elif kind == "letters":  # like a rank, with a star where others have their suit
        shape = mask("JK" if style.framed else "JKR", style.font)
        wide = min(tall * 1.1, 2 * x - 4)
        face.put(shape, *face.at(x, top + tall / 2, down), wide, tall * 0.8, colour, down)
        face.put(style.emblem, *face.at(x, top + tall * 1.5, down), tall * 0.6, tall * 0.6, colour, down)
    elif kind == "across":
        shape = mask(style.word, style.font)
        wide = min(face.width * 0.35, tall * 2)
        x = max(x, wide / 2 + 4)
        face.put(shape, *face.at(x, top + tall / 2, down), wide, wide * shape.shape[0] / shape.shape[1], colour, down)
    else:
        return
    face.mark(*face.at(x, top + tall / 2, down), tall, wide, down)


def deck(fonts: Fonts, seed: int) -> tuple[np.ndarray, list[list[Index]]]:
    """Its 54 faces in order of suit and rank, the two jokers last."""
    chance = random.Random(seed)
    for _ in range(50):
        try:
            style = Style(chance, fonts)
            drawn = [natural(style, rank, suit) for suit in SUITS for rank in RANKS[:JOKER]]
            drawn += [joker(style, red) for red in (False, True)]
        except (ValueError, OSError):
            continue  # a font without one of the letters
        return np.stack([pixels for pixels, _ in drawn]), [indices for _, indices in drawn]
    raise RuntimeError("no font could draw a deck")
