"""The table view: a tablet or a television in the middle, to be read from every chair, with nothing to tap."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.rulings.ask import may_is
from referee.game.state import GameState
from referee.web.game.bar import Bar, bar
from referee.web.game.page import Now, Standing, now, standing
from referee.web.play.page import SeatAtTable, seat_at_table


@dataclass(frozen=True)
class Line:
    """One player: what they have left and owe while a round is played, and their total."""

    at_table: SeatAtTable | None
    standing: Standing


@dataclass(frozen=True)
class TableView:
    bar: Bar
    now: Now | None
    """The running round; None once all are played."""
    lines: tuple[Line, ...]
    """In table order."""


def table_view(code: str, state: GameState) -> TableView:
    running = state.running
    playing = {one.seat: seat_at_table(state, running, one) for one in may_is(state)} if running else {}
    lines = (
        Line(
            at_table=playing.get(seat.id),
            standing=standing(state, seat),
        )
        for seat in state.seats
    )
    return TableView(bar(code, state), now(code, state) if running else None, tuple(lines))
