"""Letters and PNGs of a picture: the only place that knows Pillow and the fonts beside it.

Pillow is loaded with the first picture: the server starts without it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

Face = Literal["text", "bold", "display"]
_FONTS = Path(__file__).parent / "fonts"
_FILES: dict[Face, str] = {
    "text": "DejaVuSansCondensed.ttf",
    "bold": "DejaVuSansCondensed-Bold.ttf",
    "display": "Bitter-Bold.ttf",
}
SCALE = 2
"""Points of a PNG for each unit of the drawing."""
_FINER = 2
"""So many times larger lines are drawn, and made smaller afterwards: Pillow draws them with steps."""
_COLOURS = 96
_one_at_a_time = threading.Lock()
"""A font has one face that is set to a letter at a time, and a large picture takes memory."""


class Words(NamedTuple):
    """A line of text; ``y`` is where its letters stand."""

    x: float
    y: float
    text: str
    size: int
    colour: str
    face: Face = "text"
    anchor: Literal["start", "middle", "end"] = "start"


class Stroke(NamedTuple):
    points: tuple[tuple[float, float], ...]
    colour: str
    thick: float


class Block(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: str


class Dot(NamedTuple):
    x: float
    y: float
    radius: float
    colour: str


Shape = Words | Stroke | Block | Dot


class Drawing(NamedTuple):
    """What is drawn, from the back to the front, in units that have no size of their own."""

    width: int
    height: int
    shapes: tuple[Shape, ...]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of its PNG."""
        return self.width * SCALE, self.height * SCALE


@lru_cache(maxsize=64)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(_FONTS / _FILES[face]), size, layout_engine=ImageFont.Layout.BASIC)


def width_of(text: str, size: int, face: Face = "text") -> float:
    """How wide a line is; a letter that the font has not is taken to be as wide as it is high."""
    with _one_at_a_time:
        return sum(_font(face, size).getlength(each) if _has(face, each) else size for each in text)


def can_write(text: str, face: Face = "text") -> bool:
    """Whether the font has every letter of a text: those of Europe, not those of Asia, and no pictures."""
    with _one_at_a_time:
        return all(_has(face, each) for each in text)


@lru_cache(maxsize=2048)
def _has(face: Face, letter: str) -> bool:
    font = _font(face, 32)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def can_draw(drawing: Drawing) -> bool:
    return all(can_write(shape.text, shape.face) for shape in drawing.shapes if isinstance(shape, Words))


@lru_cache(maxsize=8)
def png(drawing: Drawing) -> bytes:
    from PIL import Image, ImageDraw

    with _one_at_a_time:
        fine = SCALE * _FINER
        image = Image.new("RGB", (drawing.width * fine, drawing.height * fine))
        _lines(ImageDraw.Draw(image), drawing.shapes, fine)
        image = image.reduce(_FINER)
        pen = ImageDraw.Draw(image)
        for shape in drawing.shapes:
            if isinstance(shape, Words):
                font, anchor = _font(shape.face, shape.size * SCALE), {"start": "ls", "middle": "ms", "end": "rs"}
                at = (shape.x * SCALE, shape.y * SCALE)
                pen.text(at, shape.text, fill=shape.colour, font=font, anchor=anchor[shape.anchor])
        kept = BytesIO()
        few = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(kept, "PNG")
        return kept.getvalue()


def _lines(pen: ImageDraw.ImageDraw, shapes: Iterable[Shape], scale: int) -> None:
    for shape in shapes:
        match shape:
            case Block(x, y, width, height, radius, colour):
                box = (x * scale, y * scale, (x + width) * scale - 1, (y + height) * scale - 1)
                pen.rounded_rectangle(box, radius * scale, fill=colour)
            case Dot(x, y, radius, colour):
                pen.circle((x * scale, y * scale), radius * scale, fill=colour)
            case Stroke(points, colour, thick):
                path = [(x * scale, y * scale) for x, y in points]
                pen.line(path, fill=colour, width=round(thick * scale), joint="curve")
            case Words():
                pass
