"""``referee move-to`` killed at any moment: more of it by ``python -m tests.cluster python -m tests.faults.moves``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.forked import PIECEMEAL, forked
from tests.faults.moves import House, between_tables, drill, house
from tests.sizes import sized

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on"),
]


@pytest.fixture
def made() -> Iterator[House]:
    with house() as made:
        yield made


def test_a_move_that_is_killed_leaves_the_file_or_all_of_it_on_the_server(made: House, tmp_path: Path) -> None:
    with forked(tmp_path) as nest:
        outcome = drill(made, nest, sized(3, 6), random.Random(1))
    assert not outcome.wrong, outcome
    assert outcome.in_time


def test_a_move_that_commits_each_table_is_found_out(made: House, tmp_path: Path) -> None:
    with forked(tmp_path, control=PIECEMEAL) as careless:
        outcome = between_tables(made, careless)
    assert outcome.in_time
    assert outcome.wrong, outcome
