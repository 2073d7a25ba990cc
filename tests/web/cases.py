"""Every question that stands somewhere in the tests of the rules, for the faces to be tried with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.judges.turn import WAYS
from referee.rules.questions import QUESTIONS
from referee.web.ask.forms import address_of

RULES = Path(__file__).parents[1] / "rules" / "cases"


def questions() -> list[dict[str, Any]]:
    """The requests of all cases, in the order of the files."""
    found = []
    for path in sorted(RULES.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                found.append(json.loads(line)["ask"])
    assert len(found) > 100
    return found


def inputs(question: str, rulebook: str = "screw") -> list[str]:
    """The names of a question's fields on its page; numbers by seat have one input for each."""
    book = library.load(rulebook)
    fields = [field for field in QUESTIONS[question].fields if field.label]
    fields = [field for field in fields if not field.only_with or getattr(book, field.only_with)]
    return [each.name for field in fields for each in (field, *field.kind.parts)]


def typed_for(ask: dict[str, Any]) -> dict[str, str]:
    """What has to be typed for a request."""
    return address_of(ask, library.load(ask["rulebook"]))


def typable() -> list[dict[str, Any]]:
    """Those that a page can put: readable, without house rules, and where a field is empty it means "none"."""
    found = []
    for ask in questions():
        if "house" in ask or "error" in rule(ask):
            continue
        if "owes" in ask and not library.load(ask["rulebook"]).screw_over:
            continue  # where nobody is screwed over, the page does not ask who owes a meld
        ways = [next(iter(step)) for step in ask.get("steps", ())]
        if ways != sorted(ways, key=WAYS.index) or ways.count("draw") > 1:
            continue  # the page asks for the steps of a turn in their usual order
        none = {field.name for field in QUESTIONS[ask["question"]].fields if field.none}
        if {name for name, value in ask.items() if value in ("", [])} <= none:
            found.append(ask)
    assert len(found) > 300
    return found
