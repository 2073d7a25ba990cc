"""Adding up a season game by game: the counted games of each player and who is where after each."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import neg
from typing import NamedTuple

from referee.rules.judges.scoring import Place
from referee.season.games import FinishedGame, Result, in_order
from referee.season.measures import MEASURES, MISSING, Worth, counts_by, worths
from referee.season.rules import BEST_GAME, LAST, SeasonRule

Key = tuple[Fraction, ...]


def credited(result: Result, rule: SeasonRule) -> str | None:
    """The player for whom a seat's result counts; None where it counts for nobody."""
    if result.guest and result.stands_in_for is None:
        return None
    if result.stands_in_for is not None:
        return result.stands_in_for if rule.substitutes == "for the absent player" else None
    return result.player


class Counted(NamedTuple):
    """One game of one player in the standings."""

    game: str
    seat: str
    """Who sat there: the player, or their substitute."""
    key: Fraction
    """What it is worth by the season's way, more is better."""
    place: int
    """At the end; whoever left comes after all who stayed."""


@dataclass(slots=True)
class Tally:
    """One player's games so far. ``best`` holds the counted ones where only so many count, the best first: rounded to
    floats for a quick order (rounding never turns one round), exactly for those that round alike, and by their ids."""

    games: list[Counted] = field(default_factory=list)
    best: list[tuple[tuple[float, ...], Key, str]] = field(default_factory=list)
    """Keys are turned so that less is better, for the order."""
    sums: list[Fraction] = field(default_factory=list)
    """Of each value, over the counted games that have it: an old result without rounds lacks some."""
    having: list[int] = field(default_factory=list)
    """How many these are; empty where all games have all values, which is counted faster."""
    counted: int = 0
    """How many games count."""
    top: Fraction = MISSING
    """The best game's key by the season's way."""
    wins: Counter[int] = field(default_factory=Counter)
    """Games won of all, by their denominator: fractions are added slowly."""
    points: int = 0
    """Of all rounds of games whose points compare, without any handicap."""
    rounds: int = 0
    """How many these are."""
    _level: Key = ()

    def copy(self) -> Tally:
        return replace(
            self, games=[*self.games], best=[*self.best], sums=[*self.sums], having=[*self.having], wins=+self.wins
        )

    def add(self, counted: Counted, key: Key, best_of: int | None) -> None:
        """Add a game and let the worst one go where only so many count.

        Games equal in the season's way are told apart by the ties' values, so that what counts
        never depends on the order in which games were entered.
        """
        self.games.append(counted)
        self._level = ()
        self.counted += 1
        self.top = max(self.top, key[0])
        if best_of is not None:
            turned = tuple(map(neg, key))
            insort(self.best, (tuple(map(float, turned)), turned, counted.game))
        if not self.having and any(value is MISSING for value in key):
            self.having = [self.counted - 1] * len(key)
            self.sums = self.sums or [Fraction(0)] * len(key)
        self.sums = self._summed(key, 1)
        if best_of is not None and self.counted > best_of:
            _, dropped, _ = self.best.pop()
            self.counted -= 1
            self.sums = self._summed(dropped, -1)

    def note(self, worth: Worth, result: Result) -> None:
        """What is said of all games beside the season's way."""
        self.wins[worth.win.denominator] += worth.win.numerator
        if worth.by_points:
            self.points += result.points
            self.rounds += result.played

    def counting(self, best_of: int | None) -> list[Counted]:
        """The games that count."""
        if best_of is None:
            return self.games
        best = {game for _, _, game in self.best}
        return [each for each in self.games if each.game in best]

    def _summed(self, key: Key, sign: int) -> list[Fraction]:
        """The sums with one more game, or without one whose key is turned."""
        if not self.having:
            return [total + value for total, value in zip(self.sums, key, strict=True)] if self.sums else list(key)
        there = [value != sign * MISSING for value in key]
        self.having = [games + sign * is_there for games, is_there in zip(self.having, there, strict=True)]
        parts = zip(self.sums, key, there, strict=True)
        return [total + value if is_there else total for total, value, is_there in parts]

    def level(self, ties: tuple[str, ...]) -> Key:
        """What ranks the player: the season's value, then each tie's, more is better."""
        if not self._level:
            each = zip(self.sums, self.having or [self.counted] * len(self.sums), strict=True)
            means = iter([total / games if games else MISSING for total, games in each])
            self._level = (next(means), *(self.top if name == BEST_GAME else next(means) for name in ties))
        return self._level


