"""The log folded into a state: the only place that says what each event means.

An event that no longer makes sense after what stands before it raises Senseless. A log that was
accepted never does; the undo of something others rest on does, and is refused with its sentence.
"""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Senseless, Table
from referee.game.state import CardsLeft, Cell, ClosedRound, GameState, Seat
from referee.game.table_folds import TABLE_FOLDS
from referee.game.values import NO_CARDS, Line

E = TypeVar("E")
FOLDS: dict[type[Event], Callable[[Table, Any, Recorded], None]] = {}


def folds(kind: type[E]) -> Callable[[Callable[[Table, E, Recorded], None]], Callable[[Table, E, Recorded], None]]:
    """Registers what an event type does to the table."""

    def register(function: Callable[[Table, E, Recorded], None]) -> Callable[[Table, E, Recorded], None]:
        FOLDS[kind] = function  # type: ignore[index]
        return function

    return register


def undone_seqs(log: Sequence[Recorded]) -> frozenset[int]:
    """The numbers of all events that do not count, those of undone undos included."""
    undone: set[int] = set()
    for recorded in reversed(log):  # an undo stands behind its target, so the last word is read first
        if isinstance(recorded.event, ev.Undone) and recorded.seq not in undone:
            undone.add(recorded.event.target)
    return frozenset(undone)


def fold(log: Iterable[Recorded], watch: Callable[[Table, Recorded, bool], None] | None = None) -> GameState:
    """The state after a log, which begins with GameOpened; raises Senseless.

    ``watch`` sees the table before each event, the event, and whether it counts.
    """
    log = tuple(log)
    if not log or not isinstance(log[0].event, ev.GameOpened):
        raise Senseless("A game begins with its opening.")
    undone = undone_seqs(log)
    table = Table.opened(log[0].event)
    for recorded in log:
        if isinstance(recorded.event, ev.Undone) and not 1 < recorded.event.target < recorded.seq:
            raise Senseless("Only what happened before can be undone, and not the opening.")
        counts = recorded.seq not in undone
        if watch is not None:
            watch(table, recorded, counts)
        if counts:
            FOLDS[type(recorded.event)](table, recorded.event, recorded)
    return table.state(log)


@folds(ev.GameOpened)
def _opened(table: Table, event: ev.GameOpened, recorded: Recorded) -> None:
    if recorded.seq != 1:
        raise Senseless("The game is open already.")


@folds(ev.CutRecorded)
def _cut(table: Table, event: ev.CutRecorded, recorded: Recorded) -> None:
    table.cuts[event.round] = (table.seat(event.seat).id, event.exact)
    if event.round <= len(table.rounds):
        table.recut(event.round)


@folds(ev.WentOutSaid)
def _went_out(table: Table, event: ev.WentOutSaid, recorded: Recorded) -> None:
    table.out_said[event.round] = event.seat
    if event.seat is not None:
        table.entered.pop((event.round, event.seat), None)


@folds(ev.CardsLeftEntered)
def _entered(table: Table, event: ev.CardsLeftEntered, recorded: Recorded) -> None:
    line = Line(event.cards, event.points)
    table.entered[event.round, event.seat] = CardsLeft(line, recorded.at, recorded.by)


@folds(ev.CardsLeftCleared)
def _cleared(table: Table, event: ev.CardsLeftCleared, recorded: Recorded) -> None:
    table.entered.pop((event.round, event.seat), None)


@folds(ev.RoundClosed)
def _closed(table: Table, event: ev.RoundClosed, recorded: Recorded) -> None:
    number = len(table.rounds) + 1
    if table.status != "playing" or event.round != number or number > table.planned:
        raise Senseless(f"Round {event.round} was closed after that.")
    seats = table.playing(number)
    if set(seats) != set(event.lines):
        raise Senseless(f"Round {number} was played by others.")
    if event.dealer != table.dealer:
        raise Senseless(f"Round {number} was dealt by somebody else.")
    plays = (number - 1) % table.book.rounds + 1
    cells = {
        seat: Cell(event.lines[seat], seat == event.went_out, extras=table.extras.get((number, seat), ()))
        for seat in seats
    }
    table.rounds.append(
        ClosedRound(
            number=number,
            plays=plays,
            contract=table.book.contracts[plays - 1],
            dealer=event.dealer,
            cutter=table.before(event.dealer, number),
            cut_exact=None,
            went_out=event.went_out,
            cells=cells,
            seq=recorded.seq,
            at=recorded.at,
            by=recorded.by,
            play=table.play(number),
        )
    )
    if number in table.cuts:
        table.recut(number)
    table.dealer = table.next_dealer(number + 1)


