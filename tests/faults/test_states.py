"""A game held against a naive model, step by step: more of it by ``python -m tests.faults.states``."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game.state import GameState
from referee.services.games import games
from tests.faults.states import run
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, *sized([pytest.mark.database_file], [])]  # on a server in a sweep only


@pytest.mark.long
def test_whatever_phones_do_the_game_is_that_of_a_naive_model_and_of_its_log() -> None:
    steps = sized(120, 1_000)
    assert run(steps) >= steps


def test_a_book_that_forgets_what_was_undone_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: an undo that is answered with a yes and not written."""
    act = games.act

    def forgetful(code: str, intent: Any, tag: Any) -> Any:
        if type(intent).__name__ != "Undo":
            return act(code, intent, tag)
        state: GameState = games.game(code)
        return games.Done(code, state, (), state.number)

    monkeypatch.setattr(games, "act", forgetful)
    with pytest.raises(AssertionError):
        run(400, shrink=False)
