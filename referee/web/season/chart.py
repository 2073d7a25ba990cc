"""Places over time as a bump chart: where each point and label stands, in the units of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

from referee.season.places import PlacesOverTime
from referee.web import words
from referee.web.score.chart import Mark, Tick

WIDTH = 340
LEFT, RIGHT, TOP, BOTTOM = 26, 96, 14, 26
STEP = 34
"""From one place to the next."""
MOST_MARKS = 16
"""With more games than this only the first and the last place have their marks."""
SHARED = 17
"""From one label to the next of those who share a place."""
STYLES = 8
"""Whoever stands below these has a thin line, so that a crowd does not hide the race in front."""
LONGEST = 9
DAY_APART = 52
"""Two days under the drawing do not touch."""


@dataclass(frozen=True)
class BumpLine:
    """One player. ``style`` is 1 to 8: colour, dashes and the shape of the marks; 0 for a thin line."""

    player: str
    short: str
    style: int
    path: str
    marks: tuple[Mark, ...]
    label_x: float
    label_y: float
    said: str


@dataclass(frozen=True)
class BumpRow:
    """What the table behind the chart says of one game."""

    when: str
    places: tuple[tuple[str, bool], ...]
    """Place and whether the player was at the table."""


@dataclass(frozen=True)
class Bumps:
    title: str
    desc: str
    lines: tuple[BumpLine, ...]
    levels: tuple[Tick, ...]
    days: tuple[Tick, ...]
    names: tuple[str, ...]
    rows: tuple[BumpRow, ...]
    """The latest game first."""
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT


def bumps(places: PlacesOverTime) -> Bumps | None:
    """The drawing of at least two games; None where there is nothing to draw yet."""
    ranked = [line for line in places.lines if any(line.places)]
    games = len(places.moments)
    if games < 2 or not ranked:
        return None
    height = TOP + (places.lowest - 1) * STEP + BOTTOM + 8

    def x(at: int) -> float:
        return round(LEFT + 8 + (WIDTH - RIGHT - LEFT - 16) * at / (games - 1), 1)

    def y(place: int) -> float:
        return TOP + (place - 1) * STEP

    lines = []
    taken: dict[int, int] = {}
    short = words.short_names([line.name for line in ranked], LONGEST)
    for number, (line, name) in enumerate(zip(ranked, short, strict=True)):
        points = [(at, place.place) for at, place in enumerate(line.places) if place is not None]
        path, before = "", -2
        for at, place in points:
            path += f"{'L' if at == before + 1 else 'M'}{x(at):g} {y(place):g} "
            before = at
        _, last = points[-1]
        beside = taken.get(last, 0)  # who shares the last place is written below, closer together
        taken[last] = beside + 1
        shown = (
            points if games <= MOST_MARKS else [point for at, point in enumerate(points) if at in (0, len(points) - 1)]
        )
        final = line.places[-1]
        lines.append(
            BumpLine(
                player=line.name,
                short=name,
                style=number + 1 if number < STYLES else 0,
                path=path.strip(),
                marks=tuple(Mark(x(at), y(place)) for at, place in shown),
                label_x=WIDTH - RIGHT + 4,
                label_y=y(last) + 5 + SHARED * beside,
                said=f"{line.name} {words.ordinal_place(final)}" if final else f"{line.name} not ranked",
            )
        )
    height = max(height, *(round(line.label_y) + 30 for line in lines))
    return Bumps(
        title=f"Places after each of {games} games",
        desc="; ".join(line.said for line in lines),
        lines=tuple(lines),
        levels=tuple(Tick(y(place), str(place)) for place in range(1, places.lowest + 1)),
        days=tuple(Tick(x(at), words.day(places.moments[at].at)) for at in _days([x(at) for at in range(games)])),
        names=tuple(line.name for line in ranked),
        rows=tuple(
            BumpRow(
                words.day(moment.at),
                tuple(
                    (words.place(then) if (then := line.places[at]) else "–", line.player in moment.played)
                    for line in ranked
                ),
            )
            for at, moment in reversed([*enumerate(places.moments)])
        ),
        height=height,
    )


def _days(at: list[float]) -> list[int]:
    """Which games have their day written below: the first, the last, and one between where there is room."""
    middle = min(range(len(at)), key=lambda game: abs(2 * at[game] - at[0] - at[-1]))
    return sorted({0, len(at) - 1, *([middle] if at[-1] - at[0] > 2 * DAY_APART else [])})