class Count:
    """The standings in the making; give it games in order."""

    def __init__(self, rule: SeasonRule) -> None:
        self.rule = rule
        self.tallies: dict[str, Tally] = {}
        self._measures = [
            MEASURES[name] for name in (rule.way, *(name for name in rule.asked_ties if name != BEST_GAME))
        ]

    def copy(self) -> Count:
        other = Count(self.rule)
        other.tallies = {player: tally.copy() for player, tally in self.tallies.items()}
        return other

    def add(self, game: FinishedGame) -> None:
        """One more game, where it counts by the season's way."""
        if not counts_by(self.rule.way, game):
            return
        worth = worths(game, leavers_last=self.rule.leavers == LAST)
        for result in game.results:
            player = credited(result, self.rule)
            if player is None or result.player not in worth:
                continue
            own = worth[result.player]
            key = tuple(measure.key(own) for measure in self._measures)
            place = game.places[result.player].place if result.player in game.places else game.players + 1
            tally = self.tallies.setdefault(player, Tally())
            tally.add(Counted(game.id, result.player, key[0], place), key, self.rule.best_of)
            tally.note(own, result)

    def level(self, player: str) -> Key:
        return self.tallies[player].level(self.rule.asked_ties)

    def ranked(self, player: str) -> bool:
        return len(self.tallies[player].games) >= self.rule.minimum

    def places(self) -> Mapping[str, Place]:
        """Of those ranked, the best first; who is level in everything shares a place."""
        order = sorted((player for player in self.tallies if self.ranked(player)), key=self.level, reverse=True)
        groups: dict[Key, list[str]] = {}
        for player in order:
            groups.setdefault(self.level(player), []).append(player)
        places: dict[str, Place] = {}
        for group in groups.values():
            place = Place(len(places) + 1, len(group) > 1)
            places.update(dict.fromkeys(sorted(group), place))
        return places


@dataclass(frozen=True, slots=True)
class Course:
    """A whole season counted in one pass: what its table, its chart and its outlook are made of."""

    rule: SeasonRule
    games: tuple[FinishedGame, ...]
    """In order."""
    left_out: int
    """How many were played without a rulebook, where the season counts none of these."""
    counting: Count
    """After the last of them."""
    after: tuple[Mapping[str, Place], ...]
    """The places after each game; empty at a moment that nobody asked for, but for the last two."""
    moments: tuple[int, ...]
    """Which of the games these moments are, from 0."""


class Counting:
    """A course in the making: the standings, and the places at each moment that may be asked for."""

    def __init__(self, rule: SeasonRule, most: int | None = None, *, every_moment: bool = True) -> None:
        self.count = Count(rule)
        self.at: dict[int, Mapping[str, Place]] = {}
        """By game, from 0: the last of each time as long as there are not too many such times."""
        self._most, self._every_moment = most, every_moment
        self._games = 0
        self._day = ""
        self._times = dict.fromkeys(_TIMES, 0)
        """How many of each have ended."""

    def copy(self) -> Counting:
        other = Counting(self.count.rule, self._most, every_moment=self._every_moment)
        other.count, other.at, other._times = self.count.copy(), dict(self.at), dict(self._times)
        other._games, other._day = self._games, self._day
        return other

    def add(self, game: FinishedGame) -> None:
        """One more game, in order."""
        if self._games and self._is_asked_for(game.day):
            self.at[self._games - 1] = self.count.places()
        self.count.add(game)
        self._games, self._day = self._games + 1, game.day

    def _is_asked_for(self, next_day: str) -> bool:
        """Whether the game before this day is the last of a time that a chart may show."""
        if not self._every_moment:
            return False
        asked_for = self._most is None or self._games <= self._most
        for letters in _TIMES:
            if self._day[:letters] != next_day[:letters]:
                self._times[letters] += 1
                if self._most is None or letters == _TIMES[-1] or self._times[letters] <= self._most:
                    asked_for = True
        return asked_for


def course(
    games: Iterable[FinishedGame],
    rule: SeasonRule,
    *,
    every_moment: bool = True,
    most: int | None = None,
    summed: Callable[[Sequence[FinishedGame]], Counting] | None = None,
) -> Course:
    """Count the games of a season in their order. ``most``: about so many moments are asked for at most; ``summed``
    counts games where some are counted already."""
    every = in_order(games)
    played = tuple(game for game in every if rule.sheets or not game.of_sheet)
    if summed is None:
        counting = _counted(Counting(rule, most, every_moment=every_moment), played[:-1])
        before = counting.count.places()
        _counted(counting, played[-1:])
    else:
        before, counting = summed(played[:-1]).count.places(), summed(played)
    moments = last_of_times([game.day for game in played], most) if every_moment else ()
    at = counting.at | {len(played) - 2: before, len(played) - 1: counting.count.places()}
    nobody: Mapping[str, Place] = {}
    after = tuple(at.get(number, nobody) for number in range(len(played)))
    return Course(rule, played, len(every) - len(played), counting.count, after, moments)


def _counted(counting: Counting, games: Iterable[FinishedGame]) -> Counting:
    for game in games:
        counting.add(game)
    return counting


_TIMES = (10, 7, 4)
"""So many letters of a day name the evening, the month, the year."""


def last_of_times(days: Sequence[str], most: int | None) -> tuple[int, ...]:
    """Where in days that rise each evening ends, each month, or else each year: the shortest of these times of which
    there are at most so many; every place while there are no more of them."""
    if most is None or len(days) <= most:
        return tuple(range(len(days)))
    for letters in _TIMES:
        ends = tuple({day[:letters]: at for at, day in enumerate(days)}.values())
        if len(ends) <= most:
            return ends
    return ends
