"""Readings of photographs, as the reader gives them, and a picture for a reader that is not asked."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from referee.vision import Corner, Reading, Seen

WIDTH, HEIGHT = 800, 600
CLOTH = (20, 90, 60)


def seen(rank: str, certainty: float = 0.99, place: tuple[float, float] = (0, 0), suit: str = "") -> Seen:
    """A card of that rank, with its index at a place."""
    x, y = place
    frame = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 20), (x - 10, y + 20))
    return Seen(rank, suit, certainty, 0.99 if suit else 0.0, (Corner(place, frame),), (("7", 0.1),))


def places(count: int) -> list[tuple[float, float]]:
    """Where the indices of so many cards lie: rows of seven, from the upper left."""
    return [(60 + 110 * (at % 7), 80 + 140 * (at // 7)) for at in range(count)]


def reading(ranks: str, unsure: str = "") -> Reading:
    """These ranks, as ``photograph`` draws them; of each in ``unsure`` the first one is not sure."""
    names, doubtful = ranks.split(), unsure.split()
    cards = []
    for rank, place in zip(names, places(len(names)), strict=True):
        is_unsure = rank in doubtful
        if is_unsure:
            doubtful.remove(rank)
        cards.append(seen(rank, 0.6 if is_unsure else 0.99, place))
    return Reading(tuple(cards), WIDTH, HEIGHT)


def picture(kind: str = "JPEG", size: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    """A green cloth with nothing on it."""
    return _saved(Image.new("RGB", size, CLOTH), kind)


def photograph(ranks: str) -> bytes:
    """Cards on that cloth, drawn simply: their ranks in the upper left corners."""
    names = ranks.split()
    cloth = Image.new("RGB", (WIDTH, HEIGHT), CLOTH)
    pen = ImageDraw.Draw(cloth)
    for rank, (x, y) in zip(names, places(len(names)), strict=True):
        pen.rounded_rectangle((x - 18, y - 22, x + 76, y + 108), 8, "white", "grey")
        pen.text((x, y), rank, "black", ImageFont.load_default(28), "mm")
    return _saved(cloth, "JPEG")


def _saved(image: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()
