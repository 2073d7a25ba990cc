"""Who floods the server waits, and everybody else goes on: each address has so much of the processor, and no more.

Counted is what its requests cost the processor, not how many they are or how long they took: a table of phones behind
one address costs little however often it looks, and nobody pays for waiting behind others. This computer itself is not
counted.
"""

from __future__ import annotations

import ipaddress
import time

from flask import Flask, abort, current_app, g, request
from werkzeug.wrappers import Response

from referee.services.attempts import counted_as
from referee.web.throttle import Throttle

BURST = 60.0
"""Seconds of processor time that an address may have at once: some ten thousand pages."""
REFILL = 0.5
"""Seconds of it that come back each second."""
_NAME = "referee.flood"


def init_app(app: Flask) -> None:
    app.extensions[_NAME] = Throttle(burst=BURST, refill=REFILL)
    app.before_request(_let_in)
    app.after_request(_charged)


def _let_in() -> None:
    address = counted_as(request.remote_addr or "")
    if _is_here(address):
        return
    if current_app.extensions[_NAME].wait(address):
        abort(429)
    g.counted = address, time.thread_time()


def _charged(response: Response) -> Response:
    if (counted := g.pop("counted", None)) is not None:
        (address, began), buckets = counted, current_app.extensions[_NAME]
        buckets.spend(address, time.thread_time() - began)
        if buckets.wait(address):
            current_app.logger.warning("flooded by %s: it waits", address)
    return response


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
