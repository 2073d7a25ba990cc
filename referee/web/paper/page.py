"""A game off an old score sheet, step by step: what it is, its points at once or by column, who went out, read back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.days import today
from referee.game import paper
from referee.game.paper import PaperGame
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.words import with_sign
from referee.services.clubs.season_views import ClubView, SeasonView
from referee.web.paper import forms
from referee.web.paper.forms import Column, Sheet
from referee.web.parts.club_bar import ClubBar, season_named
from referee.web.shell import words


@dataclass(frozen=True)
class Step:
    """What every step has: ``fields`` travel along, ``before`` and ``after`` are where the keys lead."""

    bar: ClubBar
    at: str
    before: str
    after: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PaperField:
    id: str
    round: str
    contract: str
    text: str
    error: str


@dataclass(frozen=True)
class ColumnView:
    number: int
    of: int
    player: str
    next: str
    """What the key that leads on says."""
    rounds: tuple[PaperField, ...]
    away: str
    """What the box sends that says that the player was not there in the empty rounds; empty where there are none."""
    away_said: str
    absent: bool
    joined: PaperField | None
    """The total they began with, where they joined later."""
    given: PaperField | None
    """The points of a handicap, of somebody who played from the first round on."""
    first: int
    """The round in which it begins."""
    sum: str
    on_paper: PaperField
    """The total under it."""
    settle: str
    """What the box sends that says that the paper is wrong; empty where nothing is to be settled."""
    settled: bool
    below_zero: str
    """Where a column may go below zero: why."""
    as_totals: Totals

    @property
    def begins(self) -> bool:
        """Whether they began with points, beside those of the rounds."""
        return self.joined is not None or bool(self.given and self.given.text)


@dataclass(frozen=True)
class Totals:
    """Whether a sheet is read as running totals, or looks like them."""

    used: bool
    says: str
    """The points of each round as running totals say them, in a sentence; empty where nothing looks like them."""


@dataclass(frozen=True)
class Grid:
    """All columns on one page."""

    columns: tuple[ColumnView, ...]
    shorts: tuple[str, ...]
    contracts: tuple[str, ...]
    """By round; empty behind the last of the rulebook."""
    at: str
    """The cell that has the focus: the first one that is empty; empty where none is."""
    below_zero: str
    as_totals: Totals


@dataclass(frozen=True)
class Doubt:
    name: str
    legend: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True)
class ReadBack:
    facts: tuple[str, ...]
    heads: tuple[tuple[str, str, str], ...]
    """By column its step, its player and a short name."""
    rows: tuple[tuple[int, str, tuple[tuple[str, bool], ...]], ...]
    """By round its number, its contract, and points with whether they went out."""
    totals: tuple[str, ...]
    remarks: tuple[str, ...]
    as_totals: Totals
    already: tuple[str, ...]
    """Codes of games of this day with the same players and totals."""


def step(club: ClubView, sheet: Sheet, at: str) -> Step:
    steps = sheet.steps()
    place = steps.index(at)
    ways = {forms.GRID: (forms.PLAYERS, forms.OUT), forms.OUT: (forms.GRID, forms.CHECK)}
    before, after = ways.get(at) or (steps[max(place - 1, 0)], steps[min(place + 1, len(steps) - 1)])
    return Step(
        bar=ClubBar(club),
        at=at,
        before=before,
        after=after,
        fields=tuple(sheet.fields(at)),
    )


def season_options(seasons: Sequence[SeasonView]) -> tuple[tuple[str, str], ...]:
    return (
        (forms.OF_THE_DAY, _("The season on that date")),
        *((season.id, season_named(season, today())) for season in seasons),
        ("", _("No season")),
    )


def grid(sheet: Sheet, book: Rulebook, faults: Mapping[str, str]) -> Grid:
    """The whole sheet; ``faults`` are by field, as ``game.paper`` names them."""
    rounds = max([book.rounds, *(column.rounds for column in sheet.columns)])
    columns = tuple(column(sheet, book, number, faults, rounds) for number in range(1, len(sheet.columns) + 1))
    return Grid(
        columns=columns,
        shorts=tuple(words.short_names([each.player for each in sheet.columns], 6)),
        contracts=tuple(cell.contract for cell in columns[0].rounds) if columns else (),
        at=next((cell.id for each in columns for cell in each.rounds if not cell.text), ""),
        below_zero=_below_zero(book),
        as_totals=_totals(sheet, book, sheet.columns),
    )


def column(sheet: Sheet, book: Rulebook, number: int, faults: Mapping[str, str], rows: int = 0) -> ColumnView:
    """``faults`` are by field, as ``game.paper`` names them; ``rows`` are at least shown."""
    column = sheet.columns[number - 1]
    rounds = max(book.rounds, column.rounds, rows)
    fault = faults.get(f"total-{number}", "")
    last = number == len(sheet.columns)
    shorts = words.short_names([column.player for column in sheet.columns], 12)
    away = forms.asked_back(sheet, column)
    settled = bool(column.agreed) and column.agreed == forms.settled(column)
    off = settled or (bool(fault) and forms.whole(column.total) is not None)
    return ColumnView(
        number=number,
        of=len(sheet.columns),
        player=column.player,
        next=_("Next: check it") if last else _("Next: %(player)s", player=shorts[number]),
        rounds=tuple(
            PaperField(
                f"score-{number}-{at}",
                str(at),
                words.contract(book.contracts[at - 1]) if at <= book.rounds else "",
                column.scores[at - 1] if at <= len(column.scores) else "",
                faults.get(f"score-{number}-{at}", ""),
            )
            for at in range(1, rounds + 1)
        ),
        away=away,
        away_said=_not_there(column.player, away.split(",")) if away else "",
        absent=bool(away) and column.away == away,
        joined=_joined(number, column, faults.get(f"score-{number}-0", "")),
        given=_given(number, column, faults.get(f"handicap-{number}", "")),
        first=column.first,
        sum=words.signed(column.sum) if column.begun else "",
        on_paper=PaperField(f"total-{number}", "", "", column.total, fault),
        settle=forms.settled(column) if off else "",
        settled=settled,
        below_zero=_below_zero(book),
        as_totals=_totals(sheet, book, (column,)),
    )


def _totals(sheet: Sheet, book: Rulebook, columns: Sequence[Column]) -> Totals:
    if not sheet.running and not forms.totals_in(book, columns):
        return Totals(False, "")
    says = [
        _(
            "%(player)s: %(points)s in the rounds",
            player=column.player,
            points=", ".join(
                words.signed(points)
                for place in range(1, column.rounds + 1)
                if (points := column.points(place)) is not None
            ),
        )
        for column in (dataclasses.replace(typed_in, running=True) for typed_in in columns)
        if column.values
    ]
    return Totals(sheet.running, "; ".join(says))


def _below_zero(book: Rulebook) -> str:
    """What may stand below zero, in sentences; empty for most rulebooks."""
    going_out = _("Going out") if book.go_out_bonus_for == "going out" else _("Going down and out in one turn")
    bonuses = [
        (_("An exact cut"), book.cut_bonus),
        *((going_out, off) for off in dict.fromkeys(book.go_out_bonus)),
    ]
    says = (
        _("%(what)s takes %(bonus)s off: enter what counted, like −%(bonus)s.", what=what, bonus=bonus)
        for what, bonus in bonuses
        if bonus
    )
    return " ".join(says)


def _not_there(player: str, rounds: Sequence[str]) -> str:
    return ngettext(
        "%(player)s wasn’t at the table in round %(rounds)s",
        "%(player)s wasn’t at the table in rounds %(rounds)s",
        len(rounds),
        player=player,
        rounds=words.listing(rounds),
    )


def _joined(number: int, column: Column, fault: str) -> PaperField | None:
    if column.first == 1:
        return None
    label = _("Joined in round %(number)s with a total of", number=column.first)
    return PaperField(f"score-{number}-0", "", label, column.joined, fault)


def _given(number: int, column: Column, fault: str) -> PaperField | None:
    if column.first > 1:
        return None
    return PaperField(f"handicap-{number}", "", _("Handicap they began with, if any"), column.given, fault)


def doubts(sheet: Sheet, book: Rulebook) -> tuple[Doubt, ...]:
    """Rounds in which several have no cards left; none while the sheet cannot be read."""
    if forms.problems_at(sheet, book, forms.CHECK):
        return ()
    game = forms.game_of(sheet, book)
    return tuple(
        Doubt(
            f"out{place}",
            _("Who went out in round %(number)s?", number=place),
            (*((str(at + 1), sheet.columns[at].player) for at in columns), ("", _("No one, or not known"))),
            "" if (out := game.went_out[place - 1]) is None else str(out + 1),
        )
        for place, columns in forms.doubtful(game).items()
    )


def read_back(sheet: Sheet, book: Rulebook, season: str, already: Sequence[str]) -> ReadBack:
    """The whole sheet, also one with faults in it. ``season`` is a season's name, empty for none."""
    players = [column.player for column in sheet.columns]
    rounds = max((column.rounds for column in sheet.columns), default=0)
    game = None if forms.problems_at(sheet, book, forms.CHECK) else forms.game_of(sheet, book)
    out = game.went_out if game is not None else (None,) * rounds
    return ReadBack(
        facts=(
            f"{book.name}, {words.day(sheet.played_on)}",
            ngettext("%(rounds)s of %(num)s round", "%(rounds)s of %(num)s rounds", book.rounds, rounds=rounds)
            if rounds < book.rounds
            else _("All %(rounds)s rounds", rounds=rounds),
            _("Counts in %(season)s", season=season) if season else _("Counts in no season"),
            *_handicaps(sheet.columns),
            *(_came_and_went(game) if game is not None else ()),
        ),
        heads=tuple(
            (str(number), player, short)
            for number, (player, short) in enumerate(zip(players, words.short_names(players, 6), strict=True), start=1)
        ),
        rows=tuple(
            (
                at + 1,
                words.contract(book.contracts[at]) if at < book.rounds else "",
                tuple((_cell(column, at + 1), out[at] == place) for place, column in enumerate(sheet.columns)),
            )
            for at in range(rounds)
        ),
        totals=tuple(words.signed(column.sum) for column in sheet.columns),
        remarks=tuple(map(sentence, paper.mistakes(game))) if game is not None else (),
        as_totals=_totals(sheet, book, sheet.columns),
        already=tuple(already),
    )


def _handicaps(columns: Sequence[Column]) -> Iterator[str]:
    given = [f"{column.player} {with_sign(column.handicap)}" for column in columns if column.handicap]
    if given:
        yield _("Handicap: %(given)s", given=", ".join(given))


def _came_and_went(game: PaperGame) -> Iterator[str]:
    """Who was not there from the first round to the last."""
    for column in game.columns:
        first, last = column.played
        if first > 1:
            yield _(
                "%(player)s joined in round %(number)s with %(points)s",
                player=column.player,
                number=first,
                points=words.signed(column.opening),
            )
        away = [str(at) for at in range(first, last) if column.scores[at - 1] is None]
        if away:
            yield _not_there(column.player, away)
        if last < len(column.scores):
            yield _("%(player)s left after round %(number)s, without a place", player=column.player, number=last)


def _cell(column: Column, place: int) -> str:
    points = column.points(place)
    return (column.at(place) or "–") if points is None else words.signed(points)
