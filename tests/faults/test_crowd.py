"""Many phones at once over real HTTP: more of them by ``python -m tests.faults.crowd``."""

from __future__ import annotations

import importlib.util

import pytest

from tests.faults.crowd import drill
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured
OPERATIONS = sized(60, 5_000)


@pytest.mark.long
def test_what_24_phones_are_told_stands_in_the_log_once_and_in_its_order(url: str) -> None:
    if url and not importlib.util.find_spec("gevent"):
        pytest.skip("the extra hosted is not installed")
    tally = drill(24, OPERATIONS, url, workers=2)
    assert tally.holds, tally
    assert tally.acknowledged >= OPERATIONS


@pytest.mark.sweep
def test_a_server_that_does_not_know_ids_again_is_found_out(url: str) -> None:
    assert drill(8, 100, url, control="forgetful").doubled


@pytest.mark.sweep
@pytest.mark.database_file
def test_two_servers_on_one_folder_lose_nothing_and_double_nothing() -> None:
    tally = drill(8, sized(100, 300), servers=2)
    assert tally.holds, tally
