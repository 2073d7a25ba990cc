"""An old score sheet on its way into the book, read from an address or a form.

All of it travels with every step: whatever was typed stands in the address of the page, so that neither an error nor
a reload nor a locked phone loses it, and nothing half-typed is ever written.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_wtf.file import FileField
from wtforms import Field, Form, StringField

from referee.game import paper
from referee.game.judges.outcome import Problem
from referee.game.names import LONGEST_NAME, same_name, tidy
from referee.game.paper import PaperColumn, PaperGame
from referee.game.pasted import LONGEST, read_sheet
from referee.game.replay import MOST
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase
from referee.rules.speech.points import LONGEST_SUM, read_points
from referee.web.shell import words
from referee.web.shell.forms import Write, small_number

PASTED = "pasted"
"""Where the key leads that takes in a whole sheet as text."""
PLAYERS, GRID, OUT, CHECK = "players", "grid", "out", "check"
"""Steps: after all columns on one page stand those of one column, ``"1"``, ``"2"``."""
OF_THE_DAY = "day"
"""The season that was on when the game was played."""
_MOST_ROUNDS = 30
_ENDS = {"t": LONGEST_SUM, "agreed": 90, "j": LONGEST_SUM, "away": 90, "h": LONGEST_SUM}
"""What a form calls what belongs to a whole column, and how much of it is read."""


class Repeated(Field):
    """Texts that are sent under one name, in their order: at most so many, each cut to its length."""

    data: list[str]

    def __init__(self, most: int, longest: int, **more: Any) -> None:
        super().__init__(default=list, **more)
        self.most, self.longest = most, longest

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = [text[: self.longest] for text in valuelist[: self.most]]


def _text(longest: int, default: str = "") -> StringField:
    return StringField(default=default, filters=[lambda text: (text or "").strip()[:longest]])


class SheetForm(Form):
    """What an address or a form says of a sheet.

    Columns are numbered: ``s1`` (each score), ``t1``, ``agreed1``, ``j1``, ``away1``, ``h1``. ``out3`` says who went
    out then.
    """

    rulebook = _text(60)
    played_on = _text(20)
    season = _text(40, OF_THE_DAY)
    totals = _text(3)
    """``yes`` where what stands in the rounds are running totals."""
    read_as = _text(8)
    """A key that says so, ``totals``, or takes it back, ``points``."""
    pasted = _text(2 * LONGEST)
    """A whole sheet as text, which is taken in by a key of its own."""
    player = Repeated(MOST, 4 * LONGEST_NAME)
    was = Repeated(MOST, 4 * LONGEST_NAME)
    """The players whose columns these are, where they are being changed: columns follow their names."""


for _number in range(1, MOST + 1):
    setattr(SheetForm, f"s{_number}", Repeated(_MOST_ROUNDS, LONGEST_SUM))
    for _name, _longest in _ENDS.items():
        setattr(SheetForm, f"{_name}{_number}", _text(_longest))
for _round in range(1, _MOST_ROUNDS + 1):
    setattr(SheetForm, f"out{_round}", _text(2))


class SaveSheet(SheetForm, Write):
    """The whole sheet, to be written, with a photo of it where one was chosen."""

    file = FileField()

    def picture(self) -> bytes:
        """The photo as it was sent; empty where none was chosen."""
        file = self.file.data
        return b"" if file is None else bytes(file.stream.read())


_NOT_YET = frozenset({"", "-", "−", "–", "—"})
_MOST = 99999
"""No column and no total is as large."""


@dataclass(frozen=True)
class Column:
    """One player's column as typed: ``agreed`` is the pair of totals that the table has settled, ``away`` the empty
    rounds of which it says that the player was not there, ``joined`` the total they began with then, ``given`` the
    points of a handicap, with which they began round 1."""

    player: str
    scores: tuple[str, ...] = ()
    total: str = ""
    agreed: str = ""
    joined: str = ""
    away: str = ""
    given: str = ""
    running: bool = False
    """Whether what stands in its rounds are running totals."""

    @property
    def begun(self) -> bool:
        return any(score not in _NOT_YET for score in self.scores)

    @property
    def rounds(self) -> int:
        """How far down it goes."""
        return max((at for at, score in enumerate(self.scores, start=1) if score not in _NOT_YET), default=0)

    @property
    def first(self) -> int:
        """Where it begins: 1 also for a column in which nothing stands yet."""
        return next((at for at, score in enumerate(self.scores, start=1) if score not in _NOT_YET), 1)

    @property
    def opening(self) -> int:
        return whole(self.joined) or 0 if self.first > 1 else 0

    @property
    def handicap(self) -> int:
        return whole(self.given) or 0 if self.first == 1 else 0

    @property
    def sum(self) -> int:
        """What it adds up to; what cannot be read counts nothing here and is a problem of ``_unread``."""
        return self.opening + self.handicap + sum(self.points(place) or 0 for place in range(1, len(self.scores) + 1))

    @property
    def values(self) -> list[int]:
        """What stands in its rounds, as far as it can be read."""
        return [value for score in self.scores if (value := whole(score)) is not None]

    def points(self, place: int) -> int | None:
        """The points of a round, from 1; None where nothing stands that can be read."""
        here = whole(self.at(place))
        if here is None or not self.running:
            return here
        before = [value for score in self.scores[: place - 1] if (value := whole(score)) is not None]
        return here - (before[-1] if before else self.opening + self.handicap)

    def at(self, place: int) -> str:
        """What stands in a round, from 1."""
        return self.scores[place - 1] if place <= len(self.scores) else ""


@dataclass(frozen=True)
class Sheet:
    rulebook: str
    played_on: str
    season: str
    rows: tuple[str, ...]
    """Names as typed, empty rows too."""
    columns: tuple[Column, ...]
    out: Mapping[int, str]
    """By round who went out where that was asked: a column's number, or empty."""
    running: bool = False
    """Whether the table says that its columns are running totals."""
    pasted: str = ""
    """What was pasted and could not be taken in."""

    @property
    def filled(self) -> bool:
        """Whether something stands in every column."""
        return bool(self.columns) and all(column.begun for column in self.columns)

    def steps(self) -> tuple[str, ...]:
        return (PLAYERS, GRID, *(str(number) for number in range(1, len(self.columns) + 1)), OUT, CHECK)

    def fields(self, but: str = "") -> Iterator[tuple[str, str]]:
        """What a form must carry along, ``but`` what it shows itself: a step."""
        if but != PLAYERS:
            yield from (("rulebook", self.rulebook), ("played_on", self.played_on), ("season", self.season))
        if self.running:
            yield "totals", "yes"
        for number, column in enumerate(self.columns, start=1):
            yield "was" if but == PLAYERS else "player", column.player
            if but not in (GRID, str(number)):
                yield from ((f"s{number}", score) for score in column.scores)
                yield from ((name, text) for name, text in _ends(number, column) if text)
        if but != OUT:
            yield from ((f"out{place}", who) for place, who in self.out.items())


