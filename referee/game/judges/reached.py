"""Whether somebody has as many points as a game is played for, by what is about to be told."""

from __future__ import annotations

from referee.game.events import Event, Recorded
from referee.game.fold import advance
from referee.game.judges.outcome import Findings
from referee.game.state import GameState
from referee.rules.rulings import phrase


def ends_by_points(state: GameState, *events: Event) -> bool:
    """Whether these end a game that is played until somebody has so many points."""
    return state.book.until > 0 and _after(state, *events).last_round_closed


def _after(state: GameState, *events: Event) -> GameState:
    at, by = state.log[-1].at, state.log[-1].by
    log = [Recorded(number, at, by, event) for number, event in enumerate(events, state.number + 1)]
    return advance(state, log)


def check_reached(findings: Findings, state: GameState, event: Event) -> None:
    """What ends the game so is asked first, where what is entered of the running round would be lost.

    It isn't where the event is the undo of an undo that opened this round again: then it is closed as it was.
    """
    running = state.running
    if findings.problems or not state.book.until or running is None or not running.recorded:
        return
    then = _after(state, event)
    if then.last_round_closed and len(then.rounds) < running.number:
        findings.query("points", phrase("points_end_it", points=state.book.until, round=running.number))
