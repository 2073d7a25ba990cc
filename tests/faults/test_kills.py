"""The real server killed with -9 while phones write: more of it by ``python -m tests.faults.kills``."""

from __future__ import annotations

import pytest

from tests.faults.kills import drill
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured


@pytest.mark.long
def test_a_server_that_is_killed_again_and_again_loses_nothing_and_doubles_nothing(url: str) -> None:
    kills = sized(3, 20)
    outcome = drill(kills, url)
    assert outcome.tally.holds, outcome
    assert outcome.tally.acknowledged >= kills


@pytest.mark.sweep
def test_a_server_that_says_written_before_it_has_written_is_found_out(url: str) -> None:
    assert drill(5, url, control="hasty").tally.missing


@pytest.mark.sweep
def test_a_server_that_does_not_know_ids_again_is_found_out(url: str) -> None:
    assert drill(12, url, control="forgetful").tally.doubled
