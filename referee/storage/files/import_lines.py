"""The lines of an export, read strictly: each fault is named with its line, and nothing is guessed."""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, BinaryIO

from referee import errors
from referee.days import day_of, is_day, moment_of
from referee.game import events as ev
from referee.game.events import RuleDecided
from referee.game.fold import fold, sentences
from referee.game.names import LONGEST_NAME, tidy, why_no_name
from referee.game.replay import Senseless
from referee.game.state import Cell, GameState
from referee.game.story.answers import sentence
from referee.rulebooks.library import from_data as book_from_data
from referee.rules.judges.scoring import points_of
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook, digest_of
from referee.rules.rulebook.values import read_value
from referee.rules.speech.hands import MOST_POINTS
from referee.season.rules import RuleError, SeasonRule
from referee.season.rules import from_data as rule_from_data
from referee.storage.engine.wire import Misshapen
from referee.storage.files.exporting import FIELDS, FORMAT, LATER
from referee.storage.games.codec import read_event
from referee.storage.games.log import CODE_LENGTH, CODE_LETTERS
from referee.storage.tables.games import LONGEST_BY

LARGEST_FILE = 512 * 1024 * 1024
LARGEST_LINE = 16 * 1024 * 1024
_ID = re.compile(r"[0-9a-z]{1,16}")


