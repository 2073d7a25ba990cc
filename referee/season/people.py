"""What a player's page shows: counted from the games they sat in, guests and substitutes too.

Unlike the table, a page counts games for whoever sat there, and the seasons do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from typing import NamedTuple, TypeVar

from referee.messages import gettext as _
from referee.rules.judges.scoring import Place
from referee.season.games import Claims, FinishedGame, Result, in_order
from referee.season.measures import counts_at_all

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Average:
    """Averages over some of a player's games, or over some of their rounds."""

    label: str
    games: int
    rounds: int
    wins: Fraction
    """Games won; of rounds, how often they went out."""
    points: int
    place_points: Fraction | None
    """From 0 to 100; None for rounds and where no game can be compared."""
    rounds_of_points: int
    """Of the rounds, those that brought these points: those of games whose points compare."""

    @property
    def per_round(self) -> Fraction | None:
        """None where no rounds brought points that compare."""
        if not self.rounds_of_points and (self.rounds or self.games):
            return None
        return Fraction(self.points, self.rounds_of_points) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class RoundMark:
    """One round of a player that stands out."""

    game: str
    day: str
    number: int
    contract: str
    points: int
    cards: str | None
    pack: str


@dataclass(frozen=True, slots=True)
class GameMark:
    game: str
    day: str
    rulebook: str
    total: int
    place: Place | None
    players: int
    per_round: Fraction
    corrected_at: str | None
    points_compare: bool
    """Whether points decided, the lowest first, and there are rounds to count them by."""
    has_points: bool = True
    has_rounds: bool = True


@dataclass(frozen=True, slots=True)
class Against:
    """Games with one other player in which both stayed to the end."""

    other: str
    name: str
    better: int
    level: int
    worse: int

    @property
    def games(self) -> int:
        return self.better + self.level + self.worse


@dataclass(frozen=True, slots=True)
class Streak:
    """Games in a row; ``longest`` may be the one that still runs."""

    longest: int
    running: int


@dataclass(frozen=True, slots=True)
class Caught:
    """Jokers left in hand, as far as cards were said."""

    jokers: int
    rounds: int
    """Rounds with at least one of them."""
    most: int
    """The most in one round."""
    rounds_known: int
    """Rounds whose cards were said, or in which they went out."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player: str
    name: str
    games: tuple[GameMark, ...]
    """The latest first."""
    whole: Average
    best_place: Place | None
    by_rulebook: tuple[Average, ...]
    by_round: tuple[Average, ...]
    """By rulebook and round of the rulebook, for the rulebooks in ``by_rulebook``'s order."""
    by_players: tuple[Average, ...]
    best_games: tuple[GameMark, ...]
    """The fewest points per round, at most three."""
    worst_rounds: tuple[RoundMark, ...]
    """The dearest rounds, at most three, the latest first among equals."""
    best_rounds: tuple[RoundMark, ...]
    """The cheapest rounds above nothing, at most three: going out is counted in ``out``."""
    out: int
    """Rounds they went out in."""
    rounds_to_go_out: int
    """Of how many: of the games in which somebody goes out."""
    cuts: int
    against: tuple[Against, ...]
    """Whom they met most often first."""
    won_in_a_row: Streak
    top_half_in_a_row: Streak
    """Games in a row in which as many finished behind as before; who shares the last place was not among the better."""
    out_in_a_row: int
    """The most rounds of one game in a row that they went out in."""
    caught: Caught
    claims: Claims | None
    """Sums over the games whose table recorded them; None where none did."""


@dataclass(slots=True)
class _Sum:
    """An average in the making. Fractions are kept by denominator, because adding them one by one is slow."""

    label: str
    games: int = 0
    rounds: int = 0
    points: int = 0
    rounds_of_points: int = 0
    compared: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    beaten: Counter[int] = field(default_factory=Counter)

    def average(self) -> Average:
        share = _added(self.beaten) / self.compared if self.compared else None
        return Average(
            self.label, self.games, self.rounds, _added(self.wins), self.points, share, self.rounds_of_points
        )


