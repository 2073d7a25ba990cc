"""The history: everything that happened, in plain sentences, some at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game import history
from referee.game.state import GameState
from referee.web.parts.house import House, house_of
from referee.web.shell import words
from referee.web.shell.bar import HISTORY, Bar, Step, bar, step

_LINES = 60
"""Entries on one page: the rounds of an hour or two, and what a phone shows without a wait."""
_FEW = 12
"""So few more get no page of their own."""


class Line(NamedTuple):
    entry: history.Entry
    when: words.Moment
    can_undo: bool
    why_not: str
    """What stands against it; empty where nothing does, or where it goes without saying."""
    first: Step | None
    """What would have to be undone first."""
    first_here: bool
    """Whether that stands on this page."""
    is_ruling: bool
    """Whether it can be asked again."""


@dataclass(frozen=True)
class HistoryPage:
    bar: Bar
    lines: tuple[Line, ...]
    """The latest first."""
    upto: int | None
    """The number of the first line; None on the page that goes up to the latest."""
    earlier: int
    """The number of the entry with which the page before goes on; 0 where there is none."""
    later: int | None
    """The same for the page after; None where that is the latest."""
    house: House | None


def history_page(code: str, state: GameState, upto: int = 0) -> HistoryPage:
    """The entries up to that number, as many as one page shows; without one up to the latest."""
    entries, playing = history.entries(state), state.status == "playing"
    last = min(upto or len(entries), len(entries))
    begin = last - _LINES if last > _LINES + _FEW else 0
    shown = range(begin + 1, last + 1)
    return HistoryPage(
        bar=bar(code, state, HISTORY),
        lines=tuple(_line(entries, seq, shown, playing) for seq in reversed(shown)),
        upto=last if last < len(entries) else None,
        earlier=begin,
        later=last + _LINES if last + _LINES < len(entries) else None,
        house=house_of(state.book),
    )


def _line(entries: Sequence[history.Entry], seq: int, shown: range, playing: bool) -> Line:
    entry = entries[seq - 1]
    fixed = entry.fixed if playing else None
    first = step(entries[fixed.first - 1]) if fixed and fixed.first else None
    return Line(
        entry=entry,
        when=words.moment(entry.at),
        can_undo=entry.can_undo and playing,
        why_not=fixed.why if fixed else "",
        first=first,
        first_here=first is not None and first.seq in shown,
        is_ruling=entry.kind == "RulingRecorded",
    )
