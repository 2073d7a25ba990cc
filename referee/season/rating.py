"""A rating as a side figure, never the headline: how much better than the table somebody plays, and how sure that is.

What it is, in a few sentences, is ``EXPLANATION``. It follows people, not seasons: whoever sat at the table is rated,
a substitute as themselves; points that somebody was given before a game teach it nothing.

Of each game counts by which share each player's points lie below the table's average, so that games of different
rulebooks, lengths and numbers of players compare. A player's strength is taken as a normal distribution around that
share, which each game moves (a Kalman filter in which the level of the table is free). How far the players of a club
lie apart is learned from the club's own games: all of ``APART`` are followed at once, and each counts as much as the
games speak for it. In a club whose players are alike no rating leaves 0, however lucky somebody was.
``tests.bench.rating_clubs`` measures it on clubs whose players' strength is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import erf, exp, log, sqrt
from typing import NamedTuple

from referee.messages import lazy_gettext
from referee.rules.judges.scoring import Place
from referee.season.games import FinishedGame, Result, in_order
from referee.season.measures import beaten, counts_at_all

APART = (0.0, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4)
"""How far the players of a club may lie apart: the variance of their strengths beside that of one game."""
A_GAME = 7
"""So many rounds are a game; half as many say half as much. A result without rounds is taken for one."""
SURE = 1.96
"""So many standard deviations to either side hold what is true in nineteen of twenty cases."""
LUCK = 0.16
"""The variance of shares in one game before there is any: of tables with four seats and seven rounds."""
HEARD = 5
"""So many results weigh as much as what is taken for LUCK beforehand."""
LEAST_SHOWN = 0.05
"""A change of less is none, in percent."""
EXPLANATION = lazy_gettext(
    "With 91 points at a table whose average is 100, you did 9%% better than the table. The rating says how much "
    "better or worse than the club’s average you can expect to do; results against strong players count for more. The"
    " number after ± says how far off that may be: nineteen times out of twenty the true value is within it, and more"
    " games narrow it. How much of a game is luck is learned from the club’s own games. Where points say little "
    "(their average is near zero, or contracts come first), places count instead. A result without rounds counts as a "
    "game of usual length. The list is sorted by the lower end of the range. Seasons don’t use the rating, and games "
    "without a rulebook don’t count."
)


class Rated(NamedTuple):
    """One player as rated by all games; numbers in percent of the table's average."""

    player: str
    name: str
    better: float
    """How much better than the table they are taken to play; below 0 worse."""
    within: float
    """How far off that may be, to either side."""
    changed: float
    """By the last game they sat in."""
    games: int


class Step(NamedTuple):
    """What one game did to one player's rating, in percent of the table's average."""

    game: FinishedGame
    expected: float
    """The place they were expected to reach, among those at the table at the end."""
    place: Place
    """Without the points that were given before the game."""
    better: float
    """The rating after it."""
    within: float
    changed: float


@dataclass(frozen=True, slots=True)
class _Table:
    """One game as the rating sees it."""

    game: FinishedGame
    players: tuple[str, ...]
    shares: tuple[float, ...]
    """By which share of the table's average each was better than it."""
    luck: float
    """The variance of luck, beside that of a game of usual length."""


class Strength(NamedTuple):
    """How strong a player is taken to be, as a share of the table's average."""

    mean: float
    variance: float

    @property
    def within(self) -> float:
        """How far off that may be, in percent."""
        return 100 * SURE * sqrt(self.variance)


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


def steps(games: Iterable[FinishedGame], player: str) -> Iterator[Step]:
    """What each of their games did to one player's rating, the first game first, as it could be said on its day."""
    strengths = _Strengths()
    for table in _tables(games):
        if player not in table.players:
            strengths.play(table)
            continue
        before, luck = strengths.of_all(table.players), strengths.club().usual_luck * table.luck
        expected = _expected(before, luck)[player]
        strengths.play(table)
        now = strengths.of_all([player])[player]
        place = table.game.on_merit.places[player]
        yield Step(table.game, expected, place, 100 * now.mean, now.within, 100 * (now.mean - before[player].mean))


