"""The one judge of everything that can be wanted in a game: a command in, a decision out."""

from __future__ import annotations

from referee.game.commands import Command
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
from referee.game.judges.seats import decide_opening, opening_totals
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
    return DECIDES[type(command)](state, command, seen)


__all__ = [
    "Accepted", "Conflict", "Decision", "NeedsConfirmation", "Problem", "Query", "Refused", "Stale", "decide",
    "decide_opening", "opening_totals",
]  # fmt: skip