class BadLine(errors.Rejected):
    """A file that is not a whole export of this version; ``line`` is where, 0 for the file as such."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__("file", f"Line {line}: {why}" if line else why)
        self.line = line


@dataclass(frozen=True, slots=True)
class GameLine:
    line: int
    code: str
    season: str | None
    removed_at: str | None
    seats: tuple[tuple[int, str, str, str | None], ...]
    log: tuple[ev.Recorded, ...]
    state: GameState


@dataclass(frozen=True, slots=True)
class Line:
    """A line read as JSON, with the questions one asks of it."""

    number: int
    data: dict[str, Any]

    def wrong(self, why: str) -> BadLine:
        return BadLine(self.number, why)

    def take(self) -> tuple[Any, ...]:
        """The values of exactly the fields that a line of its kind has."""
        fields = FIELDS[self.data["type"]]
        wanted, later = {"type", *fields}, LATER.get(self.data["type"], {})
        if missing := sorted(wanted - set(self.data) - set(later)):
            raise self.wrong(f"{', '.join(missing)} is missing.")
        if unknown := sorted(set(self.data) - wanted):
            raise self.wrong(f"{', '.join(unknown)} is unknown.")
        return tuple(self.data[field] if field in self.data else later[field] for field in fields)

    def text(self, value: Any, what: str, longest: int) -> str:
        """A text that says something."""
        if type(value) is not str or not 0 < len(value) <= longest:
            raise self.wrong(f"{what} is a text of 1 to {longest} characters.")
        return value

    def by(self, value: Any, what: str = "by") -> str:
        """Who wrote something; empty for a phone without a seat and without a name."""
        if type(value) is not str or len(value) > LONGEST_BY:
            raise self.wrong(f"{what} is a text of at most {LONGEST_BY} characters.")
        return value

    def id(self, value: Any, what: str) -> str:
        if type(value) is not str or not _ID.fullmatch(value):
            raise self.wrong(f"{what} is an id of at most 16 letters and digits.")
        return value

    def name(self, value: Any, what: str = "name") -> str:
        name = self.text(value, what, LONGEST_NAME)
        if tidy(name) != name or why_no_name(name):
            raise self.wrong(f"{what} is not a name that can be shown.")
        return name

    def flag(self, value: Any, what: str) -> bool:
        if type(value) is not bool:
            raise self.wrong(f"{what} is true or false.")
        return value

    def moment(self, value: Any, what: str) -> str:
        try:
            if type(value) is str:
                moment_of(value)
                return value
        except ValueError:
            pass
        raise self.wrong(f"{what} is a moment such as 2026-01-31T19:30:00Z.")

    def day(self, value: Any, what: str) -> str:
        if type(value) is not str or not is_day(value):
            raise self.wrong(f"{what} is a day such as 2026-01-31.")
        return value

    def maybe(self, read: Callable[[Any, str], str], value: Any, what: str) -> str | None:
        return None if value is None else read(value, what)

    def rule(self, value: Any) -> SeasonRule:
        try:
            return rule_from_data(value)
        except RuleError as wrong:
            raise self.wrong(f"rule, {wrong.field}: {wrong}") from None

    def rulebook(self, content: Any, digest: Any) -> dict[str, Any]:
        """What was frozen, as it stands in the file: an older version froze fewer values, and other words. It counts if
        this version can read it."""
        try:
            book_from_data(content)
            is_named = digest_of(content) == digest
        except Exception as wrong:  # whatever a forged content does to the reader
            raise self.wrong(f"The rulebook cannot be read: {wrong}.") from None
        if not is_named:
            raise self.wrong("The rulebook is not the one its digest names.")
        return dict(content)


def read(file: BinaryIO) -> Iterator[Line]:
    """The lines up to the end mark; raises BadLine for a file that is broken, truncated, huge or newer."""
    size = number = 0
    ended = False
    while raw := file.readline(LARGEST_LINE + 1):
        number += 1
        size += len(raw)
        if len(raw) > LARGEST_LINE or size > LARGEST_FILE:
            raise BadLine(number, "The file is too large.")
        if ended:
            raise BadLine(number, "There is something after the end.")
        line = Line(number, _object(number, raw))
        kind = line.data.get("type")
        if number == 1:
            if kind != "club":
                raise BadLine(1, "This is no export of a club.")
            if type(line.data.get("format")) is int and line.data["format"] > FORMAT:
                raise BadLine(1, "A newer version of Table Referee wrote this file. Install that version to read it.")
        if kind == "end":
            (count,) = line.take()
            if count != number - 1:
                raise BadLine(number, f"{number - 1} lines stand before the end, not {count}.")
            ended = True
        else:
            yield line
    if not ended:
        raise BadLine(number, "The file ends too early." if number else "The file is empty.")


def _object(number: int, raw: bytes) -> dict[str, Any]:
    if not raw.endswith(b"\n"):
        raise BadLine(number, "The file ends too early.")
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a character can be escaped, and stored nowhere
    except (ValueError, RecursionError):
        raise BadLine(number, "This is no JSON.") from None
    if type(data) is not dict:
        raise BadLine(number, "Each line is one JSON object.")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(data := dict(pairs)) < len(pairs):
        raise ValueError("a field stands twice")
    return data


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def read_game(line: Line, books: dict[str, dict[str, Any]]) -> GameLine:
    """One game with its log, folded and counted again; raises BadLine for one that cannot have been."""
    code, season, removed_at, seats, events = line.take()
    if type(code) is not str or len(code) != CODE_LENGTH or set(code) - set(CODE_LETTERS):
        raise line.wrong("code is no code of a game.")
    if type(events) is not list or not events or type(seats) is not list:
        raise line.wrong("A game has seats and events.")
    log = tuple(_recorded(line, seq, event, books) for seq, event in enumerate(events, start=1))
    if any(earlier.at > later.at for earlier, later in pairwise(log)):
        raise line.wrong("The events are not in the order of time.")
    try:
        state = fold(log)
        sentences(state)  # what cannot be told would be a page that never opens
    except Senseless as wrong:
        raise line.wrong(f"The events make no game: {sentence(wrong.why)}.") from None
    except Exception:  # the fold trusts what the judges let through; a forged log may break it anywhere
        raise line.wrong("The events make no game.") from None
    _count_again(line, state)
    links = tuple(_seat(line, seat) for seat in seats)
    if sorted((seat, name) for seat, _, name, _ in links) != sorted((seat.id, seat.player) for seat in state.all_seats):
        raise line.wrong("The seats are not those of the events.")
    return GameLine(
        line.number,
        code,
        line.maybe(line.id, season, "season"),
        line.maybe(line.moment, removed_at, "removed_at"),
        links,
        log,
        state,
    )


def _recorded(line: Line, seq: int, data: Any, books: dict[str, dict[str, Any]]) -> ev.Recorded:
    if type(data) is not list or len(data) != 3 or type(data[2]) is not dict:
        raise line.wrong(f"Event {seq} is not a moment, who, and what.")
    at, by, fields = line.moment(data[0], f"Event {seq}: at"), line.by(data[1], f"Event {seq}: by"), dict(data[2])
    if (fields.get("type") == ev.GameOpened.__name__) != (seq == 1):
        raise line.wrong("A game is opened once, by its first event.")
    if seq == 1:
        if type(fields.get("digest")) is not str or fields["digest"] not in books or fields.get("rulebook") is not None:
            raise line.wrong("The rulebook of the game does not stand before it.")
        fields["rulebook"] = books[fields["digest"]]
    try:
        event = read_event(fields)
    except Misshapen as wrong:
        raise line.wrong(f"Event {seq}: {wrong}") from None
    as_written = ev.to_data(event)
    if any(as_written[field] != value for field, value in fields.items()):  # an older file may lack a newer field
        raise line.wrong(f"Event {seq} is not written as this version writes it.")
    if isinstance(event, ev.GameOpened):
        event = dataclasses.replace(event, day=line.day(event.day, f"Event {seq}: day") if event.day else day_of(at))
    return ev.Recorded(seq, at, by, event)


def _seat(line: Line, data: Any) -> tuple[int, str, str, str | None]:
    if type(data) is not list or len(data) != 4 or type(data[0]) is not int:
        raise line.wrong("A seat is a number, a player, a name and for whom they stand in.")
    seat, player, name, absent = data
    return seat, line.id(player, "player"), line.name(name), line.maybe(line.id, absent, "stands_in_for")


def _count_again(line: Line, state: GameState) -> None:
    """The points of every cell are those of its cards: a total that cannot be is found here."""
    books = _counted_by(line, state)
    for played in state.rounds:
        for seat, cell in played.cells.items():
            where = f"round {played.number}, {state.name(seat)}"
            said_wrongly = cell.cards is None and not 0 <= cell.points <= MOST_POINTS
            if said_wrongly or (cell.went_out and cell.points):
                raise line.wrong(f"{where}: {cell.points} points cannot be.")
            if cell.cards is not None and not any(_priced(book, cell) for book in books):
                raise line.wrong(f"{where}: {cell.cards or 'no cards'} are not {cell.points} points.")


def _counted_by(line: Line, state: GameState) -> list[Rulebook]:
    """The rulebooks that may have priced a cell: also one with a decision that was taken back since."""
    books = [state.book, state.opened_book]
    decided = [entry.event.values for entry in state.log if isinstance(entry.event, RuleDecided)]
    try:
        for values in decided:
            if "points" in values:
                points = read_value("points", values["points"], state.opened_book.rounds)
                books.append(dataclasses.replace(state.opened_book, points=points))
    except RulebookError as wrong:
        raise line.wrong(f"A decision on points cannot be: {wrong}.") from None
    return books


def _priced(book: Rulebook, cell: Cell) -> bool:
    ranks = Counter((cell.cards or "").split())
    return set(ranks) <= set(book.prices) and cell.points == points_of(book, ranks)
