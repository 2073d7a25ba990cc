"""What weaker players could be given before a game, so that it is open again: an offer, and never more than that.

It goes by the points that the rounds of finished games brought, without any points that were given before them. In each
round a player is compared with the average of those who played it. So far as players met the same others, the
difference between two of them is by how much one does better. How strong the others were is not evened out, nor how
many they were: that hardly matters, and a table that wants something else types it.

A few games are mostly luck: skill explains about a sixth of what one of seven rounds brings. So each player is taken to
lie nearer to the average of the table, the fewer rounds there are (``HALF_SURE``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.season.games import FinishedGame
from referee.season.rating import A_GAME

LEAST = 3
"""So many games say something of a player; at least two at the table must have as many."""
HALF_SURE = 5 * A_GAME
"""After so many rounds half of the difference is believed: the variance of luck beside that of skill."""


class Share(NamedTuple):
    """One player of the table."""

    player: str
    games: int
    behind: int
    """By about how many points they would finish behind the strongest of the table."""
    points: int
    """What they could begin with: below zero where the lowest total wins."""

    @property
    def guessed(self) -> bool:
        """Whether there are too few games of theirs, so that they are taken to be like the others."""
        return self.games < LEAST


@dataclass(frozen=True, slots=True)
class Offer:
    """What the games of a club say for a table."""

    shares: tuple[Share, ...] = ()
    """As they sit; empty where there are too few games."""
    games: int = 0
    """Of how many games it comes."""
    rounds: int = 0
    """For a game of so many rounds."""
    best: str = ""
    """The strongest of them; empty where nothing is offered."""

    @property
    def has_points(self) -> bool:
        """Whether anyone would begin with points."""
        return any(share.points for share in self.shares)


@dataclass(slots=True)
class _Played:
    """What one player did in all games together."""

    games: int = 0
    rounds: int = 0
    worse: Fraction = Fraction(0)
    """Points by which they did worse than the average of each round."""

    @property
    def rate(self) -> Fraction:
        return self.worse / self.rounds

    def near(self, average: Fraction) -> Fraction:
        """Points a round, as far as they are believed."""
        if self.games < LEAST:
            return average
        return average + (self.rate - average) * self.rounds / (self.rounds + HALF_SURE)


@dataclass(frozen=True, slots=True)
class Table:
    """Who is to be offered something."""

    players: Sequence[str]
    rounds: int = 0
    """So many will be played; 0 where no one can say: then as many as in the games before."""
    step: int = 1
    """Offers are multiples of it."""
    most: int = 999
    highest_wins: bool = False


def offer(games: Iterable[FinishedGame], table: Table) -> Offer:
    """What these games, all of one rulebook, say for a table; without shares where they say too little."""
    compared = [game for game in games if _compares(game, table)]
    played: dict[str, _Played] = {player: _Played() for player in table.players}
    for game in compared:
        for player, rounds, worse in _against_the_average(game):
            if (their := played.get(player)) is not None:
                their.games, their.rounds, their.worse = their.games + 1, their.rounds + rounds, their.worse + worse
    enough = [player for player, their in played.items() if their.games >= LEAST]
    if len(enough) < 2:
        return Offer(games=len(compared))
    average = sum((played[player].rate for player in enough), Fraction(0)) / len(enough)
    rates = {player: their.near(average) for player, their in played.items()}
    rounds = table.rounds or _usual_length(compared)
    best = min(enough, key=lambda player: rates[player])
    return Offer(tuple(_shares(rates, played, table, rounds)), len(compared), rounds, best)


def _shares(rates: Mapping[str, Fraction], played: Mapping[str, _Played], table: Table, rounds: int) -> Iterator[Share]:
    best = min(rates.values())
    most = table.most - table.most % table.step
    for player in table.players:
        steps = int((rates[player] - best) * rounds / table.step + Fraction(1, 2))
        behind = min(table.step * steps, most)
        yield Share(player, played[player].games, behind, behind if table.highest_wins else -behind)


def _compares(game: FinishedGame, table: Table) -> bool:
    """Whether its points say something of those who sit here."""
    seated = sum(player in game.by_player for player in table.players)
    alike = game.highest_wins == table.highest_wins and not game.own_contracts and not game.of_sheet
    return bool(game.rounds) and alike and bool(seated)


def _against_the_average(game: FinishedGame) -> Iterator[tuple[str, int, Fraction]]:
    """Of each player the rounds they played with others, and by how many points they did worse than their average."""
    sums = []
    for place in range(len(game.rounds)):
        scores = [score for result in game.results if (score := result.scores[place]) is not None]
        sums.append((sum(scores), len(scores)))
    sign = -1 if game.highest_wins else 1
    for result in game.results:
        off = [
            score - Fraction(total, players)
            for score, (total, players) in zip(result.scores, sums, strict=True)
            if score is not None and players > 1
        ]
        if off:
            yield result.player, len(off), sign * sum(off, Fraction(0))


def _usual_length(games: Sequence[FinishedGame]) -> int:
    return round(sum(len(game.rounds) for game in games) / len(games))
