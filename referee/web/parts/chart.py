"""How a game went, as lines: how far each player was behind the leader after each round, the leader on top.

All places are in the units of the drawing. Whoever is hopelessly behind does not squeeze the others together: their
line runs along the foot, and how far behind they are stands beside their name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.judges.scoring import behind
from referee.web.parts import race

WIDTH, HEIGHT = 340, 230
LEFT, RIGHT, TOP, BOTTOM = 38, 84, 12, 26
LABEL_APART = 17


class Tick(NamedTuple):
    at: float
    text: str


class Mark(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True)
class Line:
    """One player; who leads is drawn in gold. ``number`` is that of their column, from 1."""

    number: int
    player: str
    short: str
    leads: bool
    lit: bool
    """Whether it is lit before anybody taps a name: that of this phone's player."""
    path: str
    origin: tuple[Mark, ...]
    """Where the line begins before the first round; nowhere for whoever came later."""
    marks: tuple[Mark, ...]
    label: str
    """The name; with how far behind they are where that is not drawn to scale."""
    label_y: float
    behind: str
    """``"37 behind"``, or that they are first."""


@dataclass(frozen=True)
class Chart:
    title: str
    desc: str
    lines: tuple[Line, ...]
    """Who is ahead first."""
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    top: int = TOP
    """Where the leader is."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    label_x: int = WIDTH - RIGHT + 8

    @property
    def drawn(self) -> tuple[Line, ...]:
        """The lines in the order in which they are drawn: who leads on top of the others."""
        return self.lines[::-1]


class Series(NamedTuple):
    """A player's totals after each round; None before they joined or after they left."""

    number: int
    player: str
    short: str
    totals: Sequence[int | None]
    leads: bool = False
    lit: bool = False
    begins: int = 0
    """The total before the first round."""


def chart(series: Sequence[Series], *, highest_wins: bool = False) -> Chart | None:
    """The drawing of at least one round; None where nobody was ever ahead of anybody."""
    series = [line for line in series if any(total is not None for total in line.totals)]
    columns = gaps([line.totals for line in series], highest_wins=highest_wins)
    there = [None if line.totals[0] is None else line.begins for line in series]
    starts = [column[0] for column in gaps([[total] for total in there], highest_wins=highest_wins)]
    length = race.reach(
        [max(filter(None, (start, *column)), default=0) for start, column in zip(starts, columns, strict=True)]
    )
    if not length:
        return None
    rounds = len(columns[0])

    def x(round_no: int) -> float:
        return round(LEFT + (WIDTH - RIGHT - LEFT) * round_no / rounds, 1)

    def y(far: int) -> float:
        return round(TOP + (HEIGHT - BOTTOM - TOP) * min(1, far / length), 1)

    ends = [next((far for far in reversed(column) if far is not None), 0) for column in columns]
    order = sorted(range(len(series)), key=lambda at: (not series[at].leads, ends[at]))
    labels = _spread([y(ends[at]) for at in order])
    lines = []
    for at, label_y in zip(order, labels, strict=True):
        line, column, end = series[at], columns[at], ends[at]
        marks = tuple(Mark(x(number), y(far)) for number, far in enumerate(column, 1) if far is not None)
        start = starts[at]
        origin = () if start is None else (Mark(x(0), y(start)),)
        lines.append(
            Line(
                number=line.number,
                player=line.player,
                short=line.short,
                leads=line.leads,
                lit=line.lit,
                path=_path(origin + marks),
                origin=origin,
                marks=marks,
                label=f"{line.short} {end}" if end > length else line.short,
                label_y=label_y,
                behind=_("first") if line.leads else race.behind(end),
            )
        )
    every = max(1, -(-rounds // 8))
    return Chart(
        title=ngettext(
            "Points behind the leader after %(num)s round", "Points behind the leader after %(num)s rounds", rounds
        ),
        desc="; ".join(f"{line.player}: {line.behind}" for line in lines),
        lines=tuple(lines),
        ticks=tuple(Tick(y(far), str(far)) for far in _ticks(length)),
        rounds=tuple(Tick(x(number), str(number)) for number in range(every, rounds + 1, every)),
    )


def gaps(columns: Sequence[Sequence[int | None]], *, highest_wins: bool = False) -> list[tuple[int | None, ...]]:
    """How far each player was behind the leader after each round, of their running totals."""
    return list(zip(*(_gaps(totals, highest_wins) for totals in zip(*columns, strict=True)), strict=True))


def _gaps(totals: Sequence[int | None], highest_wins: bool) -> list[int | None]:
    """Of one round; None for whoever was not there."""
    there = iter(behind([total for total in totals if total is not None], highest_wins=highest_wins))
    return [None if total is None else next(there) for total in totals]


def _path(points: Sequence[Mark]) -> str:
    return " ".join(f"{'L' if number else 'M'}{mark.x:g} {mark.y:g}" for number, mark in enumerate(points))


def _ticks(length: int) -> list[int]:
    """Two to five round numbers below the leader, as far as the drawing reaches."""
    sizes = (5, 10, 20, 25, 50, 100, 200, 250, 500, *(1000 * 2**times for times in range(20)))
    step = next(size for size in sizes if length / size <= 5)
    return list(range(step, length + 1, step))


def _spread(wanted: list[float]) -> list[float]:
    """Labels as near to their lines as they can be without touching one another."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [0.0] * len(wanted)
    least = float(TOP)
    for at in order:
        placed[at] = max(wanted[at], least)
        least = placed[at] + LABEL_APART
    over = least - LABEL_APART - (HEIGHT - BOTTOM)
    if over > 0:  # pushed out at the foot: close up from there
        most = float(HEIGHT - BOTTOM)
        for at in reversed(order):
            placed[at] = min(placed[at], most)
            most = placed[at] - LABEL_APART
    return [round(at, 1) for at in placed]
