"""Games in lines: a line for each player of each game, or one for each game with the players across."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.game.notebook.cells import Grid, Row, filled
from referee.game.notebook.model import (
    ACROSS,
    LINES,
    PLACES,
    TOTALS,
    Answers,
    Column,
    Heading,
    Mark,
    OldGame,
    Reading,
)
from referee.game.notebook.values import NOT_THERE, order_of, read_day, read_place, read_whole
from referee.messages import gettext as _
from referee.messages import lazy_gettext

DATE, GAME, PLAYER, TOTAL, PLACE, BOOK, ROUND, GUEST, ABSENT, HANDICAP, NAMED, NOTHING = (
    "date", "game", "player", "total", "place", "rulebook", "round", "guest", "absent", "handicap", "named", "",
)  # fmt: skip
ROLES: Mapping[str, str] = {
    DATE: lazy_gettext("Date"),
    PLAYER: lazy_gettext("Player"),
    TOTAL: lazy_gettext("Total"),
    PLACE: lazy_gettext("Place"),
    ROUND: lazy_gettext("Points of a round"),
    GAME: lazy_gettext("Which game"),
    BOOK: lazy_gettext("Rulebook"),
    GUEST: lazy_gettext("Guest or not"),
    ABSENT: lazy_gettext("In whose place they sat"),
    HANDICAP: lazy_gettext("Handicap"),
    NAMED: lazy_gettext("A player’s column"),
    NOTHING: lazy_gettext("Left out"),
}
_WORDS: Mapping[str, frozenset[str]] = {
    DATE: frozenset("date day datum tag fecha día dia jour data dato played when playdate am".split()),
    PLAYER: frozenset("player name players spieler spielerin jugador joueur giocatore speler who".split()),
    TOTAL: frozenset("total score points pts punkte summe gesamt puntos resultat result endstand sum Σ totaal".split()),
    PLACE: frozenset("place rank position pos platz rang puesto lugar posto plaats #".split()),
    GAME: frozenset("game id gameid nr no number spiel partie partida match evening abend session playid".split()),
    BOOK: frozenset("rulebook rules variant regeln spielname gamename".split()),
    GUEST: frozenset(("guest", "gast")),
    ABSENT: frozenset(("stands in for", "substitute for")),
    HANDICAP: frozenset(("handicap",)),
    NOTHING: frozenset(
        "season weekday wochentag rounds notes note comment kommentar winner location ort duration opening".split()
    ),
}
_APPS_OWN = frozenset({"stands in for", "gone out", "corrected at"})
_ROUND = re.compile(r"(?:r|rd|rnd|round|runde|ronda|manche|hand|deal)[ ._]?\d{1,2}", re.I)


@dataclass(frozen=True, slots=True)
class _Read:
    """Lines below a head, with what each column holds."""

    rows: Sequence[Row]
    roles: Mapping[int, str]
    heads: Mapping[int, str]
    order: str

    def columns(self, role: str) -> list[int]:
        return [at for at, its in self.roles.items() if its == role]

    def text(self, row: Row, role: str) -> str:
        return next((row.at(at) for at in self.columns(role)), "")

    def day(self, row: Row) -> str:
        return read_day(self.text(row, DATE), self.order, serials=True)


def kind_of(grid: Grid) -> str:
    """``LINES`` or ``ACROSS``; empty for a page that is neither."""
    rows = filled(grid.rows)
    if len(rows) < 2:
        return ""
    roles = _roles(rows, {})
    kinds = [*roles.values()]
    if DATE not in kinds:
        return ""
    if PLAYER in kinds and {TOTAL, PLACE, ROUND} & {*kinds}:
        return LINES
    return ACROSS if kinds.count(NAMED) >= 2 and _is_a_game_each(rows, roles) else ""


def _is_a_game_each(rows: Sequence[Row], roles: Mapping[int, str]) -> bool:
    """Whether nearly every line has a day: the sheet of one evening has it once."""
    at = next(at for at, role in roles.items() if role == DATE)
    dated = sum(bool(read_day(row.at(at), serials=True)) for row in rows[1:])
    return dated * 3 > 2 * len(rows[1:])


def read(grid: Grid, kind: str, answers: Answers) -> Reading:
    rows = filled(grid.rows)
    head = rows[0] if rows else Row(1, ())
    has_head = not any(read_day(cell) or read_whole(cell) is not None for cell in head.filled)
    roles = _roles(rows, answers.roles)
    if kind == LINES:  # nobody has a column of their own there
        roles = {at: NOTHING if role == NAMED else role for at, role in roles.items()}
    body = rows[1:] if has_head else rows
    days = [row.at(at) for row in body for at, role in roles.items() if role == DATE]
    dates = order_of(days, answers.dates)
    lines = _Read(body, roles, {at: head.at(at) for at in roles} if has_head else {}, dates.order)
    values = answers.values or _values(lines) if kind == ACROSS else ""
    games = _lines(lines, grid) if kind == LINES else [_across(lines, row, values) for row in body]
    headings = tuple(
        Heading(
            (head.at(at) if has_head else "") or _("Column %(number)s", number=at + 1),
            next((cell for row in body if (cell := row.at(at))), ""),
            role,
        )
        for at, role in roles.items()
    )
    return Reading(kind, tuple(games), dates, headings, grid.parted_by, values)


def _roles(rows: Sequence[Row], answers: Mapping[int, str]) -> dict[int, str]:
    """What each column holds: as it was said, by its head, or by what stands in it."""
    head, body = rows[0], rows[1:201] or rows
    roles: dict[int, str] = {}
    for at in range(max(len(row.cells) for row in rows[:201])):
        cells = [cell for row in body if (cell := row.at(at))]
        role = answers[at] if at in answers else _by_head(head.at(at), cells)
        if (
            at not in answers
            and role in (DATE, PLAYER, TOTAL, PLACE, GAME, BOOK, GUEST, ABSENT, HANDICAP)
            and role in roles.values()
        ):
            role = NOTHING
        roles[at] = role
    return roles if answers else roles | _by_content(rows if _headless(head) else body, roles)


def _by_content(rows: Sequence[Row], roles: Mapping[int, str]) -> dict[int, str]:
    """The columns of days, players and totals where no head names them: those in which nothing else stands."""
    more: dict[int, str] = {}
    across = [*roles.values()].count(NAMED) > 1
    for role, looks in ((DATE, _is_day), (PLAYER, _is_name), (TOTAL, _is_number)):
        named = {role, PLACE, ROUND} if role == TOTAL else {role}
        if named & {*roles.values()} or (across and role != DATE):
            continue
        free = [at for at, its in roles.items() if its in (NOTHING, NAMED) and at not in more and _all(rows, at, looks)]
        more |= dict.fromkeys(free[:1], role)
    return more


def _by_head(head: str, cells: Sequence[str]) -> str:
    word = head.casefold().strip(" .:")
    if _ROUND.fullmatch(word):
        return ROUND
    if word in _APPS_OWN:
        return ABSENT if word in _WORDS[ABSENT] else NOTHING
    for role, words in _WORDS.items():
        if word in words or (role == DATE and word.startswith(("date", "datum"))):
            return role
    first = re.split(r"[\s_(/]", word)[0]
    for role, words in _WORDS.items():
        if first in words and role not in (NOTHING, GAME) and (role != PLAYER or "name" not in word):
            return role
    numbers = sum(read_whole(cell) is not None or cell in NOT_THERE for cell in cells)
    named = any(letter.isalpha() for letter in head) and not read_day(head)
    return NAMED if named and cells and numbers * 3 > 2 * len(cells) else NOTHING


def _headless(head: Row) -> bool:
    return any(read_day(cell, serials=True) or read_whole(cell) is not None for cell in head.filled)


def _is_day(cell: str) -> bool:
    return bool(read_day(cell, serials=True))


def _is_number(cell: str) -> bool:
    return read_whole(cell) is not None


def _is_name(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell) and not _is_day(cell)


def _all(rows: Sequence[Row], at: int, looks: object) -> bool:
    cells = [cell for row in rows[:201] if (cell := row.at(at))]
    return bool(cells) and callable(looks) and all(looks(cell) for cell in cells)


def _values(lines: _Read) -> str:
    """Whether what stands under the players are totals or places: those are 1, 2, 3 in every line."""
    for row in lines.rows:
        numbers = sorted(number for at in lines.columns(NAMED) if (number := read_whole(row.at(at))) is not None)
        if numbers and (numbers[0] != 1 or any(number not in (at, before) for at, (before, number) in _steps(numbers))):
            return TOTALS
    return PLACES


def _steps(numbers: Sequence[int]) -> Iterable[tuple[int, tuple[int, int]]]:
    return enumerate(pairwise(numbers), start=2)


def _across(lines: _Read, row: Row, values: str) -> OldGame:
    """One line with the players across."""
    columns, marks = [], _dated(lines, row)
    for at in lines.columns(NAMED):
        cell, name = row.at(at), lines.heads.get(at, "")
        if cell.casefold() in NOT_THERE:
            continue
        number = read_place(cell) if values == PLACES else read_whole(cell)
        if values == PLACES:
            if number is None:
                marks.append(_no_number(row, name, cell))
            columns.append(Column(name, place=number))
        else:
            columns.append(Column(name, total=number, unread=cell if number is None else ""))
    return OldGame(row.number, lines.day(row), tuple(columns), lines.text(row, BOOK), marks=tuple(marks))


def _lines(lines: _Read, grid: Grid) -> list[OldGame]:
    """A line for each player: those of one game have one number of it, or stand together and are of one day."""
    by_game: dict[object, list[Row]] = {}
    has_numbers, count, before = bool(lines.columns(GAME)), 0, Row(0, ())
    names: set[str] = set()
    gaps = {row.number for row in grid.rows if not any(row.cells)}
    for row in lines.rows:
        same = all(lines.text(row, role) in ("", lines.text(before, role)) for role in (DATE, BOOK))
        name = lines.text(row, PLAYER).casefold()
        if not before.number or not same or name in names or row.number - 1 in gaps:
            count, names = count + 1, set()
        names.add(name)
        number = lines.text(row, GAME)
        key = (number, lines.text(row, DATE)) if has_numbers and number else count
        by_game.setdefault(key, []).append(row)
        before = row if lines.text(row, DATE) or not before.number else before
    is_own = any(head.casefold() in _APPS_OWN for head in lines.heads.values())
    return [_game(lines, rows, is_own=is_own) for rows in by_game.values()]


def _game(lines: _Read, rows: Sequence[Row], *, is_own: bool) -> OldGame:
    columns, marks = [], _dated(lines, rows[0])
    rounds = lines.columns(ROUND)
    for row in rows:
        name, total, place = (lines.text(row, role) for role in (PLAYER, TOTAL, PLACE))
        total_read, place_read = read_whole(total), read_place(place)
        if place and place_read is None and place.casefold() not in (*NOT_THERE, "left"):
            marks.append(_no_number(row, name, place))
        scores = [row.at(at) for at in rounds]
        unread = [cell for cell in scores if cell.casefold() not in NOT_THERE and read_whole(cell) is None]
        marks += [_no_number(row, name, cell) for cell in unread]
        guest = lines.text(row, GUEST).casefold() in ("guest", "yes", "1", "x", "gast", "true")
        played = tuple(read_whole(cell) for cell in scores)
        no_total = total if total_read is None else ""
        absent = lines.text(row, ABSENT)
        given, left = read_whole(lines.text(row, HANDICAP)) or 0, place.casefold() == "left"
        columns.append(Column(name, total_read, place_read, played, guest, left, absent, no_total, given))
    most = max(
        (at for column in columns for at, score in enumerate(column.scores, start=1) if score is not None), default=0
    )
    cut = [column._replace(scores=column.scores[:most]) for column in columns]
    code = lines.text(rows[0], GAME) if is_own else ""
    day = lines.day(rows[0])
    return OldGame(rows[0].number, day, tuple(cut), lines.text(rows[0], BOOK), code, marks=tuple(marks))


def _dated(lines: _Read, row: Row) -> list[Mark]:
    text = lines.text(row, DATE)
    if lines.day(row):
        return []
    says = _("“%(text)s” isn’t a date.", text=text) if text else _("The date is missing.")
    return [Mark(row.number, says, True)]


def _no_number(row: Row, name: str, cell: str) -> Mark:
    return Mark(row.number, _("%(name)s: “%(text)s” isn’t a whole number.", name=name, text=cell), True)
