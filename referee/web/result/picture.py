"""The result as one picture: who won, the race by place, the lines of the game, awards; and as a small one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.messages import gettext as _
from referee.rules.packs import in_force
from referee.season.games import Result
from referee.season.records import running_totals
from referee.services.clubs.season_views import Evening
from referee.web.parts.chart import Chart, Series, chart, gaps
from referee.web.parts.race import Lane, lanes
from referee.web.result import sheets
from referee.web.result.pen import Block, Dot, Drawing, Face, Shape, Stroke, Words, can_write, width_of
from referee.web.shell import words

WIDTH = 640
EDGE, RIGHT = 48, WIDTH - 48
_ROWS, _ROW = 252, 52
_CHART_WIDE, _CHART_HIGH = 1.6, 1.1
"""Units of the picture for each of the chart on *Score*."""
PREVIEW_HIGH, PREVIEW_ROWS = 336, 3
NAME = 250
"""So wide a name is, at the most, where a lane stands beside it."""
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


def picture(evening: Evening) -> Picture:
    subtitles = (evening.game.rulebook_name, ". ".join(filter(None, (sheets.when(evening), sheets.corrected(evening)))))
    rows = sheets.rows(evening)
    heading = _headline(evening)
    shapes = [*_head(heading, subtitles)]
    foot = _ROWS
    track = _track(rows)
    for row, lane in zip(rows, _lanes(evening), strict=True):
        shapes += _row(row, foot, track if lane else None)
        shapes += _lane(lane, track, foot, GOLD if row.wins else INK) if lane else ()
        foot += _ROW
    can_draw = bool(evening.game.rounds) and not evening.game.own_contracts
    if drawn := chart(_series(evening), highest_wins=evening.game.highest_wins) if can_draw else None:
        shapes.append(Words(EDGE, foot + 34, _("Points behind the leader"), 18, SOFT))
        shapes += _chart(drawn, foot + 40)
        foot += round(drawn.height * _CHART_HIGH) + 52
    for award in sheets.read_out(evening):
        lines = list(_award(award, foot + 30))
        shapes += lines
        foot = round(lines[-1].y) + 22
    height = foot + 62
    shapes.append(
        Words(
            WIDTH / 2,
            height - 34,
            f"{words.begun(sheets.what_wins(evening))} · Table Referee",
            18,
            SOFT,
            anchor="middle",
        )
    )
    places = "; ".join(f"{row.place} {row.player} {row.total}".rstrip() for row in rows)
    return Picture(heading, f"{', '.join(subtitles)}. {places}.", Drawing(WIDTH, height, (*_ground(height), *shapes)))


def preview(evening: Evening) -> Drawing:
    """What a chat shows of a link, twice as wide as high: who won, and the first places."""
    shapes = [*_ground(PREVIEW_HIGH), _title(_headline(evening), 82)]
    what = _cut(sheets.evening_words(evening), RIGHT - EDGE, 22)
    shapes.append(Words(WIDTH / 2, 120, what, 22, SOFT, anchor="middle"))
    for at, row in enumerate(sheets.rows(evening)[:PREVIEW_ROWS]):
        shapes += _row(row, 148 + _ROW * at)
    return Drawing(WIDTH, PREVIEW_HIGH, tuple(shapes))


def _ground(height: int) -> tuple[Shape, ...]:
    return (
        Block(0, 0, WIDTH, height, 0, FELT),
        Block(14, 14, WIDTH - 28, height - 28, 20, RIM),
        Block(16, 16, WIDTH - 32, height - 32, 18, CLOTH),
    )


def _headline(evening: Evening) -> str:
    """The heading, or where it is too long for the picture what matters of it."""
    whole, winners = sheets.heading(evening), evening.game.winners
    if len(winners) > 1 and width_of(whole, SMALLEST, "bold") > RIGHT - EDGE:
        return _("%(number)s share the first place", number=len(winners))
    name, room = evening.name(winners[0]), RIGHT - EDGE - width_of(" wins", SMALLEST, "bold")
    return whole if len(winners) > 1 else _("%(player)s wins", player=_cut(name, room, SMALLEST, "bold"))


def _ornament() -> Iterator[Shape]:
    """The four suits; where the pack has colours in their place, a dot for each."""
    if in_force.get().in_colours:
        for at in range(4):
            yield Dot(WIDTH / 2 - 66 + 44 * at, 57, 11, RED if at % 2 else GOLD)
        return
    for at, suit in enumerate("♠♥♣♦"):
        yield Words(WIDTH / 2 - 66 + 44 * at, 68, suit, 34, RED if suit in "♥♦" else GOLD, anchor="middle")


def _head(heading: str, subtitles: tuple[str, str]) -> Iterator[Shape]:
    yield from _ornament()
    yield _title(heading, 128)
    for at, line in enumerate(subtitles):
        yield Words(WIDTH / 2, 168 + 30 * at, _cut(line, RIGHT - EDGE, 22), 22, SOFT, anchor="middle")


def _title(heading: str, base: float) -> Words:
    face: Face = "display" if can_write(heading, "display") else "bold"
    return Words(WIDTH / 2, base, heading, _size(heading, RIGHT - EDGE, 44, face), GOLD, face, "middle")


class _Track(NamedTuple):
    """From where to where the lanes run: beside the longest name and the longest total."""

    left: float
    right: float


def _track(rows: Sequence[sheets.Row]) -> _Track:
    name = max(width_of(row.player, 28, "bold") for row in rows)
    total = max(width_of(row.total, 28, "bold") for row in rows)
    return _Track(104 + min(name, NAME) + 28, RIGHT - total - 28)


def _lanes(evening: Evening) -> list[Lane | None]:
    """Where everybody came in and stood before the last round, in the order of the rows; None for whoever left."""
    results = sheets.ordered(evening)
    if evening.game.own_contracts or not evening.game.rounds:  # nobody is so many points behind there
        return [None] * len(results)
    after = gaps([_totals(result) for result in results], highest_wins=evening.game.highest_wins)
    ends = [(gap[-1], gap[-2] if len(gap) > 1 else None) for gap in after]
    drawn, _length = lanes([(now, before) for now, before in ends if now is not None])
    left = iter(drawn)
    return [None if now is None else next(left, None) for now, _before in ends]


def _totals(result: Result) -> list[int | None]:
    """Whoever left in the last round is behind nobody any more."""
    totals = running_totals(result)
    return totals if result.stayed else [*totals[:-1], None]


def _row(row: sheets.Row, top: float, track: _Track | None = None) -> Iterator[Shape]:
    face: Face = "bold" if row.wins else "text"
    colour, base = GOLD if row.wins else INK, top + 36
    yield Block(EDGE, top, RIGHT - EDGE, 1, 0, LINE)
    yield Words(EDGE, base, row.place, 26, colour, face)
    room = track.left - 28 - 104 if track else RIGHT - 104 - width_of(row.total, 28, face) - 20
    size = _size(row.player, room, 28, face)
    yield Words(104, base, _cut(row.player, room, size, face), size, colour, face)
    yield Words(RIGHT, base, row.total, 28, colour, face, "end")


def _lane(lane: Lane, track: _Track, top: float, colour: str) -> Iterator[Shape]:
    def x(at: float) -> float:
        return track.left + (track.right - track.left) * at / 100

    middle = top + _ROW / 2
    yield Stroke(((track.left, middle), (track.right, middle)), LINE, 1.5)
    yield Stroke(((track.right, top + 6), (track.right, top + _ROW - 5)), GOLD, 1.5)
    if lane.was is not None and lane.was != lane.at:
        yield Stroke(((x(lane.was), middle), (x(lane.at), middle)), RIM, 5)
        yield from _card(x(lane.was), middle, PALE)
        yield from _card(x(lane.was), middle, CLOTH, less=2)
    yield from _card(x(lane.at), middle, PALE if lane.far else colour)


def _card(x: float, y: float, colour: str, less: float = 0) -> Iterator[Shape]:
    wide, high = 16 - 2 * less, 23 - 2 * less
    yield Block(x - wide / 2, y - high / 2, wide, high, 4 - less, colour)


def _series(evening: Evening) -> list[Series]:
    """Names are as short as beside the chart of *Score*."""
    results = sheets.ordered(evening)
    shorts = words.short_names([evening.name(each.player) for each in results], 9)
    return [
        Series(number, short, short, _totals(each), each.player in evening.game.winners)
        for number, (each, short) in enumerate(zip(results, shorts, strict=True), 1)
    ]


def _chart(drawn: Chart, top: float) -> Iterator[Shape]:
    def x(at: float) -> float:
        return EDGE + at * _CHART_WIDE

    def y(at: float) -> float:
        return top + at * _CHART_HIGH + 8

    for tick in drawn.ticks:
        yield Stroke(((x(drawn.left), y(tick.at)), (x(drawn.right), y(tick.at))), LINE, 1)
        yield Words(x(drawn.left) - 10, y(tick.at) + 6, tick.text, 16, SOFT, anchor="end")
    yield Stroke(((x(drawn.left), y(drawn.top)), (x(drawn.right), y(drawn.top))), GOLD, 1)
    for tick in drawn.rounds:
        yield Words(x(tick.at), y(drawn.height) - 6, tick.text, 16, SOFT, anchor="middle")
    for line in drawn.drawn:
        colour = GOLD if line.leads else PALE
        points = tuple((x(mark.x), y(mark.y)) for mark in line.origin + line.marks)
        if len(points) > 1:
            yield Stroke(points, colour, 5 if line.leads else 2.5)
        for at in points[-1:]:
            yield Dot(*at, 6 if line.leads else 4, colour)
        face: Face = "bold" if line.leads else "text"
        room = WIDTH - 28 - x(drawn.label_x)
        yield Words(x(drawn.label_x), y(line.label_y) + 5, _cut(line.label, room, 17, face), 17, colour, face)


def _award(award: sheets.AwardLine, base: float) -> Iterator[Words]:
    yield Words(EDGE, base, award.title, 24, GOLD, "display")
    yield Words(EDGE, base + 28, _cut(award.who, RIGHT - EDGE, 21), 21, INK)
    first, rest = _broken(award.why, RIGHT - EDGE, 18)
    yield Words(EDGE, base + 52, first, 18, SOFT)
    if rest:
        yield Words(EDGE, base + 74, _cut(rest, RIGHT - EDGE, 18), 18, SOFT)


def _broken(text: str, room: float, size: int) -> tuple[str, str]:
    """The words that fit into a line, and the others."""
    parts = text.split(" ")
    fit = next((end for end in range(len(parts), 1, -1) if width_of(" ".join(parts[:end]), size) <= room), 1)
    return _cut(" ".join(parts[:fit]), room, size), " ".join(parts[fit:])


def _size(text: str, room: float, largest: int, face: Face) -> int:
    """As large as it fits, and no smaller than the smallest."""
    return next((size for size in range(largest, SMALLEST, -2) if width_of(text, size, face) <= room), SMALLEST)


def _cut(text: str, room: float, size: int, face: Face = "text") -> str:
    """The text, or as much of its beginning as fits; three dots tell that there is more."""
    if width_of(text, size, face) <= room:
        return text
    kept = next(end for end in range(len(text), -1, -1) if width_of(f"{text[:end]}…", size, face) <= room)
    return f"{text[:kept].rstrip()}…"
