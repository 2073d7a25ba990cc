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

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import erf, exp, log, sqrt
from typing import NamedTuple, TypeAlias, overload

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


class _Table(NamedTuple):
    """One game as the rating sees it."""

    players: tuple[str, ...]
    """Sorted: the order of adding must not show in the last digit."""
    shares: tuple[float, ...]
    """By which share of the table's average each was better than it; of a game that counts by its places, in scatters
    of all other games' shares."""
    by_places: bool
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


class _Player(NamedTuple):
    """What is known of a player, for each of ``APART``: luck being 1.

    A mean is ``means + scatter * by_places``: how far the shares of all games scatter is known only after the last of
    them, and what a game that counts by its places says depends on it.
    """

    means: list[float]
    by_places: list[float]
    variances: list[float]

    def copy(self) -> _Player:
        return _Player([*self.means], [*self.by_places], [*self.variances])

    def packed(self) -> _Numbers:
        return array("d", (*self.means, *self.by_places, *self.variances))

    @staticmethod
    def of(numbers: _Numbers) -> _Player:
        return _Player(*_in_parts(numbers))


_Numbers: TypeAlias = "array[float]"
"""Some numbers for each of ``APART``, one list after the other: a fifth of what lists take."""


def _in_parts(numbers: _Numbers) -> list[list[float]]:
    return [numbers[at : at + len(APART)].tolist() for at in range(0, len(numbers), len(APART))]


class _Seen(NamedTuple):
    """What the club's games say after some of them, for each of ``APART``."""

    surprise: tuple[float, ...]
    """The sum of squares of what was not expected, beside what was to be: of scatter 0, ..."""
    once: tuple[float, ...]
    """... times the scatter, ..."""
    twice: tuple[float, ...]
    """... and times its square."""
    width: tuple[float, ...]
    """Twice the logarithm of how widely results were expected to scatter."""
    results: int

    def packed(self) -> _Numbers:
        """All but the number of results."""
        return array("d", (*self.surprise, *self.once, *self.twice, *self.width))

    @staticmethod
    def of(numbers: _Numbers, results: int) -> _Seen:
        surprise, once, twice, width = map(tuple, _in_parts(numbers))
        return _Seen(surprise, once, twice, width, results)

    def club(self, scatter: float) -> _Club:
        parts = zip(self.surprise, self.once, self.twice, strict=True)
        squares = [none + scatter * (once + scatter * twice) for none, once, twice in parts]
        luck = [(each + HEARD * LUCK) / (HEARD + self.results) for each in squares]
        likely = [-(self.results * log(each) + width) / 2 for each, width in zip(luck, self.width, strict=True)]
        most = max(likely)
        weights = [exp(each - most) for each in likely]
        whole = sum(weights)
        return _Club(tuple(weight / whole for weight in weights), tuple(luck))


class _Played(NamedTuple):
    """A game with what was known around it, as small as it can be kept."""

    game: FinishedGame
    players: tuple[str, ...]
    luck: float
    seated: tuple[_Numbers, ...]
    """Of each of these players, before it."""
    before: _Numbers
    results: int
    """These two of the club: before it, and how many results there were."""
    after: _Numbers
    results_after: int

    def club_before(self, scatter: float) -> _Club:
        return _Seen.of(self.before, self.results).club(scatter)

    def club_after(self, scatter: float) -> _Club:
        return _Seen.of(self.after, self.results_after).club(scatter)

    def player_before(self, player: str) -> _Player:
        return _Player.of(self.seated[self.players.index(player)])


class _Sat(NamedTuple):
    """The last game in which somebody sat, and the one before it, and so on."""

    played: _Played
    earlier: _Sat | None


class Steps(Sequence[Step]):
    """What each of their games did to one player's rating, the first game first, as it could be said on its day.

    Each is made when it is asked for: a page shows some of thousands.
    """

    def __init__(self, player: str, played: Sequence[tuple[_Played, _Player]], scatter: float) -> None:
        """``played``: their games with what was known of them afterwards; ``scatter`` is that of all games."""
        self._player, self._played, self._scatter = player, played, scatter

    def __len__(self) -> int:
        return len(self._played)

    @overload
    def __getitem__(self, at: int) -> Step: ...

    @overload
    def __getitem__(self, at: slice) -> Steps: ...

    def __getitem__(self, at: int | slice) -> Step | Steps:
        if isinstance(at, slice):
            return Steps(self._player, self._played[at], self._scatter)
        played, afterwards = self._played[at]
        me, scatter, club = self._player, self._scatter, played.club_before(self._scatter)
        seated = zip(played.players, map(_Player.of, played.seated), strict=True)
        before = {player: _strength(was, club, scatter) for player, was in seated}
        now = _strength(afterwards, played.club_after(scatter), scatter)
        expected = _expected(before, club.usual_luck * played.luck)[me]
        place, moved = played.game.on_merit.places[me], 100 * (now.mean - before[me].mean)
        return Step(played.game, expected, place, 100 * now.mean, now.within, moved)


