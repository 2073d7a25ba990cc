"""Writes the catalogue of what the pages say anew: ``python -m tests.catalogue``.

In the order of the pages, each message with the files it stands in, but with no line numbers and no date: the file
changes only when a message does.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "translations" / "messages.pot"
SOURCES = {"templates": [("**.html", "jinja2")], "referee/web": [("**.py", "python")]}
OPTIONS = {"**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}
FUNCTIONS = {"_": None, "gettext": None, "ngettext": (1, 2), "lazy_gettext": None, "lazy_ngettext": (1, 2)}
HEADER = """\
# What the pages of Table Referee say. Written by python -m tests.catalogue; translations are made from it.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def catalogue() -> Catalog:
    """Every message of the templates and of the code of the pages."""
    found = Catalog()
    for folder, methods in SOURCES.items():
        for path, line, message, comments, context in extract_from_dir(
            ROOT / folder, methods, OPTIONS, FUNCTIONS, strip_comment_tags=True
        ):
            found.add(message, None, [(f"{folder}/{path}", line)], auto_comments=comments, context=context)
    return found


def messages() -> list[tuple[str, ...]]:
    """What the file has: each message, those of numbers with both forms."""
    with FILE.open(encoding="utf-8") as file:
        found = [message.id for message in read_po(file) if message.id]
    return [(one,) if isinstance(one, str) else tuple(one) for one in found]


def written() -> str:
    """The catalogue as the file has it."""
    text = BytesIO()
    write_po(text, catalogue(), width=0, omit_header=True, sort_by_file=True, include_lineno=False)
    return HEADER + text.getvalue().decode()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {len(catalogue())} messages")
