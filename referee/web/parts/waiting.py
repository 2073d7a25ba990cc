"""For whom a round is waiting."""

from __future__ import annotations

from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.web.shell import words


def name_on_key(state: GameState, running: RunningRound, seat: int) -> str:
    """The name on the key and where others are waited for: a long one is cut, and the pad keeps its place."""
    return words.short_names([state.name(each) for each in running.seats], 14)[running.seats.index(seat)]


MOST_NAMED = 3
"""More who are missing are counted, not named."""


def waits_for(state: GameState, running: RunningRound) -> str:
    """Who is being waited for while a round is counted, in a sentence."""
    missing = running.missing
    asks = "" if running.went_out_said else _("Who went out?")
    if not missing:
        return asks or _("All cards are entered. Check the round and close it.")
    who = (
        words.listing(name_on_key(state, running, seat) for seat in missing)
        if len(missing) <= MOST_NAMED
        else _("%(number)s players", number=len(missing))
    )
    waits = _("Waiting for %(players)s.", players=who.removesuffix("."))  # of a name that is cut
    return f"{waits} {asks}".rstrip()
