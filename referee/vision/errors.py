"""Why a picture is not read. The words for people are the page's."""

from __future__ import annotations

from enum import Enum

MOST_BYTES = 8 * 2**20
"""A picture of more is not looked at."""


class Why(Enum):
    EMPTY = "empty"
    TOO_MANY_BYTES = "too many bytes"
    TOO_MANY_PIXELS = "too many pixels"
    TOO_SMALL = "too small"
    HEIC = "heic"
    NO_PICTURE = "no picture"
    """Not a picture, or of a kind that phones do not take: only JPEG, PNG and WebP are read."""
    BROKEN = "broken"
    """It begins as a picture and cannot be decoded to its end."""


class UnreadablePicture(ValueError):
    """A picture that was refused, most of them before a pixel was decoded."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why
