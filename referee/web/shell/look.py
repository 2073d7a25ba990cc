"""How a phone wants its pages to look."""

from __future__ import annotations

import re

from flask import Blueprint
from werkzeug.wrappers import Response
from wtforms import StringField

from referee.web.shell import frame
from referee.web.shell.forms import Sent

pages = Blueprint("look", __name__)
_KEPT = 365 * 24 * 3600
_OWN_PATH = re.compile(r"/|(/[\w-]+)+", re.ASCII)


class Look(Sent):
    """Anything but a choice counts as not said."""

    theme = StringField()
    suits = StringField(filters=[lambda suits: "two" if suits == "two" else "four"])
    back = StringField(default="/")


@pages.post("/look")
def change() -> Response:
    """Keeps the look in a cookie and goes back to the page it was changed on."""
    form = Look()
    back = form.back.data or ""
    response = frame.go(back if _OWN_PATH.fullmatch(back) else "/")
    kept = f"{form.theme.data if form.theme.data in frame.THEMES else 'system'}.{form.suits.data}"
    response.set_cookie(frame.LOOK_COOKIE, kept, max_age=_KEPT, httponly=True, samesite="Lax")
    return response
