"""The history: everything that happened, in plain sentences, round by round, some at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from referee.game import events as ev
from referee.game import history
from referee.game.events import undone_in_the_end
from referee.game.fold import undone_in
from referee.game.state import ClosedRound, GameState
from referee.messages import gettext as _
from referee.rules.rulings import phrase
from referee.web.parts.house import House, house_of
from referee.web.shell import words
from referee.web.shell.bar import HISTORY, Bar, Step, bar, step

_LINES = 60
"""Entries on one page: the rounds of an hour or two, and what a phone shows without a wait."""
_FEW = 12
"""So few more get no page of their own."""

_ON_THE_SCORE = phrase("on_the_score")
"""Said once for all of them."""


class Line(NamedTuple):
    entry: history.Entry
    text: str
    """The sentence, without what its round and the entries beside it say."""
    by: str
    """Who wrote it; empty where it is who wrote the one above."""
    when: words.Moment
    clock: str
    """The time of day; empty where the day is not the one above."""
    can_undo: bool
    why_not: str
    """What stands against it; empty where nothing does, or where it goes without saying."""
    first: Step | None
    """What would have to be undone first."""
    first_here: bool
    """Whether that is in sight on this page."""
    is_ruling: bool
    """Whether it can be asked again."""


class RoundOfLines(NamedTuple):
    """What happened while a round was played, the latest first."""

    number: int
    title: str
    about: str
    """Who went out, in a round that is closed, and the day where it is not that of the round above."""
    open: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class HistoryPage:
    bar: Bar
    rounds: tuple[RoundOfLines, ...]
    """The latest first."""
    to_correct: bool
    """Whether hands stand here that are corrected on the score."""
    upto: int | None
    """The number of the first line; None on the page that goes up to the latest."""
    earlier: int
    """The number of the entry with which the page before goes on; 0 where there is none."""
    later: int | None
    """The same for the page after; None where that is the latest."""
    house: House | None


def history_page(code: str, state: GameState, upto: int = 0) -> HistoryPage:
    """The entries up to that number, as many as one page shows; without one up to the latest."""
    entries = history.entries(state)
    last = min(upto or len(entries), len(entries))
    begin = last - _LINES if last > _LINES + _FEW else 0
    shown = range(begin + 1, last + 1)
    return HistoryPage(
        bar=bar(code, state, HISTORY),
        rounds=tuple(_rounds(state, entries, shown)),
        to_correct=state.status == "playing" and bool(state.rounds),
        upto=last if last < len(entries) else None,
        earlier=begin,
        later=last + _LINES if last + _LINES < len(entries) else None,
        house=house_of(state.book),
    )


def _rounds(state: GameState, entries: Sequence[history.Entry], shown: range) -> list[RoundOfLines]:
    """All folded but the last, and the one of which something was just undone or brought back."""
    during, latest = _during(state), state.log[-1].event
    open_rounds = {during[shown[-1] - 1]} if shown else set()
    if isinstance(latest, ev.Undone):
        open_rounds.add(during[undone_in_the_end(latest, state.log)[0] - 1])
    in_sight = {seq for seq in shown if during[seq - 1] in open_rounds}
    rounds, above = [], ""
    for number, seqs in groupby(reversed(shown), lambda seq: during[seq - 1]):
        written = [entries[seq - 1] for seq in seqs]
        rounds.append(_round(state, number, written, above, in_sight))
        above = words.day(written[-1].at)
    return rounds


def _during(state: GameState) -> list[int]:
    """Which round was played when each entry was written, in their order."""
    undone, number, during = undone_in(state), 1, []
    for recorded in state.log:
        during.append(number)
        if isinstance(recorded.event, ev.RoundClosed) and recorded.seq not in undone:
            number = recorded.event.round + 1
    return during


def _round(
    state: GameState, number: int, entries: Sequence[history.Entry], above: str, in_sight: Collection[int]
) -> RoundOfLines:
    """``above`` is the day on which the round above began."""
    closed = state.rounds[number - 1] if number <= len(state.rounds) else None
    is_round = closed or state.running or number == 1
    first_day = day = words.day(entries[0].at)
    about = [out] if closed and (out := _out(state, closed)) else []
    lines, by = [], ""
    for entry in entries:
        lines.append(_line(state, entry, number, "" if entry.by == by else entry.by, in_sight, day))
        by, day = entry.by, words.day(entry.at)
    return RoundOfLines(
        number=number,
        title=_("Round %(number)s", number=number) if is_round else _("After round %(number)s", number=number - 1),
        about=" · ".join(about if first_day == above else [*about, first_day]),
        open=entries[0].seq in in_sight,
        lines=tuple(lines),
    )


def _out(state: GameState, closed: ClosedRound) -> str:
    """Who went out; empty where nobody does."""
    if not state.book.has_contracts:
        return ""
    if closed.went_out is None:
        return _("No one went out")
    if closed.one_turn:
        return _("%(player)s went down and out in one turn", player=state.name(closed.went_out))
    return _("%(player)s went out", player=state.name(closed.went_out))


def _line(state: GameState, entry: history.Entry, number: int, by: str, in_sight: Collection[int], day: str) -> Line:
    playing = state.status == "playing"
    fixed = entry.fixed if playing else None
    first = step(history.entries(state)[fixed.first - 1]) if fixed and fixed.first else None
    return Line(
        entry=entry,
        text=entry.sentence.among(number),
        by=by,
        when=words.moment(entry.at),
        clock=words.clock(entry.at) if words.day(entry.at) == day else "",
        can_undo=entry.can_undo and playing,
        why_not=fixed.why if fixed and fixed.reason != _ON_THE_SCORE else "",
        first=first,
        first_here=first is not None and first.seq in in_sight,
        is_ruling=entry.kind == "RulingRecorded",
    )
