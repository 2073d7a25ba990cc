"""What a rule may be set to changes only on purpose: for every value its clause, its limits and what goes with it."""

from __future__ import annotations

from pathlib import Path

from referee.rules.rulebook.model import VALUES
from tests.recorded import if_meant, recorded

RECORDED = Path(__file__).with_name("values.txt")


def told() -> list[str]:
    return [
        f"{name}: " + "; ".join([f"{what} {said}" for what, said in value.items() if said not in ((), None)])
        for name, value in VALUES.items()
    ]


def test_no_value_has_other_limits_than_those_recorded() -> None:
    now = told()
    assert now == recorded(RECORDED, "\n".join(now) + "\n").splitlines(), if_meant(
        "tests/rulebooks/test_value_limits.py"
    )
