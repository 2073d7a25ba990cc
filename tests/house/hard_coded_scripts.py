"""Words that a script says without asking the catalogue.

A string is taken for words as in code (``hard_coded.WORDS``). What programs read is left alone: selectors, which have
signs that no sentence has, and the few names below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, String, Whitespace

from tests.house.hard_coded import ROOT, WORDS

SELECTOR = re.compile(r"[\[\]#>=]|^[.\w]*\.[a-z]|, \.[a-z]|\.[a-z-]+ [a-z]")
NO_WORDS = {
    "hand lapped-hand": "classes",
    "(prefers-reduced-motion: reduce)": "a media query",
    "…px …px": "a distance",
    "inset(0 … … 0 round var(--r3))": "a shape",
    "inset(0 round var(--r3))": "a shape",
    "notice warning cut": "classes",
    "button span": "a selector",
    "use strict": "for the browser",
    "Retry-After": "a header",
    "Table-Referee": "a header",
    "Only-Deliver": "a header",
    "Accept": "a header",
    "Enter": "a key",
    "AbortError": "the name of an error",
    "BroadcastChannel": "the name of a class",
    "htmx is missing": "for whoever reads the console",
    "cut off": "for whoever reads the console",
    "Nothing that is … can be ….": "for whoever reads the console",
}


def strings(source: str) -> Iterator[tuple[str, bool]]:
    """Each string of a script, and whether the catalogue is asked for it; what fills a template as three dots."""
    before = ("", "")
    templates: list[tuple[list[str], bool]] = []
    in_text = [False]  # whether the text of a template goes on here, or code; the innermost last
    for kind, value in JavascriptLexer().get_tokens(source):
        if kind in Comment or kind in Whitespace:
            continue
        if kind in (String.Double, String.Single):
            yield value[1:-1], before == ("_", "(")
        elif kind is String.Backtick and value != "`":
            templates[-1][0].append(value)
        elif kind is String.Backtick and in_text[-1]:
            in_text.pop()
            text, asks = templates.pop()
            yield "".join(text), asks
        elif kind is String.Backtick:
            in_text.append(True)
            templates.append(([], before == ("_", "(")))
        elif kind is String.Interpol and in_text[-1]:
            in_text.append(False)
            templates[-1][0].append("…")
        elif kind is String.Interpol:
            in_text.pop()
        before = (before[1], value)


def in_script(source: str) -> list[str]:
    """What stands in a script for a reader, and in no message."""
    found = [text for text, asks in strings(source) if not asks and WORDS.search(text) and not SELECTOR.search(text)]
    return list(dict.fromkeys(found))


SCRIPTS = [path for path in sorted((ROOT / "static").glob("*.js")) if not path.name.startswith("htmx")]
