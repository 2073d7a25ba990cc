"""Which day a moment belongs to: an evening is one of the house it was played in, and the server stands there.

Moments are texts as the log keeps them (UTC), days ISO 8601.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta


def now() -> str:
    """The time as the log keeps it."""
    return moment_text(datetime.now(UTC))


def tomorrow() -> str:
    """The same time in a day: what bears a later one was dated by a clock that was wrong."""
    return moment_text(datetime.now(UTC) + timedelta(days=1))


def moment_text(at: datetime) -> str:
    """A moment, in any zone, as the log keeps it."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def moment_of(text: str) -> datetime:
    """A moment as the log keeps it; raises ValueError for any other text."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or moment_text(at) != text:
        raise ValueError(f"{text} is no moment as the log keeps it")
    return at


def is_day(text: str) -> bool:
    """Whether a text is a day as ISO 8601 has it, such as ``2026-01-31``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def hours_since(at: str) -> float:
    """How long ago a moment of the log was."""
    return (datetime.now(UTC) - moment_of(at)).total_seconds() / 3600


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
    return _moment(date.fromisoformat(day), time(0))


def ends(day: str) -> str:
    """The last moment of a day."""
    return _moment(date.fromisoformat(day), time(23, 59, 59))


def evening(day: str) -> str:
    """Eight o'clock in the evening of a day."""
    return _moment(date.fromisoformat(day), time(20))


def _moment(day: date, clock: time) -> str:
    try:
        return moment_text(datetime.combine(day, clock))
    except (OverflowError, OSError, ValueError):  # at the two ends of the calendar no zone is known
        return f"{day.isoformat()}T{clock.isoformat()}Z"
