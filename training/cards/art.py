"""Pictures in the middle of cards: courts and jesters of our own, and ornament without a meaning."""

from __future__ import annotations

import random

import cv2
import numpy as np

Colour = tuple[int, int, int]
SKIN = ((180, 205, 240), (150, 185, 225), (120, 160, 210), (235, 240, 250))


def palette(chance: random.Random) -> list[Colour]:
    """Blue, green, red: three or four strong colours with black and white, as courts have them."""
    strong = [(30, 30, 200), (40, 200, 240), (160, 60, 20), (60, 140, 40), (130, 40, 120), (200, 160, 30)]
    colours = chance.sample(strong, chance.randint(2, 4))
    if chance.random() < 0.2:
        colours = [tuple(chance.randint(0, 255) for _ in "bgr") for _ in range(3)]  # type: ignore[misc]
    return [*colours, (25, 25, 25), (245, 245, 245)]


def ornament(width: int, height: int, chance: random.Random) -> np.ndarray:
    """Shapes thrown together, turned about the middle."""
    art = np.full((height, width, 3), chance.randint(200, 255), np.uint8)
    colours = palette(chance)
    for _ in range(chance.randint(15, 50)):
        colour = chance.choice(colours)
        x, y = chance.randint(0, width), chance.randint(0, height)
        kind = chance.random()
        if kind < 0.4:
            corners = [[chance.randint(0, width), chance.randint(0, height)] for _ in range(chance.randint(3, 5))]
            cv2.fillPoly(art, [np.array(corners, np.int32)], colour)
        elif kind < 0.7:
            size = (chance.randint(3, width // 3), chance.randint(3, width // 3))
            cv2.ellipse(art, (x, y), size, chance.randint(0, 180), 0, 360, colour, chance.choice([-1, 2, 4]))
        else:
            end = (chance.randint(0, width), chance.randint(0, height))
            cv2.line(art, (x, y), end, colour, chance.randint(1, 6), cv2.LINE_AA)
    return _two_headed(art)


def _two_headed(art: np.ndarray) -> np.ndarray:
    height = art.shape[0]
    art[height - height // 2 :] = art[: height // 2][::-1, ::-1]
    return art


def _robe(art: np.ndarray, chance: random.Random, colours: list[Colour]) -> None:
    """Shoulders with stripes, squares or dots, down to the middle of the card."""
    height, width = art.shape[:2]
    top, shoulder = int(height * chance.uniform(0.26, 0.32)), int(width * chance.uniform(0.3, 0.48))
    middle = width // 2
    body = np.array(
        [[middle - width // 9, top], [middle + width // 9, top], [middle + shoulder, height // 2 + 9],
         [middle - shoulder, height // 2 + 9]], np.int32,
    )  # fmt: skip
    cv2.fillPoly(art, [body], chance.choice(colours))
    stencil = np.zeros(art.shape[:2], np.uint8)
    cv2.fillPoly(stencil, [body], 255)
    pattern = art.copy()
    step = chance.randint(8, 26)
    for at in range(-height, width + height, step):
        colour = chance.choice(colours)
        kind = chance.random()
        if kind < 0.5:
            cv2.line(pattern, (at, 0), (at + chance.choice([0, height // 2]), height), colour, max(1, step // 3))
        else:
            for y in range(top, height // 2 + 9, step):
                cv2.circle(pattern, (at, y), max(2, step // 4), colour, -1, cv2.LINE_AA)
    art[stencil > 0] = pattern[stencil > 0]
    cv2.line(art, (middle, top), (middle, height // 2), chance.choice(colours), chance.randint(3, 16))


def _head(art: np.ndarray, rank: str, chance: random.Random, colours: list[Colour]) -> None:
    height, width = art.shape[:2]
    x, y = width // 2 + chance.randint(-width // 12, width // 12), int(height * chance.uniform(0.17, 0.22))
    wide, tall = int(width * chance.uniform(0.11, 0.16)), int(height * chance.uniform(0.075, 0.1))
    hair = chance.choice(colours)
    cv2.ellipse(art, (x, y + tall // 3), (int(wide * 1.45), int(tall * 1.3)), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(art, (x, y), (wide, tall), 0, 0, 360, chance.choice(SKIN), -1, cv2.LINE_AA)
    cv2.ellipse(art, (x, y), (wide, tall), 0, 0, 360, (30, 30, 30), 1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(art, (x + side * wide // 2, y - tall // 6), max(1, wide // 8), (30, 30, 30), -1, cv2.LINE_AA)
    cv2.line(art, (x, y - tall // 8), (x + wide // 6, y + tall // 3), (60, 60, 60), 1, cv2.LINE_AA)
    cv2.line(art, (x - wide // 4, y + tall // 2), (x + wide // 4, y + tall // 2), (40, 40, 180), 2, cv2.LINE_AA)
    if rank == "K" and chance.random() < 0.8:
        cv2.ellipse(art, (x, y + tall), (int(wide * 0.8), int(tall * 0.7)), 0, 0, 180, hair, -1, cv2.LINE_AA)
    _hat(art, rank, chance, colours, (x, y - int(tall * 0.8)), wide)
    if chance.random() < 0.7:  # a sword, a flower or a staff
        side = chance.choice([-1, 1])
        far = x + side * int(width * chance.uniform(0.2, 0.33))
        cv2.line(art, (far, int(height * 0.06)), (far, height // 2), chance.choice(colours), chance.randint(3, 9))
        if rank == "Q":
            for turn in range(6):
                at = (far + int(wide * 0.6 * np.cos(turn)), int(height * 0.12 + wide * 0.6 * np.sin(turn)))
                cv2.circle(art, at, max(2, wide // 3), chance.choice(colours), -1, cv2.LINE_AA)


def _hat(
    art: np.ndarray, rank: str, chance: random.Random, colours: list[Colour], at: tuple[int, int], wide: int
) -> None:
    x, y = at
    reach, tall = int(wide * chance.uniform(1.1, 1.6)), int(wide * chance.uniform(0.7, 1.2))
    gold = chance.choice(colours)
    if rank == "J":
        cv2.ellipse(art, (x, y), (reach, tall // 2), chance.randint(-25, 25), 0, 360, gold, -1, cv2.LINE_AA)
        return
    points = 5 if rank == "K" else 3
    crown = [[x - reach, y]]
    for tooth in range(points):
        left = x - reach + 2 * reach * tooth // points
        crown += [[left + reach // points, y - tall], [left + 2 * reach // points, y - tall // 3]]
    cv2.fillPoly(art, [np.array([*crown, [x + reach, y]], np.int32)], gold)
    cv2.polylines(art, [np.array([*crown, [x + reach, y]], np.int32)], True, (30, 30, 30), 1, cv2.LINE_AA)


def court(rank: str, width: int, height: int, chance: random.Random) -> np.ndarray:
    """A jack, queen or king with two heads."""
    if chance.random() < 0.2:
        return ornament(width, height, chance)
    colours = palette(chance)
    art = np.full((height, width, 3), chance.randint(225, 255), np.uint8)
    if chance.random() < 0.2:
        art[:] = chance.choice(colours)
    _robe(art, chance, colours)
    _head(art, rank, chance, colours)
    if chance.random() < 0.8:  # the slanting seam
        cv2.line(art, (0, height // 2), (width, height // 2), (40, 40, 40), 2)
    return _two_headed(art)


def jester(width: int, height: int, chance: random.Random) -> np.ndarray:
    """A cap with bells and a face, one figure over the whole card."""
    if chance.random() < 0.25:
        return ornament(width, height, chance)
    colours = palette(chance) if chance.random() < 0.6 else [(30, 30, 30), (120, 120, 120), (245, 245, 245)]
    art = np.full((height, width, 3), 250, np.uint8)
    x, y, wide = width // 2, int(height * chance.uniform(0.35, 0.5)), int(width * chance.uniform(0.16, 0.26))
    for _ in range(chance.randint(2, 5)):
        tip = (x + int(chance.uniform(-2.2, 2.2) * wide), y - int(chance.uniform(0.4, 2.2) * wide))
        horn = np.array([[x - wide, y - wide // 2], tip, [x + wide, y - wide // 2]], np.int32)
        cv2.fillPoly(art, [horn], chance.choice(colours))
        cv2.circle(art, tip, max(3, wide // 5), chance.choice(colours), -1, cv2.LINE_AA)
    body = np.array([[x, y], [x + int(wide * 1.8), height], [x - int(wide * 1.8), height]], np.int32)
    cv2.fillPoly(art, [body], chance.choice(colours))
    cv2.ellipse(art, (x, y), (wide, int(wide * 1.2)), 0, 0, 360, chance.choice(SKIN), -1, cv2.LINE_AA)
    cv2.ellipse(art, (x, y), (wide, int(wide * 1.2)), 0, 0, 360, (30, 30, 30), 2, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(art, (x + side * wide // 2, y - wide // 5), max(2, wide // 8), (30, 30, 30), -1, cv2.LINE_AA)
    cv2.ellipse(art, (x, y + wide // 3), (wide // 2, wide // 3), 0, 0, 180, (40, 40, 200), 3, cv2.LINE_AA)
    return _two_headed(art) if chance.random() < 0.3 else art
