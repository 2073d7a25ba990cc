"""Time that really passes, however the clock is set: as a watch shows it that nobody sets."""

from __future__ import annotations

import time

from flask import current_app

_NAME = "referee.begun"


def seconds() -> float:
    """Since some moment, in this process. It may stand still while the computer sleeps."""
    return time.monotonic()


def begun() -> dict[str, float]:
    """What has begun in this process, by id, each with what the watch showed; another start knows nothing of it."""
    kept: dict[str, float] = current_app.extensions.setdefault(_NAME, {})
    return kept
