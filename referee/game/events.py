"""What happened in a game, in the past tense: the log is the truth, everything else is derived.

Each event is a frozen dataclass that carries facts (cards) and the price given (points) and is
complete in itself. A new type needs a class here or in ``table_events.py`` (what happens while a
round is in play), a fold and a sentence; ``fold.py`` and ``story.py`` check at import that no type is missing.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.game import table_events as te
from referee.game.values import Line


class EventError(ValueError):
    """Stored data that is no event of this version."""


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game began under a rulebook, frozen with its house rules (``rulebook.to_data``)."""

    rulebook: dict[str, Any]
    digest: str
    house: dict[str, Any]
    seats: tuple[tuple[int, str], ...]
    """Seat and player, in table order, clockwise."""
    dealer: int
    dealer_how: str
    season: str | None = None


@dataclass(frozen=True, slots=True)
class CutRecorded:
    round: int
    seat: int
    exact: bool


@dataclass(frozen=True, slots=True)
class WentOutSaid:
    """Who went out in the running round; None: nobody, both piles ran out."""

    round: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class CardsLeftEntered:
    """One line of the running round, not yet final."""

    round: int
    seat: int
    cards: str | None
    points: int


@dataclass(frozen=True, slots=True)
class CardsLeftCleared:
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    round: int
    dealer: int
    went_out: int | None
    lines: dict[int, Line]


@dataclass(frozen=True, slots=True)
class CellCorrected:
    round: int
    seat: int
    cards: str | None
    points: int


@dataclass(frozen=True, slots=True)
class WinnerCorrected:
    """Somebody else (or nobody) went out in a closed round; ``lines`` of the seats it changes."""

    round: int
    went_out: int | None
    lines: dict[int, Line]


@dataclass(frozen=True, slots=True)
class BuysSaid:
    """How often each seat bought in the whole game, as the table says it for the settlement."""

    buys: dict[int, int]


@dataclass(frozen=True, slots=True)
class SeatAdded:
    """``round`` is the first one they play; ``after`` the seat to whose left they sit, None: first."""

    seat: int
    player: str
    after: int | None
    round: int
    opening: int
    how: str


@dataclass(frozen=True, slots=True)
class SeatDropped:
    """``round`` is the first one without them."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class SeatsReordered:
    order: tuple[int, ...]
    round: int


@dataclass(frozen=True, slots=True)
class DealerChanged:
    dealer: int
    round: int


@dataclass(frozen=True, slots=True)
class NoteAdded:
    text: str


@dataclass(frozen=True, slots=True)
class RulingRecorded:
    """The referee was asked and the table keeps the answer."""

    round: int | None
    """The round in which it was asked; None outside one."""
    question: dict[str, Any]
    """The request, as the ruling interface writes it, under the game's own rulebook."""
    legal: bool | None
    ruling: str
    clause: str
    """The address of the clause that decided; empty where none was cited."""
    basis: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The event ``target`` no longer counts; where that is an Undone itself, what it undid counts again."""

    target: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    pass


@dataclass(frozen=True, slots=True)
class GameReopened:
    pass


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    pass


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """After the last round the rounds begin again from the rulebook's first."""


Event = (
    GameOpened
    | CutRecorded
    | WentOutSaid
    | CardsLeftEntered
    | CardsLeftCleared
    | RoundClosed
    | CellCorrected
    | WinnerCorrected
    | BuysSaid
    | SeatAdded
    | SeatDropped
    | SeatRenamed
    | SeatsReordered
    | DealerChanged
    | NoteAdded
    | RulingRecorded
    | Undone
    | GameFinished
    | GameReopened
    | GameAbandoned
    | CarriedOn
    | te.TableEvent
)
EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in typing.get_args(Event)}


class Recorded(NamedTuple):
    """An event in its place in the log: number from 1, when (UTC, ISO 8601) and by whom."""

    seq: int
    at: str
    by: str
    event: Event


def check_complete(handled: Mapping[type[Event], object], where: str) -> None:
    """Raises at import where a part of the code has forgotten a type of event."""
    missing = [name for name, kind in EVENT_TYPES.items() if kind not in handled]
    if missing:
        raise AssertionError(f"{where} does not know {', '.join(missing)}")


def to_data(event: Event) -> dict[str, Any]:
    """``{"type": "RoundClosed", ...}`` in plain JSON values; ``from_data`` brings it back unchanged."""
    data: dict[str, Any] = {"type": type(event).__name__}
    for field in dataclasses.fields(event):
        value = getattr(event, field.name)
        if isinstance(value, dict):
            value = {str(key): list(item) if isinstance(item, Line) else item for key, item in value.items()}
        elif isinstance(value, tuple):
            value = [list(item) if isinstance(item, tuple) else item for item in value]
        data[field.name] = value
    return data


def from_data(data: Mapping[str, Any]) -> Event:
    """The event that stored data says; raises EventError with the field at fault."""
    kind = EVENT_TYPES.get(data.get("type", ""))
    if kind is None:
        raise EventError(f"{data.get('type')!r} is no event of this version")
    hints = _HINTS[kind.__name__]
    if unknown := set(data) - set(hints) - {"type"}:
        raise EventError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    try:
        return kind(**{name: _read(hint, data[name]) for name, hint in hints.items() if name in data})
    except (TypeError, ValueError) as error:
        raise EventError(f"{kind.__name__}: {error}") from None


_HINTS = {name: typing.get_type_hints(kind) for name, kind in EVENT_TYPES.items()}


def _read(hint: Any, value: Any) -> Any:
    """A stored JSON value as the type a field asks for; raises ValueError for another one."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin in (types.UnionType, typing.Union):
        return None if value is None else _read(args[0], value)
    if hint is Line:
        cards, points = value
        return Line(_read(str | None, cards), _read(int, points))
    if origin is dict and isinstance(value, dict):
        return {_key(args[0], key): _read(args[1], item) for key, item in value.items()}
    if origin is tuple and isinstance(value, list):
        if args[-1] is Ellipsis:
            return tuple(_read(args[0], item) for item in value)
        return tuple(_read(arg, item) for arg, item in zip(args, value, strict=True))
    if type(value) is not hint:
        raise ValueError(f"{value!r} is no {getattr(hint, '__name__', hint)}")
    return value


def _key(hint: Any, key: str) -> Any:
    return int(key) if hint is int else key
