"""How much may be typed, sent or looked at changes only on purpose: every such number stands in ``limits.txt``."""

from __future__ import annotations

import ast
import importlib
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECORDED = Path(__file__).with_name("limits.txt")
UPDATE = "UPDATE_LIMITS"
_A_LIMIT = re.compile(r"_?(MOST|LONGEST|LARGEST|LEAST|FEWEST)(_|$)")


def limits() -> list[str]:
    """``"game.names LONGEST_NAME 40"``, of every module in the order of its name."""
    lines = []
    for path in sorted((ROOT / "referee").rglob("*.py")):
        names = [
            target.id
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and _A_LIMIT.match(target.id)
        ]
        if names:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            module = importlib.import_module(name)
            lines += [f"{name.partition('.')[2]} {limit} {getattr(module, limit)}" for limit in names]
    return lines


def test_no_limit_is_another_than_the_one_recorded() -> None:
    pytest.importorskip("numpy", reason="the reader of photographs is an extra")
    now = limits()
    assert len(now) > 40
    if os.environ.get(UPDATE):
        RECORDED.write_text("\n".join(now) + "\n", encoding="utf-8")
    recorded = RECORDED.read_text(encoding="utf-8").splitlines()
    assert now == recorded, f"If that is meant, run: {UPDATE}=1 python -m pytest tests/house/test_limits.py"
