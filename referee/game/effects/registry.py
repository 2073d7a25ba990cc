"""Where effects are registered, with what stands against undoing their events.

An event that no longer makes sense after what stands before it raises Senseless. A log that was
accepted never does; the undo of something others rest on does, and is refused with its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, TypeVar

from referee.game.events import Event, Recorded
from referee.game.replay import Replay

E = TypeVar("E")
Effect = Callable[[Replay, E, Recorded], None]
EFFECTS: dict[type[Event], Effect[Any]] = {}


class AgainstUndo(Enum):
    """What stands against undoing an event, or bringing it back."""

    NEVER = auto()
    """It cannot be undone at all."""
    DRAFT = auto()
    """An entry of the running round: once it is closed, its closing has taken it over."""
    NOTHING = auto()
    """Nothing rests on it."""
    CLOSING = auto()
    """The next closing of a round rests on it."""
    TRIED = auto()
    """Whatever the log says when it is folded without it."""


AGAINST_UNDO: dict[type[Event], AgainstUndo] = {}


def effect_of(kind: type[E], undo: AgainstUndo) -> Callable[[Effect[E]], Effect[E]]:
    """Registers what an event type does to the replay, and what stands against undoing it."""

    def register(function: Effect[E]) -> Effect[E]:
        EFFECTS[kind] = function  # type: ignore[index]
        AGAINST_UNDO[kind] = undo  # type: ignore[index]
        return function

    return register


# what is recorded of a round in play
