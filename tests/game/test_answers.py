"""The words of answers stand in one place: a judge names a phrase, and every phrase has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from referee.game import judges
from referee.game.story.answers import ANSWERS

FILES = sorted(Path(judges.__file__).parent.glob("*.py"))
SAYING = {"problem": 1, "query": 1, "refused": 1, "Problem": 1, "Query": 1}
"""Where what is said stands among the arguments."""


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
                yield f"{file.name}:{node.lineno}", node


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr  # type: ignore[attr-defined]


def test_no_judge_has_words_of_its_own_for_a_refusal_or_a_question() -> None:
    written = [
        where
        for where, call in _calls()
        if _name(call) in SAYING
        for said in [*call.args[1:2], *(word.value for word in call.keywords if word.arg in ("says", "asks"))]
        if isinstance(said, (ast.Constant, ast.JoinedStr))
    ]
    assert not written, f"words stand in {', '.join(written)}"


def test_every_phrase_of_a_judge_has_its_words_and_no_words_are_left_over() -> None:
    named = {
        call.args[0].value
        for _, call in _calls()
        if _name(call) in ("phrase", "Phrase", "_players") and isinstance(call.args[0], ast.Constant)
    }
    assert named == set(ANSWERS)
