"""Which day a moment belongs to. A game keeps its own day, said once when it is opened; all else goes by the zone of
the house that the server stands in.

Moments are texts as the log keeps them (UTC), days ISO 8601.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

_FIRST, _LAST = datetime(1970, 1, 2, tzinfo=UTC), datetime(9980, 1, 1, tzinfo=UTC)
"""A clock before or behind these is taken for them: beyond, nothing can be added to a moment or taken from it."""


def clock() -> datetime:
    """What the clock of this computer says, wrong by years as it may be. Nothing else asks it for the date; a test that
    moves the time puts another function here."""
    try:
        return min(max(datetime.now(UTC), _FIRST), _LAST)
    except (OverflowError, ValueError, OSError):  # a year that the calendar does not have
        return _LAST


def now() -> str:
    """The time as the log keeps it."""
    return moment_text(clock())


def lasts(began: str, span: timedelta, at: str) -> bool:
    """Whether what began at a moment and goes on for so long is going on ``at`` another one.

    The one place that decides it. What begins in the future was dated by a wrong clock and never counts; a clock that
    was put back by less than the span harms nothing.
    """
    return abs(moment_of(at) - moment_of(began)) < span


def around(at: str, span: timedelta) -> tuple[str, str]:
    """The same for a query: what began after the first of these moments, and before the second, goes on ``at``."""
    return moment_text(moment_of(at) - span), moment_text(moment_of(at) + span)


def day_after(at: str) -> str:
    """The same time in a day: what bears a later one was dated by a clock that was wrong."""
    return moment_text(moment_of(at) + timedelta(days=1))


def tomorrow() -> str:
    return day_after(now())


def moment_text(at: datetime) -> str:
    """A moment, in any zone, as the log keeps it."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def moment_of(text: str) -> datetime:
    """A moment as the log keeps it; raises ValueError for any other text."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or moment_text(at) != text:
        raise ValueError(f"{text} isn’t a moment in the log’s format")
    return at


def is_moment(text: str) -> bool:
    """Whether a text is a moment as the log keeps it."""
    try:
        moment_of(text)
    except ValueError:
        return False
    return True


def is_day(text: str) -> bool:
    """Whether a text is a day as ISO 8601 has it, such as ``2026-01-31``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_year(text: str) -> bool:
    """Whether a text is a year alone, as some old games have no other day."""
    return len(text) == 4 and text.isascii() and text.isdigit() and text >= "1000"


def day_in(year: int, month: int, day: int) -> str:
    """A day in ISO 8601; empty for one that no calendar has."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def day_counted(number: int) -> str:
    """The day of a number of days, as spreadsheets count them."""
    return (date(1899, 12, 30) + timedelta(days=number)).isoformat()


def first_day(day: str) -> str:
    """The first day of a year; a day is its own."""
    return f"{day}-01-01" if is_year(day) else day


def last_day(day: str) -> str:
    """The last one of a year; any other day itself."""
    return f"{day}-12-31" if is_year(day) else day


def hours_since(at: str) -> float:
    """How long ago a moment of the log was: for ever, if it was dated by a wrong clock."""
    if at > tomorrow():
        return math.inf
    return (clock() - moment_of(at)).total_seconds() / 3600


def today() -> str:
    """The day of this moment."""
    return day_of(now())


def days_between(first: str, last: str) -> int:
    """How many days after one day another one is; below 0 before it."""
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def at_the_table(at: str, by_phone: str) -> str:
    """The day of a game that begins at a moment: what the phone says, if it is that day anywhere, else the server's."""
    first, last = ((moment_of(at) + timedelta(hours=hours)).date().isoformat() for hours in (-12, 14))
    return by_phone if is_day(by_phone) and first <= by_phone <= last else day_of(at)


def local_time(at: str) -> datetime:
    """A moment, or a day's first one, in the server's own time zone; the first and the last day there are stay as they
    are where another zone has none for them."""
    moment = datetime.fromisoformat(at)
    try:
        return moment.astimezone()
    except (OverflowError, ValueError):
        return moment.replace(tzinfo=UTC)


def day_of(at: str) -> str:
    """The day of a moment in the server's own time zone."""
    return local_time(at).date().isoformat()


def evening(day: str) -> str:
    """Eight o'clock in the evening of a day; of a year, of its first one."""
    at = datetime.combine(date.fromisoformat(first_day(day)), time(20))
    try:
        return moment_text(at)
    except (OverflowError, OSError, ValueError):  # at the two ends of the calendar no zone is known
        return f"{at.isoformat()}Z"
