"""What the pictures to share have in common: the cloth, the heading, the lines by place; and how they are sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import render_template
from werkzeug.wrappers import Response

from referee.messages import gettext as _
from referee.rules.packs import in_force
from referee.web.parts import pen
from referee.web.parts.pen import Block, Dot, Drawing, Face, Shape, Words, can_write, width_of
from referee.web.shell import words

WIDTH = 640
EDGE, RIGHT = 48, WIDTH - 48
ROWS, ROW = 252, 52
"""Where the lines begin below the heading, and how high one is."""
NAMES = 104
"""Where the names begin, right of the places."""
SMALLEST = 22
"""Of a name: what is longer even so is cut."""
FELT, CLOTH, RIM, LINE = "#0b3a26", "#0f4a31", "#3f7a5c", "#2d6b4e"
INK, SOFT, GOLD, RED, PALE = "#fbf5e2", "#d4e5d6", "#f3cf7a", "#ff9c8f", "#9dbfa9"


@dataclass(frozen=True)
class Picture:
    heading: str
    description: str
    """All that it shows, for whoever does not see it."""
    drawing: Drawing


def on_cloth(height: int, shapes: Sequence[Shape]) -> Drawing:
    return Drawing(WIDTH, height, (*_ground(height), *shapes))


def _ground(height: int) -> tuple[Shape, ...]:
    return (
        Block(0, 0, WIDTH, height, 0, FELT),
        Block(14, 14, WIDTH - 28, height - 28, 20, RIM),
        Block(16, 16, WIDTH - 32, height - 32, 18, CLOTH),
    )


def headline(winners: Sequence[str]) -> str:
    """Who wins, or where that is too long for a picture what matters of it."""
    whole = words.win(winners)
    if len(winners) > 1 and width_of(whole, SMALLEST, "bold") > RIGHT - EDGE:
        return _("%(number)s share the first place", number=len(winners))
    room = RIGHT - EDGE - width_of(" wins", SMALLEST, "bold")
    return whole if len(winners) > 1 else _("%(player)s wins", player=shortened(winners[0], room, SMALLEST, "bold"))


def head(heading: str, subtitles: Sequence[str]) -> Iterator[Shape]:
    yield from _ornament()
    yield title(heading, 128)
    for at, line in enumerate(subtitles):
        yield Words(WIDTH / 2, 168 + 30 * at, shortened(line, RIGHT - EDGE, 22), 22, SOFT, anchor="middle")


def _ornament() -> Iterator[Shape]:
    """The four suits; where the pack has colours in their place, a dot for each."""
    if in_force.get().in_colours:
        for at in range(4):
            yield Dot(WIDTH / 2 - 66 + 44 * at, 57, 11, RED if at % 2 else GOLD)
        return
    for at, suit in enumerate("♠♥♣♦"):
        yield Words(WIDTH / 2 - 66 + 44 * at, 68, suit, 34, RED if suit in "♥♦" else GOLD, anchor="middle")


def title(heading: str, base: float) -> Words:
    face: Face = "display" if can_write(heading, "display") else "bold"
    return Words(WIDTH / 2, base, heading, _size(heading, RIGHT - EDGE, 44, face), GOLD, face, "middle")


def place_line(
    place: str, name: str, figure: str, top: float, room: float | None = None, *, first: bool
) -> Iterator[Shape]:
    """A line: ``room`` is for the name, where something stands between it and the figure."""
    face: Face = "bold" if first else "text"
    colour, base = GOLD if first else INK, top + 36
    if room is None:
        room = RIGHT - NAMES - width_of(figure, 28, face) - 20
    yield Block(EDGE, top, RIGHT - EDGE, 1, 0, LINE)
    yield Words(EDGE, base, place, 26, colour, face)
    size = _size(name, room, 28, face)
    yield Words(NAMES, base, shortened(name, room, size, face), size, colour, face)
    yield Words(RIGHT, base, figure, 28, colour, face, "end")


def foot_line(text: str, height: int) -> Words:
    return Words(WIDTH / 2, height - 34, f"{text} · Table Referee", 18, SOFT, anchor="middle")


def _size(text: str, room: float, largest: int, face: Face) -> int:
    """As large as it fits, and no smaller than the smallest."""
    return next((size for size in range(largest, SMALLEST, -2) if width_of(text, size, face) <= room), SMALLEST)


def broken(text: str, room: float, size: int) -> tuple[str, str]:
    """The words that fit into a line, and the others."""
    parts = text.split(" ")
    fit = next((end for end in range(len(parts), 1, -1) if width_of(" ".join(parts[:end]), size) <= room), 1)
    return shortened(" ".join(parts[:fit]), room, size), " ".join(parts[fit:])


def shortened(text: str, room: float, size: int, face: Face = "text") -> str:
    """The text, or as much of its beginning as fits; three dots tell that there is more."""
    if width_of(text, size, face) <= room:
        return text
    kept = next(end for end in range(len(text), -1, -1) if width_of(f"{text[:end]}…", size, face) <= room)
    return f"{text[:kept].rstrip()}…"


def as_png(drawing: Drawing, name: str) -> Response:
    """As chats and galleries take it; of a drawing that ``pen.can_draw``."""
    return _sent(pen.png(drawing), "image/png", f"{name}.png")


def as_svg(picture: Picture, name: str) -> Response:
    """As a drawing with every colour in it, written in the letters of whoever looks at it."""
    return _sent(render_template("macros/picture.svg", view=picture), "image/svg+xml", f"{name}.svg")


def _sent(content: str | bytes, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, mimetype=mimetype, headers=headers)
