"""What the judges say of something that is to be recorded: the same judges that answer "may I?".

Each function puts together the facts of one question of the ruling interface, from the log and
from what the table says, and hands them to the judge of that question. Pages ask here before
they record, ``judges`` ask here when they do, and the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.game import commands as cmd
from referee.game.rulings import melds
from referee.game.rulings.may_i import Asked, MayIs, ask_may_i, may_is
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.rules.rulings import Player, Ruling

__all__ = ["ASKS", "Asked", "MayIs", "ask", "may_is", "names_of", "players_of"]


def ask(state: GameState, running: RunningRound, command: cmd.PlayCommand) -> Asked:
    """The ruling on what a command would record; raises RequestError for facts that make no sense."""
    return ASKS[type(command)](state, running, command)


def players_of(
    state: GameState, running: RunningRound, command: cmd.PlayCommand | None = None
) -> Callable[[Player], str | None]:
    """Who the players of a ruling are: a judge knows seats by their place and players by their part."""
    return names_of(state, running, command).get


def names_of(
    state: GameState, running: RunningRound | ClosedRound, command: cmd.PlayCommand | None = None
) -> Mapping[Player, str]:
    """The names of those players, as a value."""
    seats: dict[int | str, int] = {}
    if isinstance(command, cmd.ScrewOver):
        seats = {"taker": command.by, "owner": command.owner}
    elif isinstance(command, cmd.CallShanghai):
        seats = {"caller": command.seat, "discarder": command.discarder}
    seats.update(enumerate(running.seats, start=1))
    return {Player(who): state.name(seat) for who, seat in seats.items() if seat in state.by_id}


def _inside(judge: Callable[[GameState, RunningRound, Any], Ruling]) -> Callable[[GameState, RunningRound, Any], Asked]:
    return lambda state, running, command: Asked(judge(state, running, command))


ASKS: dict[type[cmd.PlayCommand], Callable[[GameState, RunningRound, Any], Asked]] = {
    cmd.TakeDiscard: ask_may_i,
    cmd.GoDown: _inside(melds.ask_go_down),
    cmd.LayMeld: _inside(melds.ask_lay_meld),
    cmd.LayOff: _inside(melds.ask_lay_off),
    cmd.TakeWild: _inside(melds.ask_take_wild),
    cmd.ScrewOver: _inside(melds.ask_screw),
    cmd.CallShanghai: _inside(melds.ask_shanghai),
}
"""What a judge rules on; the other commands of a round in play only record."""
