"""Words that a template says without asking the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parents[2]
GETTEXT = frozenset({"_", "gettext", "ngettext", "pgettext", "lazy_gettext", "N_"})
SPOKEN = frozenset({"aria-label", "alt", "title", "placeholder", "label", "summary"})
"""Attributes that somebody reads or hears."""
FOR_SCRIPTS = frozenset({"modules", "soon", "lives", "again", "sheets"})
"""Blocks of ``base.html`` that stand in attributes: names and addresses, no words."""
LETTERS = re.compile(r"[A-Za-zÀ-ɏ]")
WORDS = re.compile(r"^\s*“?[A-Z][a-z ]|[a-z]{2}\W*\s\W*[a-z]{2}")
"""A string that begins as a sentence does, or has two words."""
ATTRIBUTES = re.compile(r"""[a-z-]+="[^"]*"|\bdata-[a-z-]+|\brequired\b""")
_VARIABLE = re.compile("\ue000(\\d+)\ue001")

_env = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True, autoescape=True)
_env.newstyle_gettext = True  # type: ignore[attr-defined]


def messages_of(tree: ast.AST) -> Iterator[ast.expr]:
    """What code hands to the catalogue."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT:
            yield from node.args[node.func.id == "pgettext" :]


def in_template(source: str) -> list[str]:
    """What stands in a template for a reader, and in no message."""
    html, variables = _without_jinja(source)
    found = []
    for text in _said(html):
        if LETTERS.search(_VARIABLE.sub("", ATTRIBUTES.sub("", text))):
            found.append(" ".join(_VARIABLE.sub("…", text).split()))
        for number in _VARIABLE.findall(text):
            tree = _env.parse("{{" + variables[int(number)] + "}}")
            found += [const for const in _shown(tree.body[0].nodes[0]) if LETTERS.search(const)]
    found += [const for const in _consts(_env.parse(source)) if WORDS.search(ATTRIBUTES.sub("", const))]
    return list(dict.fromkeys(found))


def _without_jinja(source: str) -> tuple[str, list[str]]:
    """The text beside blocks, comments and messages, a sign for each expression, and the expressions."""
    html, variables = "", list[str]()
    message = block = False
    tag = expression = ""
    for _, kind, value in _env.lex(source):
        if kind == "block_begin":
            tag = ""
        elif kind == "block_end":
            words = tag.split()
            if words[0] in ("trans", "endtrans"):
                message = words[0] == "trans"
            elif words[0] == "block" and words[1] in FOR_SCRIPTS:
                block = True
            elif words[0] == "endblock":
                block = False
        elif kind == "variable_begin":
            expression, tag = "", ""
        elif kind == "variable_end":
            if not message:
                html += f"\ue000{len(variables)}\ue001"
                variables.append(expression)
        elif kind == "data":
            html += "" if message or block else value
        elif not kind.startswith(("comment", "raw")):
            tag += value
            expression += value
    return html, variables


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name in SPOKEN or (name.startswith("data-") and WORDS.search(value))):
                self.found.append(value)


def _said(html: str) -> list[str]:
    reader = _Texts()
    reader.feed(html)
    reader.close()
    return reader.found


def _shown(node: nodes.Node | None) -> Iterator[str]:
    """The strings that an expression may come to by itself."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from _shown(node.expr1)
        yield from _shown(node.expr2)
    elif isinstance(node, (nodes.Or, nodes.And, nodes.Add)):
        yield from _shown(node.left)
        yield from _shown(node.right)
    elif isinstance(node, nodes.Concat):
        for part in node.nodes:
            yield from _shown(part)


def _consts(node: nodes.Node) -> Iterator[str]:
    """Every string of the expressions, but what is looked up, compared or the name of something."""
    skipped: list[nodes.Node] = []
    if isinstance(node, nodes.Const) and isinstance(node.value, str) and not _names_styles(node.value):
        yield node.value
    elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in GETTEXT:
        skipped = node.args
    elif isinstance(node, (nodes.Compare, nodes.Test)):
        skipped = list(node.iter_child_nodes())
    elif isinstance(node, nodes.Getitem):
        skipped = [node.arg]
    elif isinstance(node, nodes.Filter) and node.name != "default":
        skipped = node.args
    elif isinstance(node, nodes.Pair):
        skipped = [node.key]
    elif isinstance(node, (nodes.Extends, nodes.Include, nodes.Import)):
        return
    for child in node.iter_child_nodes():
        if not any(child is one for one in skipped):
            yield from _consts(child)


@cache
def _styles() -> frozenset[str]:
    return frozenset(
        word for sheet in (ROOT / "static").glob("*.css") for word in re.findall(r"\.([a-z][\w-]*)", sheet.read_text())
    )


def _names_styles(text: str) -> bool:
    return text.islower() and set(text.split()) <= _styles()
