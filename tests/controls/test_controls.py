"""A fault of the past that comes back is noticed: one a day in the test command, all in a sweep or by command."""

from __future__ import annotations

import os
from datetime import date

import pytest

from tests.controls.faults import CONTROLS
from tests.controls.noticing import FAILED, ends_with
from tests.sizes import sized

OF_THE_DAY = ""
"""Chosen when the test runs: what is collected is the same in every process, also around midnight."""


@pytest.mark.parametrize("name", sized([OF_THE_DAY], [*CONTROLS]))
def test_the_fault_is_noticed(name: str) -> None:
    tried = [each for each, control in CONTROLS.items() if control.needs in {"", *os.environ}]
    name = name or tried[date.today().toordinal() % len(tried)]
    if name not in tried:
        pytest.skip(f"needs {CONTROLS[name].needs}")
    ended, said = ends_with(name)
    assert ended == FAILED, f"{name}: {CONTROLS[name].what}, and nothing failed:\n{said}"
