"""What a reader of the repository finds without building anything: every rulebook and the disputes, as they are now."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from docs.site import readable
from docs.site.staging import DOCS, is_made
from referee.rulebooks import library

Pages = Mapping[str, str]


@pytest.fixture(scope="module")
def made() -> Pages:
    return readable.pages()


def test_they_are_what_the_rulebooks_and_the_engine_say_today(made: Pages) -> None:
    there = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md") if is_made(page)}
    old = [name for name, text in made.items() if (DOCS / name).read_text(encoding="utf-8") != text]
    assert there == {*made}
    assert old == [], "python -m docs.site.readable writes them"


def test_a_rulebook_says_what_differs_before_its_rules_and_has_all_of_them(made: Pages) -> None:
    for book in library.all_rulebooks():
        page = made[f"rulebooks/{book.id}.md"]
        assert re.findall(r'<a id="([^"]+)"></a>', page) == [clause.topic for clause in book.printed], book.id
        titles = re.findall(r"^## (.+)$", page, re.M)
        differs = [f"What differs from {library.load(book.builds_on).name}"] if book.builds_on else []
        assert titles == [
            "The game in short",
            *differs,
            "Rounds and contracts",
            "Points of cards left",
            "The rules",
            "Sources",
        ]


def test_every_link_between_them_leads_to_a_rule(made: Pages) -> None:
    anchors = {name: {*re.findall(r'<a id="([^"]+)"></a>', text)} for name, text in made.items()}
    for name, text in made.items():
        folder = name.rpartition("/")[0]
        for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
            page = f"{folder}/{target}".lstrip("/") if target else name
            assert page in made, (name, target)
            assert not anchor or anchor in anchors[page], (name, target, anchor)
