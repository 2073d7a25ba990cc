"""Every phrase that a judge uses has words, all words are used, and nothing but ``speech`` has sentences."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from referee.rules.judges.irregular import STOCK_RAN_OUT
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.kinds import Choice
from referee.rules.rulebook.model import KINDS
from referee.rules.rulings import UNSAID, Finding, Phrase, Reason, phrase
from referee.rules.speech.phrases import FORMS, PHRASES

REFEREE = Path(__file__).parents[2] / "referee"
DECIDING = [
    path for folder in ("judges", "melds", "solver") for path in sorted((REFEREE / "rules" / folder).glob("*.py"))
]
"""The modules that decide: they have values, never sentences."""

NAMED_OR_FOR_PROGRAMS = ("phrase", "RequestError", "ValueError")
"""What takes the name of a phrase, and errors, which are read by programs."""
CHOICES = (
    {word for kind in KINDS.values() if type(kind) is Choice for word in kind.words}
    | {option.value for question in QUESTIONS.values() for field in question.fields for option in field.kind.options}
    | {STOCK_RAN_OUT}
)
"""The names of rule values and of answers, as files and requests have them, and of what only a log has."""


def used() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where a phrase is used, its name, and by what names it is told what it is about (None: by a mapping).

    What the judges of a game name has its words in ``game.story``; ``tests/game/test_answers.py`` holds those.
    """
    for path in [*REFEREE.glob("rules/**/*.py"), *REFEREE.glob("game/rulings/*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "phrase":
                names = {word.arg for word in node.keywords}
                about = None if None in names else {str(name) for name in names}
                for name in names_in(node.args[0]):
                    yield f"{path.name}:{node.lineno}", name, about


def names_in(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from names_in(node.body)
        yield from names_in(node.orelse)


def needed(name: str) -> set[str]:
    """What the words of a phrase must be told."""
    words = PHRASES[name]
    if isinstance(words, str):
        return {field for _, field, _, _ in Formatter().parse(words) if field}
    return set(inspect.signature(words).parameters)


def test_every_phrase_used_has_words_and_is_told_what_they_are_about() -> None:
    wrong = [
        f"{place}: {name!r} has no words" if name not in PHRASES else f"{place}: {name!r} needs {needed(name)}"
        for place, name, about in used()
        if name not in PHRASES or (about is not None and about != needed(name))
    ]
    assert wrong == []


def test_every_form_in_which_words_say_a_thing_is_there() -> None:
    templates = {name: words for name, words in PHRASES.items() if isinstance(words, str)}
    forms = [(name, form) for name, words in templates.items() for _, _, form, _ in Formatter().parse(words) if form]
    assert len(forms) > 50
    assert [(name, form) for name, form in forms if form.partition(" ")[0] not in FORMS] == []


def test_every_phrase_with_words_is_used() -> None:
    asked = {field.ask for question in QUESTIONS.values() for field in question.fields if field.ask}
    by_table = {"which totals", "how many buys"}  # named in a table of the judge of settlements
    assert asked <= set(PHRASES)
    assert set(PHRASES) - {name for _, name, _ in used()} - asked - by_table == set()


@pytest.mark.parametrize("path", DECIDING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_decides_has_no_sentence(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    allowed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in NAMED_OR_FOR_PROGRAMS:
            allowed |= {id(node) for node in ast.walk(call)}
    sentences = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in allowed
        if re.search(r"\w+ \w+ \w+ \w+", node.value) and node.value not in CHOICES
    ]
    assert sentences == []
    assert "rules.speech" not in path.read_text("utf-8")


def test_a_phrase_holds_what_stands_within_it_and_not_what_only_sounds_like_it() -> None:
    why = phrase("no such rank", cards=[43], rank=7)
    finding = Finding(Reason.NOT_USED, "screw-use", phrase("cannot be used", why=why))
    assert phrase("finding", finding=finding, players={}).holds(why)
    assert why.holds(Phrase(why.name, {**why.about, UNSAID: frozenset({7})}))
    assert not finding.says.holds(phrase("no such rank", cards=[43], rank=8))
    assert not why.holds(finding.says)
