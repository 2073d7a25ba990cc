"""Hostile requests to every route: more of them by ``python -m tests.faults.fuzz``."""

from __future__ import annotations

import pytest

from tests.faults.fuzz import drill, fragile
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, *sized([pytest.mark.database_file], [])]  # on a server in a sweep only
ROUTES = sized(130, 150)


@pytest.mark.parametrize("seed", range(sized(1, 2)))
def test_no_request_breaks_anything(seed: int) -> None:
    outcome = drill(sized(400, 10_000), seed)
    assert not outcome.broken, outcome
    assert len(outcome.routes) > ROUTES
    assert {200, 303, 404, 405, 409, 422} <= set(outcome.statuses)


@pytest.mark.sweep
def test_an_app_that_one_id_breaks_is_found_out() -> None:
    with fragile():
        assert "KeyError" in str(drill(2_000).broken)
