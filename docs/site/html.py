"""HTML for long lists of rules, which Sphinx takes as it stands. As Markdown they cost it four times as long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape


def raw(lines: Iterable[str]) -> str:
    """HTML within a page of Markdown."""
    body = "\n".join(lines)
    return f"```{{raw}} html\n{body}\n```\n"


def element(name: str, text: str, **attributes: str) -> str:
    """An element around a text that is no HTML yet.

    >>> element("dt", "5 < 6", id="order")
    '<dt id="order">5 &lt; 6</dt>'
    """
    return around(name, escape(text, quote=False), attributes)


def around(name: str, html: str, attributes: Mapping[str, str] | None = None) -> str:
    """An element around HTML; ``class_`` stands for ``class``."""
    given = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in (attributes or {}).items())
    return f"<{name}{given}>{html}</{name}>"


def link(text: str, address: str) -> str:
    return element("a", text, href=address)
