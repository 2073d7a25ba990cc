"""How well the rating finds who plays best, in made-up clubs whose players' strength is known.

    python -m tests.bench.rating_clubs [CLUBS]

A club: 30 people, 450 games of seven rounds at tables of three to five. Whoever is stronger goes out more often and is
caught with less; strength explains a sixth of what one game's shares of the table's average scatter, the rest is luck.
Printed: how well the order agrees with the true one (Kendall's tau), how good the forecast of each pair before each
game is (Brier; a coin has .250, whoever knows the strengths about .225), what happens of what it says, how often the
interval holds, and how many leave zero in clubs without skill.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp

from referee.season.games import FinishedGame, Played, Result
from referee.season.rating import Rated, chances, ratings

PEOPLE, GAMES, ROUNDS = 30, 450, 7
SKILL = 0.22
"""The standard deviation of strength that explains a sixth."""
ASKED = (60, 120, 225)
_ROUNDS = tuple(Played(number, f"contract {number}") for number in range(1, ROUNDS + 1))


@dataclass
class Club:
    """The games of one club, and by which share of the table's average each player truly is better than it."""

    games: list[FinishedGame]
    strengths: dict[str, float]


def club(chance: random.Random, skill: float = SKILL, games: int = GAMES) -> Club:
    """A club at random; ``skill``: how far its players lie apart."""
    skills = {f"p{number:02}": chance.gauss(0, skill) for number in range(PEOPLE)}
    played = []
    for number in range(games):
        seats = chance.sample(sorted(skills), chance.choice((3, 4, 5)))
        scores = _scores(chance, [skills[seat] for seat in seats])
        results = tuple(Result(seat, tuple(column)) for seat, column in zip(seats, scores, strict=True))
        day = f"{2020 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
        played.append(FinishedGame(f"g{number:04}", day, day, "contract", "Contract Rummy", _ROUNDS, results))
    return Club(played, _true(chance, skills))


def _scores(chance: random.Random, skills: Sequence[float]) -> list[list[int]]:
    columns: list[list[int]] = [[] for _skill in skills]
    for _round in range(ROUNDS):
        times = [chance.expovariate(exp(skill)) for skill in skills]
        out = times.index(min(times))
        for seat, skill in enumerate(skills):
            columns[seat].append(0 if seat == out else round(chance.gammavariate(1.6, 25 * exp(-skill / 2))))
    return columns


def _true(chance: random.Random, skills: dict[str, float]) -> dict[str, float]:
    """By many more games than a club ever plays: each at tables of four with others at random."""
    shares: dict[str, list[float]] = {player: [] for player in skills}
    for _game in range(150 * len(skills)):
        seats = chance.sample(sorted(skills), 4)
        totals = [sum(column) for column in _scores(chance, [skills[seat] for seat in seats])]
        for seat, total in zip(seats, totals, strict=True):
            shares[seat].append(1 - total * len(totals) / sum(totals))
    # of four at a table one is oneself: what is missing to the others is three quarters of what one is apart
    apart = {player: 4 / 3 * sum(each) / len(each) for player, each in shares.items()}
    middle = sum(apart.values()) / len(apart)
    return {player: each - middle for player, each in apart.items()}


@dataclass
class Figures:
    tau: dict[int, list[float]] = field(default_factory=lambda: {games: [] for games in ASKED})
    squares: list[float] = field(default_factory=list)
    """Of the forecast of each pair."""
    tenths: list[list[float]] = field(default_factory=lambda: [[0.0, 0.0, 0.0] for _tenth in range(10)])
    """By what was said: how often, the sum of what was said, how often it happened."""
    held: list[bool] = field(default_factory=list)
    left_zero: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def brier(self) -> float:
        return sum(self.squares) / len(self.squares)

    def reliable(self) -> Iterator[tuple[float, float, int]]:
        """What was said, what happened and how often, in each tenth with 100 cases."""
        for cases, says, happened in self.tenths:
            if cases >= 100:
                yield says / cases, happened / cases, int(cases)


def measure(clubs: int, seed: int = 1) -> Figures:
    """Figures over so many clubs; half as many have no skill."""
    chance, figures = random.Random(seed), Figures()
    for _club in range(clubs):
        made = club(chance)
        for games in ASKED:
            rated = {one.player: one for one in ratings(made.games[:games], {})}
            figures.tau[games].append(_tau(rated, made.strengths))
        figures.held += [
            abs(one.better / 100 - made.strengths[player]) <= one.within / 100 for player, one in rated.items()
        ]
        begun = time.perf_counter()
        ratings(made.games, {})
        figures.seconds.append(time.perf_counter() - begun)
        _forecasts(made, figures)
    for _club in range(max(1, clubs // 2)):
        idle = club(chance, skill=0, games=ASKED[-1])
        figures.left_zero += [abs(one.better) > one.within for one in ratings(idle.games, {})]
    return figures


def _tau(rated: dict[str, Rated], strengths: dict[str, float]) -> float:
    players = sorted(strengths)
    better = {player: rated[player].better if player in rated else 0.0 for player in players}
    pairs = [(one, other) for at, one in enumerate(players) for other in players[:at]]
    agree = sum(
        1 if (better[one] - better[other]) * (strengths[one] - strengths[other]) > 0 else -1 for one, other in pairs
    )
    return agree / len(pairs)


def _forecasts(made: Club, figures: Figures) -> None:
    """Each pair at each table, as it could be said before the game."""
    for game, pairs in chances(made.games):
        for (one, other), likely in pairs.items():
            apart = game.by_player[one].total - game.by_player[other].total
            if not apart:
                continue
            figures.squares.append((likely - (apart < 0)) ** 2)
            for says, happened in ((likely, apart < 0), (1 - likely, apart > 0)):
                tenth = figures.tenths[min(9, int(says * 10))]
                tenth[:] = tenth[0] + 1, tenth[1] + says, tenth[2] + happened


def main() -> None:
    figures = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
    for games, taus in figures.tau.items():
        print(f"order after {games:3} games: Kendall's tau {sum(taus) / len(taus):.3f}")
    print(f"forecast of pairs: Brier {figures.brier:.4f} (a coin .2500)")
    for says, happened, cases in figures.reliable():
        print(f"  says {says:.3f}: happens {happened:.3f} of {cases:,}")
    print(f"the interval holds: {sum(figures.held) / len(figures.held):.3f} of {len(figures.held):,} players")
    print(f"without skill, zero is left by {sum(figures.left_zero)} of {len(figures.left_zero):,} players")
    print(f"{GAMES} games of {PEOPLE} people are rated in {1000 * statistics.median(figures.seconds):.0f} ms")


if __name__ == "__main__":
    main()
