"""What a player's page shows: counted from the games they sat in, guests and substitutes too.

Unlike the table, a page counts games for whoever sat there, and the seasons do not matter.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
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

    longest: int = 0
    running: int = 0

    def after(self, goes_on: bool) -> Streak:
        """With one more game."""
        running = self.running + 1 if goes_on else 0
        return Streak(max(self.longest, running), running)


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

    def copy(self) -> _Sum:
        return replace(self, wins=Counter(self.wins), beaten=Counter(self.beaten))

    def average(self) -> Average:
        share = _added(self.beaten) / self.compared if self.compared else None
        return Average(
            self.label, self.games, self.rounds, _added(self.wins), self.points, share, self.rounds_of_points
        )


def _added(parts: Mapping[int, int]) -> Fraction:
    return sum((Fraction(count, whole) for whole, count in parts.items()), Fraction(0))


class PlayerSum:
    """What a player’s page is made of, added up in order from a club’s games; those without them are left out."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._whole = _Sum(_("All games"))
        self._books: dict[tuple[str, str], _Sum] = {}
        self._rounds: dict[tuple[tuple[str, str], int, str], _Sum] = {}
        self._sizes: dict[int, _Sum] = {}
        self._against: dict[str, list[int]] = {}
        self._won, self._upper = Streak(), Streak()
        self._marks: list[GameMark] = []
        self._best_games: list[tuple[Fraction, int]] = []
        """Points per round and number of the game, below 0: of equal ones the latest first."""
        self._best_rounds: _Rounds = []
        self._worst_rounds: _Rounds = []
        self._out = self._to_go_out = self._cuts = self._out_in_a_row = 0
        self._caught = Caught(0, 0, 0, 0)
        self._cards_said = False
        self._claims: Claims | None = None

    def copy(self) -> PlayerSum:
        other = copy(self)
        other._whole = self._whole.copy()
        other._books = {key: sum_.copy() for key, sum_ in self._books.items()}
        other._rounds = {key: sum_.copy() for key, sum_ in self._rounds.items()}
        other._sizes = {key: sum_.copy() for key, sum_ in self._sizes.items()}
        other._against = {key: [*met] for key, met in self._against.items()}
        other._marks, other._best_games = [*self._marks], [*self._best_games]
        other._best_rounds, other._worst_rounds = [*self._best_rounds], [*self._worst_rounds]
        return other

    def add(self, game: FinishedGame) -> None:
        """One more game, in order."""
        result = game.by_player.get(self._player)
        if result is None:
            return
        sums = [self._whole, _at(self._books, game.kind, game.rulebook_name)]
        if result.stayed:
            sums.append(_at(self._sizes, game.players, _("%(number)s players", number=game.players)))
        stood = _meet(self._against, game, result.player) if result.stayed and counts_at_all(game) else None
        _add_game(sums, result, stood, by_points=game.points_compare and bool(game.rounds))
        if game.points_compare:
            self._add_rounds(game, result)
        if stood is not None:
            self._won = self._won.after(not stood.before)
            self._upper = self._upper.after(stood.behind >= stood.before)
        mark = _mark(game, result, stood)
        self._marks.append(mark)
        if mark.place and mark.points_compare:
            insort(self._best_games, (mark.per_round, -len(self._marks)))
            del self._best_games[3:]
        self._add_hands(game, result)

    def _add_rounds(self, game: FinishedGame, result: Result) -> None:
        for number, (played, score) in enumerate(zip(game.rounds, result.scores, strict=True), start=1):
            if score is None:
                continue
            # points first, then the latest first among equals
            order = len(self._marks), number
            _keep(self._worst_rounds, (-score, -order[0], -order[1]), game, result, number)
            if score > 0:
                _keep(self._best_rounds, (score, -order[0], -order[1]), game, result, number)
            if not played.contract:
                continue
            costs = self._rounds.get(key := (game.kind, played.plays, played.contract))
            if costs is None:
                where = _("%(rulebook)s, round %(number)s", rulebook=game.rulebook_name, number=played.plays)
                costs = self._rounds[key] = _Sum(f"{where}: {played.contract}")
            costs.rounds += 1
            costs.rounds_of_points += 1
            costs.points += score
            costs.wins[1] += number in result.out

    def _add_hands(self, game: FinishedGame, result: Result) -> None:
        self._out += len(result.out)
        self._to_go_out += 0 if game.of_sheet else result.played
        self._cuts += result.cuts
        self._out_in_a_row = max(self._out_in_a_row, out_in_a_row(result))
        if result.has_jokers:
            hands = [hand for hand in result.cards if hand is not None]
            self._cards_said = self._cards_said or any(hands)
            held = [hand.count("JK") for hand in hands]
            silent = sum(1 for number in result.out if not _is_said(result, number))
            before = self._caught
            self._caught = Caught(
                before.jokers + sum(held),
                before.rounds + sum(map(bool, held)),
                max(before.most, *held, 0),
                before.rounds_known + len(hands) + silent,
            )
        if result.claims is not None:
            self._claims = Claims(*map(sum, zip(self._claims or Claims(), result.claims, strict=True)))

    def page(self, names: Mapping[str, str]) -> PlayerPage:
        """The page as these games make it."""
        books, sizes, player = self._books, self._sizes, self._player
        order = {book: number for number, book in enumerate(sorted(books, key=lambda book: (-books[book].games, book)))}
        by_round = sorted(self._rounds, key=lambda key: (order[key[0]], *key[1:]))
        return PlayerPage(
            player=player,
            name=names.get(player, player),
            games=tuple(reversed(self._marks)),
            whole=self._whole.average(),
            best_place=min((mark.place for mark in self._marks if mark.place), default=None),
            by_rulebook=tuple(books[book].average() for book in order),
            by_round=tuple(self._rounds[key].average() for key in by_round),
            by_players=tuple(sizes[size].average() for size in sorted(sizes)),
            best_games=tuple(self._marks[-number - 1] for _per_round, number in self._best_games),
            worst_rounds=tuple(mark for _order, mark in self._worst_rounds),
            best_rounds=tuple(mark for _order, mark in self._best_rounds),
            out=self._out,
            rounds_to_go_out=self._to_go_out,
            cuts=self._cuts,
            against=_met(self._against, names),
            won_in_a_row=self._won,
            top_half_in_a_row=self._upper,
            out_in_a_row=self._out_in_a_row,
            # points alone, as on old paper: nobody said any cards
            caught=self._caught if self._cards_said else Caught(0, 0, 0, 0),
            claims=self._claims,
        )


