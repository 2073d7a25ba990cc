"""The club's records and what the contracts cost. A record is shared by all who hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.figures import figure, signed
from referee.season.games import FinishedGame, Result, in_order


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds a record, and the game in which they set it."""

    player: str
    game: str
    day: str
    rulebook: str


@dataclass(frozen=True, slots=True)
class Record:
    name: str
    value: Fraction
    shown: str
    explanation: str
    holders: tuple[Holder, ...]
    """The first to set it first."""


class _Best:
    """The best value of one record so far, as a fraction of whole numbers, and everybody who has reached it."""

    def __init__(self, *, low: bool = False) -> None:
        self._low = low
        self._over, self._under = 0, 0
        self._holders: dict[Holder, None] = {}

    def copy(self) -> _Best:
        other = _Best(low=self._low)
        other._over, other._under, other._holders = self._over, self._under, dict(self._holders)
        return other

    def reaches(self, over: int, under: int = 1) -> bool:
        """Whether a value is at least as good."""
        if not self._under:
            return True
        mine, best = over * self._under, self._over * under
        return mine <= best if self._low else mine >= best

    def add(self, game: FinishedGame, player: str, over: int, under: int = 1) -> None:
        """A value that somebody has reached in a game."""
        if not self.reaches(over, under):
            return
        if not self._under or over * self._under != self._over * under:
            self._over, self._under, self._holders = over, under, {}
        self._holders.setdefault(Holder(player, game.id, game.day, game.rulebook_name))

    def record(self, name: str, explanation: str, say: Callable[[Fraction], str]) -> Record | None:
        """None where nobody can hold it yet."""
        if not self._under:
            return None
        value = Fraction(self._over, self._under)
        return Record(name, value, say(value), explanation, tuple(self._holders))


_LOWEST = "fewest points"
_NAMES = (_LOWEST, "clearest win", "gone out", "in a row", "comeback", "costliest", "jokers")


class Records:
    """The records of a club's games, added up in order."""

    def __init__(self) -> None:
        self._every = self._finished = self._played = self._lowest = self._by_points = 0
        """How many games there are, and of those fewer and fewer."""
        self._uneven = 0
        """How many of the lowest had a handicap."""
        self._best = {name: _Best(low=name == _LOWEST) for name in _NAMES}
        self._in_a_row: dict[str, int] = {}

    def copy(self) -> Records:
        other = Records()
        counts = self._every, self._finished, self._played, self._lowest, self._by_points
        other._every, other._finished, other._played, other._lowest, other._by_points = counts
        other._uneven = self._uneven
        other._best = {name: best.copy() for name, best in self._best.items()}
        other._in_a_row = dict(self._in_a_row)
        return other

    def add(self, game: FinishedGame) -> None:
        self._every += 1
        if game.of_sheet:
            return
        self._finished += 1
        self._count_wins(game)
        if not game.rounds:
            return
        self._played += 1
        self._count_seats(game)
        if game.highest_wins:
            return
        self._lowest += 1
        self._uneven += game.has_handicap
        self._count_rounds(game)
        if not game.own_contracts:
            self._by_points += 1
            self._count_points(game)

    def _count_wins(self, game: FinishedGame) -> None:
        if game.players < 2:
            return
        rows, best = self._in_a_row, self._best["in a row"]
        for player in game.places:
            rows[player] = rows.get(player, 0) + 1 if player in game.winners else 0
            if rows[player] > 1:
                best.add(game, player, rows[player])

    def _count_seats(self, game: FinishedGame) -> None:
        gone_out, jokers = self._best["gone out"], self._best["jokers"]
        for result in game.results:
            if result.out:
                gone_out.add(game, result.player, len(result.out))
            if result.has_jokers:
                most = max((hand.count("JK") for hand in result.cards if hand), default=0)
                if most > 1:  # one joker stays with everybody now and then
                    jokers.add(game, result.player, most)

    def _count_rounds(self, game: FinishedGame) -> None:
        costliest = self._best["costliest"]
        for result in game.results:
            dearest = max((score for score in result.scores if score is not None), default=0)
            if dearest > 0:
                costliest.add(game, result.player, dearest)

    def _count_points(self, game: FinishedGame) -> None:
        rounds, fewest = len(game.rounds), self._best[_LOWEST]
        for result in game.results:
            if rounds > 1 and result.played == rounds:  # from the first round to the last
                fewest.add(game, result.player, result.points, rounds)
        if game.has_handicap:
            return
        totals = sorted(game.by_player[player].total for player in game.places)
        if len(totals) > 1 and totals[1] > totals[0]:
            self._best["clearest win"].add(game, game.winners[0], totals[1] - totals[0], rounds)
        for player in game.winners:
            if game.players > 1 and self._may_have_come_back(game, player) and (points := behind(game, player)):
                self._best["comeback"].add(game, player, points)

    def _may_have_come_back(self, game: FinishedGame, player: str) -> bool:
        """Whether somebody can have been so far behind: where no round takes points off, that is at most their total.

        What it spares is laying all totals of the game beside each other.
        """
        rises = all(result.opening >= 0 and min(filter(None, result.scores), default=0) >= 0 for result in game.results)
        return not rises or self._best["comeback"].reaches(game.by_player[player].total)

    def records(self) -> tuple[Record, ...]:
        """Those that somebody holds."""
        high = [_("Games in which the highest total wins are left out.")] if self._lowest < self._played else []
        own = (
            [_("Games in which each player has a contract of their own are left out.")]
            if self._by_points < self._lowest
            else []
        )
        sheets = [_("Games without a rulebook are left out.")] if self._played < self._every else []
        bare = [_("Results without rounds are left out.")] if self._played < self._finished else []
        others = [*own, *high, *sheets, *bare]
        even = [*others, *([_("Games with a handicap are left out.")] if self._uneven else [])]
        best = self._best
        records = (
            best[_LOWEST].record(
                _("Fewest points per round"),
                " ".join([_("The lowest average in a game played from the first round to the last."), *others]),
                figure,
            ),
            best["clearest win"].record(
                _("Clearest win"),
                " ".join([_("The biggest gap between first and second place, per round."), *even]),
                lambda value: _("%(points)s per round", points=figure(value)),
            ),
            best["gone out"].record(
                _("Most rounds gone out in"),
                " ".join([_("In one game."), *bare]),
                lambda number: ngettext("%(num)s round", "%(num)s rounds", int(number)),
            ),
            best["in a row"].record(
                _("Most wins in a row"),
                _("A player’s games, one after another; a shared first place counts."),
                lambda number: ngettext("%(num)s game", "%(num)s games", int(number)),
            ),
            best["comeback"].record(
                _("Biggest comeback"),
                " ".join([_("Points made up in one game by a player who came from behind to win."), *even]),
                _points,
            ),
            best["costliest"].record(
                _("Costliest round"), " ".join([_("The most points of one round."), *high, *bare]), _points
            ),
            best["jokers"].record(
                _("Most jokers left in one round"),
                _("Counted where the cards were entered."),
                lambda number: ngettext("%(num)s joker", "%(num)s jokers", int(number)),
            ),
        )
        return tuple(record for record in records if record is not None)


