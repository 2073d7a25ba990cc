"""Reads the cards in a photograph: ``read(data)`` of the bytes of a picture.

Needs the extra ``photo``, numpy and threadpoolctl; ``installed()`` says whether it is there. With ``photo-fast`` too,
onnxruntime computes the nets in less than half the time. Pure: no clock, no chance, no network, and nothing is kept
of the picture.
"""

from __future__ import annotations

from importlib.util import find_spec

from referee.vision.errors import MOST_BYTES, UnreadablePicture, Why
from referee.vision.reading import RANKS, SUITS, SUITS_OFFERED, SURE, Corner, Point, Reading, Seen

__all__ = [
    "MOST_BYTES",
    "RANKS",
    "SUITS",
    "SUITS_OFFERED",
    "SURE",
    "Corner",
    "Point",
    "Reading",
    "Seen",
    "UnreadablePicture",
    "Why",
    "installed",
    "read",
]


def installed() -> bool:
    """Whether the extra ``photo`` is there, so that ``read`` can be asked."""
    return find_spec("numpy") is not None and find_spec("threadpoolctl") is not None


def read(data: bytes) -> Reading:
    """The cards in a picture (JPEG, PNG or WebP); raises UnreadablePicture.

    Takes about a second of processor time and some 150 MB of memory, so the caller lets one run at a time.
    """
    from referee.vision.reader import read_picture

    return read_picture(data)
