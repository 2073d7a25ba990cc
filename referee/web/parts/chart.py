"""The totals as lines: where each point and label stands, in the units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.messages import ngettext
from referee.web.shell.words import signed

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
    """One player; who leads is drawn in gold. ``number`` counts them, from 1."""

    number: int
    player: str
    short: str
    leads: bool
    path: str
    origin: tuple[Mark, ...]
    """Where the line begins before the first round; nowhere for whoever came later."""
    marks: tuple[Mark, ...]
    label_y: float
    total: str


@dataclass(frozen=True)
class Chart:
    title: str
    desc: str
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    zero: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    label_x: int = WIDTH - RIGHT + 8

    @property
    def drawn(self) -> tuple[Line, ...]:
        """The lines in the order in which they are drawn: who leads on top of the others."""
        return tuple(sorted(self.lines, key=lambda line: line.leads))


class Series(NamedTuple):
    """A player's totals after each round; None before they joined or after they left."""

    player: str
    short: str
    totals: Sequence[int | None]
    leads: bool = False


def chart(series: Sequence[Series]) -> Chart | None:
    """The drawing of at least one round; None where there is nothing to draw yet."""
    rounds = max((len(line.totals) for line in series), default=0)
    values = [total for line in series for total in line.totals if total is not None]
    if not rounds or not values:
        return None
    ticks = _ticks(min(0, *values), max(0, *values))
    low, high = ticks[0], ticks[-1]

    def x(round_no: int) -> float:
        return round(LEFT + (WIDTH - RIGHT - LEFT) * round_no / rounds, 1)

    def y(total: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (total - low) / (high - low), 1)

    ends = [_last(line.totals) for line in series]
    labels = _spread([y(end) for end in ends])
    lines = []
    for number, (line, end, label) in enumerate(zip(series, ends, labels, strict=True), 1):
        marks = tuple(Mark(x(at), y(total)) for at, total in enumerate(line.totals, 1) if total is not None)
        origin = (Mark(x(0), y(0)),) if line.totals[0] is not None else ()
        path = " ".join(f"{'L' if place else 'M'}{mark.x:g} {mark.y:g}" for place, mark in enumerate(origin + marks))
        lines.append(Line(number, line.player, line.short, line.leads, path, origin, marks, label, signed(end)))
    step = max(1, -(-rounds // 8))
    return Chart(
        title=ngettext("Totals after %(num)s round", "Totals after %(num)s rounds", rounds),
        desc="; ".join(f"{line.player} {signed(end)}" for line, end in zip(series, ends, strict=True)),
        lines=tuple(lines),
        ticks=tuple(Tick(y(tick), signed(tick)) for tick in ticks),
        rounds=tuple(Tick(x(number), str(number)) for number in range(step, rounds + 1, step)),
        zero=y(0),
    )


def _last(totals: Sequence[int | None]) -> int:
    return next((total for total in reversed(totals) if total is not None), 0)


def _ticks(low: int, high: int) -> list[int]:
    """Four to seven round numbers that hold both ends."""
    span = max(high - low, 10)
    step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 250, 500, *(1000 * 2**n for n in range(20))) if span / s <= 5)
    return list(range(low // step * step, (-(-max(high, low + 10) // step) + 1) * step, step))


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
