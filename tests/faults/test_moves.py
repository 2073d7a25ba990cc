"""``referee move-to`` killed at any moment: more of it by ``python -m tests.cluster python -m tests.faults.moves``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.forked import PIECEMEAL, forked
from tests.faults.moves import House, drill, house
from tests.sizes import sized

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on"),
]

COPIES = 0.5, 0.99
"""The part of a move in which it copies the tables, with room: it moves with the book and with the program."""


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
    """It is luck whether a kill falls between two tables."""
    with forked(tmp_path, control=PIECEMEAL) as careless:
        drills = (drill(made, careless, 4, random.Random(seed), between=COPIES) for seed in range(1, 21))
        assert any(outcome.wrong for outcome in drills)
