"""What can be asked over the API: each question with its fields, an example and the engine's answer to it."""

from __future__ import annotations

import json

from docs.site.markdown import plain, table
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS, Field, Question

HEAD = """# The questions

Everything that `POST /api/rulings` and `referee rule` can be asked, with an example of each. Every request names a
`rulebook` and a `question`; `players` and `house` (house rules by name) may stand in each. The answers were made by the
engine when this page was built. `/api/openapi.json` of your own server has the whole description, with every field of an
answer.

"""


def pages() -> dict[str, str]:
    return {"questions.md": HEAD + "\n".join(section(name, question) for name, question in QUESTIONS.items())}


def section(name: str, question: Question) -> str:
    rows = [_row(field) for field in question.fields if field.label]
    if question.needs_round:
        rows.insert(0, ("`round`", "The round, from 1.", ""))
    ask = {"question": name, **next(iter(question.examples.values()))}
    answer = rule(ask)
    return (
        f"## {plain(question.label)}\n\n`{name}`: {plain(question.about)}\n\n"
        + table(("Field", "What it says", ""), rows)
        + f"\n```json\n{json.dumps(ask, ensure_ascii=False)}\n```\n\n{plain(answer['ruling'])}\n"
    )


def _row(field: Field) -> tuple[str, str, str]:
    return f"`{field.name}`", plain(field.about or field.label), "optional" if field.optional else ""
