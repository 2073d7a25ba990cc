"""A page for each rulebook, made from its file: what is dealt, what differs, and every clause with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from docs.site.html import around, element, link, raw
from docs.site.markdown import listing, plain, table
from referee.rulebooks import library
from referee.rules.rulebook.model import Clause, Rulebook
from referee.web.parts.clauses import BASIS, ClauseView
from referee.web.rulebooks.page import Book, RoundLine, Row, book_page
from referee.web.shell import words

MEANINGS = {
    "stated": "the source says it",
    "reading": "the source can be read two ways, and both passages are quoted",
    "inherited": "taken over from the rulebook that this one builds on",
    "house default": "no source settles it, and the table may decide otherwise",
}
"""What each basis means; a house rule stands in no rulebook as it comes."""


def pages() -> dict[str, str]:
    """By their path in the site."""
    books = library.all_rulebooks()
    made = {}
    for book in books:
        base = library.load(book.builds_on) if book.builds_on else None
        made[f"rulebooks/{book.id}.md"] = page(book, book_page(book, base, books))
    return {"rulebooks/index.md": overview(books), **made}


def overview(books: tuple[Rulebook, ...]) -> str:
    base = books[0]
    lines = []
    for book in books:
        also = f" Also called {plain(words.listing(book.also_called))}." if book.also_called else ""
        lines.append(
            f"**[{plain(book.name)}]({book.id}.md)**: {plain(book.special)}{also} "
            f"*{min(book.decks)} to {max(book.decks)} players, {book.rounds} rounds, wild: {plain(words.wild(book))}.*"
        )
    toctree = "\n".join(book.id for book in books)
    return (
        f"# Rulebooks\n\nThe {len(books)} rulebooks, each with the source it was written from, in our own words. Their "
        f"names are used only to say which game is meant. A page says what differs from {plain(base.name)}, the "
        "rulebook that the others build on, and gives every rule with what it rests on:\n\n"
        + listing(f"**{BASIS[basis]}**: {meaning}." for basis, meaning in MEANINGS.items())
        + "\n"
        + listing(lines)
        + "\nYour table plays it differently? In the app any rule can be changed before the first deal, or in the "
        "middle of the game: choose the nearest rulebook, then *House rules*. On the command line, "
        "`referee compare ID OTHER` prints two rulebooks side by side.\n\n"
        f"```{{toctree}}\n:hidden:\n:titlesonly:\n:maxdepth: 1\n\n{toctree}\n```\n"
    )


def page(book: Rulebook, view: Book) -> str:
    also = f"\nAlso called {plain(view.also_called)}.\n" if view.also_called else ""
    differs = _differs(view) if view.base else ""
    return (
        f"# {plain(view.name)}\n\n{plain(view.special)}\n{also}\n"
        + table(("", ""), ((f"**{plain(fact.label)}**", plain(fact.value)) for fact in view.facts))
        + f"\n{_rests_on(book)}\n\n## Rounds and contracts\n\n"
        + table(("Round", "Cards", "Contract"), map(_round, view.rounds))
        + "\n## Points of cards left\n\n"
        + table(
            ("Cards", "Points"),
            (
                (", ".join(plain(face.spoken) for face in price.cards), plain(str(price.points)))
                for price in view.points
            ),
        )
        + differs
        + "\n## The rules, clause by clause\n\n"
        + raw([_contents(view), *map(_clause, view.clauses)])
        + f"\n## Sources\n\n{listing(map(plain, view.sources))}"
        + (f"\n### Worth knowing\n\n{listing(map(plain, view.notes))}" if view.notes else "")
        + (f"\n### Options the sources name\n\n{listing(map(plain, view.options))}" if view.options else "")
    )


def _rests_on(book: Rulebook) -> str:
    """``"89 rules. Stated: 23. Taken over: 19. House default: 47."``"""
    counts = Counter[str](clause.status for clause in book.printed)
    parts = [f"{BASIS[basis]}: {counts[basis]}." for basis in MEANINGS if counts[basis]]
    return f"{len(book.printed)} rules. {' '.join(parts)}"


def _round(line: RoundLine) -> tuple[str, str, str]:
    sentences = [line.contract, *(special.sentence for special in line.special)]
    return str(line.number), str(line.cards), "<br>".join(map(plain, sentences))


def _differs(view: Book) -> str:
    assert view.base
    body = raw(_change(view.base.name, row) for row in view.changed) if view.changed else "Nothing.\n"
    return f"\n## What differs from {plain(view.base.name)}\n\n{body}"


def _change(base: str, row: Row) -> str:
    """One clause as this rulebook has it, then as the other has it."""
    title = link(row.title, f"#{row.topic}") if row.right else element("span", row.title)
    there = element("em", f"{base}:") + " " + element("span", row.left or "Not in this rulebook.")
    return around(
        "div",
        around("h3", title) + element("p", row.right or "Not in this rulebook.") + around("p", there),
        {"class": "change"},
    )


def _contents(view: Book) -> str:
    rows = "".join(around("li", link(clause.rule.title, f"#{clause.rule.topic}")) for clause in view.clauses)
    return around("details", element("summary", "Contents") + around("ol", rows))


def _clause(clause: ClauseView) -> str:
    rule = clause.rule
    parts = [
        around("h3", element("span", f"{clause.number}. {rule.title} ") + link("¶", f"#{rule.topic}")),
        element("p", rule.text),
        around("p", f"{basis_line(clause)} {element('code', rule.address)}", {"class": "basis"}),
    ]
    if rule.silence:
        parts.append(around("ul", "".join(_silence(rule))))
    return around("section", "".join(parts), {"id": rule.topic, "class": "clause"})


def basis_line(clause: ClauseView, folder: str = "") -> str:
    """What a clause rests on and its source, as the pages of the app say it, as HTML.

    ``folder``: where the rulebooks lie, seen from the page.
    """
    rule = clause.rule
    basis = element("strong", clause.basis_said)
    if clause.inherited:
        place = f"#{clause.inherited_topic}" if clause.inherited_topic else ""
        address = f"{folder}{clause.inherited.id}.html{place}"
        basis += f" from {link(clause.inherited.name, address)}"
    if rule.basis != "house default" or rule.is_reading or not rule.silence:
        basis += ": " + element("span", clause.source)
    return f"{basis}."


def _silence(rule: Clause) -> Iterator[str]:
    """Where the sources are silent or can be read two ways: what is played and why."""
    silence = rule.silence
    assert silence
    if rule.passages:
        first = "The source can be read two ways" if rule.is_reading else "One point can be read two ways"
        rows = [(first, silence.question), ("It says", silence.passage), ("Then again", silence.other)]
    else:
        rows = [("The sources leave open", silence.question)]
    rows += [("Played here", silence.reading), ("Why", silence.why)]
    for title, text in rows:
        yield around("li", element("em", f"{title}:") + " " + element("span", text or ""))
