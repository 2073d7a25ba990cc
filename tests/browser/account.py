"""The account of an evening: what was tapped on all phones, beside what the book has of it and what the screens show.

Each tap that sends something is entered as an ``Entry``, which says what it is by its content: a note by its words, a
hand by its round, seat and cards. The log is read as such entries too. Then nothing may be missing (lost), nothing may
be there more often than it was tapped (doubled), and every screen shows what the log replays to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.game import events as ev
from referee.game.events import Recorded
from referee.game.fold import fold

Entry = tuple[object, ...]
"""A word and what it is about, such as ``("hand", 2, 5, "K K 10")``: round, seat, cards."""
Sheet = Mapping[tuple[int, int], int]
"""A score sheet: the points by round and seat; round 0 holds the totals."""


def cards(text: str | None) -> str:
    """Cards left in one order, however they were tapped or are written."""
    return " ".join(sorted((text or "").split()))


def entry_of(event: ev.Event, log: Mapping[int, ev.Event]) -> Entry | None:
    """What must have been tapped for it; None for the opening, which no phone of the evening tapped."""
    match event:
        case ev.GameOpened():
            return None
        case ev.NoteAdded(text):
            return ("note", text)
        case ev.MayITaken(round=number, seat=seat):
            return ("may i", number, seat)
        case ev.WentDown(round=number, seat=seat):
            return ("down", number, seat)
        case ev.WentOutSaid(number, seat):
            return ("out", number, seat)
        case ev.CardsLeftEntered(number, seat, hand):
            return ("hand", number, seat, cards(hand))
        case ev.CellCorrected(number, seat, hand):
            return ("corrected", number, seat, cards(hand))
        case ev.RoundClosed(number):
            return ("closed", number)
        case ev.SeatAdded(player=player):
            return ("joined", player)
        case ev.Undone(target):
            return ("undone", *(entry_of(log[target], log) or ()))
    return (type(event).__name__,)


@dataclass
class Account:
    """What people did, in the order in which they did it."""

    entered: list[Entry] = field(default_factory=list)
    shared: set[Entry] = field(default_factory=set)
    """What several may tap and is to happen once, such as closing a round."""
    refused: list[Entry] = field(default_factory=list)
    """What was entered too, and a screen has said that it was not accepted."""

    def enter(self, *entry: object) -> None:
        self.entered.append(entry)

    def share(self, *entry: object) -> None:
        self.shared.add(entry)

    def refuse(self, *entry: object) -> None:
        """A person has read that this was not written."""
        self.refused.append(entry)

    @property
    def due(self) -> Counter[Entry]:
        """What the log must hold, and how often."""
        return Counter(self.entered) - Counter(self.refused) + Counter(self.shared)

    def differences(self, log: Iterable[Recorded]) -> tuple[Counter[Entry], Counter[Entry]]:
        """What was lost, and what was doubled or came from nowhere."""
        events = {recorded.seq: recorded.event for recorded in log}
        entries = (entry_of(event, events) for event in events.values())
        written = Counter(entry for entry in entries if entry is not None)
        return self.due - written, written - self.due


def sheet(log: Iterable[Recorded]) -> dict[tuple[int, int], int]:
    """The score sheet that a log replays to."""
    state = fold(tuple(log))
    cells = {(played.number, seat): cell.score for played in state.rounds for seat, cell in played.cells.items()}
    return cells | {(0, seat): total for seat, total in state.totals.items()}


def odd_screens(screens: Mapping[str, Sheet], log: Iterable[Recorded]) -> dict[str, dict[tuple[int, int], object]]:
    """Of each phone whose screen differs: what it shows and what the log says, cell by cell."""
    true = sheet(log)
    odd = {
        name: {
            cell: (shown.get(cell), true.get(cell))
            for cell in sorted({*shown, *true})
            if shown.get(cell) != true.get(cell)
        }
        for name, shown in screens.items()
    }
    return {name: cells for name, cells in odd.items() if cells}
