"""The one judge of everything that can be wanted in a game: a command in, a decision out."""

from __future__ import annotations

from referee.game import (
    deciding_at_table,
    deciding_calls,
    deciding_closing,
    deciding_course,
    deciding_irregular,
    deciding_lines,
    deciding_may_i,
    decisions,
)
from referee.game.commands import Command
from referee.game.deciding_seats import decide_opening, opening_totals
from referee.game.decisions import (
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
from referee.game.state import GameState

decisions.check_complete()


def decide(state: GameState, command: Command, seen: int) -> Decision:
    """What comes of a command in this state, given by a phone that had seen the log up to ``seen``.

    Never raises for what a person can send; nothing is written by a refusal.
    """
    if not 0 <= seen <= state.number:
        return refused("seen", "This page is from another game. Load it again.")
    return DECIDES[type(command)](state, command, seen)


__all__ = [
    "Accepted",
    "Conflict",
    "Decision",
    "NeedsConfirmation",
    "Problem",
    "Query",
    "Refused",
    "Stale",
    "decide",
    "decide_opening",
    "deciding_at_table",
    "deciding_calls",
    "deciding_closing",
    "deciding_course",
    "deciding_irregular",
    "deciding_lines",
    "deciding_may_i",
    "opening_totals",
]
