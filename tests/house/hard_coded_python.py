"""Words that the code of the pages says without asking the catalogue.

A string is taken for words where it begins with a capital as a sentence does, or where two words stand in it; an
f-string also where a word stands beside what it is filled with. Names, addresses and formats are neither. Left alone is
what nobody reads: docstrings and types, what is compared or looked up, what a programmer or the log is told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.hard_coded import GETTEXT, ROOT

FOR_PROGRAMS = ("api/", "health/", "shell/assets.py", "shell/bundles.py", "shell/packing.py")
"""Of ``referee/web``: what programs read and no person. Its words are those of a format."""
WORDS = re.compile(r"^\W*[A-Z][a-z]|[a-z]{2}\W*\s\W*[a-z]{2}")
BESIDE = re.compile(r"[a-z]{2}[,:;.]? \0|\0 [a-z]{2}")
NAMES = re.compile(r"^[A-Z][A-Za-z]+(-[A-Z][A-Za-z]+)+$|^\w+/[\w.-]+|://|^[a-z-]+=")
"""Headers, kinds of files, addresses, settings of a cookie or a header."""
UNREAD_CALLS = frozenset({"warning", "error", "info", "compile", "sub", "split", "fullmatch", "TypeVar", "ContextVar"})
UNREAD_ERRORS = frozenset({"AssertionError", "KeyError", "LookupError", "RuntimeError", "TypeError"})


def files() -> list[Path]:
    web = ROOT / "referee" / "web"
    return [path for path in sorted(web.rglob("*.py")) if not path.relative_to(web).as_posix().startswith(FOR_PROGRAMS)]


def in_code(source: str) -> list[str]:
    """What stands in code for a reader, and in no message; what an f-string is filled with as three dots."""
    found = [text for text in _strings(ast.parse(source)) if _is_words(text)]
    return list(dict.fromkeys(text.replace("\0", "…") for text in found))


def _is_words(text: str) -> bool:
    return bool((WORDS.search(text) or BESIDE.search(text)) and not NAMES.search(text))


def _strings(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
            return
        case ast.JoinedStr(values=pieces):
            yield "".join([str(piece.value) if isinstance(piece, ast.Constant) else "\0" for piece in pieces])
            for piece in pieces:
                if isinstance(piece, ast.FormattedValue):
                    yield from _strings(piece.value)
            return
    unread = _unread(node)
    for child in ast.iter_child_nodes(node):
        if not any(child is one for one in unread):
            yield from _strings(child)


def _unread(node: ast.AST) -> list[ast.AST | None]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return [node.value]
        case ast.Call(func=ast.Name(id=name)) if name in GETTEXT | UNREAD_ERRORS | UNREAD_CALLS:
            return [*node.args]
        case ast.Call(func=ast.Attribute(attr=name)) if name in UNREAD_CALLS:
            return [*node.args]
        case ast.Assert():
            return [node.msg]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.MatchValue():
            return [node.value]
        case ast.Subscript():
            return [node.slice]
        case ast.Dict():
            return [*node.keys]
        case ast.AnnAssign():
            return [node.annotation]
        case ast.arg():
            return [node.annotation]
    return []
