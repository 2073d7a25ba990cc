"""Very many things in parts, each on a page of its own: which part a page shows, and the ways to the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.messages import gettext as _
from referee.web.shell.forms import small_number
from referee.web.shell.screens import Visit

T = TypeVar("T")
MOST = 60
"""Games on one page: those of more than a year of evenings."""


@dataclass(frozen=True)
class Part:
    """One of several parts, the latest games in the first."""

    number: int = 1
    says: str = ""
    """``"Games 61 to 120 of 10,000"``; empty where the page shows them all."""
    later: int = 0
    """The number of the part with later ones; 0 where there is none."""
    earlier: int = 0


ALL = Part()


def asked_part(visit: Visit) -> int:
    """Which part an address asks for: the first one, where it names none."""
    return small_number(visit.value("part"), 5) or 1


def part_of(games: Sequence[T], number: int) -> tuple[Sequence[T], Part]:
    """The games of a part, of games with the latest first; behind the last part the last one."""
    return _part_of(games, number, lambda **of: _("Games %(first)s to %(last)s of %(every)s", **of))


def clubs_of(clubs: Sequence[T], number: int) -> tuple[Sequence[T], Part]:
    """The same of clubs, the first one first."""
    return _part_of(clubs, number, lambda **of: _("Clubs %(first)s to %(last)s of %(every)s", **of))


def _part_of(things: Sequence[T], number: int, say: Callable[..., str]) -> tuple[Sequence[T], Part]:
    parts = -(-len(things) // MOST) or 1
    if parts == 1:
        return things, ALL
    number = max(1, min(number, parts))
    start = MOST * (number - 1)
    shown = things[start : start + MOST]
    says = say(first=start + 1, last=start + len(shown), every=len(things))
    return shown, Part(number, says, number - 1, number + 1 if number < parts else 0)
