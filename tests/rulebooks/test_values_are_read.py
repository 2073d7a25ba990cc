"""A value that no code reads is a rule that the app shows and nobody keeps."""

from __future__ import annotations

import ast
from pathlib import Path

from referee.rules.rulebook.model import VALUES

ROOT = Path(__file__).parents[2] / "referee"
CHECKED_ONLY = {ROOT / "rules" / "rulebook" / name for name in ("model.py", "values.py", "checks.py")}
"""What says which values there are and which of them fit together; it keeps no rule."""
RULEBOOKS = {"book", "opened_book"}
"""So a rulebook is called where a value of it is read; of anything else an attribute of that name is no rule."""


def read_of_rulebooks(code: str) -> set[str]:
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)]
    return {node.attr for node in found if ast.unparse(node.value).rpartition(".")[2] in RULEBOOKS}


def test_every_value_of_a_rulebook_is_read_by_what_keeps_the_rules_or_shows_them() -> None:
    files = [file for file in ROOT.rglob("*.py") if file not in CHECKED_ONLY]
    read = set[str]().union(*(read_of_rulebooks(file.read_text(encoding="utf-8")) for file in files))
    assert set(VALUES) - read == set()


def test_only_what_is_read_of_a_rulebook_counts() -> None:
    assert read_of_rulebooks("running.deal, state.book.jokers, law.run_ace, book.decks[4]") == {"jokers", "decks"}
