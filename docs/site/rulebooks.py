"""A page for each rulebook, made from its file: what is dealt, what differs, and every clause with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from docs.site.html import around, element, link, raw
from docs.site.markdown import listing, plain, table
from referee.rulebooks import library
from referee.rules.cards import JOKER_NAME
from referee.rules.rulebook.model import PUBLIC, Clause, Rulebook
from referee.web.parts.clauses import BASIS, MEANINGS, ClauseView
from referee.web.rulebooks.page import Book, RoundLine, Row, book_page
from referee.web.shell import words

COUNTED = {
    "stated": "{} straight from the source",
    "inherited": "{} the same as in the rulebook that it builds on",
    "reading": "{} where the source can be read two ways",
    "house default": "{} for what no source settles",
}
"""How many rest on each; a house rule stands in no rulebook as it comes."""


def pages() -> dict[str, str]:
    """By their path in the site."""
    books = library.all_rulebooks()
    made = {}
    for book in books:
        base = library.load(book.builds_on) if book.builds_on else None
        made[f"rulebooks/{book.id}.md"] = page(book, book_page(book, base, books))
    toctree = "\n".join(book.id for book in books)
    index = f"{overview(books)}\n```{{toctree}}\n:hidden:\n:titlesonly:\n:maxdepth: 1\n\n{toctree}\n```\n"
    return {"rulebooks/index.md": index, **made}


def _wild(book: Rulebook) -> str:
    """``"wild: jokers; a joker"``; of a pack whose wild cards are called so, only that."""
    joker = f"a {book.cards.joker_said}"
    return joker if book.cards.in_colours else f"wild: {plain(words.wild(book))}; {joker}"


def overview(books: tuple[Rulebook, ...]) -> str:
    base = books[0]
    lines: dict[str, list[str]] = {"": [], PUBLIC: []}
    for book in books:
        also = f" Also called {plain(words.listing(book.also_called))}." if book.also_called else ""
        lines[book.shelf].append(
            f"**[{plain(book.name)}]({book.id}.md)**: {plain(book.special)}{also} "
            f"*{min(book.decks)} to {max(book.decks)} players, {book.rounds} rounds, {_wild(book)} left in hand costs "
            f"{book.prices[JOKER_NAME]}.*"
        )
    return (
        f"# Rulebooks\n\nThe {len(lines[''])} rulebooks, each with the source it was written from, in our own words, "
        f"and {len(lines[PUBLIC])} more, each from several public descriptions of its game. Their "
        f"names are used only to say which game is meant. A page says what differs from {plain(base.name)}, the "
        "rulebook that the others build on, and gives every rule with what it rests on:\n\n"
        + listing(f"**{BASIS[basis]}**: {MEANINGS[basis]}" for basis in COUNTED)
        + "\n"
        + listing(lines[""])
        + "\n## From public descriptions\n\nEach of these games is told by several descriptions. Its rules are those "
        "on which they agree; where they don’t, the rule says so.\n\n"
        + listing(lines[PUBLIC])
        + "\nYour table plays it differently? In the app any rule can be changed before the first deal, or in the "
        "middle of the game: choose the nearest rulebook, then *House rules*. On the command line, "
        "`referee compare ID OTHER` prints two rulebooks side by side.\n"
    )


def page(book: Rulebook, view: Book) -> str:
    return (
        f"{head(view)}\n{rests_on(book)}\n{rounds(view)}{points(view)}"
        + (_differs(view) if view.base else "")
        + "\n## The rules, clause by clause\n\n"
        + raw([_contents(view), *map(_clause, view.clauses)])
        + foot(view)
    )


def head(view: Book) -> str:
    also = f"\nAlso called {plain(view.also_called)}.\n" if view.also_called else ""
    in_short = "".join(f"{number}. {plain(sentence)}\n" for number, sentence in enumerate(view.in_short, 1))
    facts = table(("", ""), ((f"**{plain(fact.label)}**", plain(fact.value)) for fact in view.facts))
    shelf = "\nFrom public descriptions: its rules are those on which several agree.\n" if view.of.shelf else ""
    title = f"# {plain(view.of.name)}\n\n{plain(view.of.special)}\n"
    return f"{title}{shelf}{also}\n{facts}\n## The game in short\n\n{in_short}"


def rounds(view: Book) -> str:
    return "\n## Rounds and contracts\n\n" + table(("Round", "Cards", "Contract"), map(_round, view.rounds))


def points(view: Book) -> str:
    prices = [(", ".join(plain(face.spoken) for face in of.cards), plain(str(of.points))) for of in view.points]
    return "\n## Points of cards left\n\n" + table(("Cards", "Points"), prices)


def foot(view: Book) -> str:
    """Where the rulebook comes from, and what else its source says."""
    return (
        f"\n## Sources\n\n{listing(map(plain, view.sources))}"
        + (f"\n### Worth knowing\n\n{listing(map(plain, view.of.notes))}" if view.of.notes else "")
        + (f"\n### Options the sources name\n\n{listing(map(plain, view.of.options))}" if view.of.options else "")
    )


def rests_on(book: Rulebook) -> str:
    """``"89 rules: 70 straight from the source and 19 for what no source settles."``, and what that means."""
    counts = Counter[str](clause.status for clause in book.printed)
    parts = [COUNTED[basis].format(counts[basis]) for basis in COUNTED if counts[basis]]
    ours = " There we suggest an answer, and your table may choose another." if counts["house default"] else ""
    return f"{len(book.printed)} rules: {words.listing(parts)}.{ours}\n"


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
        around("p", f"{basis_line(clause, in_html())} {element('code', rule.address)}", {"class": "basis"}),
    ]
    if rule.silence:
        parts.append(around("ul", "".join(_silence(rule))))
    return around("section", "".join(parts), {"id": rule.topic, "class": "clause"})


class Marks(NamedTuple):
    """How a page marks what it says: what is strong, what is plain, and a link to a rule of a rulebook."""

    strong: Callable[[str], str]
    plain: Callable[[str], str]
    rule: Callable[[str, str, str | None], str]
    """From words, a rulebook and a topic; none where the rule has no place of its own there."""


def in_html(folder: str = "") -> Marks:
    """``folder``: where the rulebooks lie, seen from the page."""

    def rule(text: str, book: str, topic: str | None) -> str:
        return link(text, f"{folder}{book}.html{f'#{topic}' if topic else ''}")

    return Marks(lambda text: element("strong", text), lambda text: element("span", text), rule)


def basis_line(clause: ClauseView, marks: Marks) -> str:
    """What a clause rests on and its source, as the pages of the app say it."""
    rule, other = clause.rule, clause.inherited
    taken_over = rule.basis == "inherited"
    basis = marks.strong("Same as" if taken_over and other else str(clause.basis_said))
    if other:
        basis += f"{'' if taken_over else ', as in'} {marks.rule(other.name, other.id, clause.inherited_topic)}"
    if rule.basis != "house default" or rule.is_reading or not rule.silence:
        basis += f": {marks.plain(clause.source)}"
    return f"{basis}."


def _silence(rule: Clause) -> Iterator[str]:
    for title, text in silence_of(rule):
        yield around("li", element("em", f"{title}:") + " " + element("span", text))


def silence_of(rule: Clause) -> Iterator[tuple[str, str]]:
    """Where the sources are silent or can be read two ways: what is played and why, each with its title."""
    silence = rule.silence
    assert silence
    if rule.passages:
        first = "The source can be read two ways" if rule.is_reading else "One point can be read two ways"
        rows = [(first, silence.question), ("It says", silence.passage), ("Then again", silence.other)]
    else:
        rows = [("The sources leave open", silence.question)]
    rows += [("Played here", silence.reading), ("Why", silence.why)]
    yield from ((title, text or "") for title, text in rows)
