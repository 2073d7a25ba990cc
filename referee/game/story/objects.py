"""What Undo takes back, as the few letters that its key has room for; the sentences of the history say all of it."""

from __future__ import annotations

from typing import Any

from referee.game import events as ev
from referee.game.events import Event
from referee.game.state import GameState
from referee.game.story.events import OBJECTS
from referee.game.values import as_read
from referee.messages import N_, translated

ROOM = 14
"""Letters."""


def undone_object(state: GameState, event: Event) -> str:
    """``"45 for Ben"``, ``"Round 3 closed"``; a name stands in it whole or not at all."""
    at = _facts(state, event)
    choice = [translated(words).format_map(at) for words in _words(state, event)]
    return next((words for words in choice if len(words) <= ROOM), choice[-1])


def _words(state: GameState, event: Event) -> tuple[str, ...]:
    match event:
        case ev.WentOutSaid(seat=None):
            return (N_("No winner"),)
        case ev.CardsLeftEntered() if not state.book.has_contracts:
            return N_("{points} for {player}"), N_("{player}: {points}"), N_("Points")
        case ev.Counted(by=-1):
            return N_("−1 for {player}"), N_("{player}: −1"), N_("A false call")
        case ev.MayITaken() if state.book.may_i_word == "buy":
            return N_("{player}’s buy"), N_("The buy")
        case ev.TurnLost(passed=True):
            return (N_("Lost turn over"),)
        case ev.IrregularityNoted(remedy="points"):
            return N_("{points} for {player}"), N_("The penalty")
        case ev.RuleDecided(precedent=True):
            return (N_("The precedent"),)
    return OBJECTS[type(event)]


def _facts(state: GameState, event: Event) -> dict[str, Any]:
    seat, points = getattr(event, "seat", None), getattr(event, "points", 0)
    name = state.name(seat) if seat is not None else ""
    return {
        "player": event.player if isinstance(event, ev.SeatAdded) else name,
        "points": f"{points:+d}" if isinstance(event, ev.IrregularityNoted) else as_read(points),
        "round": getattr(event, "round", 0),
    }
