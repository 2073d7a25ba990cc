"""What lies around cards and must not be read: print, keyboards, tables of numbers, covers, cloth and wood."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np

from training.cards.fonts import Fonts, mask

SIDE = 512
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RANKLIKE = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "0", "1", "B", "O", "S", "I")


def sheet(fonts: Fonts, seed: int) -> np.ndarray:
    """One printed thing, seen from above."""
    c = random.Random(seed)
    kinds = (_page, _page, _paper, _paper, _keyboard, _keyboard, _numbers, _cover, _cover, _signs, _pattern, _picture)
    while True:
        try:
            return c.choice(kinds)(fonts, c)
        except (ValueError, OSError):
            continue  # a font without one of the letters


def _ground(c: random.Random, light: bool | None = None) -> np.ndarray:
    light = c.random() < 0.65 if light is None else light
    low, high = (190, 255) if light else (10, 90)
    pixels = np.empty((SIDE, SIDE, 3), np.uint8)
    pixels[:] = [c.randint(low, high) for _ in "bgr"] if c.random() < 0.5 else c.randint(low, high)
    return pixels


def _ink(pixels: np.ndarray, c: random.Random) -> tuple[int, int, int]:
    if c.random() < 0.25:
        return c.choice([(30, 30, 200), (180, 60, 20), (40, 120, 30), (20, 120, 220)])
    dark = c.randint(0, 70)
    shade = dark if pixels[0, 0].mean() > 128 else 255 - dark
    return shade, shade, shade


def _put(
    pixels: np.ndarray, shape: np.ndarray, left: float, top: float, height: float, colour: tuple[int, int, int]
) -> int:
    """Letters at a place; the width they took."""
    tall, wide = max(3, int(height)), max(2, int(height * shape.shape[1] / shape.shape[0]))
    x, y = int(left), int(top)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(SIDE, x + wide), min(SIDE, y + tall)
    if x1 > x0 and y1 > y0:
        opacity = (
            cv2.resize(shape, (wide, tall), interpolation=cv2.INTER_AREA)[y0 - y : y1 - y, x0 - x : x1 - x, None] / 255
        )
        pixels[y0:y1, x0:x1] = pixels[y0:y1, x0:x1] * (1 - opacity) + np.array(colour) * opacity
    return wide


def _word(c: random.Random) -> str:
    if c.random() < 0.15:
        return str(c.randint(0, 2030))
    letters = "".join(c.choice("eeeaaiioonnrrssttlldduucmpghbyfvkwzxjq") for _ in range(c.randint(1, 9)))
    kind = c.random()
    return letters.upper() if kind < 0.15 else letters.capitalize() if kind < 0.35 else letters


def _page(fonts: Fonts, c: random.Random) -> np.ndarray:
    """Running text with headings."""
    pixels = _ground(c)
    ink, font = _ink(pixels, c), c.choice(fonts.ranks)
    size = c.uniform(9, 26)
    y = c.uniform(-10, 10)
    while y < SIDE:
        big = size * (c.uniform(1.5, 3.5) if c.random() < 0.08 else 1.0)
        x = c.uniform(-40, 20)
        while x < SIDE and c.random() > 0.03:
            word = _word(c)
            tall = big * (1.0 if any(sign in word for sign in LETTERS + "bdfhkl0123456789") else 0.72)
            x += _put(pixels, mask(word, font, 60), x, y + big - tall, tall, ink) + size * 0.5
        y += big * c.uniform(1.5, 2.0)
    return pixels


def _paper(fonts: Fonts, c: random.Random) -> np.ndarray:
    """A newspaper or a letter: columns of small text, headlines over them, boxes of colour and grey pictures."""
    pixels = _ground(c, light=c.random() < 0.9)
    ink, head, body = _ink(pixels, c), c.choice(fonts.ranks), c.choice(fonts.ranks)
    columns, size = c.randint(1, 4), c.uniform(7, 13)
    wide = SIDE / columns
    for column in range(columns):
        y = c.uniform(-60, 20)
        while y < SIDE:
            kind = c.random()
            if kind < 0.12:
                tall = c.randint(30, 120)
                corner = (int(column * wide + 4), int(y))
                colour = [c.randint(0, 255)] * 3 if c.random() < 0.6 else [c.randint(0, 255) for _ in "bgr"]
                cv2.rectangle(pixels, corner, (int((column + 1) * wide - 6), int(y) + tall), colour, -1)
                white = (250, 250, 250) if np.mean(colour) < 128 else (20, 20, 20)
                _put(pixels, mask(_word(c), head, 60), corner[0] + 6, y + tall * 0.2, tall * c.uniform(0.2, 0.6), white)
                y += tall + 8
            else:
                big = size * c.uniform(1.6, 5) if kind < 0.3 else size
                for _ in range(1 if kind < 0.3 else c.randint(3, 12)):
                    _line(
                        pixels,
                        c,
                        head if kind < 0.3 else body,
                        (column * wide + 4, y, (column + 1) * wide - 6),
                        big,
                        ink,
                    )
                    y += big * 1.45
    return pixels


def _line(
    pixels: np.ndarray,
    c: random.Random,
    font: Path,
    place: tuple[float, float, float],
    size: float,
    ink: tuple[int, int, int],
) -> None:
    """Words from the left to the right end."""
    x, y, end = place
    while x < end:
        word = _word(c)
        tall = size * (1.0 if any(sign in word for sign in LETTERS + "bdfhkl0123456789") else 0.72)
        x += _put(pixels, mask(word, font, 60), x, y + size - tall, tall, ink) + size * 0.4


def _pattern(fonts: Fonts, c: random.Random) -> np.ndarray:
    """Wallpaper, lace or embossed paper: one ornament again and again, often faint."""
    pixels = _ground(c)
    tile = np.zeros((60, 60), np.uint8)
    for _ in range(c.randint(2, 7)):
        at, size = (c.randint(10, 50), c.randint(10, 50)), (c.randint(3, 22), c.randint(3, 22))
        cv2.ellipse(
            tile, at, size, c.randint(0, 180), c.randint(0, 120), c.randint(150, 360), 255, c.choice([1, 2, 3, -1])
        )
    if c.random() < 0.4:
        letter = mask(c.choice(RANKLIKE), c.choice(fonts.ranks), 60)
        small = cv2.resize(letter, (20, 26), interpolation=cv2.INTER_AREA)
        tile[17:43, 20:40] = np.maximum(tile[17:43, 20:40], small)
    step, strength = c.randint(22, 90), c.uniform(0.1, 1.0)
    shape = cv2.resize(tile, (step, step), interpolation=cv2.INTER_AREA)
    ink = np.array([c.randint(0, 255) for _ in "bgr"])
    for row, y in enumerate(range(0, SIDE - step, step)):
        for x in range((row % 2) * step // 2, SIDE - step, step):
            turned = np.rot90(shape, c.randint(0, 3)) if strength > 0.6 else shape
            opacity = turned[..., None] / 255 * strength
            part = pixels[y : y + step, x : x + step]
            part[:] = part * (1 - opacity) + ink * opacity
    return pixels


def _picture(_: Fonts, c: random.Random) -> np.ndarray:
    """Something like a photograph: soft fields, hard edges and grain."""
    noise = np.random.RandomState(c.randrange(2**31))
    pixels = np.zeros((SIDE, SIDE, 3), np.float32) + noise.randint(20, 220, 3)
    for size in (4, 9, 20, 60, 160):
        field = noise.randn(size, size, 3 if c.random() < 0.5 else 1).astype(np.float32) * c.uniform(5, 45)
        field = cv2.resize(
            field, (SIDE, SIDE), interpolation=c.choice([cv2.INTER_CUBIC, cv2.INTER_LINEAR, cv2.INTER_NEAREST])
        )
        pixels += field.reshape(SIDE, SIDE, -1)
    for _i in range(c.randint(5, 60)):
        points = noise.randint(0, SIDE, (1, 2)) + noise.randint(-70, 70, (c.randint(3, 7), 2))
        colour = [float(v) for v in noise.randint(0, 255, 3)]
        if c.random() < 0.6:
            cv2.fillPoly(pixels, [points.astype(np.int32)], colour)
        else:
            cv2.polylines(pixels, [points.astype(np.int32)], False, colour, c.randint(1, 7), cv2.LINE_AA)
    return np.clip(cv2.GaussianBlur(pixels, (0, 0), c.uniform(0.5, 2)), 0, 255).astype(np.uint8)


def _keyboard(fonts: Fonts, c: random.Random) -> np.ndarray:
    """Keys in rows, each with a letter or a number and some with a sign below or beside it."""
    pixels = _ground(c)
    font, key, gap = c.choice(fonts.ranks), c.randint(34, 90), c.randint(2, 10)
    cap = _ground(c)[0, 0].tolist()
    ink = (245, 245, 245) if np.mean(cap) < 128 else (25, 25, 25)
    size = key * c.uniform(0.25, 0.5)
    centred = c.random() < 0.4
    for row in range(SIDE // key + 1):
        shift = c.randint(0, key)
        for column in range(-1, SIDE // key + 1):
            x, y = column * key + shift, row * key
            cv2.rectangle(pixels, (x + gap, y + gap), (x + key - gap, y + key - gap), cap, -1)
            if c.random() < 0.06:
                continue
            sign = c.choice(RANKLIKE) if c.random() < 0.5 else c.choice(LETTERS)
            shape = mask(sign, font, 60)
            wide = size * shape.shape[1] / shape.shape[0]
            left = x + (key - wide) / 2 if centred else x + gap + key * 0.12
            top = y + (key - size) / 2 if centred else y + gap + key * 0.1
            _put(pixels, shape, left, top, size, ink)
            if c.random() < 0.25:
                _put(pixels, mask(c.choice("0123456789KLE"), font, 60), left, top + size * 1.3, size * 0.7, ink)
    return pixels


def _numbers(fonts: Fonts, c: random.Random) -> np.ndarray:
    """A calendar, a score sheet or a table of numbers."""
    pixels = _ground(c)
    ink, font = _ink(pixels, c), c.choice(fonts.ranks)
    wide, tall = c.randint(36, 110), c.randint(26, 80)
    size = min(wide, tall) * c.uniform(0.3, 0.6)
    line = [int(v) for v in np.clip(pixels[0, 0].astype(int) + c.choice([-90, 90]), 0, 255)]
    for y in range(0, SIDE, tall):
        if c.random() < 0.7:
            cv2.line(pixels, (0, y), (SIDE, y), line, c.randint(1, 2))
        for x in range(0, SIDE, wide):
            if y == 0:
                cv2.line(pixels, (x, 0), (x, SIDE), line, 1)
            if c.random() < 0.85:
                text = c.choice(RANKLIKE) if c.random() < 0.4 else str(c.randint(0, 120))
                _put(pixels, mask(text, font, 60), x + c.uniform(2, 8), y + c.uniform(2, 8), size, ink)
    return pixels


def _cover(fonts: Fonts, c: random.Random) -> np.ndarray:
    """A box, a book or a packet: shapes and large words."""
    pixels = _ground(c)
    for _ in range(c.randint(1, 14)):
        colour = [c.randint(0, 255) for _ in "bgr"]
        x, y = c.randint(0, SIDE), c.randint(0, SIDE)
        if c.random() < 0.5:
            cv2.rectangle(pixels, (x, y), (x + c.randint(10, 300), y + c.randint(5, 200)), colour, -1)
        else:
            cv2.ellipse(
                pixels,
                (x, y),
                (c.randint(4, 140), c.randint(4, 140)),
                c.randint(0, 180),
                0,
                360,
                colour,
                c.choice([-1, 3]),
            )
    for _ in range(c.randint(2, 12)):
        colour = tuple(c.randint(0, 255) for _ in "bgr") if c.random() < 0.6 else _ink(pixels, c)
        place = (c.randint(-60, SIDE - 60), c.randint(-10, SIDE - 20))
        text = _word(c).upper() if c.random() < 0.7 else c.choice(RANKLIKE)
        _put(pixels, mask(text, c.choice(fonts.ranks), 80), *place, c.uniform(12, 90), colour)
    return pixels


def _signs(fonts: Fonts, c: random.Random) -> np.ndarray:
    """Single letters and numbers strewn about, some with a blob where a suit would be: no index all the same."""
    pixels = _ground(c)
    for _ in range(c.randint(8, 50)):
        ink, size = _ink(pixels, c), c.uniform(12, 50)
        x, y = c.uniform(0, SIDE), c.uniform(0, SIDE)
        wide = _put(pixels, mask(c.choice(RANKLIKE), c.choice(fonts.ranks), 80), x, y, size, ink)
        if c.random() < 0.3:
            at = (int(x + wide / 2), int(y + size * c.uniform(1.5, 1.8)))
            cv2.rectangle(pixels, at, (at[0] + int(size * 0.3), at[1] + int(size * 0.2)), ink, c.choice([-1, 2]))
    return pixels


def ground(
    side: int, sheets: np.ndarray, chance: random.Random, noise: np.random.RandomState, printed: float
) -> np.ndarray:
    """A table top; in some cases with printed things on it, or itself printed."""
    c = chance
    pixels = _top(side, c, noise)
    if c.random() < 0.25:
        _shapes(pixels, c, noise)
    kind = c.random()
    if kind < printed:
        pixels = paste(pixels, sheets[c.randrange(len(sheets))], c, whole=True)
    elif kind < 2 * printed:
        for _ in range(c.randint(1, 4)):
            pixels = paste(pixels, sheets[c.randrange(len(sheets))], c, whole=False)
    return np.clip(pixels, 0, 255)


def _top(side: int, c: random.Random, noise: np.random.RandomState) -> np.ndarray:
    """Wood, cloth, stone or plain: noise in several sizes, drawn out along one direction in half of the cases."""
    base = noise.randint(0, 256, 3).astype(np.float32)
    if c.random() < 0.5:
        base = base.mean() * np.array([c.uniform(0.55, 1), c.uniform(0.75, 1), 1.0], np.float32)
    pixels = np.empty((side, side, 3), np.float32)
    pixels[:] = base
    drawn_out = c.choice([1, 1, 6, 14])
    for size in (2, 8, 24, 64):
        if c.random() < 0.6:
            rough = noise.randn(max(2, side // size), max(2, side // size // drawn_out) + 2).astype(np.float32)
            rough = cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
            pixels += rough * c.uniform(2, 26) * noise.uniform(0.7, 1.1, 3)
    kind = c.random()
    if kind < 0.3:  # a weave, stripes or squares
        at = np.arange(side) * 6.28 / c.uniform(3, 60)
        along, across = np.sin(at) > c.uniform(-0.6, 0.6), np.sin(at * c.uniform(0.6, 1.6)) > c.uniform(-0.6, 0.6)
        pattern = np.repeat(along[None], side, 0).astype(np.float32)
        if c.random() < 0.6:
            pattern = np.abs(pattern - across[:, None])
        pixels += pattern[..., None] * noise.randint(-90, 90, 3)
    if c.random() < 0.6:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), c.uniform(0, 360), c.uniform(1.2, 1.9))
        pixels = cv2.warpAffine(pixels, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    return pixels


def _shapes(pixels: np.ndarray, c: random.Random, noise: np.random.RandomState) -> None:
    side = pixels.shape[0]
    for _ in range(c.randint(2, 20)):
        colour = [float(part) for part in noise.randint(0, 256, 3)]
        x, y = c.randint(-40, side + 40), c.randint(-40, side + 40)
        kind = c.random()
        if kind < 0.35:
            cv2.ellipse(
                pixels,
                (x, y),
                (c.randint(3, 90), c.randint(3, 90)),
                c.randint(0, 180),
                0,
                360,
                colour,
                c.choice([-1, -1, 1, 3]),
            )
        elif kind < 0.7:
            box = cv2.boxPoints(((float(x), float(y)), (c.uniform(3, 160), c.uniform(3, 120)), c.uniform(0, 90)))
            cv2.fillConvexPoly(pixels, box.astype(np.int32), colour)
        else:
            cv2.line(pixels, (x, y), (c.randint(0, side), c.randint(0, side)), colour, c.randint(1, 9))


def paste(pixels: np.ndarray, printed: np.ndarray, c: random.Random, whole: bool) -> np.ndarray:
    """A printed thing, or a piece of one, turned and scaled onto the table."""
    side = pixels.shape[0]
    scale = c.uniform(0.55, 1.6)
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), c.choice([0, 90, 180, 270]) + c.gauss(0, 14), scale)
    turn[:, 2] += side / 2 - SIDE / 2 + np.array([c.uniform(-90, 90), c.uniform(-90, 90)])
    if scale < 0.8:
        printed = cv2.GaussianBlur(printed, (0, 0), 0.4 / scale)
    if whole:
        return cv2.warpAffine(printed, turn, (side, side), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    wide, tall, x, y = c.randint(60, 300), c.randint(40, 260), c.randint(0, 300), c.randint(0, 300)
    shown = np.zeros((SIDE, SIDE), np.uint8)
    cv2.rectangle(shown, (x, y), (x + wide, y + tall), 255, -1)
    turn[:, 2] += np.array([c.uniform(-90, 90), c.uniform(-90, 90)])
    opacity = cv2.warpAffine(shown, turn, (side, side)).astype(np.float32)[..., None] / 255
    return pixels * (1 - opacity) + cv2.warpAffine(printed, turn, (side, side)) * opacity
