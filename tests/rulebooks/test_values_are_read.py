"""A value that no code reads is a rule that the app shows and nobody keeps."""

from __future__ import annotations

import ast
from pathlib import Path

from referee.rules.rulebook import VALUES

ROOT = Path(__file__).parents[2] / "referee"
CHECKED_ONLY = {"rulebook.py", "rulebook_values.py", "rulebook_checks.py"}
"""What says which values there are and which of them fit together; it keeps no rule."""


def test_every_value_of_a_rulebook_is_read_by_what_keeps_the_rules_or_shows_them() -> None:
    read: set[str] = set()
    for file in ROOT.rglob("*.py"):
        if file.name not in CHECKED_ONLY:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            read |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert set(VALUES) - read == set()
