"""The rulebooks, each read from its file once, checked and merged with what it builds on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.rulebooks.budget import why_too_much
from referee.rulebooks.reading import Unreadable, read_book
from referee.rules.rulebook import house_rules
from referee.rules.rulebook.checks import Problem
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.values import from_data

__all__ = [
    "RulebookError", "UnknownRulebook", "all_rulebooks", "first_shelf", "folder", "from_data", "ids", "load",
    "read_rulebook", "text_of", "toml_of", "with_house_rules",
]  # fmt: skip

_IDS = (  # those of the second shelf after all others
    "contract", "screw", "liverpool", "may-i", "shanghai", "shanghai-powe", "shanghai-kolsov", "progressive",
    "wikipedia", "grokipedia", "denexa", "short", "bicycle",
    "kalooki-jm", "continental-es",
    "carioca-cl",
    "romme",
    "phase-10",
    "shanghai-wiki", "frustration",
    "five-crowns",
)  # fmt: skip


class UnknownRulebook(KeyError):
    """There is no rulebook of this id; ``id`` is what was asked for."""

    def __init__(self, rulebook_id: str) -> None:
        super().__init__(rulebook_id)
        self.id = rulebook_id

    def __str__(self) -> str:
        return f"there is no rulebook {self.id!r}; the rulebooks are {', '.join(_IDS)}"


def ids() -> tuple[str, ...]:
    """The ids of all rulebooks, the base first, in the order in which they are listed everywhere."""
    return _IDS


@cache
def load(rulebook_id: str) -> Rulebook:
    """The merged rulebook of this id. Raises UnknownRulebook; RulebookError if its file is broken."""
    return read_rulebook(text_of(rulebook_id))


@cache
def all_rulebooks() -> tuple[Rulebook, ...]:
    """All rulebooks in the order of ``ids``."""
    return tuple(map(load, _IDS))


@cache
def first_shelf() -> tuple[str, ...]:
    """The ids of the rulebooks that one text tells each, in the order of ``ids``: a question is held against these."""
    return tuple(book.id for book in all_rulebooks() if not book.shelf)


def text_of(rulebook_id: str) -> str:
    """The text of a rulebook's file as it stands. Raises UnknownRulebook."""
    if rulebook_id not in _IDS:
        raise UnknownRulebook(rulebook_id)
    return (folder() / f"{rulebook_id}.toml").read_text(encoding="utf-8")


def folder() -> Path:
    """Where the rulebook files lie, in a checkout and in an installed package alike."""
    return Path(__file__).parent


def read_rulebook(text: str, *, of_a_club: bool = False) -> Rulebook:
    """The merged rulebook of one TOML text; it may build on any rulebook of the library.

    One ``of_a_club`` may say again what that rulebook says, and inherit what no longer fits: what is corrected
    in the library later must not make it wrong. Raises Unreadable, a RulebookError, with everything that is wrong.
    """
    return read_book(toml_of(text), load, all_rulebooks if of_a_club else None)


def toml_of(text: str) -> dict[str, Any]:
    """The data of a file that may come from anywhere; raises Unreadable."""
    if why := why_too_much(text):
        raise Unreadable([Problem("file", why)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        why = f"is no TOML: {wrong}"
    except ValueError:  # what Python says of a number of thousands of digits
        why = "holds a number that is too long"
    raise Unreadable([Problem("file", why)])


def with_house_rules(book: Rulebook, house: Mapping[str, object], wording: Mapping[str, str] | None = None) -> Rulebook:
    """``house_rules.with_house_rules`` with all rulebooks to borrow the clauses of a feature from."""
    return house_rules.with_house_rules(book, house, wording, all_rulebooks())
