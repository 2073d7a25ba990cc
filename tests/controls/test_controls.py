"""A fault of the past that comes back is noticed: two of them in the test command, all in a sweep or by command."""

from __future__ import annotations

import os

import pytest

from tests.controls.faults import CONTROLS
from tests.controls.noticing import FAILED, ends_with
from tests.sizes import sized

SOME = ["bodies of strangers", "older files"]


@pytest.mark.parametrize("name", sized(SOME, [*CONTROLS]))
def test_the_fault_is_noticed(name: str) -> None:
    control = CONTROLS[name]
    if control.needs and control.needs not in os.environ:
        pytest.skip(f"needs {control.needs}")
    ended, said = ends_with(name)
    assert ended == FAILED, f"{control.what}, and nothing failed:\n{said}"