def _ends(number: int, column: Column) -> Iterator[tuple[str, str]]:
    for name, text in zip(_ENDS, (column.total, column.agreed, column.joined, column.away, column.given), strict=True):
        yield f"{name}{number}", text


def whole(text: str) -> int | None:
    """Points as written; None where they cannot be read."""
    points = read_points(text)
    return points if points is not None and abs(points) <= _MOST else None


def sheet_of(form: SheetForm) -> Sheet:
    """What a form says; where players change, each column follows its name."""
    rows = tuple(form.player.data)
    names = [tidy(name) for name in rows if name.strip()]
    was = [tidy(name) for name in form.was.data]
    typed = [_column(form, number) for number in range(1, max(len(names), len(was)) + 1)]
    running = {"totals": True, "points": False}.get(form.read_as.data or "", form.totals.data == "yes")
    places = (_place(name, at, names, was) for at, name in enumerate(names)) if was else iter(range(len(names)))
    columns = [
        dataclasses.replace(Column("") if at is None else typed[at], player=name, running=running)
        for name, at in zip(names, places, strict=True)
    ]
    out = {place: form[f"out{place}"] for place in range(1, _MOST_ROUNDS + 1)}
    moved = bool(was) and was != names
    return Sheet(
        form.rulebook.data or "",
        form.played_on.data or "",
        form.season.data or "",
        rows,
        tuple(columns),
        {} if moved else {place: field.data for place, field in out.items() if field.raw_data},
        running,
    )


