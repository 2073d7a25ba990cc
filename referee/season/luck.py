"""Whether whoever is first owes that to luck: the same games are drawn again and again, some twice, some not at
all, and it is counted how often the second would be ahead.

Drawing from what was played (the bootstrap) needs no idea of how results are spread. The draws depend on the games
alone, so a page says the same each time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from heapq import nlargest
from operator import itemgetter
from typing import Any, TypeVar

from referee.messages import gettext as _
from referee.season.measures import MISSING
from referee.season.standings import Row, Standings

LEAST = 10
"""Fewer games of either say nothing: of five games, drawings differ in little but chance."""
DRAWS = 200
HARDLY = 0.025
"""Less than that is hardly luck."""
MOST = 128
"""Of more games than that some are drawn together."""
N = TypeVar("N", int, float)
Draw = Callable[[Sequence[Any]], tuple[Any, ...]]
Results = tuple[tuple[str, float], ...]
"""Game and value of each result, more is better."""


@dataclass(frozen=True, slots=True)
class Luck:
    """How sure it is that the first is ahead of the second."""

    first: str
    second: str
    turned: float | None
    """The share of draws in which the second would be ahead; None where there are too few games to say."""

    def in_words(self) -> str:
        at = {"first": self.first, "second": self.second}
        if self.turned is None:
            return _("Too few games to say whether it is luck that %(first)s is ahead of %(second)s.", **at)
        if self.turned < HARDLY:
            return _(
                "That %(first)s is ahead of %(second)s is hardly luck: in fewer than 1 of %(number)s draws of the same "
                "games it would be the other way round.",
                **at,
                number=round(1 / HARDLY),
            )
        return _(
            "That %(first)s is ahead of %(second)s could be luck: in %(times)s draws of the same games it would be the "
            "other way round.",
            **at,
            times=_one_of(self.turned),
        )


def luck(table: Standings) -> Luck | None:
    """Of the first two of a table; None where there are no two of them, they share the place, or it would take long."""
    best_of = table.rule.best_of
    if len(table.rows) < 2 or table.rows[1].place is None or table.rows[0].place == table.rows[1].place:
        return None
    first, second = table.rows[:2]
    sign = -1 if table.lowest_first else 1
    mine, theirs = _results(first, sign), _results(second, sign)
    if best_of is not None and max(len(mine), len(theirs)) > MOST:
        return None  # these cannot be drawn together, and one by one it would take seconds
    turned = turns(mine, theirs, best_of) if min(len(mine), len(theirs)) >= LEAST else None
    return Luck(first.name, second.name, turned)


def _one_of(share: float) -> str:
    """``"1 of 4"``; what is more than that comes in tenths."""
    some, every = (1, round(1 / share)) if share < 0.3 else (round(10 * share), 10)
    return _("%(some)s of %(all)s", some=some, all=every)


def _results(row: Row, sign: int) -> Results:
    least, values = float(MISSING), ((line.game, float(line.value)) for line in row.lines)
    return tuple((game, sign * value) for game, value in values if abs(value) < -least)


@lru_cache(maxsize=64)
def turns(first: Results, second: Results, best_of: int | None) -> float:
    """In which share of the draws the second would be ahead; level ones count half."""
    mine, theirs = dict(first), dict(second)
    games = sorted({*mine, *theirs})
    ahead = 0.0
    columns = [[by_game.get(game, 0.0) for game in games] for by_game in (mine, theirs)]
    there = [[int(game in by_game) for game in games] for by_game in (mine, theirs)]
    if best_of is None:
        columns, there = ([_together(each) for each in some] for some in (columns, there))
    for draw in _draws(len(columns[0])):
        means = [
            _mean(column, sat, draw) if best_of is None else _best(column, sat, draw, best_of)
            for column, sat in zip(columns, there, strict=True)
        ]
        if means[0] is None or means[1] is None or means[0] == means[1]:
            ahead += 0.5
        else:
            ahead += means[1] > means[0]
    return ahead / DRAWS


def _together(column: list[N]) -> list[N]:
    """Of very many games some are drawn together, so that a page is not kept waiting."""
    return [sum(column[at::MOST]) for at in range(MOST)] if len(column) > MOST else column


@lru_cache(maxsize=8)
def _draws(games: int) -> Sequence[Draw]:
    """So many games drawn from as many, again and again; made once for each number of games."""
    numbers = array("H", shake_256(str(games).encode()).digest(2 * games * DRAWS))
    each = [number % games for number in numbers]
    return [itemgetter(*each[at : at + games]) for at in range(0, len(each), games)]


def _mean(column: list[float], sat: list[int], draw: Draw) -> float | None:
    games = sum(draw(sat))
    return sum(draw(column)) / games if games else None


def _best(column: list[float], sat: list[int], draw: Draw, best_of: int) -> float | None:
    drawn = [value for value, was_there in zip(draw(column), draw(sat), strict=True) if was_there]
    best = nlargest(best_of, drawn)
    return sum(best) / len(best) if best else None
