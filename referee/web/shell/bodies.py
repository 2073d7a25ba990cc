"""How much a request may send: by where it goes and by whom, and so much of all together.

It is decided by the header, before any of a body is read: a stranger's body is never kept anywhere. gunicorn reads a
body when the app asks for it, so it is decided within the request. The home server reads before it asks: it has a
question (``MAY_SEND``) for every body that is more than a form of words. A body that does not say how long it is could
not be asked about: it is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException, LengthRequired
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import errors, vision
from referee.app.config import AT_ONCE, MAY_SEND, NO_ROOM, SMALL_BODY
from referee.app.guard import host_allowed
from referee.game.notebook.model import LARGEST_FILE
from referee.web.shell.rights import ANYBODY, RIGHTS, has_right

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LARGEST = {
    "photo.read": vision.MOST_BYTES + 64 * 1024,  # with the rest of the form around the picture
    "data.import_": 16 * 1024 * 1024,
    "paper_photos.keep": vision.MOST_BYTES + 64 * 1024,
    "paper.typed_in": vision.MOST_BYTES + 64 * 1024,
    "notebook.send": LARGEST_FILE + 64 * 1024,
}
"""The largest body in bytes, by endpoint; ``MAX_CONTENT_LENGTH`` for any other."""
_NAME = "referee.bodies"
_ANSWER = "referee.may_send"


class Room:
    """What is being sent just now, in one process."""

    def __init__(self, most: int = AT_ONCE) -> None:
        self._most, self._taken, self._lock = most, 0, threading.Lock()

    def take(self, size: int) -> bool:
        """Whether there is room for so many more bytes; then they are taken."""
        with self._lock:
            if self._taken + size > self._most:
                return False
            self._taken += size
            return True

    def give_back(self, size: int) -> None:
        with self._lock:
            self._taken -= size


def init_app(app: Flask) -> None:
    app.extensions[_NAME] = Room()
    app.extensions[MAY_SEND] = _question(app)
    app.before_request(_bounded)
    app.teardown_request(_over)


def largest(endpoint: str | None) -> int:
    """The most bytes that may be sent there."""
    if endpoint is None or RIGHTS.get(endpoint) == ANYBODY:
        return SMALL_BODY
    return LARGEST.get(endpoint, int(current_app.config["MAX_CONTENT_LENGTH"]))


def _bounded() -> None:
    if _is_of_unknown_length():
        raise LengthRequired
    request.max_content_length = largest(request.endpoint)
    size = request.content_length or 0
    if SMALL_BODY < size <= request.max_content_length:  # a larger one is not read at all
        if request.environ.get(NO_ROOM) or not current_app.extensions[_NAME].take(size):
            raise errors.Busy
        g.body = size


def _is_of_unknown_length() -> bool:
    """Whether its body says nowhere how long it is."""
    return "Transfer-Encoding" in request.headers


def _over(_: BaseException | None) -> None:
    if (size := g.pop("body", 0)) > 0:
        current_app.extensions[_NAME].give_back(size)


def _question(app: Flask) -> Callable[[WSGIEnvironment], bool]:
    """Takes what WSGI says of a request, without its body, and says whether this body may be sent."""

    def answer(environ: WSGIEnvironment, _start: StartResponse) -> Iterable[bytes]:
        with app.request_context(environ):
            size = request.content_length or 0
            endpoint = None if isinstance(request.routing_exception, HTTPException) else request.endpoint
            most = largest(endpoint)
            is_ours = host_allowed(request.host, app.config.get("HOSTS", ()))
            environ[_ANSWER] = bool(
                is_ours and endpoint and size <= most and not _is_of_unknown_length() and has_right(endpoint)
            )
        return ()

    answers = ProxyFix(answer, x_for=1, x_proto=1) if app.config.get("BEHIND_PROXY") else answer

    def may_send(environ: WSGIEnvironment) -> bool:
        list(answers(environ, lambda *_: lambda _data: None))
        return bool(environ.get(_ANSWER))

    return may_send
