"""What a rule may be set to changes only on purpose: for every value its clause, its limits and what goes with it."""

from __future__ import annotations

import os
from pathlib import Path

from referee.rules.rulebook.model import VALUES

RECORDED = Path(__file__).with_name("values.txt")
UPDATE = "UPDATE_RULE_VALUES"


def told() -> list[str]:
    return [
        f"{name}: " + "; ".join([f"{what} {said}" for what, said in value.items() if said not in ((), None)])
        for name, value in VALUES.items()
    ]


def test_no_value_has_other_limits_than_those_recorded() -> None:
    now = told()
    if os.environ.get(UPDATE):
        RECORDED.write_text("\n".join(now) + "\n", encoding="utf-8")
    recorded = RECORDED.read_text(encoding="utf-8").splitlines()
    assert now == recorded, f"If that is meant, run: {UPDATE}=1 python -m pytest tests/rulebooks/test_value_limits.py"
