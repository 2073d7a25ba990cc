"""How everybody stands in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.state import GameState, Seat
from referee.messages import gettext as _
from referee.rules.judges.scoring import Place
from referee.web.parts.own_contracts import how_far
from referee.web.shell import words


@dataclass(frozen=True)
class Standing:
    """One player in the scores in brief."""

    place: str
    player: str
    total: str
    sign: str
    """For whoever is first: ``"leads"`` or ``"wins"``."""
    spoken: str = ""
    """``"3rd"``, ``"2nd, shared"``: the place where it stands by itself."""
    contract: str = ""
    """``"contract 3"``, where each player has one of their own."""


def last_score(state: GameState, seat: int) -> str:
    """What the last closed round brought, such as ``"+35"``; ``"out"``, or empty for whoever did not play it."""
    cell = state.rounds[-1].cells.get(seat) if state.rounds else None
    return words.score(cell)


def standings(state: GameState) -> tuple[Standing, ...]:
    """Of those at the table, by place."""
    return tuple(standing(state, seat) for seat in by_place(state))


def by_place(state: GameState) -> list[Seat]:
    """Those at the table by place; in table order where there are none."""
    places = _places(state)
    return sorted(state.seats, key=lambda seat: places[seat.id].place if seat.id in places else len(places) + 1)


def standing(state: GameState, seat: Seat) -> Standing:
    places = _places(state)
    place = words.place(places[seat.id]) if seat.id in places else ""
    sign = _("wins") if state.over else _("leads")
    first = place and seat.id in state.leaders
    spoken = words.ordinal_place(places[seat.id]) if place else ""
    total = words.total(state, seat.id)
    return Standing(place, seat.player, total, sign if first else "", spoken, how_far(state, seat.id))


def _places(state: GameState) -> Mapping[int, Place]:
    """None before a round is closed, and none in an abandoned game: it has no result."""
    return state.places if state.has_ranks and state.status != "abandoned" else {}
