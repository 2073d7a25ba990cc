"""What the judges of commands share: who changed what since a phone last looked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from referee.game import events as ev
from referee.game.fold import as_seen, undone_in
from referee.game.judges.outcome import Conflict, Refused, Stale, conflict, refused
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.game.values import Line, Out
from referee.rules.rulings import Phrase, phrase

NOT_SAID = phrase("not_said")
TAKEN_BACK = phrase("taken_back")


def not_playing(state: GameState, _: object = None) -> Refused | None:
    if state.status == "playing":
        return None
    return refused("game", phrase("not_playing", status=state.status))


class OfRound(Protocol):
    """A command about a round."""

    @property
    def round(self) -> int: ...


def not_this_round(state: GameState, command: OfRound) -> Refused | None:
    """For a round that is neither running nor closed."""
    if round_of(state, command.round) is not None:
        return None
    return refused("round", phrase("round_not_played", round=command.round))


def not_closed(state: GameState, command: OfRound) -> Refused | None:
    if 1 <= command.round <= len(state.rounds):
        return None
    return refused("round", phrase("round_not_closed", round=command.round))


def somebody(state: GameState, seat: int) -> Phrase:
    return phrase("somebody", name=state.name(seat))


def who(state: GameState, out: Out) -> Phrase:
    """Who went out, and how."""
    name = None if out.seat is None else state.name(out.seat)
    return phrase("somebody_in_one_turn", name=name) if out.one_turn else phrase("somebody", name=name)


def line_of(state: GameState, number: int, seat: int) -> Phrase:
    return phrase("line_of", round=number, name=state.name(seat))


def closed_meanwhile(state: GameState, played: ClosedRound, wanted: Phrase, seat: int | None = None) -> Stale:
    if seat is None:
        changed, now = phrase("round", round=played.number), phrase("closed")
    else:
        changed = line_of(state, played.number, seat)
        now = phrase("closed_with", line=played.cells[seat].line)
    return conflict(changed, now, wanted, (played.by, played.at), seat)


def running_as_seen(state: GameState, number: int, seen: int) -> RunningRound | None:
    then = as_seen(state, seen).running
    return then if then is not None and then.number == number else None


def told_by(state: GameState, *kinds: type[ev.Event], **values: object) -> tuple[str, str]:
    """Who told one of these things last, or took it back, and when; else whoever wrote last.

    An event counts whose fields have these values, so far as it has them.
    """
    for recorded in reversed(state.log):
        event = recorded.event
        while isinstance(event, ev.Undone):
            event = state.log[event.target - 1].event
        if _says(event, kinds, values):
            return recorded.by, recorded.at
    return state.log[-1].by, state.log[-1].at


def round_of(state: GameState, number: int) -> RunningRound | ClosedRound | None:
    if 1 <= number <= len(state.rounds):
        return state.rounds[number - 1]
    return state.running if state.running is not None and state.running.number == number else None


def out_conflict(state: GameState, running: RunningRound, mine: Out, seen: int) -> Conflict | None:
    """Who went out was told otherwise since ``seen``, or taken back; None where it is as mine or as it was."""
    if seen >= state.number or running.out == mine:
        return None
    then = running_as_seen(state, running.number, seen)
    if (then.out if then is not None else None) == running.out:
        return None
    by, at = told_by(state, ev.WentOutSaid, round=running.number)
    now = TAKEN_BACK if running.out is None else who(state, running.out)
    return Conflict(phrase("who_went_out", round=running.number), now, who(state, mine), by, at)


def line_conflict(state: GameState, running: RunningRound, seat: int, mine: Line | None, seen: int) -> Conflict | None:
    """A line that somebody else changed since ``seen``; None where it is as mine or as it was."""
    now = running.entered.get(seat)
    if seen >= state.number or (now.line if now else None) == mine:
        return None
    then_running = running_as_seen(state, running.number, seen)
    then = then_running.entered.get(seat) if then_running is not None else None
    if (then.line if then else None) == (now.line if now else None):
        return None
    by, at = told_by(state, ev.CardsLeftEntered, ev.CardsLeftCleared, ev.Counted, round=running.number, seat=seat)
    theirs = phrase("line", line=now.line) if now else TAKEN_BACK
    wanted = NOT_SAID if mine is None else phrase("line", line=mine)
    return Conflict(line_of(state, running.number, seat), theirs, wanted, by, at, seat)


def told_since(state: GameState, seen: int, kind: type[ev.Event], **values: object) -> tuple[str, str] | None:
    """Who has told the same play last since this phone's page was made, and when; None where nobody has."""
    undone = undone_in(state)
    for recorded in reversed(state.log[seen:]):
        if recorded.seq not in undone and _says(recorded.event, (kind,), values):
            return recorded.by, recorded.at
    return None


def _says(event: ev.Event, kinds: tuple[type[ev.Event], ...], values: Mapping[str, object]) -> bool:
    """Whether it is of one of these kinds and its fields have these values, so far as it has them."""
    return isinstance(event, kinds) and all(getattr(event, name, value) == value for name, value in values.items())
