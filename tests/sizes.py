"""How much a run does of what could go on for as long as one likes.

The test command takes a part of each kind, because everybody waits for it; with ``REFEREE_SWEEPS=1`` in front it takes
what ``sized`` names second, and the tests marked ``sweep``. What has a switch of its own keeps it: see
``docs/develop/checks.md``.
"""

from __future__ import annotations

import os
from typing import TypeVar

Size = TypeVar("Size")

SWEEPS = os.environ.get("REFEREE_SWEEPS", "0") not in ("", "0")


def sized(usual: Size, whole: Size) -> Size:
    """The first in the test command, the second in a sweep."""
    return whole if SWEEPS else usual
