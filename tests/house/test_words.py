"""No text speaks as if it were translated: words and turns that never stand, with what people at a table say instead.

Held to it are the messages of the pages, the rulebooks, what the command says, and every page written for a reader.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from docs.site.staging import written
from tests import catalogue
from tests.house.small_messages import MAY_BEGIN_SMALL

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ["README.md", "CHANGELOG.md", *written()]
"""What is written for a reader beside the pages of the app."""
NEVER = {
    r"\b(?:some|no|every|any)body\b": "someone, no one, everyone, anyone; or you, the player",
    r"\bwhoever\b": "the player who, anyone who, you",
    r", please\b": "Enter, Choose, Tap",
    r"(?<!here )\b(?:is|are) no\b(?! longer| one)": "isn’t, aren’t, doesn’t have",
    r"\d %": "47%",
    r"\bMay Is\b": "May I’s",
    r"\b(?:anew|meanwhile|afresh)\b": "again, in the meantime, over",
    r"\bfor good\b": "forever",
}
"""Wherever people read."""
ON_PAGES = {
    r"\b(?:too|alone|besides)(?=[.;:)]|$)": "also, even, including, only: before what they limit",
    r"\bno such\b": "not found",
    r"(?<=\w)'(?=(?:s|t|re|ll|ve|d|m)\b)|(?<=s)'(?=[ .,:;)]|$)": "’",
    r"s %%": "%(percent)s%%",
    r"\b(?:lie|lies)\b": "is, are",
    r"^(?:There|Here) (?:is|are) (?:no|none)\b(?=[^:]* (?:here|there))": "not found",
    r"\bGive a\b": "Enter",
    r"\bRe-\w": "Reopen",
}
"""In messages and rulebooks, which are set with signs of their own."""
WAS = (
    "Nothing left", "Nothing said", "Not theirs", "Read back", "Read it back", "Start afresh", "Look of this phone",
    "As the phone", "Take it out as a file", "Bring one in from a file", "Made from", "As you left it",
    "Games on the table", "Somebody joins", "Carry on", "Played before", "For programs", "What is kept", "To share",
    "for show only", "Nothing here", "Let it pass", "Told so far", "Asked more rarely",
)  # fmt: skip
"""Names of keys and headings that were found to puzzle people."""
EXCEPT = {
    '<span class="who">%(player)s</span> leads alone': "where two have led, it is the news that only one does",
}
"""What may stand all the same, and why."""


def texts_of(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, inner in value.items():
                if name not in ("id", "sources"):
                    yield from texts_of(inner)
        case list():
            for inner in value:
                yield from texts_of(inner)


def rulebooks() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "referee" / "rulebooks").glob("*.toml")):
        for text in texts_of(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield path.name, text


def command() -> Iterator[tuple[str, str]]:
    """Every text of the code of the command that is no docstring."""
    for path in sorted((ROOT / "referee" / "cli").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
                yield path.name, node.value


def papers() -> Iterator[tuple[str, str]]:
    """The prose of each page, a line at a time: without code, tables' rules and links' addresses."""
    for name in PAPERS:
        text = re.sub(r"```.*?```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.S)
        for line in re.sub(r"`[^`]*`|\]\([^)]*\)", "", text).splitlines():
            yield name, line


def messages() -> Iterator[tuple[str, str]]:
    for texts in catalogue.messages():
        for text in texts:
            yield "messages.pot", text


def found_in(texts: Iterator[tuple[str, str]], patterns: dict[str, str]) -> list[str]:
    return [
        f"{where}: {text}  [{pattern[0]}: rather {instead}]"
        for where, text in texts
        for words, instead in patterns.items()
        if text not in EXCEPT and (pattern := re.search(words, text, re.I))
    ]


@pytest.mark.parametrize("texts", [messages, rulebooks], ids=["messages", "rulebooks"])
def test_no_page_of_the_app_speaks_as_if_translated(texts: Callable[[], Iterator[tuple[str, str]]]) -> None:
    assert found_in(texts(), NEVER | ON_PAGES) == []


@pytest.mark.parametrize("texts", [command, papers], ids=["command", "papers"])
def test_neither_the_command_nor_a_paper_does(texts: Callable[[], Iterator[tuple[str, str]]]) -> None:
    assert found_in(texts(), NEVER) == []


def test_no_key_or_heading_has_a_name_that_puzzled_people() -> None:
    names = {text.rstrip(" .…?:") for texts in catalogue.messages() for text in texts}
    assert names & {*WAS} == set()


def test_no_message_is_a_fragment_of_a_sentence() -> None:
    first = [re.sub(r"<[^>]*>", "", texts[0]).lstrip("“(−+ ") for texts in catalogue.messages()]
    small = {text for text in first if text[:1].islower()}
    assert small - MAY_BEGIN_SMALL == set(), "say it as a whole sentence with slots, chosen by its case"
    assert MAY_BEGIN_SMALL - small == set(), "no page says it any more"
