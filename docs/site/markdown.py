"""Text as Markdown that shows it as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#$|~^])")


def plain(text: str) -> str:
    """
    >>> plain("5* of [clubs]")
    '5\\\\* of \\\\[clubs\\\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def with_code(text: str) -> str:
    """The same, but what stands between backticks is code.

    >>> with_code("`A_K` or a_b")
    '`A_K` or a\\\\_b'
    """
    parts = text.split("`")
    return "`".join(part if number % 2 else plain(part) for number, part in enumerate(parts))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Cells are Markdown already."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def listing(items: Iterable[str]) -> str:
    return "".join(f"- {item}\n" for item in items)
