"""A name says what it holds or gives: ``seat``, ``ruling``, ``clause``, ``sentence_of``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAY_NOTHING = {"one", "found", "known", "said", "told", "asked", "asking"}
"""They fit everything that was ever told or looked for, so they name nothing."""


def given(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of everything that is named in a module, beside classes. The ``_`` before a name says nothing."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.alias(asname=str(name)) | ast.FunctionDef(name=name):
                yield node.lineno, name


def empty_names(text: str) -> list[tuple[int, str]]:
    return sorted((line, name) for line, name in given(ast.parse(text)) if name.lstrip("_") in SAY_NOTHING)


def test_every_name_says_what_it_holds() -> None:
    files = [path for path in (ROOT / "referee").rglob("*.py") if "migrations" not in path.parts]
    assert len(files) > 200
    assert [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted(files)
        for line, name in empty_names(path.read_text())
    ] == []


def test_a_name_that_says_nothing_is_seen_wherever_it_is_given() -> None:
    text = """
one = 1
for found in ():
    pass
rows = [known for known in ()]
def ruling(said, *told, **asked): ...
class Chip:
    asking: str
    def __init__(self): self.found = (told := 3)
try: ...
except ValueError as said: ...
from referee.web.shell.club_here import known
from referee.web import forms as asking
match rows:
    case [one, *known]: ...
def told(seat): return seat.said, dict(known=seat)
"""
    assert empty_names(text) == [
        (2, "one"), (3, "found"), (5, "known"), (6, "asked"), (6, "said"), (6, "told"), (8, "asking"), (9, "found"),
        (9, "told"), (11, "said"), (13, "asking"), (15, "known"), (15, "one"), (16, "told"),
    ]  # fmt: skip
