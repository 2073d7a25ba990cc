"""A question is whole: what is missing of one is named. docs/develop has the recipe, "Adding a question"."""

from __future__ import annotations

from collections import Counter
from string import Formatter
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.questions import QUESTIONS, Question
from referee.rules.questions.kinds import Choice
from referee.rules.referee import COMMON, judged
from referee.rules.rulings import RequestError, Ruling
from tests.rules.case_files import all_cases

ASKED = Counter(case["ask"]["question"] for case in all_cases())


def missing(name: str, question: Question) -> list[str]:
    """What a question still lacks, each as a thing to be done."""
    fields = {field.name for field in question.fields}
    rulings = [_ruling(name, book) for book in library.ids()]
    lacks = {
        "a label that asks": question.label.endswith("?"),
        "a line for programs": bool(question.about),
        "fields": bool(fields),
        "names of fields that no request has of its own": not fields & set(COMMON),
        "a label and a line for programs at each field": all(
            f.about and (f.label or f.kind.is_players) for f in question.fields
        ),
        "options at each choice": all(f.kind.options for f in question.fields if isinstance(f.kind, Choice)),
        "a description of what its answer adds": bool(question.adds),
        "fields named in its line of the history": {n for _, n, *_ in Formatter().parse(question.line) if n} <= fields,
        "a judge that rules or asks when nothing was said": all(
            isinstance(ruling, Ruling | RequestError) for ruling in rulings
        ),
        "answers with the fields that it describes": all(
            set(ruling.adds) <= set(question.adds) for ruling in rulings if isinstance(ruling, Ruling)
        ),
        "an example": bool(question.examples),
        f"cases in tests/rules/cases/{name}.jsonl": ASKED[name] >= 10,
    }
    return [what for what, there in lacks.items() if not there]


def _ruling(name: str, rulebook: str) -> Any:
    try:
        return judged(library.load(rulebook), {"question": name})
    except RequestError as wrong:
        return wrong
    except Exception as fault:
        return fault


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_whole(name: str) -> None:
    assert missing(name, QUESTIONS[name]) == []


def test_what_is_missing_of_a_new_question_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(*_: object) -> Ruling:
        raise KeyError("cards")

    bare = Question("Cards", "", (), {}, judge, {}, "{cards}")
    monkeypatch.setitem(QUESTIONS, "cards", bare)
    assert missing("cards", bare) == [
        "a label that asks",
        "a line for programs",
        "fields",
        "a description of what its answer adds",
        "fields named in its line of the history",
        "a judge that rules or asks when nothing was said",
        "an example",
        "cases in tests/rules/cases/cards.jsonl",
    ]
