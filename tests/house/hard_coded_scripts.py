"""Words that a script says without asking the catalogue.

A string is taken for words as in code (``hard_coded.WORDS``). What programs read is left alone: selectors, which have
signs that no sentence has, and the few names below.
"""

from __future__ import annotations

import re

from babel.messages.jslexer import tokenize

from tests.house.hard_coded import ROOT, WORDS

SELECTOR = re.compile(r"[\[\]#>=]|^[.\w]*\.[a-z]|, \.[a-z]|\.[a-z-]+ [a-z]")
FILLED = re.compile(r"\$\{[^}]*\}")
NO_WORDS = {
    "hand lapped-hand": "classes",
    "button span": "a selector",
    "use strict": "for the browser",
    "Retry-After": "a header",
    "Table-Referee": "a header",
    "Only-Deliver": "a header",
    "Accept": "a header",
    "Enter": "a key",
    "AbortError": "the name of an error",
    "BroadcastChannel": "the name of a class",
    "htmx is missing: forms go out as plain forms.": "for whoever reads the console",
    "Nothing that is … can be ….": "for whoever reads the console",
}


def in_script(source: str) -> list[str]:
    """What stands in a script for a reader, and in no message; what a template is filled with as three dots."""
    found, before = [], ["", ""]
    for token in tokenize(source, template_string=True):
        text = FILLED.sub("…", token.value[1:-1]) if token.type in ("string", "template_string") else ""
        if WORDS.search(text) and before != ["_", "("] and not SELECTOR.search(text):
            found.append(text)
        before = [before[1], token.value]
    return list(dict.fromkeys(found))


SCRIPTS = [path for path in sorted((ROOT / "static").glob("*.js")) if not path.name.startswith("htmx")]
