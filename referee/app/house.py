"""The Flask app of this house: what Flask works out anew in every request, and is always the same here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, has_request_context, request

MOST_ADDRESSES, LONGEST_KEPT = 4096, 200
"""So many addresses are kept in a process, none of more letters: a longer one holds what somebody typed."""


_PLAIN = frozenset({str, int, bool, type(None)})


class House(Flask):
    """Flask's own, in which no view is a coroutine and an address with the same values is the same one."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._addresses: dict[object, str] = {}

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """As it is. Flask looks at each of the thirty functions of a request, and each time in Python."""
        return func

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """As Flask has it: a page has some twenty addresses, nearly all of them those of the page before."""
        if not has_request_context() or endpoint[:1] == "." or "_external" in values or "_scheme" in values:
            return super().url_for(endpoint, **values)
        kinds = tuple(map(type, values.values()))
        if not _PLAIN.issuperset(kinds):  # of others it is not certain that what is equal is written alike
            return super().url_for(endpoint, **values)
        key = request.script_root, endpoint, kinds, *values.items()
        address = self._addresses.get(key)
        if address is None:
            address = super().url_for(endpoint, **values)
            if len(address) <= LONGEST_KEPT:
                if len(self._addresses) >= MOST_ADDRESSES:
                    self._addresses.clear()
                self._addresses[key] = address
        return address
