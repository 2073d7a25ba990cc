"""Writes the catalogue of what the pages say anew: ``python -m tests.catalogue``.

In the order of the pages, each message with the files it stands in, but with no line numbers and no date: the file
changes only when a message does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from referee.game.story.answers import ANSWERS
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.in_words import SENTENCES
from referee.rules.rulebook.labels import offers
from referee.rules.rulebook.model import VALUES
from referee.rules.rulebook.wordings import ACES, LAY_OFFS, LEFT_TO_DISCARD, MOST_CONTRACTS_WIN, SCREWS, SWAPS, WINS
from referee.rules.speech.phrases import PHRASES

BRACES = re.compile(r"\{[^{}]*\}")
ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "translations" / "messages.pot"
SOURCES = {
    "templates": [("**.html", "jinja2")],
    "referee": [("**.py", "python")],
    "static": [("htmx-*.js", "ignore"), ("**.js", "javascript")],
}
OPTIONS = {"**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}
FUNCTIONS = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}


def _asked() -> dict[str, str]:
    """What a page says of the questions and their fields."""
    found = [question.label for question in QUESTIONS.values()]
    found += [question.label_with_wild_ranks for question in QUESTIONS.values() if question.label_with_wild_ranks]
    fields = [field for question in QUESTIONS.values() for field in question.fields]
    for field in chain(fields, *(one.kind.parts for one in fields)):
        found += [field.label, field.hint, *(option.label for option in field.kind.options)]
    return {text: text for text in found}


def _values() -> dict[str, str]:
    """What the rule values are called, and the answers that some of them choose from."""
    found = [value["doc"] for value in VALUES.values()]
    found += chain.from_iterable(offers(name).values() for name in VALUES)
    return {text: text for text in found}


TABLES: dict[str, tuple[Mapping[Any, object], ...]] = {
    "referee/game/story/answers.py": (ANSWERS,),
    "referee/rules/questions/__init__.py": (_asked(),),
    "referee/rules/rulebook/in_words.py": (SENTENCES,),
    "referee/rules/rulebook/model.py": (_values(),),
    "referee/rules/rulebook/wordings.py": (
        ACES,
        LAY_OFFS,
        LEFT_TO_DISCARD,
        SCREWS,
        SWAPS,
        WINS,
        {"most contracts": MOST_CONTRACTS_WIN},
    ),
    "referee/rules/speech/phrases.py": (PHRASES,),
}
"""Texts that are translated where they are taken from their table; a function asks for its own messages."""
HEADER = """\
# What the pages of Table Referee say. Written by python -m tests.catalogue; translations are made from it.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def catalogue() -> Catalog:
    """Every message of the templates and of the code."""
    found = Catalog()
    for folder, methods in SOURCES.items():
        for path, line, message, comments, context in extract_from_dir(
            ROOT / folder, methods, OPTIONS, FUNCTIONS, strip_comment_tags=True
        ):
            found.add(message, None, [(f"{folder}/{path}", line)], auto_comments=comments, context=context)
    for path, tables in TABLES.items():
        for text in chain.from_iterable(map(_texts, tables)):
            if re.search(r"[a-z]", BRACES.sub("", text)):
                found.add(text, None, [(path, 0)])
    return found


def _texts(table: Mapping[Any, object]) -> Iterator[str]:
    for entry in table.values():
        if isinstance(entry, Mapping):
            yield from _texts(entry)
        elif isinstance(entry, str):
            yield entry


def messages() -> list[tuple[str, ...]]:
    """What the file has: each message, those of numbers with both forms."""
    return [texts for texts, _context in in_contexts()]


def in_contexts() -> list[tuple[tuple[str, ...], str | None]]:
    """The same, each with the context that tells it from another message of these words, if it has one."""
    with FILE.open(encoding="utf-8") as file:
        found = [(message.id, message.context) for message in read_po(file) if message.id]
    return [((text,) if isinstance(text, str) else tuple(text), context) for text, context in found]


def written() -> str:
    """The catalogue as the file has it."""
    text = BytesIO()
    write_po(text, catalogue(), width=0, omit_header=True, sort_by_file=True, include_lineno=False)
    return HEADER + text.getvalue().decode()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {len(catalogue())} messages")
