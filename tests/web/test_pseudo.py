"""Every page in a language made from the catalogue: no word of a template stands there in plain English."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.game.story.answers import ANSWERS
from tests import catalogue, pseudo
from tests.apps import made
from tests.browser import evenings, seasons, test_at_table_looks, test_table_view
from tests.house.hard_coded import ROOT, SPOKEN, messages_of
from tests.house.reading import Reader
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured  # what these pages run is measured where they are tested
BOOKS = {
    "evening": evenings.write,
    "table": test_at_table_looks.write,
    "season": seasons.write,
    "tv": test_table_view.write,
}
WRITERS = ("evenings", "seasons", "test_at_table_looks", "test_table_view")
ENGLISH = tuple(ROOT / "referee" / "rules" / name for name in ("cards.py", "rulebook/model.py", "speech/words.py"))
"""What makes names of cards, melds and contracts: another language has another table."""
DATA = ("Our club", "Demo club", "Referee")
FROM_ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}
"""A phone that has no invitation."""


def test_no_page_has_a_word_of_a_template_in_plain_english(tmp_path: Path) -> None:
    """All of them in one test: what the words are held against takes longer to read than the pages."""
    found: dict[str, list[str]] = {}
    for book, write in list(BOOKS.items())[:: sized(2, 1)]:
        settings = {"TESTING": True, "DATA_DIR": str(tmp_path / book), "WTF_CSRF_ENABLED": False}
        paths = write(settings)
        with made({**settings, **pseudo.settings(tmp_path / f"translations of {book}")}) as app:
            for name, html in _pages(app.test_client(), paths):
                assert f'<html lang="{pseudo.LANGUAGE}"' in html or "<html" not in html
                if words := english(html):
                    found[f"{book}: {name}"] = words
    assert found == {}
    _plain_english_would_be_found(tmp_path)


def _pages(phone: FlaskClient, paths: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What the paths show; the part of one that htmx asks for; what a stranger sees, and two pages of errors."""
    for name, path in paths.items():
        answer = phone.get(path)
        if answer.mimetype == "text/html":
            yield name, answer.get_data(as_text=True)
    yield "a part", phone.get(next(iter(paths.values())), headers={"HX-Request": "true"}).get_data(as_text=True)
    yield "a stranger", phone.get("/", environ_overrides=FROM_ELSEWHERE).get_data(as_text=True)
    yield "not found", phone.get("/nothing-here").get_data(as_text=True)
    yield "refused", phone.post("/new", data={"rulebook": "none"}).get_data(as_text=True)


def _said(html: str) -> set[str]:
    """What somebody reads or hears of a page."""
    page = Reader(html)
    texts = [
        piece
        for e in page.elements
        if e.tag not in ("script", "style")
        for piece in e.own_text
        if isinstance(piece, str)
    ]
    texts += [value for e in page.elements for name, value in e.attributes.items() if name in SPOKEN and value]
    return {" ".join(text.split()) for text in texts}


def plain(html: str) -> set[str]:
    """The words without an accent, which each word of the made-up language has; very short ones are passed over."""
    words = {word for text in _said(html) for word in pseudo.WORD.findall(text)}
    return {word.casefold() for word in words if len(word) > 2 and word.isascii() and pseudo.VOWELS.search(word)}


@cache
def _known() -> frozenset[str]:
    """The words of the rulebooks and of what the books' players typed, and those of the table of English words."""
    typed = [ROOT / "tests" / "browser" / f"{name}.py" for name in WRITERS]
    strings = [
        node.value
        for path in (*typed, *ENGLISH)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
    ]
    tables = [tomllib.loads(path.read_text()) for path in (ROOT / "referee" / "rulebooks").glob("*.toml")]
    texts = [text for text in (*_texts(tables), *strings, *DATA) if isinstance(text, str)]
    return frozenset(word.casefold() for text in texts for word in pseudo.WORD.findall(text))


def english(html: str) -> list[str]:
    """The words of the catalogue that stand on a page as they are there."""
    said = _said(html)
    whole, pieces = _catalogue()
    together = "\n".join(said)
    return sorted((said & whole) | {piece for piece in pieces if piece in together})


@cache
def _catalogue() -> tuple[frozenset[str], frozenset[str]]:
    """Messages that are found as they are, and what of others stands between parameters and tags, each of more than one
    word: without those that the code says too, or a rulebook. A single word comes from the code in many ways."""
    elsewhere = _said_elsewhere()
    texts = [text for one in catalogue.messages() for text in one]
    whole = {text for text in texts if " " in text and not pseudo.KEPT.search(text)}
    pieces = {piece.strip(" .,:;") for text in texts for piece in pseudo.KEPT.split(text)}
    lines = set(elsewhere.split("\n"))
    return (
        frozenset(text for text in whole if text.casefold() not in lines),
        frozenset(piece for piece in pieces if piece.count(" ") > 1 and piece.casefold() not in elsewhere),
    )


def _said_elsewhere() -> str:
    """What the books are written with, and every string of the code that is no message: names, and what is English."""
    tables = [tomllib.loads(path.read_text()) for path in (ROOT / "referee" / "rulebooks").glob("*.toml")]
    found = [*_texts(tables), ANSWERS["typed_in"]]
    said = {text for one in catalogue.messages() for text in one}
    for path in (ROOT / "referee").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        messages = {id(message) for message in messages_of(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written = path.parent.name == "rulebook"  # its sentences become clauses of a book that is saved
                if written or not (id(node) in messages or node.value in said):
                    found += [piece.strip(" .,:;") for piece in pseudo.KEPT.split(node.value)]
    return "\n".join(map(str, found)).casefold()


def _texts(table: object) -> Iterator[str]:
    match table:
        case str():
            yield table
        case dict():
            for value in table.values():
                yield from _texts(value)
        case list():
            for value in table:
                yield from _texts(value)


def _plain_english_would_be_found(tmp_path: Path) -> None:
    with made({"TESTING": True, "DATA_DIR": str(tmp_path / "english")}) as app:
        html = app.test_client().get("/new").get_data(as_text=True)
    question = "Who deals first?"
    assert {"Players, clockwise", question} <= set(english(html))
    assert question not in english(html.replace(question, pseudo.pseudo(question)))


def test_it_is_two_fifths_longer() -> None:
    texts = [text for one in catalogue.messages() for text in one if not pseudo.KEPT.search(text)]
    assert sum(len(pseudo.pseudo(text)) for text in texts) >= 1.4 * sum(map(len, texts))