def club_records(games: Iterable[FinishedGame]) -> tuple[Record, ...]:
    """The records of a club; those that nobody can hold yet are left out."""
    sum_ = Records()
    for game in in_order(games):
        sum_.add(game)
    return sum_.records()


def _points(number: Fraction) -> str:
    return ngettext("%(num)s point", "%(num)s points", int(number), num=signed(int(number)))


def running_totals(result: Result) -> list[int | None]:
    """A column's totals after each round; None before they sat down and after they left."""
    total, totals = result.opening, []
    for score in result.scores:
        total += score or 0
        totals.append(None if score is None else total)
    return totals


def behind(game: FinishedGame, player: str) -> int:
    """The most points by which a player was ever behind the leader after a round of a game."""
    columns = {result.player: running_totals(result) for result in game.results}
    most = 0
    for place, own in enumerate(columns[player]):
        if own is not None:
            most = max(most, own - min(other for column in columns.values() if (other := column[place]) is not None))
    return most


@dataclass(frozen=True, slots=True)
class ContractCost:
    """What one contract of one rulebook has cost."""

    rulebook: str
    name: str
    plays: int
    contract: str
    rounds: int
    """How often it was played."""
    hands: int
    """How many players' results that makes."""
    points: int
    dearest: int

    @property
    def per_hand(self) -> Fraction:
        return Fraction(self.points, self.hands)


class Costs:
    """What the contracts of a club's games have cost, added up in order."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, int, str], list[int]] = {}
        self._names: dict[str, str] = {}

    def copy(self) -> Costs:
        other = Costs()
        other._sums, other._names = {key: [*each] for key, each in self._sums.items()}, dict(self._names)
        return other

    def add(self, game: FinishedGame) -> None:
        if not game.points_compare:  # there a round costs nothing that compares
            return
        self._names[game.rulebook] = game.rulebook_name
        columns = [result.scores for result in game.results]
        for place, played in enumerate(game.rounds):
            scores = [score for column in columns if (score := column[place]) is not None]
            if scores and played.contract:
                key = game.rulebook, played.plays, played.contract
                figures = self._sums.setdefault(key, [0, 0, 0, scores[0]])
                figures[0] += 1
                figures[1] += len(scores)
                figures[2] += sum(scores)
                figures[3] = max(figures[3], *scores)

    def costs(self) -> tuple[ContractCost, ...]:
        """Every contract that was played, the dearest on average first."""
        costs = [
            ContractCost(book, self._names[book], plays, contract, *figures)
            for (book, plays, contract), figures in self._sums.items()
        ]
        return tuple(sorted(costs, key=lambda cost: (-cost.per_hand, cost.name, cost.plays, cost.contract)))


def contract_costs(games: Iterable[FinishedGame]) -> tuple[ContractCost, ...]:
    """The same of games that come as they may."""
    sum_ = Costs()
    for game in in_order(games):
        sum_.add(game)
    return sum_.costs()
