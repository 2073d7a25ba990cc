"""The cases of the judges: questions with their answers as data in ``cases/``, each with the clause it turns on.

A line is an object: ``name``, ``clause`` (the address that decides), ``ask`` (a request), ``want`` (fields of the
answer; ``needs`` as the list of fields asked for), ``cites`` (the topics of exactly the clauses that the ruling may
rest on, in their order; ``python -m tests.rules.write_cites`` writes them). With ``role`` "consequence" the clause
decides a further field (a penalty, what is owed) and not yes or no: it is cited, but not first. With "besides" a
clause that is up to the table decides as well, and stands before it.
``errors.jsonl`` has ``error`` in place of ``clause`` and ``want``: the field and a piece of the message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
ERRORS = CASES / "errors.jsonl"

Line = dict[str, Any]


def lines(path: Path) -> list[Line]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def case_paths() -> list[Path]:
    """The files of cases, those of derived rulebooks included."""
    return [path for path in sorted(CASES.rglob("*.jsonl")) if path != ERRORS]


def all_cases() -> list[Line]:
    return [case for path in case_paths() for case in lines(path)]


def error_cases() -> list[Line]:
    return lines(ERRORS)


def case_id(case: Line) -> str:
    return f"{case.get('clause', 'error')}: {case['name']}"


def wrong(answer: Line, want: Line) -> list[str]:
    """What an answer has otherwise than a case wants it; nothing if it holds."""
    if "error" in answer:
        return [f"an error: {answer['error']}"]
    got = dict(answer, needs=[need["field"] for need in answer.get("needs", [])])
    absent = object()
    return [
        f"{key}: {got.get(key, '(absent)')!r}, not {value!r}"
        for key, value in want.items()
        if got.get(key, absent) != value
    ]


def cited(answer: Line) -> list[str]:
    """The topics of the clauses that an answer cites."""
    return [citation["clause"].partition("/")[2] for citation in answer.get("because", ())]
