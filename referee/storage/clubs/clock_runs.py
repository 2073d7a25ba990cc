"""Whether the clock of this computer may be believed, from what it showed at earlier looks.

Nobody else says what time it is. A clock that goes on is believed once it has done so for as long as removed things are
kept: of one that is years ahead or behind for an evening, nothing is lost then.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from datetime import timedelta

from referee.days import moment_of, moment_text

A_DAY = timedelta(days=1)
A_LEAP = timedelta(days=45)
"""A computer that was off for so long may as well have a wrong clock; one that is started each month has none."""
A_PAUSE = timedelta(days=800)
"""Longer nobody leaves the app alone and plays on."""


def _later(at: str, span: timedelta) -> str:
    return moment_text(moment_of(at) + span)


@dataclass(frozen=True)
class ClockRun:
    """So long the clock has gone on without a leap. Moments as the log keeps them; an empty one is none."""

    since: str
    last: str
    """When it was looked at last."""
    before: str = ""
    """Where the run before this one began, if this one lies behind it."""
    ahead: str = ""
    """Where an earlier run ended, if it lies ahead: either that one was wrong, or this one is."""

    @classmethod
    def of(cls, text: str | None) -> ClockRun | None:
        """As ``str`` has written it; None for a book in which nobody has looked yet."""
        return None if text is None else cls(*text.split(","))

    def __str__(self) -> str:
        return ",".join(astuple(self))

    def looked(self, at: str, kept: timedelta) -> ClockRun:
        """The run once the clock shows ``at``: another one where it has leapt, back by a day or ahead by ``A_LEAP``.

        ``kept``: how long removed things are.
        """
        if at < _later(self.last, -A_DAY):
            return ClockRun(at, at, ahead=max(self.ahead, self.last))
        if self.ahead and at >= _later(self.ahead, -A_DAY):
            return ClockRun(at, at)
        if at > _later(self.last, A_LEAP):
            is_pause = at < _later(self.last, A_PAUSE) and not self.ahead  # in doubt nothing goes by a leap
            return ClockRun(at, at, before=self.since if is_pause else "", ahead=self.ahead)
        is_believed = self.since < _later(at, -kept)
        return replace(self, last=max(at, self.last), ahead="" if is_believed else self.ahead)

    def is_back(self, earlier: ClockRun) -> bool:
        """Whether the ``earlier`` run was behind, and the clock is right again."""
        return bool(earlier.ahead) and not self.ahead and self.since != earlier.since

    def oldest(self, at: str, kept: timedelta) -> str:
        """The moment before which what was removed is gone; empty where nothing is.

        Where the clock has leapt ahead twice, what was too old at the first leap is gone: an app that is started once
        a year forgets as well. Not so while an earlier run lies ahead: then a run of so long has to be seen first.
        """
        if self.since < _later(at, -kept):
            return _later(at, -kept)
        return _later(self.before, -kept) if self.before else ""
