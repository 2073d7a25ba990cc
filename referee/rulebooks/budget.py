"""What a file from anywhere may ask of the TOML parser, counted before the parser sees it.

The parser takes time and memory by the square of a key's parts: 40 KB of one dotted key are half a minute and more
than a gigabyte. Here each letter is looked at once.
"""

from __future__ import annotations

import re

MOST_PARTS = 12
"""Of a dotted key. Our own files have at most three."""
DEEPEST = 12
"""So many brackets may be open at once."""
MOST_VALUES = 10_000
"""Keys, tables, lists and what stands in them, together."""
_MARK = re.compile(r'"""|\'\'\'|["\'#=.,\n\[\]{}]')
_END = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"{3,5}', re.S),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    "#": re.compile(r"[^\n]*+"),
}


def why_too_much(text: str) -> str:
    """What a text has too much of, as the end of a sentence; empty for one that can be parsed in no time."""
    at = dots = depth = values = 0
    while mark := _MARK.search(text, at):
        kind, at = mark[0], mark.end()
        if kind in _END:
            if not (end := _END[kind].match(text, at)):
                return ""  # it never ends: the parser stops here, too
            at = end.end()
        elif kind == ".":
            dots += 1
        else:
            dots = 0
            values += kind in "=[,"
            depth += (kind in "[{") - (kind in "]}")
        if dots >= MOST_PARTS or depth > DEEPEST:
            return "is nested too deeply"
        if values > MOST_VALUES:
            return f"holds more than {MOST_VALUES} values"
    return ""
