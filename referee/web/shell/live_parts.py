"""The inner part of a page, made once for all phones that hear of the same news and are shown the same.

Two hundred phones that ask at once would have it rendered two hundred times. What differs between them is named by the
key: what the phone may do, which seats it holds, its name, its look, its club, and what it has seen. A phone that has
written something gets parts of its own: only it may undo that. Tokens and ids of forms are each phone's own: they are
put in where the part is given out.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, g, request, session
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.services.phones.access import Role
from referee.web.shell import access
from referee.web.shell.live import HEADER

MOST = 64
"""Parts in memory."""
STANDS = 10.0
"""Seconds for which a part is given out: long enough for all who hear of one change."""
_NAME = "referee_parts"
AN_EVENING = 24 * 3600
"""Seconds for which a phone keeps one of the cookies below."""
ROUND_COOKIE = "round"
"""How far a phone has come in which game. It tells which news of a round are new to it."""
HALF_TOLD_COOKIE = "half-told"
"""The hand that somebody has begun to enter on a phone, and not sent."""
TOLD_COOKIE = "told"
"""Of which game a phone was last shown a page, and how far its log went: what the book must still hold."""
DESK_COOKIE = "desk"
"""Whether a browser has room for the score sheet beside *Now*."""
HEARD = "heard"
"""Where the session keeps up to which number of the log a phone has heard, game by game, what others took back."""
_TOKEN = b"%token-of-the-phone%"
_WRITE_ID = re.compile(rb'(name="write_id" value=")[^"]*')


@dataclass
class _Part:
    """One part, or the place where it will be; whoever comes while it is made waits for it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made_at: float = 0.0
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Parts:
    """The parts made last; for many threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._parts: OrderedDict[object, _Part] = OrderedDict()

    def of(self, key: object, make: Callable[[], Response]) -> Response:
        """The part of this key as an answer to this request."""
        with self._lock:
            part = self._parts.setdefault(key, _Part())
            self._parts.move_to_end(key)
            while len(self._parts) > MOST:
                self._parts.popitem(last=False)
        with part.lock:
            if not part.made_at or self._clock() - part.made_at > STANDS:
                made = make()
                if made.status_code != 200:
                    return made
                part.body = made.get_data().replace(generate_csrf().encode(), _TOKEN)
                part.headers = tuple(made.headers.items())
                part.made_at = self._clock()
        return _given_out(part)


def keep_cookie(response: Response, cookie: str, value: str) -> None:
    """The phone keeps one of the cookies above."""
    response.set_cookie(cookie, value, max_age=AN_EVENING, httponly=True, samesite="Lax")


def _given_out(part: _Part) -> Response:
    own = part.body.replace(_TOKEN, generate_csrf().encode())
    own = _WRITE_ID.sub(lambda match: match[1] + secrets.token_hex(16).encode(), own)
    response = Response(own)
    response.headers.clear()
    response.headers.extend((name, value) for name, value in part.headers if name != "Content-Length")
    response.headers["Content-Length"] = str(len(own))
    return response


def shared(code: str, make: Callable[[], Response]) -> Response:
    """A page of a game as an answer to this request: for one that looks for news, made once for all alike.

    ``live.is_known`` has been asked before.
    """
    seen = request.headers.get(HEADER)
    if not code or not seen or session.get("_flashes"):
        return make()
    kept = ("look", ROUND_COOKIE, HALF_TOLD_COOKIE, TOLD_COOKIE, DESK_COOKIE)
    cookies = tuple(request.cookies.get(name, "") for name in kept)
    look = *cookies, repr(session.get(HEARD))
    phone, held = access.this_phone(), repr(access.held_here(code))
    role = access.role_here()
    who = phone.id if role > Role.SPECTATOR else ""  # one that only looks has nothing of its own
    mine = (role, who, held, phone.name, access.name_here(code), look, session.get(access.CLUB))
    key = (request.full_path, request.script_root, request.host, seen, g.live_version, mine)
    parts = current_app.extensions.setdefault(_NAME, Parts())
    assert isinstance(parts, Parts)
    return parts.of(key, make)
