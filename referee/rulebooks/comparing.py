"""Two rulebooks side by side: what they say differently, and what they say alike.

One value for the page, for ``referee compare`` and for other programs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.rulebooks.report import WIDTH, differences
from referee.rules.rulebook.model import Clause, Rulebook


class Pair(NamedTuple):
    """One clause as two rulebooks have it; None where one of them has no such clause."""

    topic: str
    left: Clause | None
    right: Clause | None

    @property
    def title(self) -> str:
        return next(clause.title for clause in (self.right, self.left) if clause)


@dataclass(frozen=True)
class Comparison:
    left: Rulebook
    right: Rulebook
    differ: tuple[Pair, ...]
    same: tuple[Pair, ...]
    """In the order of the second, as those that differ."""


def compare(left: Rulebook, right: Rulebook) -> Comparison:
    differ = tuple(Pair(difference.topic, difference.base, difference.here) for difference in differences(right, left))
    topics = {pair.topic for pair in differ}
    same = [
        Pair(topic, left.clauses[topic], clause)
        for topic, clause in right.clauses.items()
        if topic not in topics | left.moot | right.moot
    ]
    return Comparison(left, right, differ, tuple(same))


def as_json(two: Comparison) -> dict[str, Any]:
    return {
        "left": {"id": two.left.id, "name": two.left.name},
        "right": {"id": two.right.id, "name": two.right.name},
        "differ": [_pair(pair) for pair in two.differ],
        "same": [_pair(pair) for pair in two.same],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {"topic": pair.topic, "title": pair.title, "left": _side(pair.left), "right": _side(pair.right)}


def _side(clause: Clause | None) -> dict[str, str] | None:
    if clause is None:
        return None
    return {"clause": clause.address, "text": clause.text, "basis": clause.status, "source": clause.source}


def as_text(two: Comparison) -> str:
    """The differences one below the other, then the titles of what is the same."""
    left, right = two.left, two.right
    lines = [
        f"{left.name} ({left.id}) and {right.name} ({right.id})",
        f"{_clauses(len(two.differ), 'differ')}, {_clauses(len(two.same), 'say')} the same",
    ]
    for pair in two.differ:
        lines += ["", f"{pair.title} ({pair.topic})", *_lines(left, pair.left), *_lines(right, pair.right)]
    if two.same:
        lines += [
            "",
            *textwrap.wrap(f"The same: {'; '.join(pair.title for pair in two.same)}", WIDTH, break_on_hyphens=False),
        ]
    return "\n".join(lines) + "\n"


def _clauses(count: int, do: str) -> str:
    return f"{count} clause {do}s" if count == 1 else f"{count} clauses {do}"


def _lines(book: Rulebook, clause: Clause | None) -> Iterator[str]:
    rule = f"{clause.text} [{clause.status}]" if clause else "no such rule"
    yield from textwrap.wrap(f"{book.id}: {rule}", WIDTH, initial_indent="    ", subsequent_indent="    ")
