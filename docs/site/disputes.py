"""The twenty disputes: asked here, answered by the engine as the site is built. No verdict is copied by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from docs.site.html import around, element, link, raw
from docs.site.markdown import listing, plain
from docs.site.rulebooks import basis_line, in_html
from referee.rulebooks import library
from referee.rulebooks.ruling import find, opinions, rule
from referee.rules import referee
from referee.web.ask.page import Verdict, verdict
from referee.web.parts.clauses import ClauseView

ASKED = Path(__file__).parents[1] / "disputes.json"
FOLDER = "rulebooks/"
HEAD = """# Twenty disputes and their rulings

These are arguments that people have at the card table, and what the referee says to them: the same answer as in the
app, on the command line and over HTTP, with the rule it rests on. The engine made every ruling on this page when the
page was built. Another rulebook often says something else, so each ruling lists what the others would say.

"""


def asked() -> list[dict[str, Any]]:
    """Each with ``title``, ``happened`` and ``ask``, the request as the API takes it."""
    disputes: list[dict[str, Any]] = json.loads(ASKED.read_text(encoding="utf-8"))
    return disputes


def pages() -> dict[str, str]:
    return {"disputes.md": page(lambda clauses: raw(map(_clause, clauses)))}


def page(in_full: Callable[[Iterable[ClauseView]], str]) -> str:
    """Every dispute with its ruling; ``in_full`` writes out the rules that it rests on."""
    return HEAD + "\n".join(section(dispute, in_full) for dispute in asked())


def judged(ask: dict[str, Any]) -> Verdict:
    """The verdict as the page *Ask the referee* shows it."""
    names = {book.id: book.name for book in library.all_rulebooks()}
    book = find(ask["rulebook"], {})
    return verdict(book, ask, referee.explained(book, ask), opinions(ask), names)


def _clause(clause: ClauseView) -> str:
    rule = clause.rule
    address = f"{FOLDER}{rule.address.replace('/', '.html#')}"
    basis = f"{basis_line(clause, in_html(FOLDER))} {link(rule.address, address)}"
    return around("blockquote", element("p", rule.text) + around("p", basis, {"class": "basis"}))


def section(dispute: dict[str, Any], in_full: Callable[[Iterable[ClauseView]], str]) -> str:
    ask = dispute["ask"]
    shown, answer = judged(ask), rule(ask)
    book = library.load(ask["rulebook"])
    clauses = in_full(shown.clauses)
    others = listing(
        f"**{plain(group.word)}** in "
        + ", ".join(f"[{plain(named.name)}]({FOLDER}{named.id}.md)" for named in group.books)
        for group in shown.elsewhere
    )
    helps = f"\nWhat would help: {plain(' '.join(answer['makes_legal']))}\n" if answer.get("makes_legal") else ""
    request = json.dumps(ask, ensure_ascii=False)
    return (
        f"## {plain(dispute['title'])}\n\n{plain(dispute['happened'])}\n\n"
        f"**{plain(answer['ruling'])}** ([{plain(book.name)}](rulebooks/{book.id}.md))\n{helps}\n{clauses}\n"
        + (f"The other rulebooks:\n\n{others}\n" if others else "")
        + f"<details><summary>Ask it yourself</summary>\n\n```json\n{request}\n```\n\n</details>\n"
    )
