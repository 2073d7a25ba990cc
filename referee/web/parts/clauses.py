"""A clause as pages show it, and by which one something is decided."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rulebooks import library
from referee.rules.rulebook.house_rules import HOUSE_SOURCE
from referee.rules.rulebook.model import Clause, Rulebook
from referee.web.shell import words

BASIS = {
    "stated": lazy_gettext("From the source"),
    "reading": lazy_gettext("Our reading"),
    "inherited": lazy_gettext("Same as another rulebook"),
    "house default": lazy_gettext("Left open by the sources"),
    "house rule": lazy_gettext("House rule"),
}
"""What a clause rests on, by its status."""
MEANINGS = {
    "stated": lazy_gettext("The source says it."),
    "reading": lazy_gettext("The source can be read two ways. Both passages are quoted."),
    "inherited": lazy_gettext("The rulebook that this one builds on says it, and nothing here differs."),
    "house default": lazy_gettext(
        "No source settles it. The rulebook says how it’s played here, and your table may decide otherwise."
    ),
    "house rule": lazy_gettext("Your table decided it."),
}
"""The same in a sentence each, for a legend."""
_YOUNGER = lazy_gettext("Newer than this rulebook")


class Named(NamedTuple):
    id: str
    name: str


@dataclass(frozen=True)
class ClauseView:
    number: int
    rule: Clause
    basis_said: str
    source: str
    inherited: Named | None
    inherited_topic: str | None
    """None where it is moot there, so that it has no place on the page."""


def names_built_in() -> dict[str, str]:
    """What the built-in rulebooks are called, by id."""
    return {book.id: book.name for book in library.all_rulebooks()}


@cache
def _printed(rulebook: str) -> frozenset[str]:
    """The clauses that stand on the page of a built-in rulebook, by topic."""
    if rulebook not in library.ids():
        return frozenset()
    return frozenset(clause.topic for clause in library.load(rulebook).printed)


def clause_view(clause: Clause, number: int, names: Mapping[str, str]) -> ClauseView:
    base, _, topic = clause.inherited_from.partition("/")
    return ClauseView(
        number=number,
        rule=clause,
        basis_said=basis_of(clause),
        source=source_of(clause),
        inherited=Named(base, names.get(base, base)) if base else None,
        inherited_topic=topic if topic in _printed(base) else None,
    )


def basis_of(clause: Clause | None) -> str:
    if clause is None:
        return ""
    return _YOUNGER if clause.is_younger else BASIS[clause.status]


def source_of(clause: Clause) -> str:
    """Where a clause is from, as people say it; a house rule that names nobody was agreed at the table."""
    table, comma, day = clause.source.partition(", ")
    if clause.basis != "house rule" or table != HOUSE_SOURCE:
        return words.dated(clause.source)
    return _("agreed at the table on %(day)s", day=words.dated(day)) if comma else _("agreed at the table")


class Cited(NamedTuple):
    """A clause that decided, as a link into the rulebook of the game."""

    rule: Clause
    open: bool
    """Whether the sources leave it open, so that the table may decide it once."""
    house: str
    """Whose house rule it is; empty for a printed rule."""


def cited(book: Rulebook, addresses: Sequence[str], undisputed: Container[str] = ()) -> tuple[Cited, ...]:
    """The clauses of these addresses that the rulebook has, each once; ``undisputed`` are those among them whose
    dispute is not what the answer hangs on."""
    topics = dict.fromkeys(address.partition("/")[2] for address in addresses)
    clauses = [book.clauses[topic] for topic in topics if topic in book.clauses]
    return tuple(
        Cited(
            clause,
            clause.silence is not None and clause.address not in undisputed,
            source_of(clause) if clause.basis == "house rule" else "",
        )
        for clause in clauses
    )
