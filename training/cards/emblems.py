"""What stands in the corner of a joker where other cards have their rank: a star, a cap, a head."""

from __future__ import annotations

import random

import cv2
import numpy as np

SIDE = 120
MIDDLE = SIDE // 2


def star(chance: random.Random) -> np.ndarray:
    """Of four to eight points, full or only its edge."""
    points, inner = chance.choice((4, 5, 5, 5, 6, 8)), chance.uniform(0.35, 0.6)
    turn = np.arange(points * 2) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(points * 2) % 2 == 0, 58, 58 * inner)
    sheet = np.zeros((SIDE, SIDE), np.uint8)
    corners = np.stack([MIDDLE + radius * np.cos(turn), MIDDLE + radius * np.sin(turn)], 1).astype(np.int32)
    if chance.random() < 0.75:
        cv2.fillPoly(sheet, [corners], 255, cv2.LINE_AA)
    else:
        cv2.polylines(sheet, [corners], True, 255, chance.randint(5, 10), cv2.LINE_AA)
    return sheet


def cap(chance: random.Random) -> np.ndarray:
    """A jester's cap with two to four horns and bells."""
    sheet = np.zeros((SIDE, SIDE), np.uint8)
    count, brim = chance.randint(2, 4), chance.randint(90, 108)
    tips = [
        (
            round(10 + 100 * i / (count - 1)),
            round(chance.uniform(8, 50) if 0 < i < count - 1 else chance.uniform(25, 70)),
        )
        for i in range(count)
    ]
    outline = []
    for i, tip in enumerate(tips):
        outline.append(tip)
        if i < count - 1:
            outline.append(((tip[0] + tips[i + 1][0]) // 2, chance.randint(50, 70)))
    cv2.fillPoly(sheet, [np.array([*outline, (95, brim), (25, brim)], np.int32)], 255, cv2.LINE_AA)
    for x, y in tips:
        cv2.circle(sheet, (min(max(x, 11), SIDE - 11), max(y, 11)), chance.randint(8, 11), 255, -1, cv2.LINE_AA)
    return sheet


def head(chance: random.Random) -> np.ndarray:
    """A face under a cap."""
    sheet = np.zeros((SIDE, SIDE), np.uint8)
    hat = cv2.resize(cap(chance), (110, 70), interpolation=cv2.INTER_AREA)
    sheet[:70, 5:115] = hat
    cv2.ellipse(sheet, (MIDDLE, 82), (26, 34), 0, 0, 360, 255, chance.choice((4, 7, -1)), cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(sheet, (MIDDLE + side * 10, 76), 4, 0 if sheet[82, MIDDLE] else 255, -1, cv2.LINE_AA)
    cv2.ellipse(sheet, (MIDDLE, 92), (12, 8), 0, 0, 180, 0 if sheet[82, MIDDLE] else 255, 3, cv2.LINE_AA)
    return sheet
