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
from referee.storage.games.log import CODE_LENGTH
from referee.web.shell.bar import Bar
from referee.web.shell.forms import Seen, seen_in
from referee.web.shell.live_parts import TOLD_COOKIE, keep_cookie

BETWEEN = "~"
"""Stands between two games in the cookie."""
MOST_GAMES = 12
"""So many games does a phone look at in turn: whoever keeps several tables of an evening looks at each of them."""


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
    return _("The server’s history isn’t the one this phone showed. Check what is missing.")


def keep(response: Response, bar: Bar) -> None:
    """The phone keeps what this page shows, unless it is to hear first what the book lacks."""
    if bar.seen != _shown().get(bar.code) and not lacks_here(bar):
        counts(response, bar.code, Seen.of(bar.state))


def put_away() -> None:
    """The phone has heard it: in this request the page that follows counts, whatever was shown before."""
    g.is_put_away = True


def counts(response: Response, code: str, seen: Seen) -> None:
    """From now on what this page showed counts."""
    if len(code) != CODE_LENGTH:
        return  # an address that somebody made up
    shown = {code: str(seen)} | {game: its for game, its in _shown().items() if game != code}
    value = BETWEEN.join(f"{game}.{its}" for game, its in list(shown.items())[:MOST_GAMES])
    keep_cookie(response, TOLD_COOKIE, value)


def _shown() -> dict[str, str]:
    """By game what this phone was shown of it, the game of the last change first."""
    pieces = (piece.partition(".") for piece in request.cookies.get(TOLD_COOKIE, "").split(BETWEEN)[:MOST_GAMES])
    return {game: its for game, _, its in pieces if len(game) == CODE_LENGTH and seen_in(its)}


def _before(code: str) -> Seen | None:
    if g.get("is_put_away"):
        return None
    before = seen_in(_shown().get(code, ""))
    return before if before is not None and before.stamp else None
