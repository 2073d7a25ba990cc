"""The result as one picture: who won, the race by place, the lines of the game, awards; and as a small one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.messages import gettext as _
from referee.season.games import Result
from referee.season.records import running_totals
from referee.services.clubs.season_views import EndedGame
from referee.web.parts.chart import Chart, Series, chart, gaps
from referee.web.parts.pen import Block, Dot, Drawing, Face, Shape, Stroke, Words, width_of
from referee.web.parts.poster import (
    CLOTH,
    EDGE,
    GOLD,
    INK,
    LINE,
    NAMES,
    PALE,
    RIGHT,
    RIM,
    ROW,
    ROWS,
    SOFT,
    WIDTH,
    Picture,
    broken,
    foot_line,
    head,
    headline,
    on_cloth,
    place_line,
    shortened,
    title,
)
from referee.web.parts.race import Lane, lanes
from referee.web.result import sheets
from referee.web.shell import words

_CHART_WIDE, _CHART_HIGH = 1.6, 1.1
"""Units of the picture for each of the chart on *Score*."""
PREVIEW_HIGH, PREVIEW_ROWS = 336, 3
NAME = 250
"""So wide a name is, at the most, where a lane stands beside it."""


def picture(ended: EndedGame) -> Picture:
    subtitles = (ended.game.rulebook_name, ". ".join(filter(None, sheets.about(ended))))
    rows = sheets.rows(ended)
    heading = _headline(ended)
    shapes = [*head(heading, subtitles)]
    foot = ROWS
    track = _track(rows)
    for row, lane in zip(rows, _lanes(ended), strict=True):
        shapes += _row(row, foot, track if lane else None)
        shapes += _lane(lane, track, foot, GOLD if row.wins else INK) if lane else ()
        foot += ROW
    can_draw = bool(ended.game.rounds) and not ended.game.own_contracts
    if drawn := chart(_series(ended), highest_wins=ended.game.highest_wins) if can_draw else None:
        shapes.append(Words(EDGE, foot + 34, _("Points behind the leader"), 18, SOFT))
        shapes += _chart(drawn, foot + 40)
        foot += round(drawn.height * _CHART_HIGH) + 52
    for award in sheets.read_out(ended):
        lines = list(_award(award, foot + 30))
        shapes += lines
        foot = round(lines[-1].y) + 22
    height = foot + 62
    shapes.append(foot_line(words.begun(sheets.what_wins(ended)), height))
    places = "; ".join(f"{row.place} {row.player} {row.total}".rstrip() for row in rows)
    return Picture(heading, f"{', '.join(subtitles)}. {places}.", on_cloth(height, shapes))


def preview(ended: EndedGame) -> Drawing:
    """What a chat shows of a link, twice as wide as high: who won, and the first places."""
    shapes: list[Shape] = [title(_headline(ended), 82)]
    what = shortened(sheets.game_words(ended), RIGHT - EDGE, 22)
    shapes.append(Words(WIDTH / 2, 120, what, 22, SOFT, anchor="middle"))
    for at, row in enumerate(sheets.rows(ended)[:PREVIEW_ROWS]):
        shapes += _row(row, 148 + ROW * at)
    return on_cloth(PREVIEW_HIGH, shapes)


def _headline(ended: EndedGame) -> str:
    return headline([ended.name(winner) for winner in ended.game.winners])


class _Track(NamedTuple):
    """From where to where the lanes run: beside the longest name and the longest total."""

    left: float
    right: float


def _track(rows: Sequence[sheets.Row]) -> _Track:
    name = max(width_of(row.player, 28, "bold") for row in rows)
    total = max(width_of(row.total, 28, "bold") for row in rows)
    return _Track(NAMES + min(name, NAME) + 28, RIGHT - total - 28)


def _lanes(ended: EndedGame) -> list[Lane | None]:
    """Where everybody came in and stood before the last round, in the order of the rows; None for whoever left."""
    results = sheets.ordered(ended)
    if ended.game.own_contracts or not ended.game.rounds:  # nobody is so many points behind there
        return [None] * len(results)
    after = gaps([_totals(result) for result in results], highest_wins=ended.game.highest_wins)
    ends = [(gap[-1], gap[-2] if len(gap) > 1 else None) for gap in after]
    drawn, _length = lanes([(now, before) for now, before in ends if now is not None])
    left = iter(drawn)
    return [None if now is None else next(left, None) for now, _before in ends]


def _totals(result: Result) -> list[int | None]:
    """Whoever left in the last round is behind nobody any more."""
    totals = running_totals(result)
    return totals if result.stayed else [*totals[:-1], None]


def _row(line: sheets.Row, top: float, track: _Track | None = None) -> Iterator[Shape]:
    room = track.left - 28 - NAMES if track else None
    return place_line(line.place, line.player, line.total, top, room, first=line.wins)


def _lane(lane: Lane, track: _Track, top: float, colour: str) -> Iterator[Shape]:
    def x(at: float) -> float:
        return track.left + (track.right - track.left) * at / 100

    middle = top + ROW / 2
    yield Stroke(((track.left, middle), (track.right, middle)), LINE, 1.5)
    yield Stroke(((track.right, top + 6), (track.right, top + ROW - 5)), GOLD, 1.5)
    if lane.was is not None and lane.was != lane.at:
        yield Stroke(((x(lane.was), middle), (x(lane.at), middle)), RIM, 5)
        yield from _card(x(lane.was), middle, PALE)
        yield from _card(x(lane.was), middle, CLOTH, less=2)
    yield from _card(x(lane.at), middle, PALE if lane.far else colour)


def _card(x: float, y: float, colour: str, less: float = 0) -> Iterator[Shape]:
    wide, high = 16 - 2 * less, 23 - 2 * less
    yield Block(x - wide / 2, y - high / 2, wide, high, 4 - less, colour)


def _series(ended: EndedGame) -> list[Series]:
    """Names are as short as beside the chart of *Score*."""
    results = sheets.ordered(ended)
    shorts = words.short_names([ended.name(each.player) for each in results], 9)
    return [
        Series(number, short, short, _totals(each), each.player in ended.game.winners, begins=each.handicap)
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
        yield Words(x(drawn.label_x), y(line.label_y) + 5, shortened(line.label, room, 17, face), 17, colour, face)


def _award(award: sheets.AwardLine, base: float) -> Iterator[Words]:
    yield Words(EDGE, base, award.title, 24, GOLD, "display")
    yield Words(EDGE, base + 28, shortened(award.who, RIGHT - EDGE, 21), 21, INK)
    first, rest = broken(award.why, RIGHT - EDGE, 18)
    yield Words(EDGE, base + 52, first, 18, SOFT)
    if rest:
        yield Words(EDGE, base + 74, shortened(rest, RIGHT - EDGE, 18), 18, SOFT)
