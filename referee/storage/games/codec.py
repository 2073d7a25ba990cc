"""Events as a log keeps them, read: what each may say is what its dataclass says (``game.events``)."""

from __future__ import annotations

from typing import Any

from referee.game.events import EVENT_TYPES, Event
from referee.messages import gettext as _
from referee.storage.engine.wire import Misshapen, Shape

_SHAPES: dict[str, Shape[Event]] = {name: Shape(kind) for name, kind in EVENT_TYPES.items()}


def read_event(data: Any) -> Event:
    """The event that ``game.events.to_data`` wrote, also before a newer field had come; raises Misshapen."""
    if not isinstance(data, dict):
        raise Misshapen(_("An event must be an object."))
    type_ = data.get("type")
    shape = _SHAPES.get(type_) if isinstance(type_, str) else None
    if shape is None:
        raise Misshapen(_("%(type)s isn’t an event of this version.", type=repr(type_)))
    fields = {name: value for name, value in data.items() if name != "type"}
    return shape.read(fields, f"{type_}: ")
