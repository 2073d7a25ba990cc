"""Runs the test of a control in a process of its own, with the fault or without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.controls.faults import CONTROLS
from tests.processes import ROOT

FAILED = 1
"""What pytest ends with where a test failed; other numbers say that none ran, or that it could not be read."""
BROKEN = -1
"""In its place where no test failed: one could not begin, or the fault could not be put in."""


def ends_with(name: str, *, fault: bool = True) -> tuple[int, str]:
    """What pytest ended with for the test of this control, and the end of what it said."""
    start = Path(__file__).with_name("start")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": os.pathsep.join([str(start), str(ROOT)])}
    environment |= {"FAULT_PUT_IN": name} if fault else {}
    line = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", CONTROLS[name].test]
    run = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    said = run.stdout + run.stderr
    if run.returncode == FAILED and not re.search(r"^\d+ failed", run.stdout, re.M):
        return BROKEN, said[-3000:]
    return run.returncode, said[-3000:]
