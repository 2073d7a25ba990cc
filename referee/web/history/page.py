"""The history: everything that happened, in plain sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.game import history
from referee.game.state import GameState
from referee.web import words
from referee.web.game.bar import HISTORY, Bar, Step, bar, step
from referee.web.game.house import House, house_of


class Line(NamedTuple):
    entry: history.Entry
    when: words.Moment
    can_undo: bool
    why_not: str
    """What stands against it; empty where nothing does, or where it goes without saying."""
    first: Step | None
    """What would have to be undone first."""
    is_ruling: bool
    """Whether it can be asked again."""


@dataclass(frozen=True)
class HistoryPage:
    bar: Bar
    lines: tuple[Line, ...]
    """The latest first."""
    house: House | None


def history_page(code: str, state: GameState) -> HistoryPage:
    entries, playing = history.entries(state), state.status == "playing"
    lines = [
        Line(
            entry=entry,
            when=words.moment(entry.at),
            can_undo=entry.can_undo and playing,
            why_not=entry.fixed.why if entry.fixed and playing else "",
            first=step(entries[entry.fixed.first - 1]) if entry.fixed and entry.fixed.first and playing else None,
            is_ruling=entry.kind == "RulingRecorded",
        )
        for entry in reversed(entries)
    ]
    return HistoryPage(bar(code, state, HISTORY), tuple(lines), house_of(state.book))
