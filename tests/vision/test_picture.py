"""What is no picture, or too much of one, is refused before it is decoded; what else a phone sends is made upright."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from referee import vision
from referee.vision import UnreadablePicture, Why, picture


def stored(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def corner_marked(mode: str = "RGB") -> Image.Image:
    """A grey picture, wider than high, whose upper left is white."""
    image = Image.new("RGB", (320, 160), (90, 90, 90))
    image.paste((255, 255, 255), (0, 0, 80, 80))
    return image.convert(mode)


def png_header(width: int, height: int) -> bytes:
    """A PNG that says how large it is and holds next to nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", Why.EMPTY),
        (b"\xff\xd8\xff" + b"x" * picture.MOST_BYTES, Why.TOO_MANY_BYTES),
        (b"\0\0\0\x18ftypheic" + b"x" * 100, Why.HEIC),
        (b"\0\0\0\x18ftypmif1" + b"x" * 100, Why.HEIC),
        (b"no picture at all", Why.NO_PICTURE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Why.NO_PICTURE),
        (b"%PDF-1.7\n", Why.NO_PICTURE),
        (stored(corner_marked(), "GIF"), Why.NO_PICTURE),
        (stored(corner_marked(), "TIFF"), Why.NO_PICTURE),
        (png_header(100_000, 100_000), Why.TOO_MANY_PIXELS),
        (png_header(4000, 4000), Why.TOO_MANY_PIXELS),
        (png_header(3000, 100), Why.TOO_MANY_PIXELS),
        (png_header(20, 20), Why.TOO_SMALL),
        (png_header(300, 300), Why.BROKEN),
        (stored(corner_marked())[:-300], Why.BROKEN),
    ],
    ids=[
        "empty", "too many bytes", "heic", "heif", "text", "svg", "pdf", "gif", "tiff",
        "a bomb", "a large png", "a strip", "a stamp", "an empty png", "half a jpeg",
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(data: bytes, why: Why) -> None:
    with pytest.raises(UnreadablePicture) as refused:
        picture.decode(data)
    assert refused.value.why is why


def test_too_much_is_refused_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a pixel was decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", never)
    with pytest.raises(UnreadablePicture):
        picture.decode(png_header(100_000, 100_000))


COLOURS = {
    "JPEG": ("RGB", "L", "CMYK", "1"),
    "PNG": ("RGB", "L", "P", "RGBA", "LA", "1", "I;16"),
    "WEBP": ("RGB", "L", "RGBA", "LA"),
}


@pytest.mark.parametrize(("kind", "mode"), [(kind, mode) for kind, modes in COLOURS.items() for mode in modes])
def test_every_kind_of_colour_becomes_three_colours(kind: str, mode: str) -> None:
    deep = corner_marked("L").convert("I").point(lambda value: value * 256).convert("I;16")
    data = stored(deep if mode == "I;16" else corner_marked(mode), kind)
    pixels, width, height = picture.decode(data)
    assert (pixels.shape, width, height) == ((160, 320, 3), 320, 160)
    assert pixels[40, 40].min() > 200
    assert pixels[120, 240].max() < 160 or mode == "1"


def test_what_is_transparent_lies_on_white() -> None:
    pixels, _, _ = picture.decode(stored(Image.new("RGBA", (100, 100), (0, 0, 0, 0)), "PNG"))
    assert pixels.min() == 255


WHITE_CORNER = {
    1: (False, False), 2: (False, True), 3: (True, True), 4: (True, False),
    5: (False, False), 6: (False, True), 7: (True, True), 8: (True, False),
}  # fmt: skip
"""By EXIF orientation: whether the stored upper left is shown below, and whether right."""


@pytest.mark.parametrize("orientation", WHITE_CORNER)
@pytest.mark.parametrize("large", [False, True])
def test_a_picture_is_turned_as_its_camera_was_held(orientation: int, large: bool) -> None:
    """A large one is shrunk before it is turned."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = corner_marked().resize((5000, 2500)) if large else corner_marked()
    pixels, width, height = picture.decode(stored(image, exif=exif))
    wide = orientation < 5
    assert (width > height) == (pixels.shape[1] > pixels.shape[0]) == wide
    assert {width, height} == set(image.size)
    assert max(pixels.shape) <= picture.WORKED_SIDE
    below, right = WHITE_CORNER[orientation]
    y, x = (pixels.shape[0] * (7 if below else 1) // 8, pixels.shape[1] * (15 if right else 1) // 16)
    if not wide:
        y, x = (pixels.shape[0] * (15 if below else 1) // 16, pixels.shape[1] * (7 if right else 1) // 8)
    assert pixels[y, x].min() > 200
    assert (pixels.min(2) > 200).mean() < 0.2


def test_damaged_exif_does_no_harm() -> None:
    pixels, _, _ = picture.decode(stored(corner_marked(), exif=b"Exif\0\0II*\0\x08\0\0\0\xff\xffgarbage"))
    assert pixels.shape == (160, 320, 3)


def test_a_large_photograph_takes_little_memory(tmp_path: Path) -> None:
    """48 megapixels would be 144 MB in three colours; a JPEG is decoded shrunk."""
    pytest.importorskip("resource")
    code = """
import resource, sys
from referee.vision import picture
data = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
picture.decode(data)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    photograph = tmp_path / "large.jpg"
    photograph.write_bytes(stored(Image.new("RGB", (8000, 6000), (90, 90, 90))))
    done = subprocess.run([sys.executable, "-c", code, photograph], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 100


@given(st.binary(max_size=400), st.integers(0, 600), st.sampled_from(["JPEG", "PNG", "WEBP"]))
@settings(max_examples=150)
def test_whatever_is_damaged_is_read_or_refused(noise: bytes, at: int, kind: str) -> None:
    data = stored(corner_marked().resize((128, 64)), kind)
    damaged = data[:at] + noise + data[at + len(noise) :]
    try:
        pixels, width, height = picture.decode(damaged)
    except UnreadablePicture:
        return
    assert pixels.dtype == np.uint8
    assert pixels.shape[2] == 3
    assert width > 0 < height


def test_the_room_is_entered_without_numpy() -> None:
    """The page asks whether the reader is there, and shows its own pad where it is not."""
    code = """
import sys
from referee import vision
assert "numpy" not in sys.modules
sys.modules["numpy"] = None
print(vision.installed())
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
    assert vision.installed()
