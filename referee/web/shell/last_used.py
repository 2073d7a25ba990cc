"""The rules that this phone last played or asked by: a question without a game is asked under them."""

from __future__ import annotations

from flask import session

from referee.errors import RefereeError
from referee.services.clubs import rulebooks
from referee.services.games import games

_USED = "used"
"""Where the session keeps it: a game or a rulebook, with a letter before it."""


def played(code: str) -> None:
    """Something was written in a game on this phone."""
    _keep(f"g{code}")


def keep_asked(rulebook: str) -> None:
    """Somebody chose a rulebook to ask under."""
    _keep(f"r{rulebook}")


def _keep(used: str) -> None:
    if session.get(_USED) != used:
        session[_USED] = used
        session.permanent = True


def last(club: str) -> tuple[str, int]:
    """The rulebook, and how many played by it; that of the club's newest game on a phone that has used none."""
    used = str(session.get(_USED, ""))
    if used.startswith("r"):
        return used[1:], 0
    newest = games.last_game(club)
    for code in (used[1:], newest.code if newest else ""):
        try:
            if code:
                return rulebooks.as_played(club, code), len(games.game(code).seats)
        except RefereeError:
            continue
    return "", 0