_Rounds = list[tuple[tuple[int, int, int], RoundMark]]
"""Three rounds at most, the first of them first."""


def _keep(rounds: _Rounds, order: tuple[int, int, int], game: FinishedGame, result: Result, number: int) -> None:
    """Put a round among the three that are first by ``order``, if it is one of them."""
    if len(rounds) == 3 and rounds[-1][0] < order:
        return
    cards = result.cards[number - 1] if result.cards else None
    contract, score = game.rounds[number - 1].contract, result.scores[number - 1] or 0
    insort(rounds, (order, RoundMark(game.id, game.day, number, contract, abs(score), cards, result.pack)), key=_first)
    del rounds[3:]


def _first(each: tuple[tuple[int, int, int], RoundMark]) -> tuple[int, int, int]:
    return each[0]


def player_page(games: Iterable[FinishedGame], player: str, names: Mapping[str, str]) -> PlayerPage:
    """The page of one player, from any games of the club; those without them are left out."""
    sum_ = PlayerSum(player)
    for game in in_order(games):
        sum_.add(game)
    return sum_.page(names)


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


def out_in_a_row(result: Result) -> int:
    """The most rounds in a row that somebody went out in."""
    longest = running = last = 0
    for number in result.out:
        running = running + 1 if number == last + 1 else 1
        longest, last = max(longest, running), number
    return longest


def _is_said(result: Result, number: int) -> bool:
    return bool(result.cards) and result.cards[number - 1] is not None
