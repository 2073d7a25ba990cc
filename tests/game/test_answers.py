"""The words of answers stand in one place: a judge names a phrase, and every phrase has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from referee import game
from referee.game.judges.irregular import KINDS
from referee.game.story.answer_keys import DOUBTED, KEYS, Keys, keys_of
from referee.game.story.answers import ANSWERS, sentence
from referee.rules.rulings import phrase

GAME = Path(game.__file__).parent
OTHERS = ("counting_anew", "fold", "history", "names", "old_result", "paper", "pasted", "replay", "taking_back")
FILES = [
    *sorted((GAME / "judges").glob("*.py")),
    *sorted((GAME / "effects").glob("*.py")),
    *(GAME / f"{name}.py" for name in OTHERS),
]
"""Whatever says something by a phrase."""
SAYING = ("problem", "query", "refused", "Problem", "Query")
"""Functions that get what is said as their second argument."""


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for file in FILES:
        yield file.name, ast.parse(file.read_text(encoding="utf-8"))


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for name, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
                yield f"{name}:{node.lineno}", node


ASKING = ("query", "Query", "TakenBack", "which")
"""Functions that get what is asked back."""


def _named(call: ast.Call) -> str:
    return _name(call) if isinstance(call.func, (ast.Name, ast.Attribute)) else ""


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr  # type: ignore[attr-defined]


def _of_the_code(tree: ast.Module) -> Iterator[ast.AST]:
    """Nodes that nobody at a table reads: docstrings, what a failed assertion says, and values that are compared."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Assert) and node.msg:
            yield from ast.walk(node.msg)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc) == "AssertionError":
            yield from ast.walk(node.exc)
        elif isinstance(node, ast.Compare):
            yield from (node.left, *node.comparators)


def test_nothing_but_the_story_has_words_of_its_own() -> None:
    written = []
    for name, tree in _trees():
        unread = set(_of_the_code(tree))
        written += [
            f"{name}:{node.lineno} {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in unread
            if " " in node.value.strip() and node.value not in KINDS
        ]
    assert not written, f"words stand in {', '.join(written)}"


def test_a_refusal_and_a_question_name_a_phrase_even_where_one_word_would_do() -> None:
    written = [
        where
        for where, call in _calls()
        if _name(call) in SAYING
        for says in [*call.args[1:2], *(word.value for word in call.keywords if word.arg in ("says", "asks"))]
        if isinstance(says, (ast.Constant, ast.JoinedStr))
    ]
    assert not written, f"words stand in {', '.join(written)}"


def test_every_phrase_has_its_words_and_no_words_are_left_over() -> None:
    named = {
        call.args[0].value
        for _, call in _calls()
        if _name(call) in ("phrase", "Phrase", "_players") and isinstance(call.args[0], ast.Constant)
    }
    assert named == set(ANSWERS)


def test_every_question_that_is_asked_back_has_keys_of_its_own() -> None:
    asked = {
        inner.args[0].value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Call) and _named(node) in ASKING)
        or (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "asks")
        for inner in ast.walk(node)
        if isinstance(inner, ast.Call) and _named(inner) in ("phrase", "Phrase", "_players")
        if isinstance(inner.args[0], ast.Constant)
    }
    assert asked == set(KEYS)


def test_that_s_right_is_the_key_of_nothing_but_right() -> None:
    """A question that asks for something else, such as "Finish anyway?", is not answered by "Yes, that’s right"."""
    plain = {name: words for name in KEYS if isinstance(words := ANSWERS[name], str)}
    assert len(plain) > 5
    for name, words in plain.items():
        is_right = KEYS[name].yes == DOUBTED.yes and "several" not in name
        assert is_right == words.endswith("Is that right?"), f"{name}: {words}"


def test_a_key_names_who_is_asked_about_and_several_questions_share_plain_keys() -> None:
    out = phrase("out_with_cards", name="Player 2", line="35")
    assert keys_of([out, out]) == Keys("No, change it", "Yes, Player 2 went out")
    assert keys_of([out, phrase("no_cards_not_out", name="Player 3")]) == DOUBTED


def test_a_whole_sentence_keeps_its_mark_whatever_that_is() -> None:
    assert sentence(phrase("request", why="Who asks for it;", whole=True)) == "Who asks for it;"
    assert sentence(phrase("request", why="must be one card", whole=False)) == "Must be one card."