def with_pasted(sheet: Sheet, text: str) -> Sheet | Problem:
    """A sheet whose players and columns are those of a pasted text, or why that is no sheet."""
    read = read_sheet(text)
    if isinstance(read, Phrase):
        return Problem("pasted", sentence(read))
    if len(read) > MOST or any(len(column.scores) > _MOST_ROUNDS for column in read):
        return Problem(
            "pasted",
            _("A sheet has at most %(players)s players and %(rounds)s rounds.", players=MOST, rounds=_MOST_ROUNDS),
        )
    columns = tuple(Column(column.player, column.scores, column.total) for column in read)
    return dataclasses.replace(
        sheet, rows=tuple(column.player for column in read), columns=columns, out={}, running=False
    )


def _lowest(book: Rulebook) -> int:
    """The least that somebody scores in a round."""
    return -book.cut_bonus - max(book.go_out_bonus)


def totals_in(book: Rulebook, columns: Sequence[Column]) -> bool:
    """Whether what stands in columns can hardly be points of rounds, but running totals; of one, or of a whole sheet.

    Totals only fall by what a rulebook takes off. A column says so itself where its last value is its total; where
    nothing is written under it, a whole sheet says so, or four rounds in one column that only rise.
    """
    lowest = _lowest(book)
    for column in columns:
        values = column.values
        read = len(values) == sum(score not in _NOT_YET for score in column.scores)
        steps = [after - before for before, after in itertools.pairwise(values)]
        if column.running or not read or not steps or min(steps) < lowest:
            return False
        if (total := whole(column.total)) is not None:
            if total != values[-1] or total == column.sum:
                return False
        elif min(steps) < 0 or len(values) < (4 if len(columns) == 1 else 3):
            return False
    return any(column.values[-1] > column.values[0] for column in columns)


def _place(name: str, at: int, names: list[str], was: list[str]) -> int | None:
    """Where a player's column stood; a name that is new has the column of one that is gone from its place."""
    for place, old in enumerate(was):
        if same_name(old, name):
            return place
    gone = at < len(was) and not any(same_name(was[at], other) for other in names)
    return at if gone else None


def _column(form: SheetForm, number: int) -> Column:
    scores = [text.strip() for text in form[f"s{number}"].data]
    while scores and not scores[-1]:
        scores.pop()
    return Column("", tuple(scores), *(form[f"{name}{number}"].data for name in _ENDS))


def settled(column: Column) -> str:
    """The two totals that somebody settles by saying that the paper is wrong: other ones are not settled by it."""
    return f"{column.total}/{column.sum}"


def gaps(sheet: Sheet, column: Column) -> tuple[int, ...]:
    """The rounds that others played, or that stand above its last one, where no points stand."""
    last = max(other.rounds for other in sheet.columns)
    return tuple(at for at in range(1, last + 1) if column.at(at) in _NOT_YET) if column.begun else ()


def asked_back(sheet: Sheet, column: Column) -> str:
    """The rounds for which somebody must say whether the player was there; a dash says that they were not."""
    return ",".join(str(at) for at in gaps(sheet, column) if not column.at(at))


def _missed(sheet: Sheet, column: Column) -> tuple[int, ...]:
    """The rounds for which the player was not at the table."""
    away = column.away and column.away == asked_back(sheet, column)
    return tuple(at for at in gaps(sheet, column) if away or column.at(at))


def problems_at(sheet: Sheet, book: Rulebook, step: str) -> tuple[Problem, ...]:
    """What is wrong at one step, by field as ``game.paper`` names them; at the last one, anywhere.

    Of a sheet on one page only what stands on it: a column without points is told once the others have some."""
    if step == PLAYERS:
        return paper.wrong_players(book, [column.player for column in sheet.columns])
    if step == OUT:
        return ()
    numbers = range(1, len(sheet.columns) + 1) if step in (GRID, CHECK) else (int(step),)
    unread = tuple(problem for number in numbers for problem in _unread(sheet, book, number))
    if unread:
        return unread
    if step == CHECK:
        return paper.problems_of(game_of(sheet, book))
    columns = {number: _column_of(sheet, sheet.columns[number - 1]) for number in numbers}
    return tuple(problem for number, column in columns.items() for problem in paper.wrong_column(book, number, column))


