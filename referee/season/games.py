"""A finished game as the season sees it: who sat down, what each round cost them, who went out.

Totals and places are derived here, so that they cannot contradict the rounds. Players are stable
ids (strings); what they are called is said beside the games, because names change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from referee.rules.judges.scoring import Place, places
from referee.rules.packs import PACKS, STANDARD, STANDARD_PACK
from referee.rules.rulebook.model import SHEET


class GameError(ValueError):
    """A game that cannot have been; ``game`` is its id."""

    def __init__(self, game: str, message: str) -> None:
        super().__init__(message)
        self.game = game


class Played(NamedTuple):
    """One closed round: which of the rulebook's rounds it was, and its contract in words; none where each player had
    one of their own."""

    plays: int
    contract: str


class Claims(NamedTuple):
    """What a table that records them counted for one player in one game."""

    may_is: int = 0
    screwed: int = 0
    """Screw-overs given."""
    suffered: int = 0


class Result(NamedTuple):
    """One player's column of a game. A tuple, because a player's page makes thousands of them."""

    player: str
    scores: tuple[int | None, ...]
    """What each round added to the total, bonus included; None where they were not at the table."""
    cards: tuple[str | None, ...] = ()
    """Cards left by round, ``"K K 10 5 JK"``; empty for none, None where only a number was said."""
    out: tuple[int, ...] = ()
    """The rounds, from 1, in which they went out."""
    cuts: int = 0
    """Exact cuts that gave a bonus."""
    opening: int = 0
    """The total they began with."""
    stayed: bool = True
    """Whether they were at the table at the end; whoever left has no place."""
    guest: bool = False
    stands_in_for: str | None = None
    """The absent player in whose place they sat, for a substitute."""
    claims: Claims | None = None
    """None where the table recorded none."""
    behind: int = 0
    """How many with the same total the table's own tie-break put before them; 0 where it has none."""
    left: int = 0
    """How many contracts they had still to meet, where each player has one of their own: that comes before points."""
    highest_wins: bool = False
    pack: str = STANDARD_PACK
    """Of which cards the hands are."""
    whole: int | None = None
    """The total, where no rounds are left of the game; None where there are some, or only places are left."""
    handicap: int = 0
    """What of the opening the table agreed on before the game."""

    @property
    def played(self) -> int:
        """How many rounds they were at the table."""
        return len(self.scores) - self.scores.count(None)

    @property
    def points(self) -> int:
        """What their own rounds cost, without the opening total."""
        return sum(filter(None, self.scores))

    @property
    def total(self) -> int:
        return self.opening + self.points if self.whole is None else self.whole

    @property
    def final(self) -> tuple[int, int, int]:
        """What gives the place, the best least: the contracts left, the total, and what parted it from equal ones."""
        return self.left, -self.total if self.highest_wins else self.total, self.behind

    @property
    def has_jokers(self) -> bool:
        """Whether a wild card of its pack is called a joker."""
        return PACKS[self.pack].joker == STANDARD.joker

    @property
    def jokers(self) -> int:
        """Jokers they were caught with, as far as cards were said."""
        return sum(hand.count("JK") for hand in self.cards if hand)


