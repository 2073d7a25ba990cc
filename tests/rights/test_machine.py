"""The app held against the small world, step by step: more of it by ``python -m tests.rights.machine``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee import errors
from tests.rights.faults import FAULTS, Patch, raised_on_nothing
from tests.rights.machine import run
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]


@pytest.mark.long
def test_whatever_phones_and_hosts_do_the_rights_are_those_of_the_model() -> None:
    steps = sized(100, 400)
    assert run(steps) >= steps


SEEDS = {raised_on_nothing: 37}
"""Where another one takes long to come to it."""


@pytest.mark.long
@pytest.mark.parametrize("fault", sized(FAULTS[::3], FAULTS), ids=lambda fault: fault.__name__)
def test_each_fault_that_is_put_back_is_found(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, errors.RefereeError)):  # of the machine, or of an app that does not do a step
        run(10_000, SEEDS.get(fault, 35), shrink=False)
