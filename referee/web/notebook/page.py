"""A file of old games as it was read, to be looked at before any of it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.notebook.likeness import likest
from referee.game.notebook.making import Made
from referee.game.notebook.model import ACROSS, DMY, LINES, MDY, PLACES, PLAYS, POINTS, RUNNING, SHEETS, TOTALS
from referee.game.notebook.rows import ROLES
from referee.game.notebook.values import read_day
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.rules.judges.scoring import places
from referee.rules.rulebook.model import SHEET
from referee.services.clubs.season_views import ClubView
from referee.services.deliveries import digest_of
from referee.services.house.notebooks import (
    FAULTY,
    GONE,
    NEW,
    OF_THE_DAY,
    SAME_AS,
    THERE,
    TO_COME,
    TWICE,
    BroughtIn,
    Line,
    Person,
    Preview,
)
from referee.web.notebook.forms import NO_SEASON
from referee.web.parts.club_bar import ClubBar
from referee.web.shell import words

SHOWN = 60
"""So many games of a kind are listed; the file has the others."""
MARKS = 3
"""So many of one game are said."""
_MOST_SAME = 40
KINDS = {
    LINES: lazy_gettext("A line for each player"),
    ACROSS: lazy_gettext("A line for each game, players across"),
    SHEETS: lazy_gettext("A sheet for each game"),
}
_PARTED = {
    "\t": lazy_gettext("Tabs stand between the cells."),
    ";": lazy_gettext("Semicolons stand between the cells."),
    ",": lazy_gettext("Commas stand between the cells."),
    "|": lazy_gettext("Bars stand between the cells."),
}

Option = tuple[str, str]


class Select(NamedTuple):
    """One choice in a list of them."""

    id: str
    name: str
    label: str
    about: str
    options: tuple[Option, ...]
    chosen: str
    suggested: str = ""
    """Is sent as nothing, so that an address holds only what was chosen."""


class GameLine(NamedTuple):
    line: int
    day: str
    about: str
    players: str
    marks: tuple[str, ...]
    is_fault: bool
    code: str
    """Of the game that is there already."""


@dataclass(frozen=True)
class LookPage:
    bar: ClubBar
    id: str
    name: str
    summary: tuple[str, ...]
    dates: Select | None
    rounds: Select | None
    values: Select | None
    kind: Select | None
    was_kind: str
    parted_by: str
    columns: tuple[Select, ...]
    new: tuple[Select, ...]
    """Names that the club does not know."""
    familiar: tuple[Select, ...]
    books: tuple[Select, ...]
    season: Select
    faulty: tuple[GameLine, ...]
    doubtful: tuple[GameLine, ...]
    fine: tuple[GameLine, ...]
    there: tuple[GameLine, ...]
    more: str
    """How many games are not listed, in words; empty where all are."""
    leave_out: str
    """What the box says that leaves faulty games out; empty where there are none, or nothing else."""
    leaves_out: bool
    button: str
    """Empty where the file cannot come in."""
    looked: str


@dataclass(frozen=True)
class DonePage:
    bar: ClubBar
    of: BroughtIn
    sentences: tuple[str, ...]
    can_undo: bool


def looked(preview: Preview) -> str:
    """What the games on a page were made of: how the file was read, who is who, and by which rulebooks."""
    reading, answers = preview.notebook, preview.choices.answers
    return digest_of([
        [reading.kind, reading.dates.order, reading.values, answers.rounds or POINTS],
        [heading.role for heading in reading.headings],
        [[person.name, person.choice] for person in preview.people],
        [[kind.name, kind.choice] for kind in preview.books],
    ])[:16]  # fmt: skip


def look_page(club: ClubView, preview: Preview) -> LookPage:
    reading, answers = preview.notebook, preview.choices.answers
    lines = {state: preview.of(state) for state in (TO_COME, THERE, TWICE, FAULTY)}
    doubtful = [line for line in lines[TO_COME] if line.made.marks] + [*lines[TWICE]]
    fine = [line for line in lines[TO_COME] if not line.made.marks]
    listed = (lines[FAULTY], doubtful, fine, lines[THERE])
    hidden = sum(max(0, len(each) - SHOWN) for each in listed)
    coming, faulty = len(lines[TO_COME]), len(lines[FAULTY])
    named = [person for person in preview.people if person.choice != GONE]
    people = [_person(number, person, preview) for number, person in enumerate(named)]
    return LookPage(
        bar=ClubBar(club),
        id=preview.id,
        name=preview.name,
        summary=tuple(_summary(preview)),
        dates=_dates(preview),
        rounds=Select(
            "rounds",
            "rounds",
            _("The numbers in the rounds only rise. What are they?"),
            "",
            ((POINTS, _("Points of each round")), (RUNNING, _("Running totals"))),
            answers.rounds or POINTS,
        )
        if reading.looks_running
        else None,
        values=Select(
            "values",
            "values",
            _("What stands under the players"),
            "",
            ((TOTALS, _("Totals")), (PLACES, _("Places"))),
            reading.values,
        )
        if reading.values
        else None,
        kind=Select(
            "kind", "kind", _("Form"), "", tuple((key, str(label)) for key, label in KINDS.items()), reading.kind
        )
        if reading.kind != PLAYS
        else None,
        was_kind=reading.kind,
        parted_by=str(_PARTED.get(reading.parted_by, "")),
        columns=tuple(_columns(preview)),
        new=tuple(select for person, select in zip(named, people, strict=True) if not person.is_known),
        familiar=tuple(select for person, select in zip(named, people, strict=True) if person.is_known),
        books=tuple(_books(preview)),
        season=_season(preview),
        faulty=_games(lines[FAULTY]),
        doubtful=_games(doubtful),
        fine=_games(fine),
        there=_games(lines[THERE]),
        more=ngettext("%(num)s more game isn’t listed.", "%(num)s more games aren’t listed.", hidden) if hidden else "",
        leave_out=_leave_out(faulty) if coming else "",
        leaves_out=preview.choices.leave_out,
        button=ngettext("Bring in %(num)s game", "Bring in %(num)s games", coming) if coming else "",
        looked=looked(preview),
    )


def _summary(preview: Preview) -> Iterator[str]:
    games = preview.notebook.games
    days = sorted(game.day for game in games if game.day)
    players = preview.players_count
    of = {
        "games": ngettext("%(num)s game", "%(num)s games", len(games)),
        "players": ngettext("%(num)s player", "%(num)s players", players),
    }
    if days:
        if days[-1].startswith(days[0]):  # a year, and days in it
            days = [days[0]]
        first, last = (words.day(day, year=True) for day in (days[0], days[-1]))
        if first == last:
            yield _("%(games)s, %(players)s, %(day)s.", **of, day=first)
        else:
            yield _("%(games)s, %(players)s, %(first)s to %(last)s.", **of, first=first, last=last)
    else:
        yield _("%(games)s, %(players)s.", **of)
    bare = [line.made for line in preview.of(TO_COME) if not line.made.rounds]
    if totals := sum(result.has_points for result in bare):
        yield ngettext("%(num)s game has totals and no rounds.", "%(num)s games have totals and no rounds.", totals)
    if ranked := len(bare) - totals:
        yield ngettext("%(num)s game has places and no points.", "%(num)s games have places and no points.", ranked)
    if bare:
        yield ngettext(
            "Tables and records that need rounds leave it out.",
            "Tables and records that need rounds leave them out.",
            len(bare),
        )
    if gone := sum(person.choice == GONE for person in preview.people):
        yield ngettext("%(num)s removed player stays removed.", "%(num)s removed players stay removed.", gone)
    if there := len(preview.of(THERE)):
        yield ngettext(
            "%(num)s game is here already and won’t come in again.",
            "%(num)s games are here already and won’t come in again.",
            there,
        )
    if twice := len(preview.of(TWICE)):
        yield ngettext(
            "%(num)s game is in the file twice and comes in once.",
            "%(num)s games are in the file twice and come in once.",
            twice,
        )


def _leave_out(faulty: int) -> str:
    if not faulty:
        return ""
    return ngettext(
        "Leave out the %(num)s game that can’t come in", "Leave out the %(num)s games that can’t come in", faulty
    )


def _dates(preview: Preview) -> Select | None:
    dates = preview.notebook.dates
    if not dates.is_doubtful:
        return None
    options = tuple(
        (order, words.day(day, year=True)) for order in (DMY, MDY) if (day := read_day(dates.sample, order))
    )
    return Select("dates", "dates", _("Which day is %(date)s?", date=dates.sample), "", options, dates.order)


def _columns(preview: Preview) -> Iterator[Select]:
    options = tuple((role, str(label)) for role, label in ROLES.items())
    for at, heading in enumerate(preview.notebook.headings):
        about = _("such as %(sample)s", sample=heading.sample) if heading.sample else _("empty")
        yield Select(f"col-{at}", f"col-{at}", heading.text, about, options, heading.role)


def _person(number: int, person: Person, preview: Preview) -> Select:
    players = sorted(preview.players, key=lambda player: player.name.casefold())
    others = [other for other in preview.people if not other.is_known and other.name != person.name]
    options = [(NEW, _("New player")), *((player.id, player.name) for player in players)]
    options += [(f"{SAME_AS}{other.name}", _("Same as %(name)s", name=other.name)) for other in others[:_MOST_SAME]]
    about = ngettext("%(num)s game", "%(num)s games", person.games)
    if not person.is_known and (like := likest(person.name, [player.name for player in players])):
        about = _("%(games)s · perhaps %(name)s?", games=about, name=like)
    return Select(
        f"who-{number}", f"who-{person.name}", person.name, about, tuple(options), person.choice, person.suggested
    )


def _books(preview: Preview) -> Iterator[Select]:
    options = (*((book.id, book.name) for book in preview.rulebooks), (SHEET, _("Without a rulebook")))
    for number, kind in enumerate(preview.books):
        games = ngettext("%(num)s game", "%(num)s games", kind.games)
        label, name = kind.name or _("Rulebook of these games"), f"book-{kind.name}"
        yield Select(f"book-{number}", name, label, games, options, kind.choice, kind.suggested)


def _season(preview: Preview) -> Select:
    options = (
        (OF_THE_DAY, _("The season on each date")),
        *((season.id, season.name) for season in preview.seasons),
        (NO_SEASON, _("No season")),
    )
    return Select("season", "season", _("Counts in"), "", options, preview.choices.season)


def _games(lines: Sequence[Line]) -> tuple[GameLine, ...]:
    return tuple(_game(line) for line in lines[:SHOWN])


def _game(line: Line) -> GameLine:
    game = line.made.game
    marks = [mark.says for mark in line.made.marks]
    if line.state == TWICE:
        marks.append(_("The same game stands in the file before."))
    rounds = ngettext("%(num)s round", "%(num)s rounds", line.made.rounds) if line.made.rounds else ""
    return GameLine(
        game.line,
        words.day(game.day, year=True) if game.day else _("no date"),
        " · ".join(filter(None, (game.rulebook, rounds))),
        " · ".join(_places(line.made)) or words.listing(column.player for column in game.columns),
        tuple(dict.fromkeys(marks))[:MARKS],
        line.state == FAULTY,
        line.code,
    )


def _places(result: Made) -> Iterator[str]:
    """``"Ben 35"`` by place, or ``"1 Ben"`` where only places are known."""
    if result.result is None:
        yield from (
            f"{column.player}\u00a0{words.signed(column.total)}" if column.total is not None else column.player
            for column in result.game.columns
        )
        return
    sign = -1 if result.result.book.highest_wins or not result.has_points else 1
    figures = result.figures
    ranked = zip(places([sign * value for _name, value in figures]), figures, strict=True)
    for place, (name, value) in sorted(ranked, key=lambda each: each[0].place):
        yield f"{name}\u00a0{words.signed(value)}" if result.has_points else f"{words.place(place)}\u00a0{name}"


def done_page(club: ClubView, of: BroughtIn) -> DonePage:
    games = ngettext("%(num)s game came in with this file.", "%(num)s games came in with this file.", of.games)
    players = ngettext("%(num)s player is new.", "%(num)s players are new.", of.players)
    taken_back = [_("They were taken back on %(day)s.", day=words.day(of.removed_at))] if of.removed_at else []
    return DonePage(ClubBar(club), of, (games, *([players] if of.players else []), *taken_back), not of.removed_at)
