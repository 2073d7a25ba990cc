"""What one game is worth to each player, by every way a season may choose.

All values are exact fractions, turned so that more is better. None of them improves when a
player's own points grow, which is what keeps a worse result from ever lifting a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.messages import N_, lazy_gettext
from referee.messages import gettext as _
from referee.season.figures import figure, mixed
from referee.season.games import FinishedGame, Result

PER_ROUND = "points per round"
MISSING = Fraction(-(10**9))
"""The key of what is not left of an old game: behind every value there is."""


class Worth(NamedTuple):
    """One player's game."""

    beaten: Fraction
    """The share of the others who finished behind, from 0 to 100; a shared place counts half."""
    win: Fraction
    """1 for the best total alone, a half for two who share it."""
    against_table: Fraction
    """Own points per round in percent of the table's; lower is better. 100 where points don't compare."""
    per_round: Fraction | None
    """Points per round as they were played, below zero where the highest total wins; None for a result without
    rounds."""
    total: Fraction | None
    """None where only places are left."""
    by_points: bool
    """Whether its points compare with those of other games."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to compare players over several games."""

    name: str
    title: str
    """The heading of its column."""
    low: bool
    """Whether less is better."""
    of: Callable[[Worth], Fraction | None]
    """None where it needs what is not left of an old game."""
    explanation: str
    fairness: str
    """How it treats games of different length, rulebook and number of players."""
    as_tie: str
    """What decides where it breaks a tie."""
    amount: str
    """A value of one game in words."""
    best: Fraction | None
    """The best that one game can bring, where there is such a thing."""

    def in_words(self, value: str) -> str:
        """``"62.5 place points"``."""
        return _(self.amount, value=value)

    def key(self, worth: Worth) -> Fraction:
        """The value turned so that more is better; MISSING where there is none."""
        value = self.of(worth)
        return MISSING if value is None else -value if self.low else value

    def back(self, key: Fraction) -> Fraction:
        """A turned value as people read it."""
        return -key if self.low else key


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "place points",
            lazy_gettext("Place points"),
            False,
            lambda worth: worth.beaten,
            lazy_gettext(
                "Each game gives 0 to 100 place points: the share of the other players who finished behind you. A "
                "player who shares your place counts half. Your season value is the average over the games you played."
            ),
            lazy_gettext(
                "A win gives 100 at every table, so the number of players, the number of rounds and the card values "
                "of the rulebook make no difference."
            ),
            lazy_gettext("more place points per game"),
            N_("%(value)s place points"),
            Fraction(100),
        ),
        Measure(
            "table average",
            lazy_gettext("Share of the table’s average"),
            True,
            lambda worth: worth.against_table,
            lazy_gettext(
                "Your points per round are compared with the whole table’s in the rounds you played: 100 is the "
                "table’s average, 50 is half of it, and lowest is best. Your season value is the average over the "
                "games you played. A game never counts below 0."
            ),
            lazy_gettext(
                "Each table is measured against itself, so short games compare with long ones, and expensive cards "
                "with cheap ones. The number of players hardly matters."
            ),
            lazy_gettext("fewer points against the table’s average"),
            N_("%(value)s%% of the table’s average"),
            Fraction(0),
        ),
        Measure(
            PER_ROUND,
            lazy_gettext("Average points per round"),
            True,
            lambda worth: worth.per_round,
            lazy_gettext(
                "Your points in a game divided by the rounds you played, lowest is best. Your season value is the "
                "average over the games you played, however many rounds each had."
            ),
            lazy_gettext(
                "A short game counts as much as a long one. Card values and the number of players aren’t evened out: "
                "choose this if your club sticks to one rulebook."
            ),
            lazy_gettext("fewer points per round"),
            N_("%(value)s points per round"),
            None,
        ),
        Measure(
            "total points",
            lazy_gettext("Total points"),
            True,
            lambda worth: worth.total,
            lazy_gettext(
                "The points of your counted games added up, lowest is best. To be fair, the same number of best games "
                "counts for every player; a player with fewer isn’t ranked yet."
            ),
            lazy_gettext(
                "Nothing is evened out: a longer game, or a rulebook with expensive cards, counts for more. Choose "
                "this if all your games are alike."
            ),
            lazy_gettext("fewer points per game"),
            N_("%(value)s points"),
            None,
        ),
        Measure(
            "wins",
            lazy_gettext("Games won"),
            False,
            lambda worth: worth.win,
            lazy_gettext("The share of your games that you won. If two share first place, each gets half a win."),
            lazy_gettext(
                "A win is a win, whatever the rulebook and the length. Wins are harder to get at a larger table, and "
                "that isn’t evened out."
            ),
            lazy_gettext("more of the games won"),
            N_("%(value)s of a win"),
            Fraction(1),
        ),
    )
}


def counts_at_all(game: FinishedGame) -> bool:
    """A game in which nobody but one player was left compares nobody with anybody."""
    return game.players >= 2


def counts_by(way: str, game: FinishedGame) -> bool:
    """Whether a game counts in a season's way: one whose points say nothing beside others counts by its places."""
    return counts_at_all(game) and has_figures(way, game) and (game.points_compare or not MEASURES[way].low)


