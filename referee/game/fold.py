"""The log folded into a state: the only place that says what each event means.

An event that no longer makes sense after what stands before it raises Senseless. A log that was
accepted never does; the undo of something others rest on does, and is refused with its sentence.

``fold(log)`` is the state after a whole log. ``advance(state, events)`` is the state after some more
events and folds only those: a state keeps with it, unseen, what it was folded to. Sentences that were
told once are carried along; ``history`` makes entries of them.
"""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Senseless, Table
from referee.game.state import CardsLeft, Cell, ClosedRound, GameState, Seat
from referee.game.story import tell
from referee.game.table_folds import TABLE_FOLDS
from referee.game.table_story import Told
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


class _Folded(NamedTuple):
    """What a fold leaves behind with its state, so that another one goes on from there. Nobody changes it."""

    table: Table
    undone: frozenset[int]
    marks: tuple[Table, ...] = ()
    """As it was after some of the last events, oldest first."""
    sentences: tuple[Told, ...] | None = None
    """What each event says; None until somebody asks."""


_MARK_EVERY, _MOST_MARKS = 32, 8


def fold(log: Iterable[Recorded]) -> GameState:
    """The state after a log, which begins with GameOpened; raises Senseless."""
    log = tuple(log)
    return _replayed(log, _Folded(_opened_table(log), undone_seqs(log)))


def advance(state: GameState, events: Sequence[Recorded]) -> GameState:
    """The state once these events are appended to its log; raises Senseless.

    The same as a fold of the whole log, at the cost of the new events; after an undo, at the cost of
    the events since what it undoes (or brings back). ``state`` stays as it is.
    """
    if not events:
        return state
    return _refolded(state, (*state.log, *events), _undone_with(state, events))


def as_seen(state: GameState, number: int) -> GameState:
    """The state after the first ``number`` events (at least the opening): what a phone knows that has seen so many."""
    if number >= state.number:
        return state
    number = max(number, 1)
    seen = state.once(_seen)
    if number not in seen:
        log, since = state.log[:number], state.log[number:]
        undid = any(isinstance(recorded.event, ev.Undone) for recorded in since)
        seen[number] = _refolded(state, log, undone_seqs(log) if undid else undone_in(state), told=False)
    return seen[number]


def without(state: GameState, target: int) -> GameState:
    """The state if the event of that number were undone; raises Senseless."""
    last = Recorded(state.number + 1, state.log[-1].at, "", ev.Undone(target))
    return _refolded(state, (*state.log, last), _undone_with(state, [last]), told=False)


def undone_in(state: GameState) -> frozenset[int]:
    """The numbers of all events that do not count, those of undone undos included."""
    return state.once(_folded).undone


def sentences(state: GameState) -> tuple[Told, ...]:
    """What each event says, told as things stood then; what is undone by now never stood."""
    folded = state.once(_folded)
    if folded.sentences is None:
        begun = _Folded(_opened_table(state.log), folded.undone, sentences=())
        folded = _replayed(state.log, begun).once(_folded)
        state.keep(_folded, folded)
    assert folded.sentences is not None
    return folded.sentences


def _seen(_: GameState) -> dict[int, GameState]:
    return {}


def _folded(state: GameState) -> _Folded:
    """What the fold of a state left behind; made again for a state that was made in another way."""
    return fold(state.log).once(_folded)


def _opened_table(log: Sequence[Recorded]) -> Table:
    if not log or not isinstance(log[0].event, ev.GameOpened):
        raise Senseless("A game begins with its opening.")
    return Table.opened(log[0].event)


def _undone_with(state: GameState, events: Sequence[Recorded]) -> frozenset[int]:
    """What does not count once these events are appended."""
    undos = [recorded.event for recorded in events if isinstance(recorded.event, ev.Undone)]
    if any(not 1 < undo.target <= state.number for undo in undos):
        return undone_seqs((*state.log, *events))
    if any(isinstance(state.log[undo.target - 1].event, ev.Undone) for undo in undos):  # what it undid counts again
        return undone_seqs((*state.log, *events))
    return undone_in(state).union(undo.target for undo in undos)


def _refolded(state: GameState, log: tuple[Recorded, ...], undone: frozenset[int], *, told: bool = True) -> GameState:
    """The state after another log that begins as this state's does, from the last place where both are the same.

    ``undone`` does not count in it; ``told`` says whether its sentences are told where this state's are known.
    """
    before = state.once(_folded)
    alike = min(min(undone ^ before.undone, default=len(log) + 1) - 1, len(log))
    marks = tuple(mark for mark in before.marks if mark.number <= alike)
    known = [*marks, before.table] if before.table.number <= alike else marks
    table = known[-1] if known else _opened_table(log)
    sentences = before.sentences[: table.number] if told and before.sentences is not None else None
    return _replayed(log, _Folded(table, undone, marks, sentences))


def _replayed(log: tuple[Recorded, ...], before: _Folded) -> GameState:
    """The state after a log, of which ``before`` knows the beginning."""
    table, undone, marks = before.table.copy(), before.undone, list(before.marks)
    sentences = None if before.sentences is None else list(before.sentences)
    for recorded in log[table.number :]:
        event, seq = recorded.event, recorded.seq
        try:
            if isinstance(event, ev.Undone) and not 1 < event.target < seq:
                raise Senseless("Only what happened before can be undone, and not the opening.")
            if sentences is not None:
                sentences.append(tell(table, event, log, sentences))
            if seq not in undone:
                FOLDS[type(event)](table, event, recorded)
        except Senseless as senseless:
            senseless.at = seq
            raise
        table.number = seq
        if not seq % _MARK_EVERY and seq > len(log) - _MARK_EVERY * _MOST_MARKS:
            marks.append(table.copy())
    state = table.state(log)
    told = None if sentences is None else tuple(sentences)
    state.keep(_folded, _Folded(table, undone, tuple(marks[-_MOST_MARKS:]), told))
    return state


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

__all__ = ["Senseless", "advance", "as_seen", "fold", "sentences", "undone_in", "without"]
