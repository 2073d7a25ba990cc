"""Long hands of one or two suits, where the shortcuts of a solver go wrong: frozen answers of another method."""

from __future__ import annotations

import json

import pytest

from referee.rules.solver import Undecided, best_lay_down
from tests.rules.solver.compare import ENOUGH_WORK, answer_of, wrong_with
from tests.rules.solver.drawing import few_suits
from tests.rules.solver.freeze import CASES, FROZEN

ANSWERS: dict[str, list[int] | None] = json.loads(FROZEN.read_text(encoding="utf-8"))


def test_every_case_has_its_frozen_answer_and_most_can_be_met() -> None:
    assert list(ANSWERS) == list(map(str, range(CASES)))
    assert sum(answer is not None for answer in ANSWERS.values()) > CASES / 2


@pytest.mark.parametrize("block", range(8))
def test_the_solver_agrees_with_the_frozen_answers(block: int) -> None:
    for number in range(block, CASES, 8):
        drawn = few_suits(number)
        found = best_lay_down(drawn.book, drawn.round_no, drawn.hand, work=ENOUGH_WORK)
        assert not isinstance(found, Undecided)
        assert (list(answer_of(drawn, found)) if found else None) == ANSWERS[str(number)], str(drawn)
        assert not found or wrong_with(drawn, found) == [], str(drawn)
