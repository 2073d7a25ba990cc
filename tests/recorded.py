"""What tests hold the app against lies in files; ``UPDATE_RECORDED=1 pytest FILE`` writes them as they would be now.

One switch for all of them: it is meant for the files of tests that are named behind it, and the difference is read
before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

SWITCH = "UPDATE_RECORDED"


def recorded(path: Path, now: str) -> str:
    """What is recorded there, which with the switch is what is true ``now``."""
    if os.environ.get(SWITCH):
        path.write_text(now, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def if_meant(tests: str) -> str:
    """What to run where the difference is meant."""
    return f"If that is meant, run: {SWITCH}=1 python -m pytest {tests}"