class Strengths:
    """What is known of everybody after some games, added up in order."""

    def __init__(self) -> None:
        self._players: dict[str, _Player] = {}
        self._games: dict[str, int] = {}
        self._last: dict[str, _Sat] = {}
        none = (0.0,) * len(APART)
        self._seen = _Seen(none, none, none, none, 0)
        self._packed = self._seen.packed()
        self._squares, self._shares = 0.0, 0
        """Of the shares of all games that count by their points: the sum of squares, and how many."""

    def copy(self) -> Strengths:
        other = Strengths()
        other._players = {player: strengths.copy() for player, strengths in self._players.items()}
        other._games, other._last = dict(self._games), dict(self._last)
        other._seen, other._packed = self._seen, self._packed
        other._squares, other._shares = self._squares, self._shares
        return other

    @property
    def scatter(self) -> float:
        """How far the shares scatter that games by points have."""
        return sqrt(self._squares / self._shares) if self._shares else sqrt(LUCK)

    def add(self, game: FinishedGame) -> None:
        if (table := _table(game)) is not None:
            self.play(game, table)

    def seat(self, player: str) -> _Player:
        """What is known of a player, who may be new."""
        if player not in self._players:
            none = [0.0] * len(APART)
            self._players[player] = _Player(none, [*none], list(APART))
        return self._players[player]

    def play(self, game: FinishedGame, table: _Table) -> None:
        """What a game says of those who sat there. The table's own level is free: all may play better than usual."""
        seated = [self.seat(player) for player in table.players]
        as_they_were = tuple(each.packed() for each in seated)
        before, results = self._packed, self._seen.results
        shares, by_places = table.shares, (0.0,) * len(seated)
        if table.by_places:
            shares, by_places = by_places, shares
        else:
            for share in shares:
                self._squares += share * share
            self._shares += len(shares)
        self._seen = self._played(seated, shares, by_places, table.luck)
        self._packed = self._seen.packed()
        around = (before, results, self._packed, self._seen.results)
        played = _Played(game, table.players, table.luck, as_they_were, *around)
        for player in table.players:
            self._last[player] = _Sat(played, self._last.get(player))
            self._games[player] = self._games.get(player, 0) + 1

    def _played(
        self, seated: Sequence[_Player], shares: Sequence[float], by_places: Sequence[float], luck: float
    ) -> _Seen:
        surprise, once, twice, width = (list(each) for each in self._seen[:4])
        bends = any(by_places) or any(any(player.by_places) for player in seated)
        for at in range(len(APART)):
            weights = [1 / (player.variances[at] + luck) for player in seated]
            total = sum(weights)
            surprises = [share - player.means[at] for share, player in zip(shares, seated, strict=True)]
            off = _apart(surprises, weights, total)
            width[at] += log(total)
            if bends:
                each = [share - player.by_places[at] for share, player in zip(by_places, seated, strict=True)]
                bent = _apart(each, weights, total)
                for player, weight, mine, straight in zip(seated, weights, bent, off, strict=True):
                    once[at] += 2 * weight * mine * straight
                    twice[at] += weight * mine * mine
                    player.by_places[at] += player.variances[at] * weight * mine
            for player, weight, mine in zip(seated, weights, off, strict=True):
                gain = player.variances[at] * weight
                surprise[at] += weight * mine * mine
                width[at] -= log(weight)
                player.means[at] += gain * mine
                player.variances[at] += gain * (gain / total - player.variances[at])
        results = self._seen.results + len(seated) - 1
        return _Seen(tuple(surprise), tuple(once), tuple(twice), tuple(width), results)

    def club(self, scatter: float) -> _Club:
        """How far apart the players of the club are taken to be."""
        return self._seen.club(scatter)

    def of_all(self, players: Iterable[str], scatter: float) -> dict[str, Strength]:
        """How strong each of them is taken to be."""
        club = self.club(scatter)
        return {player: _strength(self.seat(player), club, scatter) for player in players}

    def rated(self, names: Mapping[str, str]) -> tuple[Rated, ...]:
        """Everybody's rating, first whose strength is surely the highest."""
        scatter = self.scatter
        rated = []
        for player, now in self.of_all(list(self._games), scatter).items():
            last = self._last[player].played
            before = _strength(last.player_before(player), last.club_before(scatter), scatter).mean
            after = _strength(self._players[player], last.club_after(scatter), scatter).mean
            name, games = names.get(player, player), self._games[player]
            rated.append(Rated(player, name, 100 * now.mean, now.within, 100 * (after - before), games))
        return tuple(sorted(rated, key=lambda each: (each.within - each.better, each.name.casefold(), each.player)))

    def steps(self, player: str) -> Steps:
        """What each of their games did to a player's rating."""
        played, sat = [], self._last.get(player)
        afterwards = self._players.get(player)
        while sat is not None and afterwards is not None:
            played.append((sat.played, afterwards))
            afterwards, sat = sat.played.player_before(player), sat.earlier
        return Steps(player, played[::-1], self.scatter)

    def expected_places(self, players: Sequence[str]) -> Mapping[str, float]:
        """The place that each of those who sit down to a game of usual length can be expected to reach."""
        if len(players) < 2:
            return {}
        scatter = self.scatter
        return _expected(self.copy().of_all(players, scatter), self.club(scatter).usual_luck)


