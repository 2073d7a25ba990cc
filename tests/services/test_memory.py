"""What is kept of memory after the work that takes most of it, measured in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import vision
from tests.processes import ROOT
from tests.sizes import sized

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says what a process has in memory"),
]


def grown(what: str, count: int) -> int:
    """By how many megabytes a process has grown over so many."""
    line = [sys.executable, "-m", "tests.bench.memory", what, str(count)]
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True, timeout=600).stdout
    first, last = map(int, re.findall(r"(\d+) MB", said.splitlines()[-1]))
    return last - first


@pytest.mark.sweep  # in the test command the tables are counted: tests/rules/solver/test_tables.py
def test_thirty_rulings_under_other_house_rules_each_keep_little() -> None:
    assert grown("rulings", 30) < 150


@pytest.mark.skipif(not vision.installed(), reason="the extra 'photo' is not installed")
def test_photographs_of_many_phones_give_their_memory_back() -> None:
    assert grown("photographs", sized(8, 200)) < 120
