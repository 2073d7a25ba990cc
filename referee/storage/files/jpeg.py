"""Whether a JPEG holds a picture and nothing else: its parts are read one by one, and no pixel is decoded."""

from __future__ import annotations

MOST_BYTES = 500 * 1024
LONGEST_SIDE = 2000
_FRAMES = (0xC0, 0xC1, 0xC2)
"""How the picture is coded: baseline or progressive."""
_PLAIN = frozenset({0xE0, 0xDB, 0xC4, 0xDD, 0xDA, *_FRAMES})
"""The format's own mark, tables and the picture. Everything else may say where, when and with what it was taken."""


def is_bare(data: bytes) -> bool:
    """Whether it is a whole JPEG within the bounds, without EXIF, XMP, comments, profiles or more behind its end."""
    if not (0 < len(data) <= MOST_BYTES and data.startswith(b"\xff\xd8") and data.endswith(b"\xff\xd9")):
        return False
    at, framed = 2, False
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if marker == 0xD9:
            break
        if marker not in _PLAIN or length < 2 or (marker == 0xE0 and not _is_jfif(data[at + 4 : at + 2 + length])):
            return False
        if marker in _FRAMES:
            high, wide = (int.from_bytes(data[at + start : at + start + 2]) for start in (5, 7))
            if framed or not (0 < high <= LONGEST_SIDE and 0 < wide <= LONGEST_SIDE):
                return False
            framed = True
        at += 2 + length
        if marker == 0xDA:
            at = _behind_scan(data, at)
    return framed and at == len(data) - 2


def _is_jfif(content: bytes) -> bool:
    """Without a small picture in it."""
    return len(content) == 14 and content.startswith(b"JFIF\x00") and content[12:] == b"\x00\x00"


def _behind_scan(data: bytes, at: int) -> int:
    """Where the next part begins: in what is coded, 0xFF is followed by 0 or by a mark to start again."""
    while 0 <= at < len(data) - 1:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            break
        if data[at + 1] == 0 or 0xD0 <= data[at + 1] <= 0xD7:
            at += 2
        else:
            return at
    return len(data)
