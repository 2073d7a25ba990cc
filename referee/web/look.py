"""How a phone wants its pages to look."""

from __future__ import annotations

import re

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.web import frame

pages = Blueprint("look", __name__)
_KEPT = 365 * 24 * 3600
_OWN_PATH = re.compile(r"/|(/[\w-]+)+", re.ASCII)


@pages.post("/look")
def change() -> Response:
    """Keeps the look in a cookie and goes back to the page it was changed on."""
    theme, suits = request.form.get("theme", ""), request.form.get("suits", "")
    back = request.form.get("back", "/")
    response = frame.go(back if _OWN_PATH.fullmatch(back) else "/")
    kept = f"{theme if theme in frame.THEMES else 'system'}.{'four' if suits == 'four' else 'two'}"
    response.set_cookie(frame.LOOK_COOKIE, kept, max_age=_KEPT, httponly=True, samesite="Lax")
    return response
