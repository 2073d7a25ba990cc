"""The app held against the small world, step by step: more of it by ``python -m tests.rights.machine``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee import errors
from referee.services.phones.access import Role
from tests.rights.faults import FAULTS, Patch, raised_on_nothing
from tests.rights.machine import ALL_PLAY, Machine, run
from tests.rights.model import BY_ITS_OTHER_BROWSER
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]


@pytest.mark.long
def test_whatever_phones_and_hosts_do_the_rights_are_those_of_the_model() -> None:
    steps = sized(100, 400)
    assert run(steps) >= steps


def test_the_second_browser_of_whoever_asks_is_not_one_of_two_that_agree() -> None:
    """Where the app wants three phones, the model wants them too."""
    evening = Machine()
    try:
        for step in (*BY_ITS_OTHER_BROWSER, ("enter", 1, 0)):
            evening.take(step)
            evening.the_app_is_the_model()
        assert evening.world.asks, "it waits for a third one"
    finally:
        evening.teardown()


def test_three_that_have_played_make_a_host_after_ten_minutes() -> None:
    evening = Machine()
    try:
        for step in (*ALL_PLAY, ("ask", 1), ("agree", 0, 1), ("agree", 2, 1), ("ten_minutes",)):
            evening.take(step)
            evening.the_app_is_the_model()
        assert (evening.world.role(1), evening.world.club_role(1)) == (Role.HOST, Role.PLAYER)
    finally:
        evening.teardown()


SEEDS = {raised_on_nothing: 37}
"""Where another one takes long to come to it."""


@pytest.mark.long
@pytest.mark.parametrize("fault", sized(FAULTS[::3], FAULTS), ids=lambda fault: fault.__name__)
def test_each_fault_that_is_put_back_is_found(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, errors.RefereeError)):  # of the machine, or of an app that does not do a step
        run(10_000, SEEDS.get(fault, 35), shrink=False)
