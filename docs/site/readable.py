"""The rulebooks and the disputes for those who read in the repository: ``python -m docs.site.readable`` writes them.

The site shows the same with links that only it has. A test compares what stands there with what would be written.
"""

from __future__ import annotations

from collections.abc import Iterable

from docs.site import disputes, rulebooks
from docs.site.markdown import listing, plain
from docs.site.staging import DOCS
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.web.parts.clauses import ClauseView
from referee.web.rulebooks.page import Book, Row, book_page

_FOLDER = "rulebooks/"


def pages() -> dict[str, str]:
    """By their path in ``docs``."""
    books = library.all_rulebooks()
    made = {f"{_FOLDER}README.md": rulebooks.overview(books), "disputes.md": disputes.page(_quoted)}
    for book in books:
        base = library.load(book.builds_on) if book.builds_on else None
        made[f"{_FOLDER}{book.id}.md"] = page(book, book_page(book, base, books))
    return made


def page(book: Rulebook, view: Book) -> str:
    """What differs stands first: that is what a reader who knows the game looks for."""
    return (
        rulebooks.head(view)
        + (f"\n## What differs from {plain(view.base.name)}\n\n{listing(map(_change, view.changed))}"
           if view.base else "")
        + rulebooks.rounds(view)
        + rulebooks.points(view)
        + f"\n## The rules\n\n{rulebooks.rests_on(book)}"
        + "".join(f"\n### {plain(part.title)}\n\n{''.join(map(_clause, part.clauses))}" for part in view.chapters)
        + rulebooks.foot(view)
    )  # fmt: skip


def _change(row: Row) -> str:
    title = f"[{plain(row.title)}](#{row.topic})" if row.right else plain(row.title)
    return f"**{title}**: {plain(row.right or 'Not in this rulebook.')}{_instead(row)}"


def _instead(row: Row) -> str:
    return f"<br>*Instead of:* {plain(row.left)}" if row.left else ""


def _clause(clause: ClauseView) -> str:
    rule = clause.rule
    open_points = rulebooks.silence_of(rule) if rule.silence else ()
    silence = "".join(f"<br>*{title}:* {plain(text)}" for title, text in open_points)
    return (
        f'<a id="{rule.topic}"></a>**{clause.number}. {plain(rule.title)}.** {plain(rule.text)}<br>'
        f"{_basis(clause)} `{rule.address}`{silence}\n\n"
    )


def _basis(clause: ClauseView, folder: str = "") -> str:
    def rule(words: str, book: str, topic: str | None) -> str:
        return f"[{plain(words)}]({folder}{book}.md{f'#{topic}' if topic else ''})"

    return rulebooks.basis_line(clause, rulebooks.Marks(lambda words: f"**{plain(words)}**", plain, rule))


def _quoted(clauses: Iterable[ClauseView]) -> str:
    """The rules that a ruling rests on, each linked to its place in its rulebook."""
    return "\n".join(map(_quote, clauses))


def _quote(clause: ClauseView) -> str:
    rule = clause.rule
    book, _, topic = rule.address.partition("/")
    place = f"[{rule.address}]({_FOLDER}{book}.md#{topic})"
    return f"> {plain(rule.text)}<br>\n> {_basis(clause, _FOLDER)} {place}\n"


def main() -> None:
    made = pages()
    for old in (DOCS / _FOLDER).glob("*.md"):
        if f"{_FOLDER}{old.name}" not in made:
            old.unlink()
    for name, text in made.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
