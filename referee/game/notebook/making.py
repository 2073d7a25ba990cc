"""A game of a file as the club takes it in: with its rounds where the rulebook has room for them, else as a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.days import first_day
from referee.game import old_result, paper
from referee.game.names import name_key, tidy
from referee.game.notebook.model import Column, Mark, OldGame
from referee.game.old_result import OldResult
from referee.game.paper import PaperColumn, PaperGame
from referee.messages import gettext as _
from referee.rules.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True)
class Made:
    """What becomes of one game; ``result`` is None where something about it is wrong."""

    game: OldGame
    result: PaperGame | OldResult | None
    players: tuple[str, ...]
    """As the file calls those who come in, in table order."""
    marks: tuple[Mark, ...]

    @property
    def absent(self) -> Mapping[str, str]:
        """In whose place somebody sat, by the name in the file; of nobody who sat there too."""
        there = {name_key(tidy(player)) for player in self.players}
        its = {column.player: column.absent for column in self.game.columns if column.player in self.players}
        return {player: away for player, away in its.items() if away and name_key(tidy(away)) not in there}

    @property
    def figures(self) -> tuple[tuple[str, int], ...]:
        """What everybody ended with, by the name in the file: a total, or a place below zero."""
        match self.result:
            case PaperGame(columns=columns):
                values: Sequence[int] = [column.sum for column in columns]
            case OldResult(totals=(), places=places):
                values = [-place for place in places]
            case OldResult(totals=totals):
                values = totals
            case None:
                values = [0] * len(self.players)
        return tuple(zip(self.players, values, strict=True))

    @property
    def has_points(self) -> bool:
        return not isinstance(self.result, OldResult) or bool(self.result.totals)

    @property
    def rounds(self) -> int:
        return len(self.result.columns[0].scores) if isinstance(self.result, PaperGame) else 0


def made(game: OldGame, book: Rulebook, names: Mapping[str, str], today: str) -> Made:
    """``names``: what the club calls whom the file calls otherwise."""
    columns = [column for column in game.columns if _says_anything(column)]
    players = tuple(tidy(names.get(column.player, column.player)) for column in columns)
    marks = [*game.marks]
    if game.day and first_day(game.day) > today:
        marks.append(Mark(game.line, _("The date is in the future."), True))
    if twice := next((name for at, name in enumerate(players) if name_key(name) in map(name_key, players[:at])), ""):
        marks.append(Mark(game.line, _("%(name)s is in this game twice.", name=twice), True))
    result: PaperGame | OldResult | None = None
    if not any(mark.is_fault for mark in marks):
        if any(score is not None for column in columns for score in column.scores):
            columns, result, more = _with_rounds(game, columns, book, players)
            marks += more
        if result is None:
            columns, players = _who_stayed(game, columns, players, marks)
            result, more = _without_rounds(game, columns, book, players)
            marks += more
    if isinstance(result, OldResult):
        marks += [Mark(game.line, problem.message, True) for problem in old_result.problems_of(result)[:1]]
    faulty = any(mark.is_fault for mark in marks)
    return Made(game, None if faulty else result, tuple(column.player for column in columns), tuple(marks))


def _says_anything(column: Column) -> bool:
    has_score = any(score is not None for score in column.scores)
    return column.total is not None or column.place is not None or bool(column.unread) or has_score


def _with_rounds(
    game: OldGame, columns: Sequence[Column], book: Rulebook, players: Sequence[str]
) -> tuple[list[Column], PaperGame | None, list[Mark]]:
    """None where the rulebook has no room for these rounds: then the columns have only what they come to."""
    longest = max(len(column.scores) for column in columns)
    marks, on_paper = [], []
    for column, player in zip(columns, players, strict=True):
        scores = (*column.scores, *[None] * (longest - len(column.scores)))
        sum_ = sum(filter(None, scores))
        came_later = bool(scores) and scores[0] is None
        opening = column.total - sum_ if came_later and column.total is not None else 0
        began = column.handicap if not came_later and column.total == sum_ + column.handicap else 0
        if column.total is not None and column.total != sum_ + opening + began:
            says = _(
                "%(name)s’s rounds come to %(sum)s, not %(total)s: the rounds count.",
                name=player,
                sum=sum_,
                total=column.total,
            )
            marks.append(Mark(game.line, says))
        on_paper.append(PaperColumn(player, scores, column.total, True, opening, began))
    sheet = PaperGame(book, game.day, tuple(on_paper))
    if not (problems := paper.problems_of(sheet)):
        more = _places(game, columns, [column.sum for column in on_paper], book)
        return [*columns], sheet, [*marks, *more]
    if not book.own_contracts:
        marks.append(Mark(game.line, _("Only its totals come in: %(why)s", why=problems[0].message)))
    summed = zip(columns, on_paper, strict=True)
    return [column._replace(total=counted.sum, scores=()) for column, counted in summed], None, marks


def _who_stayed(
    game: OldGame, columns: list[Column], players: tuple[str, ...], marks: list[Mark]
) -> tuple[list[Column], tuple[str, ...]]:
    """Those who have a place in a game without rounds: whoever left has none, and is left out with a mark."""
    marks += [_left(game, player) for column, player in zip(columns, players, strict=True) if column.left]
    stayed = [(column, player) for column, player in zip(columns, players, strict=True) if not column.left]
    return [column for column, _player in stayed], tuple(player for _column, player in stayed)


def _left(game: OldGame, player: str) -> Mark:
    return Mark(game.line, _("%(name)s left early, and no rounds come in: they are left out.", name=player))


def _without_rounds(
    game: OldGame, columns: Sequence[Column], book: Rulebook, players: Sequence[str]
) -> tuple[OldResult | None, list[Mark]]:
    totals = [column.total for column in columns if column.total is not None]
    places = [column.place for column in columns if column.place is not None]
    if columns and book.own_contracts:
        return _with_places(game, columns, book, players)
    if columns and len(totals) == len(columns):
        marks = [*_places(game, columns, totals, book)]
        return OldResult(book, game.day, tuple(players), tuple(totals)), marks
    if not columns:
        return None, [Mark(game.line, _("There are no totals and no places."), True)]
    lacking, of_lacking = next(
        (player, column) for player, column in zip(players, columns, strict=True) if column.total is None
    )
    unread = of_lacking.unread
    if len(places) == len(columns):
        marks = []
        if unread:
            says = _("%(name)s: “%(text)s” isn’t a whole number. Only the places come in.", name=lacking, text=unread)
            marks.append(Mark(game.line, says))
        elif totals:
            marks.append(Mark(game.line, _("%(name)s has no total. Only the places come in.", name=lacking)))
        return OldResult(book, game.day, tuple(players), (), _closed_up(places)), marks
    if unread:
        says = _("%(name)s: “%(text)s” isn’t a whole number.", name=lacking, text=unread)
        return None, [Mark(game.line, says, True)]
    return None, [Mark(game.line, _("%(name)s has no total.", name=lacking), True)]


def _with_places(
    game: OldGame, columns: Sequence[Column], book: Rulebook, players: Sequence[str]
) -> tuple[OldResult | None, list[Mark]]:
    """Of a game in which the contract comes before the points, and of which no file says how far everybody got."""
    places = [column.place for column in columns if column.place is not None]
    if len(places) < len(columns):
        needs = _(
            "In %(rulebook)s points don’t decide: give every player a place, or bring it in without a rulebook.",
            rulebook=book.name,
        )
        return None, [Mark(game.line, needs, True)]
    marks = []
    if any(column.total is not None or any(score is not None for score in column.scores) for column in columns):
        says = _("Only its places come in: in %(rulebook)s points don’t decide.", rulebook=book.name)
        marks.append(Mark(game.line, says))
    return OldResult(book, game.day, tuple(players), (), _closed_up(places)), marks


def _closed_up(places: Sequence[int]) -> tuple[int, ...]:
    """Places without holes, such as those of players whom the file leaves out."""
    return tuple(1 + sum(other < place for other in places) for place in places)


def _places(game: OldGame, columns: Sequence[Column], totals: Sequence[int], book: Rulebook) -> Iterator[Mark]:
    if follows(columns, totals, highest_wins=book.highest_wins) is False:
        yield Mark(game.line, _("The places don’t follow from the totals: the totals count."))


def follows(columns: Sequence[Column], totals: Sequence[int], *, highest_wins: bool) -> bool | None:
    """Whether places follow from totals; None where the file has not all of them."""
    if any(column.place is None for column in columns) or len(totals) != len(columns):
        return None
    sign = -1 if highest_wins else 1
    ordered = sorted((column.place or 0, sign * total) for column, total in zip(columns, totals, strict=True))
    return all(before[1] <= after[1] for before, after in pairwise(ordered) if before[0] < after[0])


def highest_total_wins(games: Sequence[OldGame]) -> bool:
    """Whether the file itself says of its games that the highest total wins: by a mark, or by the places."""
    if marked := {game.highest_wins for game in games if game.highest_wins is not None}:
        return marked == {True}
    says = {True: 0, False: 0}
    for game in games:
        totals = [column.total for column in game.columns if column.total is not None]
        for highest in says:
            says[highest] += follows(game.columns, totals, highest_wins=highest) is True
    return says[True] > says[False]