def _apart(surprises: Sequence[float], weights: Sequence[float], total: float) -> list[float]:
    """How far each is from the level of the table."""
    level = sum(weight * surprise for weight, surprise in zip(weights, surprises, strict=True)) / total
    return [surprise - level for surprise in surprises]


def _strength(player: _Player, club: _Club, scatter: float) -> Strength:
    means = [mean + scatter * bent for mean, bent in zip(player.means, player.by_places, strict=True)]
    mean = sum(weight * each for weight, each in zip(club.weights, means, strict=True))
    variance = sum(
        weight * (luck * own + (each - mean) ** 2)
        for weight, luck, own, each in zip(club.weights, club.luck, player.variances, means, strict=True)
    )
    return Strength(mean, variance)


def ratings(games: Iterable[FinishedGame], names: Mapping[str, str]) -> tuple[Rated, ...]:
    """Everybody's rating.

    Two players with equal ratings and equal results change by the same amount, whatever their seats.
    """
    strengths = Strengths()
    for game in in_order(games):
        strengths.add(game)
    return strengths.rated(names)


def steps(games: Iterable[FinishedGame], player: str) -> Steps:
    """What each of their games did to one player's rating, the first game first."""
    strengths = Strengths()
    for game in in_order(games):
        strengths.add(game)
    return strengths.steps(player)


def chances(games: Iterable[FinishedGame]) -> Iterator[tuple[FinishedGame, Mapping[tuple[str, str], float]]]:
    """Before each game, how likely one of two finishes ahead of the other, as it could be said on its day."""
    tables, scatter = _tables(games)
    strengths = Strengths()
    for game, table in tables:
        before, luck = strengths.of_all(table.players, scatter), strengths.club(scatter).usual_luck * table.luck
        yield game, {pair: _ahead(before[pair[0]], before[pair[1]], luck) for pair in combinations(table.players, 2)}
        strengths.play(game, table)


def expected_places(games: Iterable[FinishedGame], players: Sequence[str]) -> Mapping[str, float]:
    """The place that each of those who sit down to a game of usual length can be expected to reach."""
    strengths = Strengths()
    for game in in_order(games):
        strengths.add(game)
    return strengths.expected_places(players)


def _expected(strengths: Mapping[str, Strength], luck: float) -> dict[str, float]:
    return {
        player: 1 + sum(_ahead(other, mine, luck) for name, other in strengths.items() if name != player)
        for player, mine in strengths.items()
    }


def _ahead(mine: Strength, other: Strength, luck: float) -> float:
    """How likely one of two finishes ahead of the other."""
    return (1 + erf((mine.mean - other.mean) / sqrt(2 * (mine.variance + other.variance + 2 * luck)))) / 2


def _tables(games: Iterable[FinishedGame]) -> tuple[list[tuple[FinishedGame, _Table]], float]:
    """The games that are rated, as they were played, and how far the shares of them all scatter."""
    rated = [(game, table) for game in in_order(games) if (table := _table(game)) is not None]
    squares = [share * share for _game, table in rated if not table.by_places for share in table.shares]
    return rated, sqrt(sum(squares) / len(squares)) if squares else sqrt(LUCK)


def _table(game: FinishedGame) -> _Table | None:
    """None for a game that is not rated."""
    if not counts_at_all(game) or game.of_sheet:
        return None
    players, shares = tuple(sorted(game.places)), _shares(game.on_merit)
    each = _from_places(game.on_merit) if shares is None else shares
    luck = A_GAME / (len(game.rounds) or A_GAME)
    return _Table(players, tuple(each[player] for player in players), shares is None, luck)


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


def _from_places(game: FinishedGame) -> dict[str, float]:
    """The places of a game, as far apart as the shares of other games are where these scatter by 1."""
    ahead = {result.player: beaten(game, result) for result in game.results if result.stayed}
    off = {player: halves - others for player, (halves, others) in ahead.items()}  # in halves, around 0
    spread = sqrt(sum(each * each for each in off.values()) / len(off))
    return {player: each / spread if spread else 0.0 for player, each in off.items()}
