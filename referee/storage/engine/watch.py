"""Time that really passes on this computer, however its clock is set: as a watch shows it that nobody sets."""

from __future__ import annotations

import time
import uuid
from functools import cache
from hashlib import sha256
from pathlib import Path

_THIS_START = Path("/proc/sys/kernel/random/boot_id")
"""What Linux calls the time since its computer was started; no other computer calls any of its own so."""


def seconds() -> float:
    """Since this computer was started, the same for all its processes. It may stand still while the computer sleeps."""
    return time.monotonic()


@cache
def computer() -> str:
    """Whose watch that is; where Linux tells it, another one after each start of the computer.

    Elsewhere the computer alone: there the watch begins at 0 with each start, so that between what it shows and what
    it showed before a start never lies more than has passed.
    """
    try:
        name = _THIS_START.read_text(encoding="ascii")
    except (OSError, UnicodeError):
        name = f"{uuid.getnode():x}"
    return sha256(name.encode()).hexdigest()[:12]
