"""What takes back something that was told before, what is asked about that first, and who is to hear of it.

The log names people, and the device stands beside it: whoever knows the devices says which entries are ``own``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import history
from referee.game.commands import Command
from referee.game.fold import sentences, undone_in
from referee.game.judges.outcome import Query
from referee.game.state import GameState
from referee.rules.rulings import Phrase, phrase

_SEATS = ("seat", "by", "owner", "discarder", "dealer", "went_out")
"""Fields of events that name one seat; ``claims`` names several, and ``lines`` and ``buys`` are by seat."""


class TakenBack(NamedTuple):
    """What a command would take back. It is asked about unless all of these entries are one's own."""

    entries: tuple[int, ...]
    asks: Phrase
    always: bool = False
    """Whether it is asked about even where one told it oneself: a closing, or a game that is over."""
    returns: int | None = None
    """The entry that counts again; whoever told it, or whom it is about, is asked nothing."""


def question(
    state: GameState, command: Command, own: Callable[[int], bool], concerns: Callable[[int], bool]
) -> Query | None:
    """What is asked before a command that its judge has accepted; None where it takes nothing back that needs it.

    ``concerns`` says of an entry whether the phone that asks told it, or is the phone of a seat that it is about.
    """
    taken = taken_back(state, command)
    if taken is None:
        return None
    is_own = all(own(seq) for seq in taken.entries)
    if taken.returns is not None:
        is_own = is_own or concerns(taken.returns)
    return None if is_own and not taken.always else Query("target", taken.asks)


def taken_back(state: GameState, command: Command) -> TakenBack | None:
    """Which entries no longer count, or not as they were told, once a command is carried out."""
    match command:
        case cmd.Undo():
            target = command.target if command.target is not None else history.next_undo_seq(state)
            return None if target is None else _undone(state, target)
        case cmd.Redo():
            target = command.target if command.target is not None else history.next_redo_seq(state)
            return None if target is None else _brought_back(state, target)
        case cmd.ClearCardsLeft():
            return _told_last(state, ev.CardsLeftEntered, round=command.round, seat=command.seat)
        case cmd.SayWentOut():
            return _other_went_out(state, command.round, command.seat)
        case cmd.CountRound() | cmd.CloseRound() if command.says_went_out and (
            other := _other_went_out(state, command.round, command.went_out)
        ):
            return other
        case cmd.CountRound() if entries := _emptied(state, command):
            return TakenBack(entries, phrase("take_back_asks", **_named(state, entries[0])))
        case cmd.RecordCut():
            return _told_last(state, ev.CutRecorded, round=command.round)
        case cmd.RevokeRule():
            return TakenBack((command.target,), phrase("take_back_asks", **_named(state, command.target)))
        case cmd.ReturnSeat():
            seat = state.by_id.get(command.seat)
            if seat is not None and seat.left is not None and seat.left > state.current:  # has not left yet
                return _told_last(state, ev.SeatDropped, seat=command.seat)
            return None
        case cmd.Reopen():
            return _reopened(state)
        case cmd.CarryOn() if state.over:
            return TakenBack((), phrase("carry_on_asks"), always=True)
        case cmd.NoteIrregularity(remedy="void"):
            of_round = _of_round(state, command.round)
            return TakenBack(of_round, phrase("void_asks", round=command.round)) if of_round else None
        case cmd.Abandon():
            return TakenBack(tuple(range(1, state.number + 1)), phrase("abandon_asks"))
    return None


def _of_round(state: GameState, number: int) -> tuple[int, ...]:
    """The entries that were told of a round since it was dealt."""
    undone = undone_in(state)
    since = state.running.voided if state.running is not None else 0
    return tuple(
        recorded.seq for recorded in state.log[since:]
        if getattr(recorded.event, "round", 0) == number and recorded.seq not in undone
        and not isinstance(recorded.event, ev.IrregularityNoted)
    )  # fmt: skip


def _undone(state: GameState, target: int) -> TakenBack | None:
    event = state.log[target - 1].event
    if state.over and (isinstance(event, ev.GameFinished) or (isinstance(event, ev.RoundClosed) and event.finishes)):
        return TakenBack((target,), phrase("reopen_asks", **_named(state, target)), always=True)
    if isinstance(event, ev.RoundClosed):
        asks = phrase("closing_asks", round=event.round, by=state.log[target - 1].by)
        return TakenBack((target,), asks, always=True)
    return TakenBack((target,), phrase("undo_asks", **_named(state, target)), returns=removed_by(state, target))


def _brought_back(state: GameState, target: int) -> TakenBack | None:
    event = state.log[target - 1].event
    returns = event.target if isinstance(event, ev.Undone) else target
    undo = history.undo_of(state, returns)
    if undo is None:
        return None
    entry, by = sentences(state)[returns - 1].brief, state.log[undo - 1].by
    return TakenBack((undo,), phrase("redo_asks", entry=entry, by=by), returns=returns)


def _other_went_out(state: GameState, number: int, seat: int | None) -> TakenBack | None:
    """Where the running round has it by now that another one went out, or nobody."""
    running = state.running
    if running is None or running.number != number or not running.went_out_said or running.went_out == seat:
        return None
    return _told_last(state, ev.WentOutSaid, round=number)


