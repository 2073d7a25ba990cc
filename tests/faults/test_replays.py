"""Forms of golden games that come again and again: more of it by ``python -m tests.faults.replays``."""

from __future__ import annotations

import pytest

from tests.faults.replays import drill
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, *sized([pytest.mark.database_file], [])]  # on a server in a sweep only


@pytest.mark.long
def test_what_comes_again_gets_its_first_answer_and_is_not_written_again() -> None:
    games, forms = sized((1, 50), (None, 500))
    outcome = drill(1, games=games)
    assert outcome.holds, outcome
    assert outcome.delivered > 2 * outcome.forms > 2 * forms


@pytest.mark.sweep
def test_a_server_that_does_not_know_ids_again_is_found_out() -> None:
    assert not drill(1, forgetful=True, games=1).holds
