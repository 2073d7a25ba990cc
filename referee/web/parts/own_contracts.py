"""The contracts that players have of their own, where each keeps one until it is met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.game.state import ClosedRound, GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.web.shell import words

YES, NO = "yes", "no"
NAMED = 2
"""So many players are named in a headline; more are counted."""


class SeatContract(NamedTuple):
    """What one player has to meld in the round in play."""

    player: str
    number: int
    contract: str
    melds: tuple[words.MeldView, ...]


class Met(NamedTuple):
    """What is asked beside the cards left: whether the player met their contract."""

    number: int
    contract: str
    answer: str
    """``"yes"``, ``"no"`` or, while nobody says, empty."""


def seat_contract(state: GameState, running: RunningRound, seat: int) -> SeatContract:
    number, slots = running.own[seat]
    return SeatContract(state.name(seat), number, words.contract(slots), words.melds(slots))


def seat_contracts(state: GameState, running: RunningRound) -> tuple[SeatContract, ...]:
    """Of everybody who plays the round, in table order; of nobody where the contract belongs to the round."""
    return tuple(seat_contract(state, running, seat) for seat in running.seats if seat in running.own)


def met_asked(
    state: GameState, number: int, seat: int, is_met: bool | None, typed: Mapping[str, str], name: str
) -> Met:
    """What is asked of a seat in a round; ``typed``: what was just sent under this name."""
    own = state.own_contract(seat, number)
    answer = "" if is_met is None else YES if is_met else NO
    return Met(own, words.contract(state.book.contracts[own - 1]), typed.get(name, answer))


def as_said(text: str) -> bool | None:
    """Whether a contract was met, as a form sends it; None where it says nothing."""
    return {YES: True, NO: False}.get(text.strip())


def whether_met(is_met: bool | None) -> str:
    """For a line that is read back; empty where the contract belongs to the round."""
    if is_met is None:
        return ""
    return _("contract met") if is_met else _("contract not met")


def how_far(state: GameState, seat: int) -> str:
    """``"contract 3"``, or that they have met the last one; empty where the contract belongs to the round, or no rounds
    are left."""
    if not state.book.own_contracts or state.result is not None:
        return ""
    if state.is_through(seat):
        return ngettext("all %(num)s contract met", "all %(num)s contracts met", state.book.rounds)
    return _("contract %(number)s", number=state.met(seat) + 1)


def who_met(state: GameState, played: ClosedRound) -> str:
    """Who met their contract in a closed round, in a sentence."""
    met = [state.name(seat) for seat, cell in played.cells.items() if cell.moves_on]
    if not met:
        return _("No one met their contract")
    return ngettext("%(names)s met their contract", "%(names)s met their contracts", len(met), names=words.listing(met))


def moved(state: GameState) -> str:
    """Who moved on with the last closed round, and who stays: ``"Anna moves on to contract 4; Ben stays on 3"``."""
    played = state.rounds[-1]
    on = [seat for seat, cell in played.cells.items() if cell.moves_on]
    stay = [seat for seat in played.cells if seat not in on]
    if through := [seat for seat in on if state.is_through(seat)]:
        names = words.listing(map(state.name, through))
        return ngettext("%(names)s is through", "%(names)s are through", len(through), names=names)
    if not on:
        return _("No one moves on")
    if not stay:
        return _("All move on")
    who = {"on": _names(state, on), "stay": _names(state, stay)}
    if len(on) == len(stay) == 1:
        numbers = {"to": state.own_contract(on[0], played.number + 1), "at": state.own_contract(stay[0], played.number)}
        return _("%(on)s moves on to contract %(to)s; %(stay)s stays on %(at)s", **who, **numbers)
    if len(on) == 1:
        to = state.own_contract(on[0], played.number + 1)
        return _("%(on)s moves on to contract %(to)s; %(stay)s stay", **who, to=to)
    if len(stay) == 1:
        return _("%(on)s move on; %(stay)s stays", **who)
    return _("%(on)s move on; %(stay)s stay", **who)


def _names(state: GameState, seats: Sequence[int]) -> str:
    if len(seats) > NAMED:
        return ngettext("%(num)s player", "%(num)s players", len(seats))
    return words.listing(map(state.name, seats))
