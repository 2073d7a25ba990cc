"""What phones at a table agreed on is announced for ten minutes before it holds, so that it can be stopped.

A right holds when a look at its game finds that this process has told of it for so long, and not because of any moment
that stands in the book: the clock that dated it may have been wrong, or the one of now may be, and a copy that was
restored dates from before it was stopped. What a process has told of it forgets when it ends, so that after a start,
before which nobody could stop anything, the ten minutes begin again. A table that is quiet begins nothing again. Once
the right holds, it does so in all processes.
"""

from __future__ import annotations

import logging
import math
from datetime import timedelta

from referee import errors
from referee.days import moment_of, moment_text
from referee.storage.clubs import clubs
from referee.storage.engine import watch
from referee.storage.engine.transactions import Collision, reading, writing_rights
from referee.storage.phones import rights
from referee.storage.tables.phones import Right

MINUTES = 10
"""So long it is announced before it holds."""
MOST = 1000
"""So many rights a process remembers to have told of, the last ones to begin."""
_log = logging.getLogger("referee.access")


def begin(right: Right) -> None:
    """It is announced from now on, by this process."""
    begun = watch.begun()
    begun.pop(right.id, None)
    begun[right.id] = watch.seconds()
    while len(begun) > MOST:
        begun.pop(next(iter(begun)), None)


def holds_from(right: Right, at: str) -> str:
    """When a right will hold that does not yet, by the clock as it goes ``at`` this moment."""
    left = _left(right)
    return moment_text(moment_of(at) + timedelta(seconds=MINUTES * 60 if left is None else max(0, math.ceil(left))))


def look(code: str) -> bool:
    """Whether a right in a game holds from now on that did not before.

    Most looks only read. Where the book cannot be written the next one finds the same.
    """
    with reading():
        coming = rights.coming(code)
        for right in coming:
            if _left(right) is None:
                begin(right)
        if not any(map(_is_over, coming)):
            return False
    try:
        with writing_rights():
            over = [right for right in rights.coming(code) if _is_over(right)]
            for right in over:
                rights.hold(right)
                watch.begun().pop(right.id, None)
                _log.info("right holds: host of a game, by agreement; phone %s", right.phone)
            if over:
                clubs.people_changed([code])
            return bool(over)
    except (errors.RefereeError, Collision):
        return False


def _left(right: Right) -> float | None:
    """Seconds for which it is announced still; None where this process has not begun to."""
    began = watch.begun().get(right.id)
    return None if began is None else MINUTES * 60 - (watch.seconds() - began)  # so that none passed is none


def _is_over(right: Right) -> bool:
    left = _left(right)
    return left is not None and left <= 0
