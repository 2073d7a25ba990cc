"""How much may be typed, how long something is kept, how many are shown: such a number changes only on purpose.

Every number that has a name stands in ``numbers.txt``, and so does what a rule value may be. Only the solver's are left
out: how it packs what it counts is its own affair.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.rules.rulebook.model import KINDS
from tests.recorded import if_meant, recorded

ROOT = Path(__file__).resolve().parents[2]
RECORDED = Path(__file__).with_name("numbers.txt")
_A_NAME = re.compile(r"_?[A-Z][A-Z_]*")
_ITS_OWN_AFFAIR = ROOT / "referee" / "rules" / "solver"


def numbers() -> Iterator[str]:
    """``"game.names LONGEST_NAME 40"``, of every module in the order of its name."""
    for path in sorted((ROOT / "referee").rglob("*.py")):
        if _ITS_OWN_AFFAIR in path.parents:
            continue
        names = [
            target.id
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and _A_NAME.fullmatch(target.id)
        ]
        if names:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            module = importlib.import_module(name)
            for number in names:
                if type(value := getattr(module, number)) in (int, float):
                    yield f"{name.partition('.')[2]} {number} {value}"


def allowed() -> Iterator[str]:
    """``"run_least Whole(least=3, most=7)"``, of every rule value in the order of its form."""
    return (f"{name} {kind}" for name, kind in KINDS.items())


def test_no_number_is_another_than_the_one_recorded() -> None:
    pytest.importorskip("numpy", reason="the reader of photographs is an extra")
    now = [*numbers(), "", *allowed()]
    assert len(now) > 150
    assert now == recorded(RECORDED, "\n".join(now) + "\n").splitlines(), if_meant("tests/house/test_numbers.py")
