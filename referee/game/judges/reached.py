"""Whether somebody has as many points as a game is played for, by what is about to be told."""

from __future__ import annotations

from referee.game.events import Event, Recorded
from referee.game.fold import advance
from referee.game.judges.outcome import Findings
from referee.game.state import GameState
from referee.rules.rulings import phrase


def ends_by_points(state: GameState, *events: Event) -> bool:
    """Whether these end a game that is played until somebody has so many points."""
    if not state.book.until:
        return False
    at, by = state.log[-1].at, state.log[-1].by
    log = [Recorded(number, at, by, event) for number, event in enumerate(events, state.number + 1)]
    return advance(state, log).last_round_closed


def check_reached(findings: Findings, state: GameState, event: Event) -> None:
    """What ends the game so is asked first: what is entered of the running round would be lost."""
    running = state.running
    if not findings.problems and running is not None and running.recorded and ends_by_points(state, event):
        findings.query("points", phrase("points_end_it", points=state.book.until, round=running.number))
