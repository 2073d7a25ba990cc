"""From the bytes of a picture to the cards in it."""

from __future__ import annotations

from referee.vision.picture import decode
from referee.vision.reading import Reading


def read_picture(data: bytes) -> Reading:
    """The cards in a picture; raises UnreadablePicture."""
    _pixels, width, height = decode(data)
    return Reading((), width, height)
