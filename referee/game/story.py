"""Events as plain sentences: what the history shows and what the undo button names."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Table
from referee.game.table_story import TABLE_TELLS, Told
from referee.game.values import Line
from referee.rulebooks import own
from referee.rules.speech.asked import in_words
from referee.rules.speech.words import listed

E = TypeVar("E")
TELLS: dict[type[Event], Callable[[Table, Any], str]] = {}
_FIRST_DEALER = {"chosen": "as chosen", "random": "drawn by chance", "low card": "by the lowest card"}
_OPENING = {"average": ", the average of the others", "highest": ", as many as the highest", "zero": "", "said": ""}


def tells(kind: type[E]) -> Callable[[Callable[[Table, E], str]], Callable[[Table, E], str]]:
    """Registers the sentence of an event type; it sees the table before the event."""

    def register(function: Callable[[Table, E], str]) -> Callable[[Table, E], str]:
        TELLS[kind] = function  # type: ignore[index]
        return function

    return register


def tell(table: Table, event: Event, log: Sequence[Recorded], told: Sequence[str]) -> Told:
    """The sentence of one event; ``told`` are the sentences of everything before it in the log, the opening first."""
    if not isinstance(event, ev.Undone):
        said = TELLS[type(event)](table, event)
        return said if isinstance(said, Told) else Told(said)
    target, back = event.target, False
    while isinstance(inner := log[target - 1].event, ev.Undone):
        target, back = inner.target, not back
    return Told(f"{'Brought back' if back else 'Undone'}: {told[target - 1]}")


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _lines(table: Table, lines: Mapping[int, Line]) -> str:
    return ", ".join(f"{table.name(seat)} {line}" for seat, line in lines.items())


@tells(ev.GameOpened)
def _opened(table: Table, event: ev.GameOpened) -> str:
    players = listed(player for _, player in event.seats)
    dealer = f"{table.name(event.dealer)} deals first, {_FIRST_DEALER.get(event.dealer_how, event.dealer_how)}"
    house = own.on_top(table.book)
    return f"{table.book.name}{f' ({house})' if house else ''} began with {players}; {dealer}"


@tells(ev.CutRecorded)
def _cut(table: Table, event: ev.CutRecorded) -> str:
    return f"Round {event.round}: {table.name(event.seat)} cut {'exactly' if event.exact else 'not exactly'}"


@tells(ev.WentOutSaid)
def _went_out(table: Table, event: ev.WentOutSaid) -> str:
    return f"Round {event.round}: {table.name(event.seat)} went out"


@tells(ev.CardsLeftEntered)
def _entered(table: Table, event: ev.CardsLeftEntered) -> str:
    line = Line(event.cards, event.points)
    before = table.entered.get((event.round, event.seat))
    where = f"Round {event.round}, {table.name(event.seat)}"
    cards = str(line).removeprefix(str(line.points))
    if before is None or before.line == line:
        return Told(f"{where}: {line.points}", cards)
    was = before.line if before.points == line.points else before.points
    return Told(f"{where}: {was} changed to {line.points}", cards)


@tells(ev.CardsLeftCleared)
def _cleared(table: Table, event: ev.CardsLeftCleared) -> str:
    before = table.entered.get((event.round, event.seat))
    return f"Round {event.round}, {table.name(event.seat)}: {before.line if before else 'the line'} taken back"


@tells(ev.RoundClosed)
def _closed(table: Table, event: ev.RoundClosed) -> str:
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    said = f": {table.name(event.went_out)} went out; {_lines(table, left)}"
    return Told(f"Round {event.round} was closed", said)


@tells(ev.CellCorrected)
def _cell(table: Table, event: ev.CellCorrected) -> str:
    line = Line(event.cards, event.points)
    where = f"Round {event.round}, {table.name(event.seat)}"
    if event.round > len(table.rounds) or event.seat not in table.rounds[event.round - 1].cells:
        return f"{where}: corrected to {line}"  # undone together with the closing it stood on
    before = table.rounds[event.round - 1].cells[event.seat].line
    return f"{where}: {before if before.points == line.points else before.points} corrected to {line}"


@tells(ev.WinnerCorrected)
def _winner(table: Table, event: ev.WinnerCorrected) -> str:
    before = table.rounds[event.round - 1].went_out if event.round <= len(table.rounds) else None
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    lines = f"; {_lines(table, left)}" if left else ""
    said = f"Round {event.round} corrected: {table.name(event.went_out)} went out, not {table.name(before)}"
    return Told(said, lines)


@tells(ev.BuysSaid)
def _buys(table: Table, event: ev.BuysSaid) -> str:
    counts = ", ".join(f"{table.name(seat)} {count}" for seat, count in event.buys.items())
    return Told("Buys in the whole game", f": {counts}")


@tells(ev.SeatAdded)
def _seat_added(table: Table, event: ev.SeatAdded) -> str:
    opening = f"{points(event.opening)}{_OPENING.get(event.how, '')}"
    return Told(f"{event.player} joined from round {event.round}", f" with {opening}")


@tells(ev.SeatDropped)
def _seat_dropped(table: Table, event: ev.SeatDropped) -> str:
    last = f"after round {event.round - 1}" if event.round > 1 else "before the first round"
    return f"{table.name(event.seat)} left {last}"


@tells(ev.SeatRenamed)
def _seat_renamed(table: Table, event: ev.SeatRenamed) -> str:
    return f"{table.name(event.seat)} is now called {event.player}"


@tells(ev.SeatsReordered)
def _seats_reordered(table: Table, event: ev.SeatsReordered) -> str:
    return Told("New order of the seats", f": {', '.join(table.name(seat) for seat in event.order)}")


@tells(ev.DealerChanged)
def _dealer_changed(table: Table, event: ev.DealerChanged) -> str:
    return f"{table.name(event.dealer)} deals round {event.round}"


@tells(ev.NoteAdded)
def _note(table: Table, event: ev.NoteAdded) -> str:
    return f"Note: {event.text}"


@tells(ev.RulingRecorded)
def _ruling(table: Table, event: ev.RulingRecorded) -> str:
    asked = in_words(event.question)
    return Told(f"Ruling: {asked}", f"{'' if asked.endswith('?') else '.'} {event.ruling.rstrip('.')}")


@tells(ev.Undone)
def _undone(table: Table, event: ev.Undone) -> str:
    raise AssertionError("tell() looks up what was undone")


@tells(ev.GameFinished)
def _finished(table: Table, event: ev.GameFinished) -> str:
    return "The game was finished"


@tells(ev.GameReopened)
def _reopened(table: Table, event: ev.GameReopened) -> str:
    return "The game was opened again"


@tells(ev.GameAbandoned)
def _abandoned(table: Table, event: ev.GameAbandoned) -> str:
    return "The game was abandoned"


@tells(ev.CarriedOn)
def _carried_on(table: Table, event: ev.CarriedOn) -> str:
    return "The table carried on: the rounds begin again from the first"


TELLS.update(TABLE_TELLS)
ev.check_complete(TELLS, "story")
