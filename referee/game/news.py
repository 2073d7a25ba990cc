"""What the last closed round has changed: points, places, who is how far behind whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.game.state import Cell, ClosedRound, GameState
from referee.rules.judges.scoring import Place, places


class Standing(NamedTuple):
    """One seat after the round."""

    seat: int
    cell: Cell | None
    """None for whoever did not play it."""
    total: int
    place: Place
    before: Place | None
    """The place after the round before; None where there was none."""
    gap: int
    """Points behind the leader; for a leader, ahead of the next total."""

    @property
    def leads(self) -> bool:
        return self.place.place == 1

    @property
    def rose(self) -> bool:
        return self.before is not None and self.place.place < self.before.place

    @property
    def fell(self) -> bool:
        return self.before is not None and self.place.place > self.before.place


class RoundNews(NamedTuple):
    round: ClosedRound
    standings: tuple[Standing, ...]
    """Those at the table, by place."""


def round_news(state: GameState) -> RoundNews:
    """The news of the last closed round; there must be one."""
    played, totals, before = state.rounds[-1], state.totals, _places_before(state)
    ranked = sorted((seat.id for seat in state.ranked), key=lambda seat: state.places[seat].place)
    best = min((totals[seat] for seat in ranked), default=0)
    second = min((totals[seat] for seat in ranked if totals[seat] > best), default=best)
    return RoundNews(
        played,
        tuple(
            Standing(
                seat=seat,
                cell=played.cells.get(seat),
                total=totals[seat],
                place=state.places[seat],
                before=before.get(seat),
                gap=second - best if state.places[seat].place == 1 else totals[seat] - best,
            )
            for seat in ranked
        ),
    )


def _places_before(state: GameState) -> Mapping[int, Place]:
    """After the round before, of those who are still at the table."""
    if len(state.rounds) < 2:
        return {}
    totals = state.running_totals[-2]
    there = [seat.id for seat in state.ranked if seat.id in totals]
    return dict(zip(there, places([(totals[seat],) for seat in there]), strict=True))
