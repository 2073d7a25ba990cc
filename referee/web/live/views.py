"""The streams: a phone waits on one and hears that something has changed, then asks for its own page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.services.clubs.game_places import game_place
from referee.services.games import live
from referee.services.games.live import Listener
from referee.services.phones.attempts import counted_as
from referee.web.shell import access
from referee.web.shell.club_here import visible_club
from referee.web.shell.live import MOST_KEYS, keys_in, version_of

pages = Blueprint("live", __name__)

STILL_HERE = 10.0
"""Seconds after which a stream without news says that it still stands: only writing tells that a phone has gone."""
LOOK_FOR_PHONE = 1.0
"""Seconds after which the server is asked whether the phone is still there, where it can say so."""


class Stream:
    """What one phone hears. It holds a thread and a listener, and nothing of the request or of the database.

    A class and no generator: a generator that was never begun is closed without a word, and would keep its place.
    """

    def __init__(self, listener: Listener, version: Callable[[Listener], str]) -> None:
        self._listener, self._version = listener, version
        self._leave = live.leaving(listener)
        self._gone: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
        self._begun = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not self._begun:
            self._begun = True
            return b": hello\n\n"  # the headers go out with it
        until = time.monotonic() + STILL_HERE
        while (left := until - time.monotonic()) > 0:
            changed = self._listener.wait(min(left, LOOK_FOR_PHONE) if self._gone else left)
            if self._listener.over or (self._gone and self._gone()):
                raise StopIteration
            if changed:
                return f"data: {self._version(self._listener)}\n\n".encode()
        return b"event: still\ndata:\n\n"

    def close(self) -> None:
        self._leave()


def _answer(listener: Listener | None, version: Callable[[Listener], str]) -> Response:
    if listener is None:
        sentence = "Too many phones wait for news. This page asks every few seconds instead."
        return Response(sentence, 503, {"Retry-After": "30"}, mimetype="text/plain")
    headers = {
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",  # a proxy in front passes each line on at once
    }
    return Response(Stream(listener, version), headers=headers, mimetype="text/event-stream")


@pages.get("/g/<code>/live")
def game(code: str) -> Response:
    """Of one game; ``since`` is the version that the page shows."""
    live.game_version(code)  # raises UnknownGame
    listener = live.wait({live.game_key(code): request.args.get("since", "")}, _address(), _phone())
    return _answer(listener, lambda heard: next(iter(heard.seen.values())))


@pages.get("/live")
def several() -> Response:
    """Of clubs and games; ``since`` names them with the versions that the page shows."""
    seen = dict(list(keys_in(request.args.get("since", "")).items())[:MOST_KEYS])
    for key in seen:
        kind, _, name = key.partition(":")
        visible_club(name if kind == "club" else game_place(name).club.id)  # raises UnknownGame, UnknownClub
    return _answer(live.wait(seen, _address(), _phone()), lambda heard: version_of(heard.seen))


def _address() -> str:
    return counted_as(request.remote_addr or "")


def _phone() -> str:
    return access.this_phone().id
