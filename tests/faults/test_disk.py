"""A disk that fails once at some call, and one that loses its power: every call by ``python -m tests.faults.disk``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

from tests.faults import disk
from tests.faults.disk import Writers, failing, powerless
from tests.sizes import sized

MISSED = "CI" in os.environ and not shutil.which("strace")
"""CI brings it, so there it is no reason to skip anything."""
pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.database_file,
    pytest.mark.skipif(not disk.is_here() and not MISSED, reason="there is no strace here that may watch"),
]


@pytest.fixture(scope="module")
def begin() -> Iterator[Writers]:
    with disk.writers() as made:
        yield made


def test_a_disk_that_fails_once_loses_nothing_that_was_acknowledged(begin: Writers) -> None:
    outcome = failing(begin, most=sized(2, 10), step=3)
    assert not outcome.wrong, outcome
    assert outcome.acknowledged == outcome.tried * disk.NOTES


@pytest.mark.sweep
def test_a_server_that_says_yes_though_the_disk_said_no_is_found_out(begin: Writers) -> None:
    assert failing(begin, most=1, control="hasty").wrong


def test_after_a_power_cut_all_is_there_that_was_acknowledged(begin: Writers) -> None:
    outcome = powerless(begin)
    assert not outcome.wrong, outcome
    assert outcome.tried > 20 * disk.NOTES


@pytest.mark.sweep
def test_a_server_that_does_not_wait_for_the_disk_is_found_out(begin: Writers) -> None:
    assert powerless(begin, "careless").wrong
