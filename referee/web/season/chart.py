"""Places over time as a bump chart: where each point and label stands, in the units of the drawing.

Each player has a row of their own, those on one place side by side. The first few have colours, whoever is first gold;
the others are grey. A tap on a name lights the line of that player.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.rules.judges.scoring import Place
from referee.season.places import Moment, PlacesOverTime
from referee.web.parts.chart import Mark, Tick
from referee.web.shell import words

WIDTH = 340
LEFT, RIGHT, TOP, BOTTOM = 26, 96, 14, 26
STEP, CLOSE = 34, 19
"""From one place to the next: of a few players, of a crowd. A label is as high as the closer one."""
FEW = 8
COLOURED = 5
"""So many lines have a colour; the eye follows no more."""
EVERY = 5
"""Of a crowd only the first place and each fifth one have their number."""
LONGEST = 9
LETTER = 11
"""A letter of a day is not wider on average, not even on a narrow phone, where letters are larger."""
GAP = 8
"""Between two days."""
BEYOND = 48
"""So far the last day reaches beyond its game: only names stand there, and higher up."""


@dataclass(frozen=True)
class BumpLine:
    """One player's line, with a mark where it ends."""

    player: str
    short: str
    first: bool
    """Whether they are first now: drawn in gold."""
    colour: int
    """Which colour it has, from 2; 0 for gold and for grey."""
    lit: bool
    """Whether the line is lit before anybody taps a name: that of this phone's player."""
    path: str
    end: Mark
    label_x: float
    label_y: float
    spoken: str


@dataclass(frozen=True)
class BumpRow:
    """What the table behind the chart says of one game."""

    when: str
    places: tuple[tuple[str, bool], ...]
    """Place and whether the player was at the table."""


@dataclass(frozen=True)
class Day:
    """A day below the drawing. ``anchor`` is ``"start"``, ``"middle"`` or ``"end"``: where its text lies around it."""

    at: float
    text: str
    anchor: str


@dataclass(frozen=True)
class Bumps:
    title: str
    desc: str
    lines: tuple[BumpLine, ...]
    """In the order of the last places."""
    levels: tuple[Tick, ...]
    days: tuple[Day, ...]
    names: tuple[str, ...]
    rows: tuple[BumpRow, ...]
    """The latest game first."""
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def drawn(self) -> tuple[BumpLine, ...]:
        """The lines in the order in which they are drawn: who is first on top of the others."""
        return self.lines[::-1]


def bumps(places: PlacesOverTime, mine: Collection[str] = ()) -> Bumps | None:
    """The drawing from the first game after which somebody was ranked; None where that leaves fewer than two games."""
    ranked = [line for line in places.lines if any(line.places)]
    start = min((_first_place(line.places) for line in ranked), default=0)
    moments = places.moments[start:]
    games = len(moments)
    if games < 2 or not ranked:
        return None
    rows = _rows([line.places[start:] for line in ranked])
    step = STEP if len(ranked) <= FEW else CLOSE
    below = sum(line.places[-1] is not None for line in ranked)

    def x(at: int) -> float:
        return round(LEFT + 8 + (WIDTH - RIGHT - LEFT - 16) * at / (games - 1), 1)

    def y(row: int) -> int:
        return TOP + (row - 1) * step

    lines = []
    own = [line.player for line in ranked if line.player in mine]
    short = words.short_names([line.name for line in ranked], LONGEST)
    for number, (line, name, row) in enumerate(zip(ranked, short, rows, strict=True), 1):
        points = [(at, place) for at, place in enumerate(row) if place is not None]
        at, last = points[-1]
        final = line.places[-1]
        first = final is not None and final.place == 1
        below += final is None  # their row is another's by now
        lines.append(
            BumpLine(
                player=line.player,
                short=name,
                first=first,
                colour=number if 1 < number <= COLOURED and not first else 0,
                lit=own[:1] == [line.player],
                path=_path(points, x, y),
                end=Mark(x(at), y(last)),
                label_x=WIDTH - RIGHT + 4,
                label_y=y(last if final else below) + 5,
                spoken=f"{line.name} {words.ordinal_place(final)}" if final else line.name,
            )
        )
    return Bumps(
        title=_("Places after each of %(games)s games", games=games)
        if len(places.moments) == places.games
        else _("Places over %(games)s games", games=places.games),
        desc="; ".join(line.spoken for line in lines),
        lines=tuple(lines),
        levels=tuple(
            Tick(y(place), str(place))
            for place in range(1, len(ranked) + 1)
            if step == STEP or place == 1 or place % EVERY == 0
        ),
        days=_days([(x(at), moment) for at, moment in enumerate(moments)]),
        names=tuple(line.name for line in ranked),
        rows=tuple(
            BumpRow(
                words.day(moment.day),
                tuple(
                    (words.place(then) if (then := line.places[start + at]) else "–", line.player in moment.played)
                    for line in ranked
                ),
            )
            for at, moment in reversed([*enumerate(moments)])
        ),
        height=y(len(ranked)) + BOTTOM + 8,
    )


def _rows(lines: Sequence[Sequence[Place | None]]) -> list[list[int | None]]:
    """The row of each player after each game, from 1: by place, and level players as they stood before."""
    rows: list[list[int | None]] = [[] for _line in lines]
    stood: dict[int, int] = {}
    for places in zip(*lines, strict=True):
        there = {at: place.place for at, place in enumerate(places) if place is not None}
        order = sorted(there, key=lambda at: (there[at], stood.get(at, len(lines)), at))
        stood = {at: row for row, at in enumerate(order, 1)}
        for at, row in enumerate(rows):
            row.append(stood.get(at))
    return rows


def _first_place(places: Sequence[object]) -> int:
    return next(at for at, place in enumerate(places) if place is not None)


def _path(points: Sequence[tuple[int, int]], x: Callable[[int], float], y: Callable[[int], float]) -> str:
    """Without the points inside a straight piece, where a place was kept."""
    kept = [
        point
        for number, point in enumerate(points)
        if not (0 < number < len(points) - 1 and points[number - 1][1] == point[1] == points[number + 1][1])
    ]
    return "".join(f"{'L' if number else 'M'}{x(at):g} {y(place):g}" for number, (at, place) in enumerate(kept))


def _days(games: Sequence[tuple[float, Moment]]) -> tuple[Day, ...]:
    """The first day, the last one, and one between: only those that no other touches."""
    last_year = games[-1][1].day[:4]

    def text(at: float, moment: Moment) -> str:
        """The year of the last day stands there alone."""
        written = words.day(moment.day)
        return written if at == games[-1][0] else written.removesuffix(f" {last_year}")

    ends = games[-1][0] + BEYOND
    last = Day(ends, text(*games[-1]), "end")
    first = Day(games[0][0] - GAP, text(*games[0]), "start")
    if games[0][1].day == games[-1][1].day:
        return (last,)
    among = {first.text, last.text, text(*games[-1]).removesuffix(f" {last_year}")}
    between = [
        day
        for at, moment in games
        if (day := Day(at, text(at, moment), "middle")).text not in among and _apart(first, day) and _apart(day, last)
    ]
    centre = (_reach(first)[1] + _reach(last)[0]) / 2
    return (first, *sorted(between, key=lambda day: abs(day.at - centre))[:1], last)


def _apart(left: Day, right: Day) -> bool:
    return _reach(left)[1] + GAP <= _reach(right)[0]


def _reach(day: Day) -> tuple[float, float]:
    """From where to where its text lies."""
    wide = LETTER * len(day.text)
    start = day.at - wide * {"start": 0, "middle": 0.5, "end": 1}[day.anchor]
    return start, start + wide
