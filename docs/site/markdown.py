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


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Cells are Markdown already."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def listing(items: Iterable[str]) -> str:
    return "".join(f"- {item}\n" for item in items)
