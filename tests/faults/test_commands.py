"""Commands killed at any moment: more of it by ``python -m tests.faults.commands``."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.faults.commands import Command, drill, prepared
from tests.faults.forked import IN_PLACE, Forked, forked

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, Command]]:
    with prepared() as made:
        yield made


@pytest.fixture(scope="module")
def nest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("nest")) as nest:
        yield nest


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["import", "backup", "restore", "migration"])
def test_a_command_that_is_killed_leaves_the_book_as_it_was_or_as_it_becomes(
    made: dict[str, Command], nest: Forked, name: str
) -> None:
    outcome = drill(made[name], nest, 5, random.Random(name))
    assert not outcome.wrong, outcome
    assert outcome.in_time


@pytest.mark.sweep
def test_a_restore_that_writes_in_place_is_found_out(
    made: dict[str, Command], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with forked(tmp_path_factory.mktemp("nest"), control=IN_PLACE) as careless:
        assert drill(made["restore"], careless, 12, random.Random(1)).wrong
