"""What each door says of a rulebook, and what comes back of one that went out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from referee.rulebooks import checking, library, own
from referee.rulebooks.ruling import rule
from referee.rulebooks.writing import to_toml
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import VALUE_TOPICS, Rulebook, to_data
from referee.rules.rulebook.values import from_data
from tests.rulebooks.doors.drawing import Drawn

LET_IN = ""
NAME = "Ours"


def by_hand(drawn: Drawn) -> str:
    """A file of these house rules as someone would write it, without what follows from them."""
    by_topic: dict[str, list[str]] = {}
    for name, raw in drawn.house.items():
        by_topic.setdefault(VALUE_TOPICS[name], []).append(f"{name} = {_toml(raw)}")
    head = f'id = "ours"\nname = "{NAME}"\nspecial = "Ours."\nbuilds_on = "{drawn.base}"\n'
    clauses = (
        f'[clauses.{topic}]\nstatus = "house rule"\ntext = "Words."\nvalues = {{ {", ".join(values)} }}\n'
        for topic, values in by_topic.items()
    )
    return head + '[[sources]]\nid = "us"\nname = "the table"\n' + "".join(clauses)


def _toml(raw: Any) -> str:
    if isinstance(raw, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(value)}" for key, value in raw.items()) + " }"
    return f"[{', '.join(map(_toml, raw))}]" if isinstance(raw, list) else json.dumps(raw)


def disagreements(drawn: Drawn, folder: Path) -> list[str]:
    """What is not as it should be: empty where all doors agree, and what went out came in equal."""
    base = library.load(drawn.base)
    book, sentence = _made(base, drawn)
    file = by_hand(drawn)
    says = {
        "a question": _of_a_question(drawn),
        "a file by hand": _of_a_file(file),
        "the command": _of_the_command(file, folder),
    }
    wrong = [
        f"{drawn}: {door} says {says[door] or 'yes'!r}, the form {sentence or 'yes'!r}"
        for door in says
        if says[door] != sentence
    ]
    if book is not None and not wrong:
        if own.brought_in(file).values() != book.values():
            wrong.append(f"{drawn}: the file by hand plays by other values than the form")
        wrong += [f"{drawn}: {what}" for what in _comes_back(book, folder)]
    return wrong


def _made(base: Rulebook, drawn: Drawn) -> tuple[Rulebook | None, str]:
    try:
        return own.brought_in(own.make(base, NAME, drawn.house)), LET_IN
    except RulebookError as refusal:
        return None, sentence_of(refusal.key, refusal.message)


def sentence_of(key: str, message: str) -> str:
    """What is wrong and with which value, wherever in a file that value is."""
    return f"{re.sub(r'^clauses[.][a-z0-9-]+[.]values[.]', '', key)}: {message}"


def _of_a_question(drawn: Drawn) -> str:
    answer = rule({"rulebook": drawn.base, "question": "score", "hand": "", "house": drawn.house})
    return answer["error"]["message"] if answer.get("error", {}).get("field") == "house" else LET_IN


def _of_a_file(text: str) -> str:
    try:
        own.brought_in(text)
    except RulebookError as refusal:
        return sentence_of(refusal.key, refusal.message)
    return LET_IN


def _of_the_command(text: str, folder: Path) -> str:
    file = folder / "ours.toml"
    file.write_text(text, encoding="utf-8")
    problems = checking.check_all([file])
    return sentence_of(problems[0].key, problems[0].message) if problems else LET_IN


def _comes_back(book: Rulebook, folder: Path) -> list[str]:
    """A rulebook as it is written: to the letter in a file, equal in JSON, its values as house rules of a question."""
    base = own.base_of(book)
    text = own.rewritten(book, book.id, book.name)
    wrong = []
    if own.brought_in(text) != book or own.rewritten(own.brought_in(text), book.id, book.name) != text:
        wrong.append("its file comes back as another one")
    if why := _of_the_command(text, folder):
        wrong.append(f"the command refuses what the app wrote: {why}")
    frozen = json.loads(json.dumps(to_data(book)))
    if (back := from_data(frozen)) != book or back.digest != book.digest or to_toml(back, base) != to_toml(book, base):
        wrong.append("its JSON comes back as another one")
    house = {name: book.in_json(name) for name, value in book.values().items() if value != getattr(base, name)}
    if why := _of_a_question(Drawn(0, base.id, house)):
        wrong.append(f"a question refuses what the app wrote: {why}")
    elif library.with_house_rules(base, house).values() != book.values():
        wrong.append("a question with its values is asked under others")
    return wrong
