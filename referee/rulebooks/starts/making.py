"""What a start says, and the rulebook that comes of it.

A file says which rulebook it builds on and which values are other ones; the rest, words too, is made as by house rules.
Its values are those of public descriptions, named in ``told_by``, or a table's own; the rulebook that comes of it says
which.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.rulebooks import library, own
from referee.rules.rulebook.model import Rulebook

OWN = "A table’s own rules, not from the sources: a start to be changed."
TOLD = "From public descriptions ({told_by}): a start, to be checked against how you play."


class Start(NamedTuple):
    id: str
    name: str
    book: Rulebook
    """The rulebook as it would be saved."""
    text: str
    """Its file."""

    @property
    def facts(self) -> str:
        book = self.book
        course = f"{book.rounds} rounds"
        if book.own_contracts:
            course = f"{book.rounds} contracts, each kept until it is met"
        elif book.rounds_vary:
            course = f"until {book.until} points"
        return f"{book.players_min} to {book.players_max} players, {course}"


@cache
def starts() -> tuple[Start, ...]:
    """All starts, by name."""
    return tuple(_start(path.stem) for path in sorted(Path(__file__).parent.glob("*.toml")))


def _start(start_id: str) -> Start:
    data = library.toml_of((Path(__file__).parent / f"{start_id}.toml").read_text(encoding="utf-8"))
    special = TOLD.format(told_by=data["told_by"]) if "told_by" in data else OWN
    text = own.make(library.load(data["builds_on"]), data["name"], data["values"], special=special)
    return Start(start_id, data["name"], own.read(text), text)
