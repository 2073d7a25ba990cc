"""The chapters of a rulebook's page: its clauses are too many for one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from referee.messages import N_
from referee.messages import gettext as _
from referee.rules.rulebook.in_words import of_the_pack
from referee.rules.rulebook.model import Rulebook
from referee.web.parts.clauses import ClauseView

Part = TypeVar("Part")

_FIRST, CONTRACTS, POINTS = "players", "contracts", "score"
_TITLES = {
    _FIRST: N_("Players, pack and deal"),
    CONTRACTS: N_("Contracts"),
    "turn": N_("Your turn"),
    "may-i": N_("The discard out of turn"),
    "run": N_("Runs and sets"),
    "wild": N_("Wild cards"),
    "meld": N_("Going down"),
    "new-melds": N_("Laying off"),
    "swap": N_("Taking a joker"),
    "discard": N_("Discarding and going out"),
    "screw-over": N_("Screw-over and Shanghai"),
    POINTS: N_("Points and places"),
    "too-many-cards": N_("When something goes wrong"),
}
"""By the topic that each begins with; it ends where the next one begins."""


class Chapter(NamedTuple):
    """Some of a rulebook; ``begins``: the topic that its title hangs on."""

    begins: str
    title: str
    clauses: tuple[ClauseView, ...]

    @property
    def numbers(self) -> str:
        """``"14–15"``: those of its first and its last clause."""
        first, last = self.clauses[0].number, self.clauses[-1].number
        return f"{first}–{last}" if first < last else str(first)


def chapters(book: Rulebook, clauses: Iterable[ClauseView]) -> tuple[Chapter, ...]:
    """The clauses of a rulebook, in reading order."""
    begins = _begins(book)
    grouped = _grouped(clauses, lambda clause: begins[clause.rule.topic])
    return tuple(Chapter(first, _title(first), tuple(within)) for first, within in grouped)


def _title(first: str) -> str:
    return of_the_pack(_(_TITLES[first]))


def in_chapters(
    parts: Iterable[Part], topic: Callable[[Part], str], *books: Rulebook
) -> tuple[tuple[str, list[Part]], ...]:
    """What is said of clauses of these books, each under the title of its chapter."""
    begins = {of: first for book in books for of, first in _begins(book).items()}
    return tuple((_title(first), within) for first, within in _grouped(parts, lambda part: begins[topic(part)]))


def _begins(book: Rulebook) -> dict[str, str]:
    """By topic, with what its chapter begins; what an old rulebook has before the first one belongs to that."""
    first, begins = _FIRST, {}
    for topic in book.clauses:
        first = topic if topic in _TITLES else first
        begins[topic] = first
    return begins


def _grouped(parts: Iterable[Part], begins: Callable[[Part], str]) -> list[tuple[str, list[Part]]]:
    within: dict[str, list[Part]] = {first: [] for first in _TITLES}
    for part in parts:
        within[begins(part)].append(part)
    return [(first, some) for first, some in within.items() if some]