def _added(parts: Mapping[int, int]) -> Fraction:
    return sum((Fraction(count, whole) for whole, count in parts.items()), Fraction(0))


def player_page(games: Iterable[FinishedGame], player: str, names: Mapping[str, str]) -> PlayerPage:
    """The page of one player, from any games of the club; those without them are left out."""
    mine = [(game, game.by_player[player]) for game in in_order(games) if player in game.by_player]
    whole, books, rounds, sizes = _Sum(_("All games")), {}, {}, {}  # type: ignore[var-annotated]
    against: dict[str, list[int]] = {}
    won: list[bool] = []
    upper: list[bool] = []
    marks: list[GameMark] = []
    for game, result in mine:
        sums = [whole, _at(books, game.kind, game.rulebook_name)]
        if result.stayed:
            sums.append(_at(sizes, game.players, _("%(number)s players", number=game.players)))
        stood = _meet(against, game, result.player) if result.stayed and counts_at_all(game) else None
        _add_game(sums, result, stood, by_points=game.points_compare and bool(game.rounds))
        for number, (played, score) in enumerate(zip(game.rounds, result.scores, strict=True), start=1):
            if score is not None and played.contract and game.points_compare:
                costs = rounds.get(key := (game.kind, played.plays, played.contract))
                if costs is None:
                    where = _("%(rulebook)s, round %(number)s", rulebook=game.rulebook_name, number=played.plays)
                    label = f"{where}: {played.contract}"
                    costs = rounds[key] = _Sum(label)
                costs.rounds += 1
                costs.rounds_of_points += 1
                costs.points += score
                costs.wins[1] += number in result.out
        if stood is not None:
            won.append(not stood.before)
            upper.append(stood.behind >= stood.before)
        marks.append(_mark(game, result, stood))
    # points first, then the latest first among equals
    scores = [
        (score, -number, -place)
        for number, (game, result) in enumerate(mine)
        for place, score in enumerate(result.scores)
        if score is not None and game.points_compare
    ]
    order = {book: number for number, book in enumerate(sorted(books, key=lambda book: (-books[book].games, book)))}
    by_round = sorted(rounds, key=lambda key: (order[key[0]], *key[1:]))
    return PlayerPage(
        player=player,
        name=names.get(player, player),
        games=tuple(reversed(marks)),
        whole=whole.average(),
        best_place=min((mark.place for mark in marks if mark.place), default=None),
        by_rulebook=tuple(books[book].average() for book in order),
        by_round=tuple(rounds[key].average() for key in by_round),
        by_players=tuple(sizes[size].average() for size in sorted(sizes)),
        best_games=tuple(
            nsmallest(
                3,
                (mark for mark in reversed(marks) if mark.place and mark.points_compare),
                key=lambda mark: mark.per_round,
            )
        ),
        worst_rounds=_rounds(mine, nsmallest(3, ((-score, number, place) for score, number, place in scores))),
        best_rounds=_rounds(mine, nsmallest(3, (score for score in scores if score[0] > 0))),
        out=sum(len(result.out) for _, result in mine),
        rounds_to_go_out=sum(result.played for game, result in mine if not game.of_sheet),
        cuts=sum(result.cuts for _, result in mine),
        against=_met(against, names),
        won_in_a_row=streak(won),
        top_half_in_a_row=streak(upper),
        out_in_a_row=max((out_in_a_row(result) for _, result in mine), default=0),
        caught=_caught([result for _, result in mine if result.has_jokers]),
        claims=_claims(result.claims for _, result in mine),
    )


def met_in(games: Iterable[FinishedGame], player: str, names: Mapping[str, str]) -> tuple[Against, ...]:
    """Whom a player met in these games, most often first; only games to the end count."""
    against: dict[str, list[int]] = {}
    for game in games:
        if player in game.finals and counts_at_all(game):
            _meet(against, game, player)
    return _met(against, names)


