"""What phones at a table agreed on is announced for ten minutes before it holds, so that it can be stopped.

A right holds when a look at its game finds that it was announced for so long, and not because of any moment that
stands in the book: the clock that dated it may have been wrong, or the one of now may be. How long that is says a
watch that nobody can set, which all processes of a computer share. A computer that has not told of the right before
(another one that serves the same book, the same one started anew, the one that a copy was taken to) begins the ten
minutes again; a table that is quiet begins nothing again. Once the right holds, it does so on all of them.
"""

from __future__ import annotations

import logging
import math
from datetime import timedelta

from referee import errors
from referee.days import moment_of, moment_text
from referee.storage.clubs import clubs
from referee.storage.engine import watch
from referee.storage.engine.transactions import Collision, reading, writing
from referee.storage.phones import announced as store
from referee.storage.phones import rights
from referee.storage.tables.phones import Right

MINUTES = 10
"""So long it is announced before it holds."""
_A_SECOND = 1.0
_log = logging.getLogger("referee.access")


def begin(right: Right) -> None:
    """It is announced from now on. Inside a write."""
    store.begin(right.id, watch.computer(), math.ceil(watch.seconds() * 1000) / 1000)


def holds_from(right: Right, at: str) -> str:
    """When a right will hold that does not yet, by the clock as it goes ``at`` this moment."""
    left = _left(right)
    return moment_text(moment_of(at) + timedelta(seconds=MINUTES * 60 if left is None else max(0, math.ceil(left))))


def look(code: str) -> bool:
    """Whether a right in a game holds from now on that did not before.

    Most looks only read. Where the book cannot be written the next one finds the same.
    """
    with reading():
        if not any(map(_is_due, rights.coming(code))):
            return False
    try:
        with writing(code):
            due = [right for right in rights.coming(code) if _is_due(right)]
            new = [right for right in due if _left(right) is None]
            for right in new:
                begin(right)
            over = [right for right in due if right not in new]
            for right in over:
                store.over(right)
                _log.info("right holds: host of a game, by agreement; phone %s", right.phone)
            if due:
                clubs.people_changed([code])
            return bool(over)
    except (errors.RefereeError, Collision):
        return False


def _left(right: Right) -> float | None:
    """Seconds for which it is announced still; None where this computer has not begun to."""
    began, seconds = store.since(right.id).get(watch.computer()), watch.seconds()
    if began is None or seconds < began - _A_SECOND:
        return None
    return began + MINUTES * 60 - seconds


def _is_due(right: Right) -> bool:
    left = _left(right)
    return left is None or left <= 0