def has_figures(way: str, game: FinishedGame) -> bool:
    """Whether enough is left of a game for a way to count it: places are always, not so points and rounds."""
    return not MEASURES[way].low or (bool(game.rounds) if way == PER_ROUND else game.has_points)


def beaten(game: FinishedGame, mine: Result) -> tuple[int, int]:
    """How many of the others finished behind, in halves (two for each, one for each who shares the
    place), and how many others there were."""
    own = game.finals[mine.player]
    halves = sum(2 if other > own else other == own for other in game.finals.values())
    return halves - 1, game.players - 1  # everybody is level with themselves


def worths(game: FinishedGame, *, leavers_last: bool = False) -> Mapping[str, Worth]:
    """What a game is worth to each player who stayed to the end; with ``leavers_last`` also to whoever left.

    They then come after all who stayed: no place points, no win, and of points at least as many as the worst of those,
    so that leaving never brings more than the last place. Points per round stay those of their own rounds.
    """
    if not game.rounds:
        return _without_rounds(game)
    stayed = [result for result in game.results if result.stayed and result.played]
    won = len(game.winners)
    everybody_always = all(None not in result.scores for result in game.results)
    whole = _yardstick(game.results) if everybody_always else (0, 0)
    by_player = {}
    for result in stayed:
        halves, others = beaten(game, result)
        points, rounds = whole if everybody_always else _yardstick([_only(other, result) for other in game.results])
        mine, sign = max(0, _points(result)), -1 if game.highest_wins else 1
        by_player[result.player] = Worth(
            beaten=Fraction(50 * halves, others) if others else Fraction(50),
            win=Fraction(1, won) if result.player in game.winners else Fraction(0),
            against_table=Fraction(100)
            if not game.points_compare or not points
            else Fraction(100 * mine * rounds, result.played * points),
            per_round=Fraction(sign * _points(result), result.played),
            total=Fraction(sign * result.total),
            by_points=game.points_compare,
        )
    left = [result for result in game.results if leavers_last and not result.stayed and result.played]
    return _with_leavers(by_player, left) if left else by_player


def _without_rounds(game: FinishedGame) -> Mapping[str, Worth]:
    """Of an old result: everybody is taken to have played all of it."""
    sum_, won = sum(max(0, result.total) for result in game.results), len(game.winners)
    compares = game.points_compare and game.has_points
    by_player = {}
    for result in game.results:
        halves, others = beaten(game, result)
        share = Fraction(100 * max(0, result.total) * len(game.results), sum_) if sum_ and compares else Fraction(100)
        by_player[result.player] = Worth(
            beaten=Fraction(50 * halves, others) if others else Fraction(50),
            win=Fraction(1, won) if result.player in game.winners else Fraction(0),
            against_table=share,
            per_round=None,
            total=Fraction(-result.total if game.highest_wins else result.total) if game.has_points else None,
            by_points=compares,
        )
    return by_player


def _with_leavers(stayed: Mapping[str, Worth], left: Sequence[Result]) -> Mapping[str, Worth]:
    """Who stayed has beaten those who left as well; these are behind all of them."""
    others = len(stayed) + len(left) - 1
    by_player = {
        player: worth._replace(beaten=(worth.beaten * (len(stayed) - 1) + 100 * len(left)) / others)
        for player, worth in stayed.items()
    }
    by_points = all(worth.by_points for worth in stayed.values())
    for result in left:
        sign = -1 if result.highest_wins else 1
        by_player[result.player] = Worth(
            beaten=Fraction(0),
            win=Fraction(0),
            against_table=max(worth.against_table for worth in stayed.values()),
            per_round=Fraction(sign * _points(result), result.played),
            total=max(
                [Fraction(sign * result.total), *(each.total for each in stayed.values() if each.total is not None)]
            ),
            by_points=by_points,
        )
    return by_player


def _points(result: Result) -> int | Fraction:
    """What their rounds brought, with as much of a handicap as falls to these: it was agreed for the whole game, so
    nobody keeps all of it who plays but the first round."""
    if not result.handicap:
        return result.points
    return result.points + Fraction(result.handicap * result.played, len(result.scores))


def _yardstick(results: list[Result] | tuple[Result, ...]) -> tuple[int | Fraction, int]:
    """Points and rounds of everybody together. A column below 0 (bonuses) counts as 0, for a share of
    less than nothing means nothing."""
    return sum(max(0, _points(result)) for result in results), sum(result.played for result in results)


def _only(other: Result, mine: Result) -> Result:
    """Another column, cut down to the rounds of mine."""
    scores = (score if own is not None else None for score, own in zip(other.scores, mine.scores, strict=True))
    return Result(other.player, tuple(scores), handicap=other.handicap)


def shown(name: str, value: Fraction, games: int, digits: int) -> str:
    """A season's value as its column shows it; ``games`` are those that count."""
    if name == "wins":
        return _("%(won)s of %(games)s", won=mixed(value * games), games=games)
    if name == "total points":
        return figure(value * games, 0)
    return figure(value, digits)
