"""The season's table: computed from its finished games and its rule, and from nothing else."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import overload

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.judges.scoring import Place
from referee.rules.speech.words import listed
from referee.season.figures import digits_for, figure, mixed
from referee.season.games import FinishedGame
from referee.season.measures import (
    MEASURES,
    MISSING,
    PER_ROUND,
    Measure,
    counts_at_all,
    counts_by,
    has_figures,
    shown,
)
from referee.season.rules import BEST_GAME, NOT_COUNTED, TIE_VALUES, TIES, SeasonRule, explain
from referee.season.tally import Count, Counted, Course, course, credited


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a row: its value by the season's way and whether it is among the counted ones."""

    game: str
    value: Fraction
    counted: bool
    substitute: str | None
    """Who sat there for the player."""


class Lines(Sequence[GameLine]):
    """The games of a row. Of ten thousand few are looked at, so each is made when it is."""

    def __init__(self, player: str, games: Sequence[Counted], counted: Sequence[Counted] | None, way: Measure) -> None:
        self._player, self._games, self._way = player, games, way
        self._counted = None if counted is None else {each.game for each in counted}
        """None where all count."""

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, at: int) -> GameLine: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[GameLine]: ...
    def __getitem__(self, at: int | slice) -> GameLine | Sequence[GameLine]:
        return [self._line(each) for each in self._games[at]] if isinstance(at, slice) else self._line(self._games[at])

    def _line(self, each: Counted) -> GameLine:
        counts = self._counted is None or each.game in self._counted
        return GameLine(each.game, self._way.back(each.key), counts, each.seat if each.seat != self._player else None)

    def of(self, games: Collection[str]) -> list[GameLine]:
        """Those of some games."""
        return [self._line(each) for each in self._games if each.game in games]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash((self._player, len(self._games)))


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line of the table."""

    player: str
    name: str
    place: Place | None
    """None: not enough games yet; ``progress`` says how many."""
    moved: int | None
    """Places gained since the last game (lost: below 0); None where they were not ranked before it."""
    value: Fraction
    """By the season's way: an average per counted game, for total points and wins too."""
    shown: str
    """``62.5``, ``412`` or ``3½ of 6``."""
    games: int
    counted: int
    minimum: int
    wins: Fraction
    """Games won among all games; a shared first place is a part of one."""
    per_round: Fraction | None
    """The points of all their rounds divided by these rounds, as on a player's page: of games whose points compare,
    without a handicap. None where there are none."""
    lines: Sequence[GameLine]
    finishes: str = ""
    """What place points are made of, in words: ``"3 firsts, 2 seconds, 1 lower"`` of the counted games; else empty."""
    decided: str = ""
    """What parted them from players of the same value, in words: ``"share of the table’s average 55"``."""

    @property
    def progress(self) -> str:
        """``4 of 6`` games that it takes to be ranked; empty for whoever is."""
        return _("%(games)s of %(minimum)s", games=self.games, minimum=self.minimum) if self.place is None else ""

    @property
    def wins_shown(self) -> str:
        return mixed(self.wins)


def lines_of(row: Row, games: Collection[str]) -> Sequence[GameLine]:
    """Those of a row's games that are among some games."""
    return row.lines.of(games) if isinstance(row.lines, Lines) else [each for each in row.lines if each.game in games]


@dataclass(frozen=True, slots=True)
class Standings:
    """A season's table with everything printed under it."""

    rule: SeasonRule
    heading: str
    """What the column of the season's way is called."""
    lowest_first: bool
    rows: tuple[Row, ...]
    """Ranked players by place, then the others, nearest to being ranked first."""
    games: int
    last: str | None
    """The last game, since which places moved."""
    explanation: tuple[str, ...]
    """The rule in sentences."""
    ties: tuple[str, ...]
    """Who was level and what separated them; those for the first place first."""
    first_ties: tuple[str, ...]
    """The same of the first place alone."""
    notes: tuple[str, ...]
    """What a reader should know about these games."""
    corrected: tuple[tuple[str, str], ...]
    """Games corrected after they were closed, and when."""


def standings(games: Iterable[FinishedGame], rule: SeasonRule, names: Mapping[str, str]) -> Standings:
    """The table after these games. ``names`` says what each player is called; an id stands for itself."""
    return table_of(course(games, rule, every_moment=False), names)