@dataclass(frozen=True)
class FinishedGame:
    """One game that was played to its end. Results stand in table order.

    Of an old one there may be no rounds: then whatever is made of rounds leaves it out, and says so.
    """

    id: str
    at: str
    """When it began (ISO 8601)."""
    day: str
    """The day at the table, which stays whatever zone the server is in; of some old games only the year is left."""
    rulebook: str
    rulebook_name: str
    rounds: tuple[Played, ...]
    results: tuple[Result, ...]
    season: str | None = None
    corrected_at: str | None = None
    """When a closed game was last corrected."""
    evening: str | None = None
    """The evening of the club on which it was played, where that is known."""

    @cached_property
    def has_points(self) -> bool:
        """Whether everybody has a total. Without rounds there are only totals, or not even these, but places."""
        return bool(self.rounds) or any(result.whole is not None for result in self.results)

    @cached_property
    def own_contracts(self) -> bool:
        """Whether each player had a contract of their own, so that points did not decide."""
        return bool(self.rounds) and not self.of_sheet and not any(played.contract for played in self.rounds)

    @cached_property
    def of_sheet(self) -> bool:
        """Whether it was played without a rulebook, on a sheet that says how it is scored."""
        return self.rulebook == SHEET

    @cached_property
    def kind(self) -> tuple[str, str]:
        """What tells it from games of other rules: the rulebook; without one, its name."""
        return self.rulebook, self.rulebook_name if self.of_sheet else ""

    @cached_property
    def points_compare(self) -> bool:
        """Whether its points decided, and say something beside those of other games."""
        return not self.highest_wins and not self.of_sheet and not self.own_contracts

    @cached_property
    def highest_wins(self) -> bool:
        """Whether the highest total won."""
        return any(result.highest_wins for result in self.results)

    @cached_property
    def has_handicap(self) -> bool:
        """Whether the table agreed before the game that some begin with points."""
        return any(result.handicap for result in self.results)

    @property
    def on_merit(self) -> FinishedGame:
        """The game without the points that were given before it: what says how well people play goes by this one.

        The table of a season, head to head and money go by the game as it was played. How the table parted equal totals
        is of the totals as they were.
        """
        return self._without_handicap if self.has_handicap else self

    @cached_property
    def _without_handicap(self) -> FinishedGame:
        own = (each._replace(opening=each.opening - each.handicap, handicap=0, behind=0) for each in self.results)
        return replace(self, results=tuple(own))

    @cached_property
    def order(self) -> tuple[str, str, str]:
        """What it stands by among others."""
        return self.day, self.at, self.id

    @cached_property
    def left_early(self) -> tuple[Result, ...]:
        """Of those who were not at the table at the end."""
        return tuple(result for result in self.results if not result.stayed)

    @cached_property
    def substitutes(self) -> int:
        """How many sat there for somebody else."""
        return sum(result.stands_in_for is not None for result in self.results)

    @cached_property
    def by_player(self) -> Mapping[str, Result]:
        return {result.player: result for result in self.results}

    @cached_property
    def finals(self) -> Mapping[str, tuple[int, int, int]]:
        """What gives the place, of those at the table at the end, guests and substitutes included."""
        return {result.player: result.final for result in self.results if result.stayed}

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Of those at the table at the end."""
        return dict(zip(self.finals, places(list(self.finals.values())), strict=True))

    @cached_property
    def players(self) -> int:
        """How many were at the table at the end."""
        return len(self.finals)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        best = min(self.finals.values(), default=None)
        return tuple(player for player, final in self.finals.items() if final == best)


def check(game: FinishedGame) -> FinishedGame:
    """The game itself; raises GameError where it contradicts itself."""
    seated = [result.player for result in game.results]
    absent = [result.stands_in_for for result in game.results if result.stands_in_for is not None]
    if doubled := sorted({player for player in seated if seated.count(player) > 1}):
        raise GameError(game.id, f"one player sits at the table twice: {', '.join(doubled)}")
    if len(set(absent)) < len(absent):
        raise GameError(game.id, "two substitutes stand in for the same player")
    if set(absent) & set(seated):
        raise GameError(game.id, "somebody stands in for a player who is at the table")
    for result in game.results:
        if len(result.scores) != len(game.rounds):
            raise GameError(game.id, f"{len(result.scores)} results for {len(game.rounds)} rounds")
        if result.cards and len(result.cards) != len(game.rounds):
            raise GameError(game.id, f"{len(result.cards)} hands for {len(game.rounds)} rounds")
        if any(not 1 <= number <= len(game.rounds) or result.scores[number - 1] is None for number in result.out):
            raise GameError(game.id, "somebody went out in a round they did not play")
    if len(gone := [number for result in game.results for number in result.out]) > len(set(gone)):
        raise GameError(game.id, "two players went out in one round")
    return game


def in_order(games: Iterable[FinishedGame]) -> tuple[FinishedGame, ...]:
    """Games as they were played, whatever the order in which they were entered."""
    return tuple(sorted(games, key=attrgetter("order")))


def seated(player: str, absent: str | None, root: Mapping[str, str]) -> tuple[str, str | None]:
    """Under which ids a seat counts: whoever sat there, and for whom; ``root`` says whom each double is.

    A player merged with the one they stood in for sat there in their own right.
    """
    who = root.get(player, player)
    other = None if absent is None else root.get(absent, absent)
    return who, None if other == who else other
