"""The rating the slow way: how far shares scatter is known before the first game is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

from referee.season.games import FinishedGame, in_order
from referee.season.measures import beaten, counts_at_all
from referee.season.rating import A_GAME, APART, HEARD, LUCK, Rated, Step, Strength, _ahead, _shares


@dataclass(frozen=True, slots=True)
class _Table:
    """One game as the rating sees it."""

    game: FinishedGame
    players: tuple[str, ...]
    shares: tuple[float, ...]
    """By which share of the table's average each was better than it."""
    luck: float
    """The variance of luck, beside that of a game of usual length."""


class _Club(NamedTuple):
    """How far a club's players lie apart, as far as its games say so."""

    weights: tuple[float, ...]
    """How much the games speak for each of ``APART``; together 1."""
    luck: tuple[float, ...]
    """The variance that luck has in one game, under each."""

    @property
    def usual_luck(self) -> float:
        return sum(weight * each for weight, each in zip(self.weights, self.luck, strict=True))


class _Strengths:
    """What is known of everybody after some games: for each of ``APART`` a mean and a variance, luck being 1."""

    def __init__(self) -> None:
        self._means: dict[str, list[float]] = {}
        self._variances: dict[str, list[float]] = {}
        self._surprise = [0.0] * len(APART)
        """The sum of squares of what was not expected, beside what was to be."""
        self._width = [0.0] * len(APART)
        """Twice the logarithm of how widely results were expected to scatter."""
        self._results = 0

    def seat(self, player: str) -> tuple[list[float], list[float]]:
        """Means and variances of a player, who may be new."""
        if player not in self._means:
            self._means[player], self._variances[player] = [0.0] * len(APART), list(APART)
        return self._means[player], self._variances[player]

    def play(self, table: _Table) -> None:
        """What a game says of those who sat there. The table's own level is free: all may play better than usual."""
        seated = [(share, *self.seat(player)) for player, share in zip(table.players, table.shares, strict=True)]
        for at in range(len(APART)):
            weights = [1 / (variances[at] + table.luck) for _share, _means, variances in seated]
            surprises = [share - means[at] for share, means, _variances in seated]
            total = sum(weights)
            level = sum(weight * surprise for weight, surprise in zip(weights, surprises, strict=True)) / total
            self._width[at] += log(total)
            for (_share, means, variances), weight, surprise in zip(seated, weights, surprises, strict=True):
                gain, off = variances[at] * weight, surprise - level
                self._surprise[at] += weight * off * off
                self._width[at] -= log(weight)
                means[at] += gain * off
                variances[at] += gain * (gain / total - variances[at])
        self._results += len(seated) - 1

    def club(self) -> _Club:
        luck = [(squares + HEARD * LUCK) / (HEARD + self._results) for squares in self._surprise]
        likely = [-(self._results * log(each) + width) / 2 for each, width in zip(luck, self._width, strict=True)]
        weights = [exp(each - max(likely)) for each in likely]
        return _Club(tuple(weight / sum(weights) for weight in weights), tuple(luck))

    def of_all(self, players: Iterable[str]) -> dict[str, Strength]:
        """How strong each of them is taken to be."""
        club = self.club()
        return {player: self._of(player, club) for player in players}

    def _of(self, player: str, club: _Club) -> Strength:
        means, variances = self.seat(player)
        mean = sum(weight * each for weight, each in zip(club.weights, means, strict=True))
        variance = sum(
            weight * (luck * own + (each - mean) ** 2)
            for weight, luck, own, each in zip(club.weights, club.luck, variances, means, strict=True)
        )
        return Strength(mean, variance)


def ratings(games: Iterable[FinishedGame], names: Mapping[str, str]) -> tuple[Rated, ...]:
    """Everybody's rating, first whose strength is surely the highest.

    Two players with equal ratings and equal results change by the same amount, whatever their seats.
    """
    tables = _tables(games)
    played = Counter(player for table in tables for player in table.players)
    last = {player: number for number, table in enumerate(tables) for player in table.players}
    moved: dict[str, float] = {}
    strengths = _Strengths()
    for number, table in enumerate(tables):
        leaving = [player for player in table.players if last[player] == number]
        before = strengths.of_all(leaving)
        strengths.play(table)
        after = strengths.of_all(leaving)
        moved |= {player: after[player].mean - before[player].mean for player in leaving}
    rated = [
        Rated(player, names.get(player, player), 100 * now.mean, now.within, 100 * moved[player], played[player])
        for player, now in strengths.of_all(played).items()
    ]
    return tuple(sorted(rated, key=lambda entry: (entry.within - entry.better, entry.name.casefold(), entry.player)))


def steps(games: Iterable[FinishedGame], player: str) -> list[Step]:
    """What each of their games did to one player's rating, the first game first."""
    strengths, made = _Strengths(), []
    for table in _tables(games):
        if player not in table.players:
            strengths.play(table)
            continue
        before, luck = strengths.of_all(table.players), strengths.club().usual_luck * table.luck
        mine = before.pop(player)
        expected = 1 + sum(_ahead(other, mine, luck) for other in before.values())
        strengths.play(table)
        now = strengths.of_all([player])[player]
        place, moved = table.game.on_merit.places[player], 100 * (now.mean - mine.mean)
        made.append(Step(table.game, expected, place, 100 * now.mean, now.within, moved))
    return made


def _tables(games: Iterable[FinishedGame]) -> list[_Table]:
    """The games that are rated, as they were played. Players are sorted: the order of adding must not show in the last
    digit."""
    rated = [game for game in in_order(games) if counts_at_all(game) and not game.of_sheet]
    shares = [_shares(game) for game in rated]
    by_points = [share for game in shares if game is not None for share in game.values()]
    scatter = sqrt(sum(share * share for share in by_points) / len(by_points)) if by_points else sqrt(LUCK)
    tables = []
    for game, by_its_points in zip(rated, shares, strict=True):
        players = tuple(sorted(game.places))
        each = _from_places(game, scatter) if by_its_points is None else by_its_points
        tables.append(
            _Table(game, players, tuple(each[player] for player in players), A_GAME / (len(game.rounds) or A_GAME))
        )
    return tables


def _from_places(game: FinishedGame, scatter: float) -> dict[str, float]:
    """The places of a game, as far apart as the shares of other games are."""
    ahead = {result.player: beaten(game, result) for result in game.results if result.stayed}
    off = {player: halves - others for player, (halves, others) in ahead.items()}  # in halves, around 0
    spread = sqrt(sum(each * each for each in off.values()) / len(off))
    return {player: scatter * each / spread if spread else 0.0 for player, each in off.items()}
