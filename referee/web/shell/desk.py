"""Whether a browser stands at a desk: a screen wide enough for *Now* and the score sheet side by side.

No server knows how wide a screen is. The style sheet does: only there a part of *Now* is displayed that asks for the
page once more, with ``desk=1``. From then on this browser gets both in one page and in one answer to news; a phone gets
nothing of the sheet.
"""

from __future__ import annotations

from flask import after_this_request, request
from werkzeug.wrappers import Response

from referee.web.shell.live_parts import DESK_COOKIE, keep_cookie


def is_here(query: str) -> bool:
    """``query``: what the address says of it."""
    if query == "1":
        after_this_request(_kept)
        return True
    return request.cookies.get(DESK_COOKIE) == "1"


def _kept(response: Response) -> Response:
    keep_cookie(response, DESK_COOKIE, "1")
    return response