def _at(sums: dict[K, _Sum], key: K, label: str) -> _Sum:
    if key not in sums:
        sums[key] = _Sum(label)
    return sums[key]


def _add_game(sums: Sequence[_Sum], result: Result, stood: _Stood | None, *, by_points: bool) -> None:
    played, points = result.played, result.points
    for sum_ in sums:
        sum_.games += 1
        sum_.rounds += played
        if by_points:
            sum_.rounds_of_points += played
            sum_.points += points
        if stood is not None:
            sum_.compared += 1
            sum_.beaten[stood.before + stood.level + stood.behind] += 50 * (2 * stood.behind + stood.level)
            if not stood.before:
                sum_.wins[1 + stood.level] += 1


class _Stood(NamedTuple):
    """How many of the others finished before one player, level with them, and behind."""

    before: int
    level: int
    behind: int


def _meet(against: dict[str, list[int]], game: FinishedGame, player: str) -> _Stood:
    """Count everybody met in a game."""
    finals = game.finals
    own = finals[player]
    counts = [0, 0, 0]  # behind, level, before
    for other, final in finals.items():
        if other != player:
            kind = 0 if final > own else 1 if final == own else 2
            counts[kind] += 1
            if (met := against.get(other)) is None:
                met = against[other] = [0, 0, 0]
            met[kind] += 1
    behind, level, before = counts
    return _Stood(before, level, behind)


def _met(against: Mapping[str, list[int]], names: Mapping[str, str]) -> tuple[Against, ...]:
    pairs = [Against(other, names.get(other, other), *counts) for other, counts in against.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.name.casefold(), pair.other)))


def _mark(game: FinishedGame, result: Result, stood: _Stood | None) -> GameMark:
    return GameMark(
        game.id,
        game.day,
        game.rulebook_name,
        result.total,
        game.places.get(result.player) if stood is None else Place(stood.before + 1, stood.level > 0),
        game.players,
        Fraction(result.points, result.played) if result.played else Fraction(0),
        game.corrected_at,
        game.points_compare and bool(game.rounds),
        game.has_points,
        bool(game.rounds),
    )


def _rounds(
    mine: Sequence[tuple[FinishedGame, Result]], numbers: Iterable[tuple[int, int, int]]
) -> tuple[RoundMark, ...]:
    """Rounds found by the numbers (below 0) of game and round."""
    marks = []
    for points, number, place in numbers:
        game, result = mine[-number]
        cards = result.cards[-place] if result.cards else None
        marks.append(
            RoundMark(game.id, game.day, 1 - place, game.rounds[-place].contract, abs(points), cards, result.pack)
        )
    return tuple(marks)


def streak(values: Sequence[bool]) -> Streak:
    """The longest row of true values, and the one at the end."""
    longest = running = 0
    for value in values:
        running = running + 1 if value else 0
        longest = max(longest, running)
    return Streak(longest, running)


def out_in_a_row(result: Result) -> int:
    """The most rounds in a row that somebody went out in."""
    longest = running = last = 0
    for number in result.out:
        running = running + 1 if number == last + 1 else 1
        longest, last = max(longest, running), number
    return longest


def _caught(results: Sequence[Result]) -> Caught:
    hands = [hand for result in results for hand in result.cards if hand is not None]
    silent = sum(1 for result in results for number in result.out if not _is_said(result, number))
    held = [hand.count("JK") for hand in hands]
    if not any(hands):  # points alone, as on old paper: nobody said any cards
        return Caught(0, 0, 0, 0)
    return Caught(sum(held), sum(map(bool, held)), max(held, default=0), len(hands) + silent)


def _is_said(result: Result, number: int) -> bool:
    return bool(result.cards) and result.cards[number - 1] is not None


def _claims(recorded: Iterable[Claims | None]) -> Claims | None:
    all_claims = [claims for claims in recorded if claims is not None]
    return Claims(*map(sum, zip(*all_claims, strict=True))) if all_claims else None