def table_of(season_course: Course, names: Mapping[str, str]) -> Standings:
    """The table at the end of a course."""
    rule, played, counting = season_course.rule, season_course.games, season_course.counting
    before, after = ({}, {}, *season_course.after)[-2:]
    measure = MEASURES[rule.way]
    values = {player: measure.back(counting.level(player)[0]) for player in counting.tallies}
    digits = digits_for(values.values())

    def row(player: str) -> Row:
        tally = counting.tallies[player]
        counted = tally.counting(rule.best_of)
        return Row(
            player=player,
            name=names.get(player, player),
            place=after.get(player),
            moved=before[player].place - after[player].place if player in before and player in after else None,
            value=values[player],
            shown=shown(rule.way, values[player], tally.counted, digits),
            games=len(tally.games),
            counted=tally.counted,
            minimum=rule.minimum,
            wins=sum((Fraction(won, whole) for whole, won in tally.wins.items()), Fraction(0)),
            per_round=Fraction(tally.points, tally.rounds) if tally.rounds else None,
            lines=Lines(player, tally.games, None if rule.best_of is None else counted, measure),
            finishes=_finishes(each.place for each in counted) if rule.way == "place points" else "",
        )

    rows = [row(player) for player in counting.tallies]

    def order(row: Row) -> tuple[object, ...]:
        if row.place is None:
            return (1, -row.games, row.name.casefold(), row.player)
        return (0, row.place.place, row.name.casefold(), row.player)

    rows.sort(key=order)
    groups = _level(rows)
    decided: dict[str, list[str]] = {}
    for group in groups:
        for player, words in _decided(counting, group, 0):
            decided.setdefault(player, []).append(words)
    rows = [dataclasses.replace(row, decided=", ".join(decided.get(row.player, ()))) for row in rows]
    return Standings(
        rule=rule,
        heading=measure.title,
        lowest_first=measure.low,
        rows=tuple(rows),
        games=len(played),
        last=played[-1].id if played else None,
        explanation=explain(rule),
        ties=tuple(_ties(counting, groups, digits)),
        first_ties=tuple(_ties(counting, [group for group in groups[:1] if _has_first(group)], digits)),
        notes=(*_left_out(season_course.left_out), *_notes(played, rule)),
        corrected=tuple((game.id, game.corrected_at) for game in played if game.corrected_at is not None),
    )


def _finishes(places: Iterable[int]) -> str:
    counts = Counter(min(place, 4) for place in places)
    named = {
        1: ngettext("%(num)s first", "%(num)s firsts", counts[1]),
        2: ngettext("%(num)s second", "%(num)s seconds", counts[2]),
        3: ngettext("%(num)s third", "%(num)s thirds", counts[3]),
        4: _("%(games)s lower", games=counts[4]),
    }
    return ", ".join(words for place, words in named.items() if counts[place])


def _level(rows: Sequence[Row]) -> tuple[list[Row], ...]:
    """Ranked players who have the same value, by place."""
    levels: dict[Fraction, list[Row]] = {}
    for row in rows:
        if row.place is not None:
            levels.setdefault(row.value, []).append(row)
    return tuple(group for group in levels.values() if len(group) > 1)


def _has_first(group: Sequence[Row]) -> bool:
    return any(row.place is not None and row.place.place == 1 for row in group)


def _ties(counting: Count, groups: Sequence[list[Row]], digits: int) -> Iterator[str]:
    """A sentence for each question that level players had to be asked."""
    for group in groups:
        level = {"names": listed(row.name for row in group), "value": _on(counting.rule, group[0], digits)}
        places = {row.place.place for row in group if row.place is not None}
        if len(places) == 1:
            place = places.pop()
            yield (
                _(
                    "%(names)s are level on %(value)s and in everything else, and share place %(place)s.",
                    **level,
                    place=place,
                )
                if counting.rule.asked_ties
                else _("%(names)s are level on %(value)s and share place %(place)s.", **level, place=place)
            )
        else:
            yield _("%(names)s are level on %(value)s.", **level)
            yield from _separate(counting, group, 0)


def _on(rule: SeasonRule, row: Row, digits: int) -> str:
    measure = MEASURES[rule.way]
    if rule.way == "wins":
        percent = 100 * row.value
        return _("%(percent)s%% of their games won", percent=figure(percent, 0 if percent.denominator == 1 else 1))
    if rule.way == "total points":
        return _("%(points)s points", points=row.shown)
    return measure.in_words(figure(row.value, digits))


def _separate(counting: Count, group: list[Row], step: int) -> Iterator[str]:
    rule = counting.rule
    if step == len(rule.asked_ties):
        shared = next(row.place.place for row in group if row.place is not None)
        yield _(
            "%(names)s stay level and share place %(place)s.", names=listed(row.name for row in group), place=shared
        )
        return
    parts = _parts(counting, group, step)
    if len(parts) == 1:
        yield from _separate(counting, group, step + 1)
        return
    groups = (f"{listed(row.name for row in rows)} ({value})" for value, rows in parts)
    order = reduce(lambda before, last: _("%(before)s, then %(last)s", before=before, last=last), groups)
    yield _("Decided by %(rule)s: %(order)s.", rule=TIES[rule.asked_ties[step]], order=order)
    for _value, rows in parts:
        if len(rows) > 1:
            yield from _separate(counting, rows, step + 1)


def _parts(counting: Count, group: list[Row], step: int) -> list[tuple[str, list[Row]]]:
    """Level players as a tie-break parts them, the better first, each part with its value as it is shown."""
    rule, parts = counting.rule, dict[Fraction, list[Row]]()
    for row in group:
        parts.setdefault(counting.level(row.player)[step + 1], []).append(row)
    name = rule.asked_ties[step]
    measure = MEASURES[rule.way if name == BEST_GAME else name]
    scale = 100 if measure.name == "wins" else 1
    unit = "%" if measure.name in ("wins", "table average") else ""
    values = {key: measure.back(key) * scale for key in sorted(parts, reverse=True)}
    digits = digits_for(value for key, value in values.items() if key != MISSING)
    return [("–" if key == MISSING else f"{figure(value, digits)}{unit}", parts[key]) for key, value in values.items()]


