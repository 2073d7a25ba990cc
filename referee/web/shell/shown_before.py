"""What a phone was shown of a game before: a book that does not hold it any more says so on the page.

A book is older than what a phone was told after a restore, or where a server took over that lacked the last entries.
Others may have gone on from there, so the number of the log does not say it: the stamp does. Where the game itself is
missing, that is said to a phone whose cookie carries the mark of this house; whoever makes a cookie up learns nothing.
"""

from __future__ import annotations

import hmac

from flask import Flask, g, request
from werkzeug.wrappers import Response

from referee import errors
from referee.game.stamps import stamp_at
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.games import games
from referee.storage.games.log import CODE_LENGTH
from referee.storage.phones.rights import secret_for
from referee.web.shell.bar import Bar
from referee.web.shell.forms import Seen, seen_in
from referee.web.shell.live_parts import TOLD_COOKIE, keep_cookie

BETWEEN = "~"
"""Stands between two games in the cookie."""
MARKED = "-"
"""Stands before the mark of a game."""
MARK_LENGTH = 16
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
        return _shorter(before.number - bar.number)
    return _("The server’s history isn’t the one this phone showed. Check what is missing.")


def lost_here(code: str) -> str:
    """The same of a game that this phone was shown and the book does not have."""
    shown = _shown().get(code, "")
    before = seen_in(shown.partition(MARKED)[0])
    if before is None or not hmac.compare_digest(shown.encode(), _marked(code, str(before)).encode()):
        return ""
    try:
        games.game(code)
    except errors.UnknownGame as unknown:
        return f"{unknown} {_shorter(before.number)}"
    return ""


def _shorter(entries: int) -> str:
    return ngettext(
        "The server’s history is %(num)s entry shorter than what this phone showed. Check what is missing.",
        "The server’s history is %(num)s entries shorter than what this phone showed. Check what is missing.",
        entries,
    )


def keep(response: Response, bar: Bar) -> None:
    """The phone keeps what this page shows, unless it is to hear first what the book lacks."""
    if _marked(bar.code, bar.seen) != _shown().get(bar.code) and not lacks_here(bar):
        counts(response, bar.code, Seen.of(bar.state))


def put_away() -> None:
    """The phone has heard it: in this request the page that follows counts, whatever was shown before."""
    g.is_put_away = True


def counts(response: Response, code: str, seen: Seen) -> None:
    """From now on what this page showed counts."""
    if len(code) != CODE_LENGTH:
        return  # an address that somebody made up
    shown = {code: _marked(code, str(seen))} | {game: its for game, its in _shown().items() if game != code}
    value = BETWEEN.join(f"{game}.{its}" for game, its in list(shown.items())[:MOST_GAMES])
    keep_cookie(response, TOLD_COOKIE, value)


def _shown() -> dict[str, str]:
    """By game what this phone was shown of it, with its mark; the game of the last change first."""
    pieces = (piece.partition(".") for piece in request.cookies.get(TOLD_COOKIE, "").split(BETWEEN)[:MOST_GAMES])
    return {game: its for game, _, its in pieces if len(game) == CODE_LENGTH and seen_in(its.partition(MARKED)[0])}


def _marked(code: str, seen: str) -> str:
    """What was shown, with a mark that only this house can make."""
    return f"{seen}{MARKED}{secret_for(f'shown.{code}.{seen}').hex()[:MARK_LENGTH]}"


def _before(code: str) -> Seen | None:
    if g.get("is_put_away"):
        return None
    before = seen_in(_shown().get(code, "").partition(MARKED)[0])
    return before if before is not None and before.stamp else None