def chances(games: Iterable[FinishedGame]) -> Iterator[tuple[FinishedGame, Mapping[tuple[str, str], float]]]:
    """Before each game, how likely one of two finishes ahead of the other, as it could be said on its day."""
    strengths = _Strengths()
    for table in _tables(games):
        before, luck = strengths.of_all(table.players), strengths.club().usual_luck * table.luck
        yield (
            table.game,
            {pair: _ahead(before[pair[0]], before[pair[1]], luck) for pair in combinations(table.players, 2)},
        )
        strengths.play(table)


def expected_places(games: Iterable[FinishedGame], players: Sequence[str]) -> Mapping[str, float]:
    """The place that each of those who sit down to a game of usual length can be expected to reach."""
    if len(players) < 2:
        return {}
    strengths = _Strengths()
    for table in _tables(games):
        strengths.play(table)
    return _expected(strengths.of_all(players), strengths.club().usual_luck)


def _expected(strengths: Mapping[str, Strength], luck: float) -> dict[str, float]:
    return {
        player: 1 + sum(_ahead(other, mine, luck) for name, other in strengths.items() if name != player)
        for player, mine in strengths.items()
    }


def _ahead(mine: Strength, other: Strength, luck: float) -> float:
    """How likely one of two finishes ahead of the other."""
    return (1 + erf((mine.mean - other.mean) / sqrt(2 * (mine.variance + other.variance + 2 * luck)))) / 2


def _tables(games: Iterable[FinishedGame]) -> list[_Table]:
    """The games that are rated, as they were played. Players are sorted: the order of adding must not show in the last
    digit."""
    rated = [game for game in in_order(games) if counts_at_all(game) and not game.of_sheet]
    shares = [_shares(game.on_merit) for game in rated]
    by_points = [share for game in shares if game is not None for share in game.values()]
    scatter = sqrt(sum(share * share for share in by_points) / len(by_points)) if by_points else sqrt(LUCK)
    tables = []
    for game, by_its_points in zip(rated, shares, strict=True):
        players = tuple(sorted(game.places))
        each = _from_places(game.on_merit, scatter) if by_its_points is None else by_its_points
        tables.append(
            _Table(game, players, tuple(each[player] for player in players), A_GAME / (len(game.rounds) or A_GAME))
        )
    return tables


def _shares(game: FinishedGame) -> dict[str, float] | None:
    """By which share of the table's average each was better than it, in the rounds they played.

    None where points say little beside the average: they scatter more than it, or did not decide.
    """
    if game.own_contracts or any(result.left for result in game.results):
        return None
    stayed = [result for result in game.results if result.stayed]
    if not game.has_points or not all(result.played or result.whole is not None for result in stayed):
        return None
    shares = {}
    for mine in stayed:
        average = _average(game.results, mine)
        if average <= 0:
            return None
        better = 1 - (mine.points / mine.played if mine.whole is None else mine.whole) / average
        shares[mine.player] = -better if game.highest_wins else better
    scatter = sum(share * share for share in shares.values()) / len(shares)
    return shares if scatter < 1 else None


def _average(results: Sequence[Result], mine: Result) -> float:
    """Points per round of the whole table in the rounds that somebody played; in all where none are left."""
    if mine.whole is not None:
        return sum(other.total for other in results) / len(results)
    if None not in mine.scores and all(None not in other.scores for other in results):
        return sum(other.points for other in results) / sum(other.played for other in results)
    together = [
        score
        for other in results
        for score, own in zip(other.scores, mine.scores, strict=True)
        if score is not None and own is not None
    ]
    return sum(together) / len(together)


def _from_places(game: FinishedGame, scatter: float) -> dict[str, float]:
    """The places of a game, as far apart as the shares of other games are."""
    ahead = {result.player: beaten(game, result) for result in game.results if result.stayed}
    off = {player: halves - others for player, (halves, others) in ahead.items()}  # in halves, around 0
    spread = sqrt(sum(each * each for each in off.values()) / len(off))
    return {player: scatter * each / spread if spread else 0.0 for player, each in off.items()}