def _unread(sheet: Sheet, book: Rulebook, number: int) -> Iterator[Problem]:
    """What cannot be read in a column, and where it has holes beside the others."""
    column = sheet.columns[number - 1]
    missed = _missed(sheet, column)
    if not column.begun:
        yield Problem(f"score-{number}-1", _("%(player)s’s column is still empty.", player=column.player))
    if open_ := [at for at in gaps(sheet, column) if at not in missed]:
        rounds = ngettext("round %(rounds)s", "rounds %(rounds)s", len(open_), rounds=words.listing(map(str, open_)))
        why = _(
            "%(player)s’s points are missing in %(rounds)s. Enter 0 for no points, or tick that they weren’t there.",
            player=column.player,
            rounds=rounds,
        )
        yield Problem(f"score-{number}-{open_[0]}", why)
    for place in range(column.first, column.rounds + 1):
        score, where = column.at(place), _("%(player)s, round %(number)s", player=column.player, number=place)
        if score not in _NOT_YET and whole(score) is None:
            yield Problem(
                f"score-{number}-{place}", _("%(where)s: “%(score)s” isn’t a whole number.", where=where, score=score)
            )
        elif column.running and (column.points(place) or 0) < _lowest(book):
            why = _("%(where)s: %(score)s is less than the previous total.", where=where, score=score)
            yield Problem(f"score-{number}-{place}", why)
    if 1 in missed and whole(column.joined) is None:
        at = {"player": column.player, "number": column.first}
        asks = _("%(player)s joined in round %(number)s: with which total? Enter 0 for none.", **at)
        says = _(
            "%(player)s joined in round %(number)s: the total “%(total)s” isn’t a whole number.",
            **at,
            total=column.joined,
        )
        yield Problem(f"score-{number}-0", says if column.joined else asks)
    if column.first == 1 and column.given not in _NOT_YET and whole(column.given) is None:
        why = _("%(player)s: the handicap “%(given)s” isn’t a whole number.", player=column.player, given=column.given)
        yield Problem(f"handicap-{number}", why)
    if column.total not in _NOT_YET and whole(column.total) is None:
        yield Problem(
            f"total-{number}",
            _("%(player)s: the total “%(total)s” isn’t a whole number.", player=column.player, total=column.total),
        )


def _column_of(sheet: Sheet, column: Column) -> PaperColumn:
    rounds, missed = max(other.rounds for other in sheet.columns), _missed(sheet, column)
    scores = tuple(None if at in missed else column.points(at) or 0 for at in range(1, rounds + 1))
    mistaken = column.agreed == settled(column)
    opening = column.opening if 1 in missed else 0
    return PaperColumn(column.player, scores, whole(column.total), mistaken, opening, column.handicap)


def game_of(sheet: Sheet, book: Rulebook) -> PaperGame:
    """What a sheet says in which everything can be read."""
    game = PaperGame(book, sheet.played_on, tuple(_column_of(sheet, column) for column in sheet.columns))
    rounds = range(max((column.rounds for column in sheet.columns), default=0))
    return dataclasses.replace(game, went_out=tuple(_out(sheet, paper.without_cards(game, at), at) for at in rounds))


def _out(sheet: Sheet, without: tuple[int, ...], at: int) -> int | None:
    if len(without) == 1:
        return without[0]
    chosen = (small_number(sheet.out.get(at + 1, "")) or 0) - 1
    return chosen if chosen in without else None


def doubtful(game: PaperGame) -> dict[int, tuple[int, ...]]:
    """By round the columns (from 0) that may have gone out; only rounds with several."""
    without = {at + 1: paper.without_cards(game, at) for at in range(len(game.went_out))}
    return {place: columns for place, columns in without.items() if len(columns) > 1}
