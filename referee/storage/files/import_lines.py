"""The lines of an export, read strictly: each fault is named with its line, and nothing is guessed."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, BinaryIO, TypeVar

from referee import errors
from referee.days import day_of, is_day, is_year
from referee.game import events as ev
from referee.game.fold import fold, sentences
from referee.game.replay import Senseless, book_of, is_priced
from referee.game.state import Cell, ClosedRound, GameState
from referee.game.story.answers import sentence
from referee.messages import N_
from referee.messages import gettext as _
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.values import read_value
from referee.rules.speech.hands import MOST_POINTS
from referee.storage.engine.wire import Misshapen, Shape
from referee.storage.files.lines import END, EVENT, FORMAT, GAME, LARGEST_LINE, SEAT, SeatEntry
from referee.storage.games import frozen
from referee.storage.games.codec import read_event

T = TypeVar("T")


class BadLine(errors.Rejected):
    """A file that is not a whole export of this version; ``line`` is where, 0 for the file as such."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__("file", _("Line %(line)s: %(why)s", line=line, why=why) if line else why)
        self.line = line


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of the file, folded and counted again. All games of a file stand in memory at once: no more than this."""

    line: int
    code: str
    season: str | None
    removed_at: str | None
    seats: tuple[SeatEntry, ...]
    state: GameState


@dataclass(frozen=True, slots=True)
class Line:
    """A line read as JSON."""

    number: int
    data: dict[str, Any]

    def wrong(self, why: str) -> BadLine:
        return BadLine(self.number, why)

    @contextmanager
    def checked(self) -> Iterator[None]:
        """Says of what is not as it should be in which line it stands."""
        try:
            yield
        except Misshapen as wrong:
            raise self.wrong(str(wrong)) from None

    def take(self, shape: Shape[T]) -> T:
        """What the line says; raises BadLine where its fields are not exactly those."""
        with self.checked():
            return shape.read({name: value for name, value in self.data.items() if name != "type"})


def read(file: BinaryIO) -> Iterator[Line]:
    """The lines up to the end mark; raises BadLine for a file that is broken, truncated or newer, or is none of lines.

    However large it is: what the app has written it takes back. What a phone may send is bounded where it comes in.
    """
    number = 0
    ended = False
    while raw := file.readline(LARGEST_LINE + 1):
        number += 1
        if len(raw) > LARGEST_LINE:
            raise BadLine(number, _("The file is too large."))
        if ended:
            raise BadLine(number, _("There is more text after the end."))
        line = Line(number, _object(number, raw))
        kind = line.data.get("type")
        if number == 1:
            if kind != "club":
                raise BadLine(1, _("This isn’t an export of a club."))
            if type(line.data.get("format")) is int and line.data["format"] > FORMAT:
                raise BadLine(
                    1, _("A newer version of Table Referee wrote this file. Install that version to read it.")
                )
        if kind == "end":
            count = line.take(END).lines
            if count != number - 1:
                raise BadLine(
                    number, _("There are %(lines)s lines before the end, not %(count)s.", lines=number - 1, count=count)
                )
            ended = True
        else:
            yield line
    if not ended:
        raise BadLine(number, _("The file ends too early.") if number else _("The file is empty."))


def _object(number: int, raw: bytes) -> dict[str, Any]:
    if not raw.endswith(b"\n"):
        raise BadLine(number, _("The file ends too early."))
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a character can be escaped, and stored nowhere
    except (ValueError, RecursionError):
        raise BadLine(number, _("This isn’t JSON.")) from None
    if type(data) is not dict:
        raise BadLine(number, _("Each line must be one JSON object."))
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(data := dict(pairs)) < len(pairs):
        raise ValueError("a field stands twice")
    return data


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} isn’t a number")


def read_game(line: Line, books: Mapping[str, dict[str, Any]]) -> ReadGame:
    """One game with its log, folded and counted again; raises BadLine for one that cannot have been."""
    data = line.take(GAME)
    with line.checked():
        log = tuple(_recorded(seq, event, books) for seq, event in enumerate(data.events, start=1))
        seats = tuple(SEAT.read_row(seat, _(_NO_SEAT)) for seat in data.seats)
    if any(earlier.at > later.at for earlier, later in pairwise(log)):
        raise line.wrong(_("The events aren’t in order of time."))
    try:
        state = fold(log)
        sentences(state)  # what cannot be told would be a page that never opens
    except Senseless as wrong:
        raise line.wrong(_("The events don’t make a game: %(why)s", why=sentence(wrong.why))) from None
    except Exception:  # the fold trusts what the judges let through; a forged log may break it anywhere
        raise line.wrong(_("The events don’t make a game.")) from None
    if not state.book.has_referee and any(isinstance(entry.event, ev.ByRules) for entry in log):
        raise line.wrong(_("The events don’t make a game."))
    if state.book.by_taps and any(isinstance(entry.event, _TOLD) for entry in log):
        raise line.wrong(_("The events don’t make a game."))
    _count_again(line, state)
    if sorted((seat.seat, seat.name) for seat in seats) != sorted((seat.id, seat.player) for seat in state.all_seats):
        raise line.wrong(_("The seats don’t match the events."))
    return ReadGame(line.number, data.code, data.season, data.removed_at, seats, state.bare())


_TOLD = (ev.CardsLeftEntered, ev.CardsLeftCleared)
"""What is not written where a game is counted by taps."""
_NO_SEAT = N_("A seat is a number, a player, a name and the player they stand in for.")


def _recorded(seq: int, data: Any, books: Mapping[str, dict[str, Any]]) -> ev.Recorded:
    where = _("Event %(number)s", number=seq) + ": "
    entry = EVENT.read_row(data, _("Event %(number)s must have a moment, who, and what.", number=seq), where)
    fields = dict(entry.event)
    if (fields.get("type") == ev.GameOpened.__name__) != (seq == 1):
        raise Misshapen(_("A game is opened once, by its first event."))
    if any(fields.get("type") == kind.__name__ for kind in frozen.NAMING):
        digest = fields.get("digest")
        if type(digest) is not str or digest not in books or fields.get("rulebook") is not None:
            raise Misshapen(_("The game’s rulebook must come before it."))
        fields["rulebook"] = books[digest]
    try:
        event = read_event(fields)
    except Misshapen as wrong:
        raise Misshapen(f"{where}{wrong}") from None
    as_written = ev.to_data(event)
    if any(as_written.get(field) != value for field, value in fields.items()):  # an older file may lack a newer field
        raise Misshapen(_("Event %(number)s isn’t in the format of this version.", number=seq))
    if isinstance(event, ev.GameOpened):
        if event.day and not is_day(event.day) and not is_year(event.day):
            raise Misshapen(_("%(field)s must be a date like 2026-01-31.", field=f"{where}day"))
        event = dataclasses.replace(event, day=event.day or day_of(entry.at))
    return ev.Recorded(seq, entry.at, entry.by, event)


def _count_again(line: Line, state: GameState) -> None:
    """The points of every cell are those of its cards: a total that cannot be is found here."""
    books = _counted_by(line, state)
    for played in state.rounds:
        for seat, cell in played.cells.items():
            where = _("Round %(number)s, %(player)s", number=played.number, player=state.name(seat))
            least = -MOST_POINTS if state.book.below_zero else 0
            said_wrongly = cell.cards is None and not least <= cell.points <= MOST_POINTS
            by_cards = not state.book.has_contracts and (cell.cards is not None or cell.went_out)
            if said_wrongly or by_cards or (cell.went_out and cell.points):
                raise line.wrong(_("%(where)s: %(points)s points are impossible.", where=where, points=cell.points))
            if cell.cards is not None and not any(_priced(book, played, cell) for book in books):
                cards = cell.cards or _("no cards")
                raise line.wrong(
                    _("%(where)s: %(cards)s aren’t %(points)s points.", where=where, cards=cards, points=cell.points)
                )


def _counted_by(line: Line, state: GameState) -> list[Rulebook]:
    """The rulebooks that may have priced a cell: also one with a decision that was taken back since."""
    events = [entry.event for entry in state.log]
    plain = [book_of(event) for event in events if isinstance(event, frozen.NAMING)]
    books = [state.book, *(book for _last, book in state.earlier), *plain]
    try:
        for values in _decided(events):
            if "points" in values:
                for book in plain:
                    points = read_value("points", values["points"], book.rounds)
                    books.append(dataclasses.replace(book, points=points))
    except RulebookError as wrong:
        raise line.wrong(_("A decision on points is impossible: %(why)s.", why=str(wrong))) from None
    return books


def _decided(events: Iterable[ev.Event]) -> Iterator[Mapping[str, Any]]:
    """The values of each decision of the table."""
    for event in events:
        decisions = event.decisions if isinstance(event, ev.RulesAgreed) else (event,)
        yield from (decision.values for decision in decisions if isinstance(decision, ev.RuleDecided))


def _priced(book: Rulebook, played: ClosedRound, cell: Cell) -> bool:
    return is_priced(book.in_round(book.round_of(played.number)), cell.line)