def _decided(counting: Count, group: list[Row], step: int) -> Iterator[tuple[str, str]]:
    """For each of these level players every tie-break that parted them from another one, and what they had there."""
    if len(group) < 2 or step == len(counting.rule.asked_ties):
        return
    parts = _parts(counting, group, step)
    for value, rows in parts:
        if len(parts) > 1:
            tie = TIE_VALUES[counting.rule.asked_ties[step]]
            yield from ((row.player, _("%(tie)s %(value)s", tie=tie, value=value)) for row in rows)
        yield from _decided(counting, rows, step + 1)


def _left_out(sheets: int) -> Iterator[str]:
    if sheets:
        yield ngettext(
            "%(num)s game without a rulebook is left out.", "%(num)s games without a rulebook are left out.", sheets
        )


def _handicaps(games: int) -> Iterator[str]:
    if games:
        yield ngettext(
            "%(num)s game was played with a handicap. It counts as it was played, with those points.",
            "%(num)s games were played with a handicap. They count as they were played, with those points.",
            games,
        )


def _notes(games: Sequence[FinishedGame], rule: SeasonRule) -> Iterator[str]:
    counted = [game for game in games if counts_by(rule.way, game)]
    books = {game.kind for game in counted}
    sheets = sum(game.of_sheet for game in games)
    if sheets and MEASURES[rule.way].low:
        yield ngettext(
            "%(num)s game was played without a rulebook. This table counts points, so that game is left out.",
            "%(num)s games were played without a rulebook. This table counts points, so those games are left out.",
            sheets,
        )
    if lacking := sum(counts_at_all(game) and not has_figures(rule.way, game) for game in games):
        yield (
            ngettext(
                "%(num)s result has no rounds. This table counts points per round, so it is left out.",
                "%(num)s results have no rounds. This table counts points per round, so they are left out.",
                lacking,
            )
            if rule.way == PER_ROUND
            else ngettext(
                "%(num)s result has places and no points. This table counts points, so it is left out.",
                "%(num)s results have places and no points. This table counts points, so they are left out.",
                lacking,
            )
        )
    if MEASURES[rule.way].low and (assumed := sum(not game.rounds for game in counted)):
        yield ngettext(
            "%(num)s result has no rounds. Everyone counts as having played all of it.",
            "%(num)s results have no rounds. Everyone counts as having played all of them.",
            assumed,
        )
    if rule.way in ("points per round", "total points") and len(books) > 1:
        yield (
            _(
                "These games use %(number)s rulebooks with different card values, and points per round don’t even "
                "that out. Place points or the table’s average would.",
                number=len(books),
            )
            if rule.way == "points per round"
            else _(
                "These games use %(number)s rulebooks with different card values, and total points don’t even that "
                "out. Place points or the table’s average would.",
                number=len(books),
            )
        )
    if rule.way in ("table average", "points per round", "total points"):
        own = sum(game.own_contracts for game in games)
        if own:
            yield ngettext(
                "In %(num)s game each player had a contract of their own. This table counts points, so that game is "
                "left out.",
                "In %(num)s games each player had a contract of their own. This table counts points, so those games "
                "are left out.",
                own,
            )
        high = sum(game.highest_wins and not game.of_sheet for game in games)
        if high:
            yield ngettext(
                "In %(num)s game the highest total won. This table counts points, so that game is left out.",
                "In %(num)s games the highest total won. This table counts points, so those games are left out.",
                high,
            )
    lengths = {len(game.rounds) for game in counted if game.rounds}
    if rule.way == "total points" and len(lengths) > 1:
        yield _(
            "These games have %(least)s to %(most)s rounds, and in total points a longer game counts for more.",
            least=min(lengths),
            most=max(lengths),
        )
    if alone := sum(not counts_at_all(game) for game in games):
        yield ngettext(
            "%(num)s game with only one player left at the end didn’t count.",
            "%(num)s games with only one player left at the end didn’t count.",
            alone,
        )
    if rule.substitutes == "for nobody":
        stood = sum(game.substitutes for game in games)
        if stood:
            yield ngettext(
                "%(num)s seat played by a substitute didn’t count.",
                "%(num)s seats played by a substitute didn’t count.",
                stood,
            )
    yield from _handicaps(sum(game.has_handicap for game in counted))
    left = sum(credited(result, rule) is not None for game in games for result in game.left_early)
    if left and rule.leavers == NOT_COUNTED:
        yield ngettext(
            "%(num)s seat left before the end didn’t count.",
            "%(num)s seats left before the end didn’t count.",
            left,
        )
    elif left:
        yield ngettext(
            "%(num)s seat left before the end counts as last.",
            "%(num)s seats left before the end count as last.",
            left,
        )
