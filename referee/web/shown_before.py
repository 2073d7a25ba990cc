"""What a phone was shown of a game before: a book that does not hold it any more says so on the page.

A book is older than what a phone was told after a restore, or where a server took over that lacked the last entries.
Others may have gone on from there, so the number of the log does not say it: the stamp does.
"""

from __future__ import annotations

from flask import Flask, g, request
from werkzeug.wrappers import Response

from referee.game.stamps import stamp_at
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.storage.log import CODE_LENGTH, normal_code
from referee.web.forms import Seen, seen_in
from referee.web.game.bar import Bar
from referee.web.live.parts import AN_EVENING, TOLD_COOKIE


def init_app(app: Flask) -> None:
    app.add_template_global(lacks_here)


def lacks_here(bar: Bar) -> str:
    """What the book lacks of what this phone was shown of a game, in a sentence; empty for nothing."""
    before = _before(bar.code)
    if before is None or before.stamp == stamp_at(bar.state, before.number):
        return ""
    if before.number > bar.number:
        return ngettext(
            "The server’s history is %(num)s entry shorter than what this phone showed. Check what is missing.",
            "The server’s history is %(num)s entries shorter than what this phone showed. Check what is missing.",
            before.number - bar.number,
        )
    return _("The server’s history is not the one this phone showed. Check what is missing.")


def keep(response: Response, bar: Bar) -> None:
    """The phone keeps what this page shows, unless it is to hear first what the book lacks."""
    now = f"{normal_code(bar.code)}.{bar.seen}"
    if now != request.cookies.get(TOLD_COOKIE) and not lacks_here(bar):
        counts(response, bar.code, Seen.of(bar.state))


def put_away() -> None:
    """The phone has heard it: in this request the page that follows counts, whatever was shown before."""
    g.is_put_away = True


def counts(response: Response, code: str, seen: Seen) -> None:
    """From now on what this page showed counts."""
    if len(code := normal_code(code)) != CODE_LENGTH:
        return  # an address that somebody made up
    response.set_cookie(TOLD_COOKIE, f"{code}.{seen}", max_age=AN_EVENING, httponly=True, samesite="Lax")


def _before(code: str) -> Seen | None:
    there, _, seen = request.cookies.get(TOLD_COOKIE, "").partition(".")
    if there != normal_code(code) or g.get("is_put_away"):
        return None
    before = seen_in(seen)
    return before if before is not None and before.stamp else None
