"""Against whom a player has the hardest time, and against whom the easiest."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from referee.season.people import Against

LEAST = 5
"""Games together that one of the two finished ahead; from fewer nothing is said of anybody."""


class Rivals(NamedTuple):
    """None where no one stands out."""

    nemesis: Against | None
    favourite: Against | None


def rivals(against: Iterable[Against]) -> Rivals:
    """Among everybody a player has met, whoever most surely finishes ahead of them, and whoever does behind."""
    met = sorted((each for each in against if each.better + each.worse >= LEAST), key=lambda each: each.other)
    hard = max(met, key=lambda each: surely(each.worse, each.better), default=None)
    easy = max(met, key=lambda each: surely(each.better, each.worse), default=None)
    return Rivals(
        hard if hard is not None and surely(hard.worse, hard.better) > 0.5 else None,
        easy if easy is not None and surely(easy.better, easy.worse) > 0.5 else None,
    )


def surely(times: int, others: int) -> float:
    """The share that lies behind so many times for one side and so many for the other, as low as it may well be
    (Wilson's bound, one standard deviation): 4 of 5 say less than 40 of 50."""
    games = times + others
    share = times / games
    return (share + 1 / (2 * games) - sqrt(share * (1 - share) / games + 1 / (4 * games**2))) / (1 + 1 / games)