@folds(ev.CellCorrected)
def _cell(table: Table, event: ev.CellCorrected, recorded: Recorded) -> None:
    line = Line(event.cards, event.points)
    played = table.closed(event.round)
    cell = played.cells.get(event.seat)
    if cell is None:
        raise Senseless(f"{table.name(event.seat)} did not play round {event.round}.")
    if cell.went_out and line != NO_CARDS:
        raise Senseless(f"{table.name(event.seat)}, who went out in round {event.round}, would hold cards.")
    table.set_cells(event.round, {event.seat: line}, played.went_out, recorded)


@folds(ev.WinnerCorrected)
def _winner(table: Table, event: ev.WinnerCorrected, recorded: Recorded) -> None:
    played = table.closed(event.round)
    if event.went_out is not None:
        after = event.lines.get(event.went_out)
        if event.went_out not in played.cells or after != NO_CARDS:
            raise Senseless(f"Round {event.round} would have a winner who holds cards.")
    if not set(event.lines) <= set(played.cells):
        raise Senseless(f"Round {event.round} was played by others.")
    table.set_cells(event.round, event.lines, event.went_out, recorded)


@folds(ev.BuysSaid)
def _buys(table: Table, event: ev.BuysSaid, recorded: Recorded) -> None:
    table.buys = dict(event.buys)


@folds(ev.SeatAdded)
def _seat_added(table: Table, event: ev.SeatAdded, recorded: Recorded) -> None:
    table.between_rounds(event.round, f"{event.player} joined")
    if event.seat in table.seats:
        raise Senseless(f"{event.player} sits at the table already.")
    if event.after is not None and event.after not in table.seats:
        raise Senseless(f"{event.player} sits beside somebody who would not be there.")
    table.seats[event.seat] = Seat(event.seat, event.player, joined=event.round, opening=event.opening)
    table.order.insert(0 if event.after is None else table.order.index(event.after) + 1, event.seat)


@folds(ev.SeatDropped)
def _seat_dropped(table: Table, event: ev.SeatDropped, recorded: Recorded) -> None:
    seat = table.seat(event.seat)
    table.between_rounds(event.round, f"{seat.player} left")
    if seat.left is not None:
        raise Senseless(f"{seat.player} has left already.")
    table.change(seat, left=event.round)
    table.forget_cut(event.round, event.seat)
    if event.seat == table.dealer and event.round == len(table.rounds) + 1:
        table.dealer = table.next_dealer(event.round)


@folds(ev.SeatRenamed)
def _seat_renamed(table: Table, event: ev.SeatRenamed, recorded: Recorded) -> None:
    table.change(table.seat(event.seat), player=event.player)


@folds(ev.SeatsReordered)
def _seats_reordered(table: Table, event: ev.SeatsReordered, recorded: Recorded) -> None:
    table.between_rounds(event.round, "the seats were put in another order", only_running=True)
    if sorted(event.order) != sorted(table.at_table(event.round)):
        raise Senseless("The order of the seats names others than those at the table.")
    table.order = [*event.order, *(seat for seat in table.order if seat not in event.order)]


@folds(ev.DealerChanged)
def _dealer_changed(table: Table, event: ev.DealerChanged, recorded: Recorded) -> None:
    table.between_rounds(event.round, f"{table.name(event.dealer)} became the dealer", only_running=True)
    if event.dealer not in table.playing(event.round):
        raise Senseless(f"{table.name(event.dealer)} would deal without playing.")
    table.dealer = event.dealer
    table.forget_cut(event.round)


@folds(ev.NoteAdded)
def _note(table: Table, event: ev.NoteAdded, recorded: Recorded) -> None:
    table.notes.append(event.text)


@folds(ev.RulingRecorded)
def _ruling(table: Table, event: ev.RulingRecorded, recorded: Recorded) -> None:
    pass  # it stands in the history; nothing follows from it


@folds(ev.Undone)
def _undone(table: Table, event: ev.Undone, recorded: Recorded) -> None:
    pass  # it has been looked up before the fold began


@folds(ev.GameFinished)
def _finished(table: Table, event: ev.GameFinished, recorded: Recorded) -> None:
    table.move("finished", "playing", told="the game was finished")


@folds(ev.GameAbandoned)
def _abandoned(table: Table, event: ev.GameAbandoned, recorded: Recorded) -> None:
    table.move("abandoned", "playing", told="the game was abandoned")


@folds(ev.GameReopened)
def _reopened(table: Table, event: ev.GameReopened, recorded: Recorded) -> None:
    table.move("playing", "finished", "abandoned", told="the game was opened again")


@folds(ev.CarriedOn)
def _carried_on(table: Table, event: ev.CarriedOn, recorded: Recorded) -> None:
    if table.status != "playing" or len(table.rounds) < table.planned:
        raise Senseless("The table carried on after the last round.")
    table.planned += table.book.rounds


FOLDS.update(TABLE_FOLDS)
ev.check_complete(FOLDS, "fold")

__all__ = ["Senseless", "fold", "undone_seqs"]
