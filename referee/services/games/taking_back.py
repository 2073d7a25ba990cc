"""Whose entry is taken back: the device says so, not the name. Another's is asked about, and its phone is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from referee.game import taking_back
from referee.game.commands import Command
from referee.game.events import OfTheRules, Undone, undone_in_the_end
from referee.game.fold import undone_in
from referee.game.judges.decide import Accepted, Decision, NeedsConfirmation
from referee.game.state import GameState
from referee.game.taking_back import Undoing, seats_of, undoings
from referee.services.deliveries import WriteTag
from referee.storage.clubs import holdings
from referee.storage.engine.transactions import reading
from referee.storage.games import log


def asked_first(code: str, tag: WriteTag, state: GameState, command: Command, decision: Decision) -> Decision:
    """A decision on what a phone wants, with the question that comes before taking back what others told.

    Inside the transaction that writes. An entry is a phone's own where that very phone wrote it.
    """
    if tag.instead or getattr(command, "confirmed", True):
        return decision
    if not isinstance(decision, Accepted | NeedsConfirmation):
        return decision
    if isinstance(decision, Accepted) and not decision.events:
        return decision
    asks = taking_back.question(
        state,
        command,
        lambda seq: seq in log.entries_of(code, tag.phone),
        lambda seq: _concerns(code, tag.phone, state, seq),
    )
    if asks is None:
        return decision
    if isinstance(decision, NeedsConfirmation):
        return replace(decision, queries=(asks, *decision.queries))
    return NeedsConfirmation((asks,))


def _concerns(code: str, phone: str, state: GameState, seq: int) -> bool:
    rows = holdings.of_game(code, phone) if phone else ()
    mine = {row.seat for row in rows if row.phone == phone and row.ended_at is None}
    return bool(mine & seats_of(state.log[seq - 1].event)) or seq in log.entries_of(code, phone)


class Changed(NamedTuple):
    """Another phone has changed the rules of the game, or taken that back."""

    seq: int
    by: str
    is_back: bool
    """Whether it was taken back; what is told of is the entry that did so."""
    target: int
    """The change."""


def changed_rules(code: str, phone: str, state: GameState, since: Mapping[int, str], heard: int) -> Changed | None:
    """The last change of rules that a phone at this table is to hear of; parameters as ``to_tell`` has them."""
    last = state.once(_last_change)
    if last is None or last.seq <= heard or not phone:
        return None
    with reading():
        wrote = log.entries_of(code, phone)
    at = state.log[last.seq - 1].at
    is_here = any(taken <= at for taken in since.values()) or any(seq < last.seq for seq in wrote)
    return last if is_here and last.seq not in wrote else None


def _last_change(state: GameState) -> Changed | None:
    undone = undone_in(state)
    for recorded in reversed(state.log):
        if isinstance(recorded.event, OfTheRules) and recorded.seq not in undone:
            return Changed(recorded.seq, recorded.by, False, recorded.seq)
        if isinstance(recorded.event, Undone) and recorded.seq not in undone:
            target, back = undone_in_the_end(recorded.event, state.log)
            if isinstance(state.log[target - 1].event, OfTheRules):
                return Changed(recorded.seq, recorded.by, not back, target)
    return None


class ToTell(NamedTuple):
    """Something taken back by another phone that this one is to hear of."""

    undoing: Undoing
    seats: frozenset[int]
    """The seats of this phone that it was about."""


def to_tell(code: str, phone: str, state: GameState, since: Mapping[int, str], heard: int) -> tuple[ToTell, ...]:
    """What a phone is to hear of, the latest first: its own entries, and those about its seats, that another took back.

    ``since`` says by seat of this phone when it took it, ``heard`` up to which number of the log it has heard.
    """
    new = [
        undoing
        for undoing in undoings(state)
        if undoing.seq > heard and not isinstance(state.log[undoing.target - 1].event, OfTheRules)
    ]
    if not new or not phone:
        return ()
    with reading():
        wrote = log.writers(code, {seq for each in new for seq in (each.seq, each.target)})
    concerned = []
    for undoing in new:
        about = seats_of(state.log[undoing.target - 1].event)
        seats = frozenset(seat for seat, at in since.items() if seat in about and at <= undoing.at)
        if wrote.get(undoing.seq, phone) != phone and (seats or wrote.get(undoing.target) == phone):
            concerned.append(ToTell(undoing, seats))
    return tuple(concerned)
