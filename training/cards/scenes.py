"""Pieces of photographs of card tables, each with the indices that can be seen in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from training.cards import clutter, effects
from training.cards.faces import FACES, HEIGHT, JOKER, WIDTH, Index
from training.cards.layouts import Place, layout

SIDE = 256
MOST_LABELS = 48
TALL_CARDS = (75, 330)
"""The height of a card in pixels, from the smallest that can be read to one that fills the piece."""
NEAR_CARDS = (150, 400)
"""The same where the suit is to be told as well."""
FINGER, NOTHING = -2, -1
CLEAR, HIDDEN = 0.78, 0.12
"""Above: it must be found. Below: it must not. Between the two nothing is asked."""
X, Y, UP_X, UP_Y, TALL, RANK, SUIT, CARD_X, CARD_Y, ASKED = range(10)
"""The columns of a label; ``ASKED`` is 1 for what must be found, 0 for what may be, -1 for an empty row."""


@dataclass(frozen=True)
class Material:
    """What scenes are made of: faces by deck, their indices, printed things."""

    faces: np.ndarray
    indices: list[list[list[Index]]]
    sheets: np.ndarray


def _shift(x: float, y: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _turn(angle: float, scale: float = 1.0) -> np.ndarray:
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _through(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    mapped = np.c_[points, np.ones(len(points))] @ matrix.T
    return mapped[:, :2] / mapped[:, 2:]


_CARD = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float)


def _card_shape() -> np.ndarray:
    """Its opacity: a rectangle with round corners."""
    shape, radius = np.zeros((HEIGHT, WIDTH), np.uint8), 11
    cv2.rectangle(shape, (radius, 1), (WIDTH - radius - 1, HEIGHT - 2), 255, -1)
    cv2.rectangle(shape, (1, radius), (WIDTH - 2, HEIGHT - radius - 1), 255, -1)
    for x in (radius + 1, WIDTH - radius - 2):
        for y in (radius + 1, HEIGHT - radius - 2):
            cv2.circle(shape, (x, y), radius, 255, -1)
    return shape


_SHAPE = _card_shape()


@dataclass
class _Mark:
    """An index in the picture: the four corners around it, its card, and where its suit is."""

    card: int
    place: np.ndarray
    up: np.ndarray
    frame: np.ndarray
    tall: float
    rank: int
    suit: int
    suit_place: np.ndarray | None
    centre: np.ndarray


class Table:
    """Makes scenes, one after another, always the same for the same seed; a larger side makes whole photographs."""

    def __init__(
        self,
        material: Material,
        seed: int,
        side: int = SIDE,
        tall: tuple[int, int] = TALL_CARDS,
        clean: Callable[[random.Random], list[Place]] | None = None,
    ) -> None:
        """``clean``: how the cards lie where one deck and nothing else lies on a table without print."""
        self.material, self.side, self.tall, self.clean = material, side, tall, clean
        self.most = MOST_LABELS * side // SIDE
        self.c = random.Random(seed)
        self.noise = np.random.RandomState(seed % 2**32)

    def scene(self) -> tuple[np.ndarray, np.ndarray]:
        """Pixels in blue, green, red and rows of labels."""
        c = self.c
        empty = c.random() < 0.1 and not self.clean
        printed = 0.0 if self.clean else 0.45 if empty else 0.24
        pixels = clutter.ground(self.side, self.material.sheets, c, self.noise, printed)
        owner = np.full((self.side, self.side), NOTHING, np.int16)
        marks: list[_Mark] = []
        if not empty:
            pixels = self._lay(pixels, owner, marks)
        if c.random() < 0.2 and not self.clean:
            pixels = effects.fingers(pixels, owner, c, FINGER)
        labels = self._labels(marks, owner)
        return effects.camera(effects.light(pixels, c, self.noise), c, self.noise), labels

    def _view(self, pivot: np.ndarray, tall: float) -> np.ndarray:
        """From the table, in heights of a card, to the picture: turned, stretched and seen at an angle."""
        c, side = self.c, self.side
        angle = c.uniform(0, 6.283) if c.random() < 0.6 else c.gauss(0, 0.25)
        stretch = c.uniform(0.85, 1.18)
        least, most = (0.42, 0.58) if self.clean else (0.2, 0.8)
        flat = _shift(side * c.uniform(least, most), side * c.uniform(least, most)) @ np.diag([stretch, 1 / stretch, 1])
        flat = flat @ _turn(angle, tall) @ _shift(*-pivot)
        slant, way = c.uniform(0, 0.55) / side * c.choice([0, 1, 1]), c.uniform(0, 6.28)
        seen = np.eye(3)
        seen[2, :2] = slant * np.cos(way), slant * np.sin(way)
        return _shift(side / 2, side / 2) @ seen @ _shift(-side / 2, -side / 2) @ flat

    def _lay(self, pixels: np.ndarray, owner: np.ndarray, marks: list[_Mark]) -> np.ndarray:
        c = self.c
        places = self.clean(c) if self.clean else layout(c)
        onto = [_shift(x, y) @ _turn(turn, 1 / HEIGHT) @ _shift(-WIDTH / 2, -HEIGHT / 2) for x, y, turn in places]
        pivot = _through(c.choice(onto), np.array([[WIDTH * c.uniform(0, 0.6), HEIGHT * c.uniform(0, 0.6)]]))[0]
        if self.clean:  # all of them in the picture
            pivot = np.array(places)[:, :2].mean(0)
        tall = float(np.exp(c.uniform(*np.log(self.tall))))
        view = self._view(pivot, tall)
        deck, narrow = c.randrange(len(self.material.faces)), c.uniform(0.88, 1.02)
        shadow = (c.uniform(0.35, 0.85), self.noise.uniform(-0.02, 0.02, 2) * tall) if c.random() < 0.6 else None
        for number, place in enumerate(onto):
            matrix = view @ place @ np.diag([narrow, 1, 1])
            if (np.c_[_CARD, np.ones(4)] @ matrix.T)[:, 2].min() > 0.3:
                own = deck if c.random() < 0.93 or self.clean else c.randrange(len(self.material.faces))
                self._card(pixels, owner, marks, matrix, own, number, shadow, tall)
        return pixels

    def _card(
        self,
        pixels: np.ndarray,
        owner: np.ndarray,
        marks: list[_Mark],
        matrix: np.ndarray,
        deck: int,
        number: int,
        shadow: tuple[float, np.ndarray] | None,
        tall: float,
    ) -> None:
        c = self.c
        quad = _through(matrix, _CARD)
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 2, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, self.side)
        if x1 <= x0 or y1 <= y0:
            return
        face = c.randrange(FACES) if c.random() > 0.06 else c.randrange(FACES - 2, FACES)
        back = c.random() < 0.04 and not self.clean
        texture = self._back() if back else self.material.faces[deck, face]
        local, size = _shift(-x0, -y0) @ matrix, (int(x1 - x0), int(y1 - y0))
        shrink = HEIGHT / np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32))) * HEIGHT / WIDTH)
        onto = local
        if shrink > 1.6:
            scale = 1 / min(shrink * 0.95, 3.5)
            texture = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            onto = local @ np.diag([WIDTH / texture.shape[1], HEIGHT / texture.shape[0], 1])
        shown = cv2.warpPerspective(texture, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        opacity = cv2.warpPerspective(_SHAPE, local, size).astype(np.float32)[..., None] / 255
        part = pixels[y0:y1, x0:x1]
        if shadow:
            dark, (right, down) = shadow
            soft = np.roll(opacity[..., 0], (int(down), int(right)), (0, 1))
            part *= 1 - (1 - dark) * cv2.GaussianBlur(soft, (0, 0), max(0.7, tall * 0.012))[..., None]
        part[:] = part * (1 - opacity) + shown * np.float32(c.uniform(0.94, 1.04)) * opacity
        owner[y0:y1, x0:x1][opacity[..., 0] > 0.5] = number
        if c.random() < 0.5:  # the edge of the paper
            edge = np.round(quad * 4).astype(np.int32)
            cv2.polylines(pixels, [edge], True, (c.uniform(90, 220),) * 3, 1, cv2.LINE_AA, 2)
        if not back:
            marks.extend(_mark(matrix, index, number, face) for index in self.material.indices[deck][face])

    def _back(self) -> np.ndarray:
        c = self.c
        back = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
        back[14:-14, 12:-12] = self.noise.randint(0, 256, 3)
        back[22 : -22 : c.randint(4, 16), 14:-14] = self.noise.randint(0, 256, 3)
        back[14:-14, 20 : -20 : c.randint(4, 16)] = self.noise.randint(0, 256, 3)
        return back

    def _labels(self, marks: list[_Mark], owner: np.ndarray) -> np.ndarray:
        labels = np.zeros((self.most, 10), np.float32)
        labels[:, ASKED] = -1
        self.c.shuffle(marks)
        row = 0
        for mark in marks:
            share = _visible(mark, owner)
            if row == self.most or share < HIDDEN:
                continue
            x, y = mark.place
            inside = 4 <= x < self.side - 4 and 4 <= y < self.side - 4
            suit = mark.suit if mark.suit_place is not None and _owned(owner, mark.suit_place, mark.card) else -1
            asked = share > CLEAR and inside and mark.tall >= 6.5
            labels[row] = [x, y, *mark.up, mark.tall, mark.rank, suit, *mark.centre, asked]
            row += 1
        return labels


def _mark(matrix: np.ndarray, index: Index, number: int, face: int) -> _Mark:
    x, y, w, h = index.x, index.y, index.width / 2, index.height / 2
    up = h if index.down else -h
    points = [
        [x, y],
        [x, y + up],
        [x - w, y - h],
        [x + w, y - h],
        [x + w, y + h],
        [x - w, y + h],
        [WIDTH / 2, HEIGHT / 2],
    ]
    mapped = _through(matrix, np.array(points))
    upwards = mapped[1] - mapped[0]
    half = float(np.linalg.norm(upwards))
    suit_place = _through(matrix, np.array([index.suit[:2]]))[0] if index.suit else None
    suit = face // 13 if face < 52 else -1
    rank = face % 13 if face < 52 else JOKER
    return _Mark(number, mapped[0], upwards / max(half, 1e-6), mapped[2:6], half * 2, rank, suit, suit_place, mapped[6])


def _visible(mark: _Mark, owner: np.ndarray) -> float:
    """The part of an index that nothing covers and that lies in the picture."""
    x0, y0 = np.maximum(np.floor(mark.frame.min(0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(mark.frame.max(0)).astype(int) + 1, len(owner))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(inside, np.round(mark.frame - [x0, y0]).astype(np.int32), 1)
    whole = max(1.0, cv2.contourArea(mark.frame.astype(np.float32)))
    return min(1.0, float(((owner[y0:y1, x0:x1] == mark.card) & (inside > 0)).sum() / whole))


def _owned(owner: np.ndarray, place: np.ndarray, card: int) -> bool:
    x, y = int(place[0]), int(place[1])
    return 2 <= x < len(owner) - 2 and 2 <= y < len(owner) - 2 and owner[y, x] == card
