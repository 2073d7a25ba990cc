"""What can be asked over the API: each question with its fields, an example and the engine's answer to it."""

from __future__ import annotations

import json

from docs.site.markdown import plain, table, with_code
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS, Field, Question

HEAD = """# The questions

Everything that you can ask by `POST /api/rulings` and `referee rule`, with an example of each. Every request names a
`rulebook` and a `question`; any of them may add `players` and `house` (house rules by name). The engine gave these
answers when this page was built. `/api/openapi.json` on your own server describes every field of an answer as well.

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
        f"## {plain(question.label)}\n\n`{name}`: {with_code(question.about)}\n\n"
        + table(("Field", "What it says", ""), rows)
        + f"\n```json\n{json.dumps(ask, ensure_ascii=False)}\n```\n\n{plain(answer['ruling'])}\n"
    )


def _row(field: Field) -> tuple[str, str, str]:
    return f"`{field.name}`", with_code(field.about or field.label), "optional" if field.optional else ""
