"""Time that really passes, however the clock is set: as a watch shows it that nobody sets."""

from __future__ import annotations

import time


def seconds() -> float:
    """Since some moment, in this process. It may stand still while the computer sleeps."""
    return time.monotonic()
