"""Long hands of one or two suits, where the shortcuts of a solver go wrong: frozen answers of another method."""

from __future__ import annotations

from tests.rules.solver.compare import frozen
from tests.rules.solver.freeze import CASES
from tests.rules.solver.test_exact import in_processes
from tests.sizes import sized


def test_every_case_has_its_frozen_answer_and_many_can_be_met() -> None:
    assert list(frozen()) == list(map(str, range(CASES)))
    assert sum(answer is not None for answer in frozen().values()) > CASES / 2


def test_the_solver_agrees_with_the_frozen_answers() -> None:
    cases = sized(CASES // 2, CASES)
    found = in_processes("frozen", 0, cases)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["seen"]["strict"] >= cases / 20
