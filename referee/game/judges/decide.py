"""The one judge of everything that can be wanted in a game: a command in, a decision out."""

from __future__ import annotations

import typing

from referee.game.commands import Command, NoteIrregularity, PlayCommand, SayWentOut
from referee.game.judges import calls, closing, course, irregular, lines, may_i, melds, outcome, seats
from referee.game.judges.outcome import (
    DECIDES,
    Accepted,
    Conflict,
    Decision,
    NeedsConfirmation,
    Problem,
    Query,
    Refused,
    Stale,
    refused,
)
from referee.game.judges.seats import can_sit_down, changes_from, decide_opening, has_room, opening_totals
from referee.game.state import GameState
from referee.rules.rulings import phrase

JUDGES = (calls, closing, course, irregular, lines, may_i, melds, seats)
"""Who judges what: each module registers its judges (``outcome.decides``) when it is imported."""
outcome.check_complete()


def decide(state: GameState, command: Command, seen: int) -> Decision:
    """What comes of a command in this state, given by a phone that had seen the log up to ``seen``.

    Never raises for what a person can send; nothing is written by a refusal.
    """
    if not 0 <= seen <= state.number:
        return refused("seen", phrase("another_game"))
    return _left_already(state, command) or DECIDES[type(command)](state, command, seen)


_PLAYS = tuple(kind for kind in typing.get_args(PlayCommand) if kind is not NoteIrregularity)


def _left_already(state: GameState, command: Command) -> Refused | None:
    """Whoever left in the middle of a round does nothing more in it; their melds lie there for the others."""
    running = state.running
    if running is None or not running.away or getattr(command, "round", 0) != running.number:
        return None
    if not isinstance(command, (*_PLAYS, SayWentOut)):
        return None
    acting = {getattr(command, "seat", None), getattr(command, "by", None), *getattr(command, "claims", ())}
    gone = next((seat for seat in running.away if seat in acting), None)
    return None if gone is None else refused("seat", phrase("left_in_mid_round", name=state.name(gone)), seat=gone)


__all__ = [
    "Accepted", "Conflict", "Decision", "NeedsConfirmation", "Problem", "Query", "Refused", "Stale", "can_sit_down",
    "changes_from", "decide", "decide_opening", "has_room", "opening_totals",
]  # fmt: skip
