"""What light, a lens and a phone do to a picture."""

from __future__ import annotations

import random

import cv2
import numpy as np


def fingers(pixels: np.ndarray, owner: np.ndarray, c: random.Random, hidden: int) -> np.ndarray:
    """A few fingers into the picture; what they cover belongs to ``hidden``."""
    side = pixels.shape[0]
    skin = np.array([c.uniform(60, 150), c.uniform(90, 180), c.uniform(150, 235)], np.float32) * c.uniform(0.5, 1.05)
    turn, x, y = c.uniform(0, 6.28), c.uniform(0, side), c.uniform(0, side)
    wide = int(np.exp(c.uniform(np.log(10), np.log(45))))
    for i in range(c.randint(1, 4)):
        start = np.array([x, y]) + i * wide * 1.2 * np.array([np.cos(turn + 1.57), np.sin(turn + 1.57)])
        end = start + side * np.array([np.cos(turn), np.sin(turn)])
        shape = np.zeros((side, side), np.uint8)
        tip = (int(start[0] + c.uniform(-9, 9)), int(start[1] + c.uniform(-9, 9)))
        cv2.line(shape, tip, (int(end[0]), int(end[1])), 255, wide, cv2.LINE_AA)
        owner[shape > 127] = hidden
        opacity = shape[..., None] / np.float32(255)
        round_ = cv2.GaussianBlur(shape, (0, 0), wide * 0.3)[..., None] / np.float32(255)
        pixels = pixels * (1 - opacity) + opacity * skin * (0.55 + 0.45 * round_)
    return pixels


def light(pixels: np.ndarray, c: random.Random, noise: np.random.RandomState) -> np.ndarray:
    """Uneven light, glare, hard shadows, colour of the lamp, exposure."""
    side = pixels.shape[0]
    if c.random() < 0.6:
        cells = (c.choice([2, 3, 4]),) * 2
        field = noise.uniform(c.uniform(0.35, 0.9), 1.15, cells).astype(np.float32)
        pixels = pixels * cv2.resize(field, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    if c.random() < 0.14:
        glare = np.zeros((side, side), np.float32)
        place, size = (c.randrange(side), c.randrange(side)), (c.randint(8, 60), c.randint(4, 30))
        cv2.ellipse(glare, place, size, c.randint(0, 180), 0, 360, 1, -1)
        pixels = pixels + cv2.GaussianBlur(glare, (0, 0), c.uniform(3, 20))[..., None] * c.uniform(40, 180)
    if c.random() < 0.15:
        shade = np.zeros((side, side), np.float32)
        cv2.fillConvexPoly(shade, noise.randint(-side // 2, side + side // 2, (3, 2)).astype(np.int32), 1)
        pixels = pixels * (1 - cv2.GaussianBlur(shade, (0, 0), c.uniform(1, 8)) * c.uniform(0.2, 0.6))[..., None]
    if c.random() < 0.6:
        pixels = pixels * noise.uniform(0.8, 1.15, 3)
    pixels = np.clip(pixels * c.uniform(0.5, 1.25) + c.uniform(-15, 25), 0, 255)
    if c.random() < 0.06:
        pixels = np.repeat(pixels.mean(2, keepdims=True), 3, 2)
    return pixels.astype(np.float32)


def camera(pixels: np.ndarray, c: random.Random, noise: np.random.RandomState) -> np.ndarray:
    """Blur, shake, low resolution, noise, sharpening and JPEG."""
    side = pixels.shape[0]
    kind = c.random()
    if kind < 0.3:
        pixels = cv2.GaussianBlur(pixels, (0, 0), c.uniform(0.4, 1.5))
    elif kind < 0.45:
        shake, turn, long = np.zeros((7, 7), np.float32), c.uniform(0, 3.14), c.randint(2, 6)
        end = (int(3 + np.cos(turn) * long / 2), int(3 + np.sin(turn) * long / 2))
        cv2.line(shake, (6 - end[0], 6 - end[1]), end, 1)
        pixels = cv2.filter2D(pixels, -1, shake / shake.sum())
    if c.random() < 0.3:
        scale = c.uniform(0.4, 0.9)
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        pixels = cv2.resize(small, (side, side), interpolation=c.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    if c.random() < 0.5:
        pixels = pixels + noise.randn(side, side, c.choice([1, 3])).astype(np.float32) * c.uniform(1, 18)
    taken = np.clip(pixels, 0, 255).astype(np.uint8)
    if c.random() < 0.2:
        soft = cv2.GaussianBlur(taken, (0, 0), 1.2).astype(np.float32)
        taken = np.clip(taken * np.float32(1.6) - soft * 0.6, 0, 255).astype(np.uint8)
    if c.random() < 0.55:
        stored = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, c.randint(25, 92)])[1]
        taken = cv2.imdecode(stored, cv2.IMREAD_COLOR)
    return taken
