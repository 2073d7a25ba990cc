"""Suit signs drawn by rule, each deck a little differently; and those that fonts bring, bent a little."""

from __future__ import annotations

import random

import cv2
import numpy as np

SIZE = 120
EDGE = 12
"""Around a sign, in which it may grow."""
SUITS = "CDHS"


def draw(suit: str, chance: random.Random) -> np.ndarray:
    """One sign as an opacity of 0 to 255, cut to its edges."""
    sheet = np.zeros((SIZE * 2, SIZE * 2), np.uint8)
    {"C": _club, "D": _diamond, "H": _heart, "S": _spade}[suit](sheet, chance)
    rows, columns = np.where(sheet > 60)
    return sheet[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def varied(sign: np.ndarray, chance: random.Random) -> np.ndarray:
    """Another printer's sign: a little wider or slimmer, fatter or thinner, its corners rounder."""
    tall = round(SIZE * chance.uniform(0.85, 1.15))
    shape = cv2.resize(sign, (max(20, round(sign.shape[1] * SIZE / sign.shape[0])), tall), interpolation=cv2.INTER_AREA)
    shape = cv2.copyMakeBorder(shape, EDGE, EDGE, EDGE, EDGE, cv2.BORDER_CONSTANT, value=0)
    fatter = chance.randint(-3, 3)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(fatter) + 1,) * 2)
    shape = cv2.dilate(shape, brush) if fatter > 0 else cv2.erode(shape, brush)
    if chance.random() < 0.5:
        soft = cv2.GaussianBlur(shape, (0, 0), chance.uniform(1, 6)).astype(np.float32)
        shape = np.clip((soft - 127) * 6 + 127, 0, 255).astype(np.uint8)
    rows, columns = np.where(shape > 60)
    return shape[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] if len(rows) > 500 else sign


def _fill(sheet: np.ndarray, points: np.ndarray) -> None:
    cv2.fillPoly(sheet, [np.round((points + SIZE) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _disc(sheet: np.ndarray, x: float, y: float, radius: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 60)
    _fill(sheet, np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], 1))


def _heart_points(chance: random.Random) -> np.ndarray:
    """Two lobes and a tip, from a narrow one to a plump one."""
    lobe = chance.uniform(20, 27)
    wide = chance.uniform(0.85, 1.0) * lobe
    tip = chance.uniform(58, 85)
    bend = chance.uniform(0.25, 0.6)
    turn = np.linspace(np.pi, 2 * np.pi + 0.5, 40)
    right = np.stack([wide + lobe * np.cos(turn), lobe * np.sin(turn)], 1)
    start = right[-1]
    t = np.linspace(0, 1, 30)[1:, None]
    control = np.array([start[0] * (1 - bend), tip * bend + start[1] * (1 - bend)]) + np.array([4.0, 4.0])
    side = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * np.array([0.0, tip])
    half = np.concatenate([right, side])
    return np.concatenate([half, (half * [-1, 1])[::-1]])


def _heart(sheet: np.ndarray, chance: random.Random) -> None:
    _fill(sheet, _heart_points(chance))


def _stem(sheet: np.ndarray, chance: random.Random, top: float, bottom: float) -> None:
    foot, neck = chance.uniform(8, 22), chance.uniform(2, 5)
    t = np.linspace(0, 1, 20)
    side = neck + (foot - neck) * t ** chance.uniform(1.2, 4)
    y = top + (bottom - top) * t
    right = np.stack([side, y], 1)
    _fill(sheet, np.concatenate([right, (right * [-1, 1])[::-1]]))


def _spade(sheet: np.ndarray, chance: random.Random) -> None:
    points = _heart_points(chance) * [chance.uniform(0.85, 1.15), -1]
    _fill(sheet, points)
    _stem(sheet, chance, -5, points[:, 1].max() + chance.uniform(8, 22))


def _club(sheet: np.ndarray, chance: random.Random) -> None:
    """Three lobes on a stem: close together or apart, the upper one smaller or larger, sometimes slim."""
    radius, upper = chance.uniform(18, 25), chance.uniform(0.8, 1.12)
    side = radius * chance.uniform(0.9, 1.3)
    height = radius * chance.uniform(0.65, 1.1)
    level = radius * chance.uniform(0.45, 0.85)
    _disc(sheet, 0, -height, radius * upper)
    for x in (-side, side):
        _disc(sheet, x, level, radius)
    if chance.random() < 0.7:
        _disc(sheet, 0, radius * 0.2, radius * chance.uniform(0.4, 0.8))
    else:  # thin arms between the lobes
        arms = np.array([[-side, level], [0, -height / 2], [side, level], [0, level * 0.6]])
        _fill(sheet, arms)
    _stem(sheet, chance, -height / 2 if chance.random() < 0.5 else 0, level + radius * chance.uniform(1.0, 1.8))


def _diamond(sheet: np.ndarray, chance: random.Random) -> None:
    width, height, bend = chance.uniform(24, 40), chance.uniform(38, 52), chance.uniform(0.0, 0.22)
    corners = np.array([[0, -height], [width, 0], [0, height], [-width, 0]])
    edge = []
    t = np.linspace(0, 1, 12, endpoint=False)[:, None]
    for here, there in zip(corners, np.roll(corners, -1, 0), strict=True):
        control = (here + there) / 2 * (1 - bend)
        edge.append((1 - t) ** 2 * here + 2 * t * (1 - t) * control + t**2 * there)
    _fill(sheet, np.concatenate(edge))
