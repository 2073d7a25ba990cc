"""What Undo takes back, as the few letters that its key has room for; the sentences of the history say all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game import events as ev
from referee.game.events import Event, check_complete
from referee.game.state import GameState
from referee.game.values import as_read
from referee.messages import N_, translated

ROOM = 14
"""Letters."""
_WENT_OUT = N_("{player} went out"), N_("{player} out"), N_("Who went out")
_POINTS = N_("{points} for {player}")
OBJECTS: Mapping[type[Event], tuple[str, ...]] = {
    ev.GameOpened: (N_("The game"),),
    ev.ResultEntered: (N_("The result"),),
    ev.CutRecorded: (N_("The cut"),),
    ev.WentOutSaid: _WENT_OUT,
    ev.CardsLeftEntered: (_POINTS, N_("{player}: {points}"), N_("Cards left")),
    ev.CardsLeftCleared: (N_("Entry removed"),),
    ev.Counted: (N_("+1 for {player}"), N_("{player}: +1"), N_("One found")),
    ev.RoundClosed: (N_("Round {round} closed"), N_("Round closed")),
    ev.CellCorrected: (N_("Correction"),),
    ev.WinnerCorrected: _WENT_OUT[-1:],
    ev.BuysSaid: (N_("The buys"),),
    ev.HandicapAgreed: (N_("The handicap"),),
    ev.SeatAdded: (N_("{player} joins"), N_("New player")),
    ev.SeatDropped: (N_("{player} left"), N_("Player left")),
    ev.SeatReturned: (N_("{player} back"), N_("Player back")),
    ev.SeatRenamed: (N_("New name"),),
    ev.SeatsReordered: (N_("New seat order"),),
    ev.DealerChanged: (N_("New dealer"),),
    ev.NoteAdded: (N_("The note"),),
    ev.RulingRecorded: (N_("The ruling"),),
    ev.Undone: (N_("The undo"),),
    ev.GameFinished: (N_("Game finished"),),
    ev.GameReopened: (N_("Game reopened"),),
    ev.GameAbandoned: (N_("Game abandoned"),),
    ev.CarriedOn: (N_("Rounds again"),),
    ev.MayITaken: (N_("{player}’s May I"), N_("The May I")),
    ev.WentDown: (N_("{player} went down"), N_("{player} down"), N_("Going down")),
    ev.MeldLaid: (N_("{player}’s meld"), N_("The meld")),
    ev.LaidOff: (N_("{player}’s lay-off"), N_("The lay-off")),
    ev.WildTaken: (N_("The wild card"),),
    ev.ScrewedOver: (N_("The screw-over"),),
    ev.ShanghaiCalled: (N_("Shanghai call"),),
    ev.StockShuffled: (N_("New stock"),),
    ev.TurnLost: (N_("{player} skipped"), N_("The skip")),
    ev.IrregularityNoted: (N_("The mistake"),),
    ev.RoundVoided: (N_("Dealt again"),),
    ev.RuleDecided: (N_("The house rule"),),
    ev.RulesAgreed: (N_("What we agreed"),),
    ev.RuleRevoked: (N_("Rule dropped"),),
    ev.RulebookChanged: (N_("New rulebook"),),
}
"""By kind of event, from the fullest to the shortest: the first that fits is shown."""
check_complete(OBJECTS, "what Undo names")


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
            return _POINTS, N_("{player}: {points}"), N_("Points")
        case ev.Counted(by=-1):
            return N_("−1 for {player}"), N_("{player}: −1"), N_("A false call")
        case ev.MayITaken() if state.book.may_i_word == "buy":
            return N_("{player}’s buy"), N_("The buy")
        case ev.TurnLost(passed=True):
            return (N_("Lost turn over"),)
        case ev.IrregularityNoted(remedy="points"):
            return _POINTS, N_("The penalty")
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
