"""Which day a moment belongs to. A game keeps its own day, said once when it is opened; all else goes by the zone of
the house that the server stands in.

Moments are texts as the log keeps them (UTC), days ISO 8601.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta


def clock() -> datetime:
    """The one place that looks at the clock for a moment that is kept or compared with one that was: a test that moves
    the time puts another function here."""
    return datetime.now(UTC)


def now() -> str:
    """The time as the log keeps it."""
    return moment_text(clock())


def tomorrow() -> str:
    """The same time in a day: what bears a later one was dated by a clock that was wrong."""
    return moment_text(clock() + timedelta(days=1))


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
    return (clock() - moment_of(at)).total_seconds() / 3600


def today() -> str:
    """The day of this moment."""
    return day_of(now())


def at_the_table(at: str, by_phone: str) -> str:
    """The day of a game that begins at a moment: what the phone says, if it is that day anywhere, else the server's."""
    first, last = ((moment_of(at) + timedelta(hours=hours)).date().isoformat() for hours in (-12, 14))
    return by_phone if is_day(by_phone) and first <= by_phone <= last else day_of(at)


def local_time(at: str) -> datetime:
    """A moment, or a day's first one, in the server's own time zone."""
    return datetime.fromisoformat(at).astimezone()


def day_of(at: str) -> str:
    """The day of a moment in the server's own time zone."""
    return local_time(at).date().isoformat()


def evening(day: str) -> str:
    """Eight o'clock in the evening of a day."""
    at = datetime.combine(date.fromisoformat(day), time(20))
    try:
        return moment_text(at)
    except (OverflowError, OSError, ValueError):  # at the two ends of the calendar no zone is known
        return f"{at.isoformat()}Z"
