"""Numbers in addresses, no larger than any of ours: a database cannot even be asked for one that it has no room for."""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from referee.web.shell.forms import LARGEST


class Number(IntegerConverter):
    """Any larger one leads nowhere."""

    def __init__(self, map: Map, *args: Any, **settings: Any) -> None:
        super().__init__(map, *args, **{"max": LARGEST, **settings})


def init_app(app: Flask) -> None:
    """Call it before any address is known."""
    app.url_map.converters["int"] = Number