def _emptied(state: GameState, command: cmd.CountRound) -> tuple[int, ...]:
    """The entries of the running round that a page of points shows no more."""
    running = state.running
    if running is None or running.number != command.round:
        return ()
    entries = [_last(state, ev.CardsLeftEntered, round=command.round, seat=seat) for seat in command.cleared]
    return tuple(seq for seq, seat in zip(entries, command.cleared, strict=True) if seq and seat in running.entered)


def _reopened(state: GameState) -> TakenBack | None:
    ends = (ev.GameFinished, ev.RoundClosed) if state.over else (ev.GameAbandoned,)
    end = _last(state, *ends)
    if end is None:
        return None
    # A round that finished the game stays closed: opening the game again takes back none of it.
    named = {"entry": "", "by": ""} if isinstance(state.log[end - 1].event, ev.RoundClosed) else _named(state, end)
    return TakenBack((end,), phrase("reopen_asks", **named), always=state.over)


def _told_last(state: GameState, kind: type[ev.Event], **values: int) -> TakenBack | None:
    seq = _last(state, kind, **values)
    return None if seq is None else TakenBack((seq,), phrase("take_back_asks", **_named(state, seq)))


def _last(state: GameState, *kinds: type[ev.Event], before: int | None = None, **values: int) -> int | None:
    """The number of the last entry of these kinds that counts and whose fields have these values."""
    undone = undone_in(state)
    for recorded in reversed(state.log[:before]):
        event = recorded.event
        alike = isinstance(event, kinds) and all(getattr(event, name) == value for name, value in values.items())
        if alike and recorded.seq not in undone:
            return recorded.seq
    return None


def _named(state: GameState, seq: int) -> dict[str, str]:
    """An entry and who told it, for a question."""
    return {"entry": sentences(state)[seq - 1].brief, "by": state.log[seq - 1].by}


class Undoing(NamedTuple):
    """An entry that somebody has taken back, so that it does not count as the game stands."""

    seq: int
    """Of the entry that took it back."""
    target: int
    by: str
    at: str
    removed: bool
    """Whether cards left were removed; undoing that brings them back."""
    anew: int | None
    """The entry that has told it otherwise since, and counts: bringing the other one back would change nothing."""


def undoings(state: GameState) -> tuple[Undoing, ...]:
    """Everything that was taken back and was not told again since, the latest first."""
    return state.once(_undoings)


def _undoings(state: GameState) -> tuple[Undoing, ...]:
    undone, standing = undone_in(state), []
    for recorded in reversed(state.log):
        event, target = recorded.event, None
        if recorded.seq in undone:
            continue
        if isinstance(event, ev.Undone) and not isinstance(state.log[event.target - 1].event, ev.Undone):
            target = event.target if history.decided_anew(state.log, event.target) is None else None
        elif isinstance(event, ev.CardsLeftCleared):
            target = removed_by(state, recorded.seq)
        if target is not None and not _told_again(state, target, recorded.seq):
            removed = isinstance(event, ev.CardsLeftCleared)
            anew = told_otherwise(state, target, recorded.seq)
            standing.append(Undoing(recorded.seq, target, recorded.by, recorded.at, removed, anew))
    return tuple(standing)


def removed_by(state: GameState, seq: int) -> int | None:
    """The cards left that an entry has removed; None for an entry that removed none."""
    event = state.log[seq - 1].event
    if not isinstance(event, ev.CardsLeftCleared):
        return None
    return _last(state, ev.CardsLeftEntered, before=seq - 1, round=event.round, seat=event.seat)


def _told_again(state: GameState, target: int, since: int) -> bool:
    """Whether the same stands again: nothing is missing, and there is nothing to bring back."""
    event, undone = state.log[target - 1].event, undone_in(state)
    if isinstance(event, ev.RoundClosed) and event.round <= len(state.rounds):
        return True
    return any(recorded.event == event and recorded.seq not in undone for recorded in state.log[since:])


_LAST_WORD: Mapping[type[ev.Event], tuple[str, ...]] = {
    ev.WentOutSaid: ("round",),
    ev.CutRecorded: ("round",),
    ev.CardsLeftEntered: ("round", "seat"),
    ev.CellCorrected: ("round", "seat"),
    ev.SeatRenamed: ("seat",),
}
"""Events of which the last one alone counts, of those that are alike in these fields."""


def told_otherwise(state: GameState, target: int, since: int | None = None) -> int | None:
    """The entry after ``since``, or after itself, that tells ``target`` otherwise and counts in its place."""
    since = target if since is None else since
    event = state.log[target - 1].event
    alike = _LAST_WORD.get(type(event))
    if alike is None:
        return None
    last = _last(state, type(event), **{name: getattr(event, name) for name in alike})
    return last if last is not None and last > since else None


def seats_of(event: Any) -> frozenset[int]:
    """The seats that an event is about."""
    named = {getattr(event, name, None) for name in _SEATS}
    several = (getattr(event, name, ()) for name in ("claims", "lines", "buys"))
    return frozenset(seat for seat in named.union(*several) if isinstance(seat, int))
