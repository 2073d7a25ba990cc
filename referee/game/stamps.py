"""The stamp of a log: a short digest, chained from entry to entry, beside the number of the log.

A number alone cannot tell a log from another one that has come as far: a copy was restored, or a server took over that
lacked the last entries, and others went on from there. The stamp at a number is the same wherever the same things
happened up to it, whenever that was: what a restored copy lacks, a phone sends once more. It rests on nobody's name,
because a name is forgotten one day while the pages stay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from referee.game.events import GameOpened, Recorded, SeatAdded, SeatRenamed, to_data
from referee.game.state import GameState

LENGTH = 12
"""Letters of a stamp: 48 bits. It finds an accident, not a forgery: whoever may write needs none."""


def stamp_at(state: GameState, number: int) -> str:
    """The stamp of a game's log after so many entries; empty for more than there are."""
    return state.once(stamps)[number - 1] if 1 <= number <= state.number else ""


def stamp_of(state: GameState) -> str:
    return stamp_at(state, state.number)


def stamps(state: GameState) -> tuple[str, ...]:
    """After each entry."""
    return going_on((), state.log)


def going_on(before: tuple[str, ...], events: Sequence[Recorded]) -> tuple[str, ...]:
    """With what was appended to a log."""
    chain = list(before)
    for recorded in events:
        link = f"{chain[-1] if chain else ''} {_identity(recorded)}"
        chain.append(hashlib.sha256(link.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH])
    return tuple(chain)


def _identity(recorded: Recorded) -> str:
    event = recorded.event
    match event:
        case GameOpened():
            return f"GameOpened {event.digest} {event.dealer} {len(event.seats)}"
        case SeatAdded() | SeatRenamed():
            # when it was stands for the name, which tells whoever sits down from somebody else in that seat
            nameless = {name: value for name, value in to_data(event).items() if name != "player"}
            return f"{recorded.at} {json.dumps(nameless, sort_keys=True)}"
        case _:
            return json.dumps(to_data(event), ensure_ascii=False, sort_keys=True)
