"""What may stand in an address: numbers no larger than any of ours, and only letters that a name may have.

A database cannot even be asked for a number that it has no room for, and PostgreSQL for no text with a zero byte.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

from referee.web.shell.forms import LARGEST


class Number(IntegerConverter):
    """Any larger one leads nowhere."""

    def __init__(self, map: Map, *args: Any, **settings: Any) -> None:
        super().__init__(map, *args, **{"max": LARGEST, **settings})


class Letters(UnicodeConverter):
    """Anything with a letter that controls a terminal leads nowhere."""

    def __init__(self, map: Map, *args: Any, **settings: Any) -> None:
        super().__init__(map, *args, **settings)
        self.regex = self.regex.replace("[^/]", r"[^/\x00-\x1f\x7f]")


def init_app(app: Flask) -> None:
    """Call it before any address is known."""
    app.url_map.converters |= {"int": Number, "string": Letters, "default": Letters}
