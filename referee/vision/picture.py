"""From the bytes of a picture to its pixels, or the reason why not; too much is refused before it is decoded."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from referee.vision.errors import MOST_BYTES, UnreadablePicture, Why

MOST_PIXELS = 50_000_000
"""A phone's picture of 48 megapixels is a JPEG and is decoded shrunk; the other kinds are decoded as they are."""
MOST_PIXELS_PLAIN = 12_000_000
MOST_SIDES = 8
"""A panorama is no table: the longer side at most so many times the shorter one."""
LEAST_SIDE = 64
WORKED_SIDE = 2048
"""The longer side of what is looked at; larger pictures say no more about cards that fill them."""
KINDS = ("JPEG", "PNG", "WEBP")
HEIC_BRANDS = (b"heic", b"heix", b"heif", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif")

Pixels = NDArray[np.uint8]


def decode(data: bytes) -> tuple[Pixels, int, int]:
    """Its pixels in three colours, upright and at most ``WORKED_SIDE`` long, and its width and height before."""
    if not data:
        raise UnreadablePicture(Why.EMPTY)
    if len(data) > MOST_BYTES:
        raise UnreadablePicture(Why.TOO_MANY_BYTES)
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        raise UnreadablePicture(Why.HEIC)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of what the limits here refuse, and of damaged EXIF
        try:
            opened = Image.open(io.BytesIO(data), formats=KINDS)
        except Image.DecompressionBombError as error:
            raise UnreadablePicture(Why.TOO_MANY_PIXELS) from error
        except Exception as error:  # whatever a decoder stumbles over, the picture is at fault
            raise UnreadablePicture(Why.NO_PICTURE) from error
        with opened:
            _check_size(opened)
            try:
                return _upright(opened)
            except Exception as error:
                raise UnreadablePicture(Why.BROKEN) from error


def _check_size(opened: Image.Image) -> None:
    """By the header alone."""
    width, height = opened.size
    short, long = sorted((width, height))
    most = MOST_PIXELS if opened.format == "JPEG" else MOST_PIXELS_PLAIN
    if width * height > most or long > MOST_SIDES * max(short, LEAST_SIDE):
        raise UnreadablePicture(Why.TOO_MANY_PIXELS)
    if short < LEAST_SIDE:
        raise UnreadablePicture(Why.TOO_SMALL)


def _upright(opened: Image.Image) -> tuple[Pixels, int, int]:
    width, height = opened.size
    shrink = min(1.0, WORKED_SIDE / max(width, height))
    worked = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    opened.draft("RGB", worked)  # a JPEG comes out at half, a quarter or an eighth, never smaller than asked for
    orientation = opened.getexif().get(0x0112, 1)
    picture = _in_colour(opened)
    if picture.size != worked:
        picture = picture.resize(worked, Image.Resampling.BILINEAR, reducing_gap=2.0)
    picture.getexif()[0x0112] = orientation
    picture = ImageOps.exif_transpose(picture)
    if orientation in (5, 6, 7, 8):
        width, height = height, width
    return np.asarray(picture), width, height


def _in_colour(opened: Image.Image) -> Image.Image:
    """Three colours; what is transparent lies on white."""
    if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
        layered = opened.convert("RGBA")
        ground = Image.new("RGBA", layered.size, "white")
        return Image.alpha_composite(ground, layered).convert("RGB")
    if opened.mode.startswith("I"):  # sixteen bits of grey, which a plain conversion clips to white
        return opened.convert("I").point(lambda value: value / 256).convert("L").convert("RGB")
    return opened.convert("RGB")
