"""Which day a moment belongs to: an evening is one of the house it was played in, and the server stands there.

Moments are texts as the log keeps them (UTC), days ISO 8601.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta


def now() -> str:
    """The time as the log keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def today() -> str:
    """The day of this moment."""
    return day_of(now())


def local_time(at: str) -> datetime:
    """A moment, or a day's first one, in the server's own time zone."""
    return datetime.fromisoformat(at).astimezone()


def day_of(at: str) -> str:
    """The day of a moment in the server's own time zone."""
    return local_time(at).date().isoformat()


def begins(day: str) -> str:
    """The first moment of a day."""
    return _moment(date.fromisoformat(day), 0)


def ends(day: str) -> str:
    """The first moment after a day."""
    on = date.fromisoformat(day)
    return _moment(on + timedelta(days=1), 0) if on < date.max else f"{day}T24:00:00Z"


def evening(day: str) -> str:
    """Eight o'clock in the evening of a day."""
    return _moment(date.fromisoformat(day), 20)


def _moment(day: date, hour: int) -> str:
    try:
        return datetime.combine(day, time(hour)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, OSError, ValueError):  # at the two ends of the calendar no zone is known
        return f"{day.isoformat()}T{hour:02}:00:00Z"
