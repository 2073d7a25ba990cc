"""The frame of a game's pages: where we are, what Undo would undo, the tabs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.days import hours_since
from referee.game.history import Entry, next_redo, next_undo
from referee.game.state import GameState
from referee.game.story.objects import undone_object
from referee.messages import gettext as _
from referee.web.shell import words
from referee.web.shell.forms import Seen

SAME_EVENING = 24
"""For so many hours a game that is finished offers to undo its end; an old one is not opened by a slip of the thumb."""
NOW, SCORE, HISTORY, SEATS = "now", "score", "history", "seats"


class Tab(NamedTuple):
    endpoint: str
    label: str
    icon: str
    current: str
    """As ``aria-current`` has it; empty for all the others."""
    values: Mapping[str, str]
    """What its address has."""


class Step(NamedTuple):
    """What Undo undoes or Redo brings back."""

    seq: int
    sentence: str
    brief: str
    """How the sentence begins; on the key of Undo the few letters for which it has room."""


@dataclass(frozen=True)
class Bar:
    code: str
    rulebook: str
    where: str
    number: int
    """The number of the log."""
    seen: str
    """The number with the stamp of the log, for every form of the page."""
    undo: Step | None
    """The last thing that can be undone at all; which phones may, and are asked first, is not said here."""
    redo: Step | None
    tabs: tuple[Tab, ...]
    playing: bool
    state: GameState
    """For what each phone sees otherwise: its own last entry, and what others have taken back."""
    evening: bool
    """Whether it is being played, or was finished only just now."""

    @property
    def own_contracts(self) -> bool:
        """Whether each player has a contract of their own, which comes before the points."""
        return self.state.book.own_contracts

    @property
    def has_referee(self) -> bool:
        """Whether there are rules to ask about."""
        return self.state.book.has_referee

    @property
    def has_dealer(self) -> bool:
        return self.state.book.has_dealer

    @property
    def ends_by_hand(self) -> bool:
        """Whether nothing but the table ends the game."""
        return self.state.ends_by_hand

    @property
    def goes_out(self) -> bool:
        """Whether a round ends with somebody who goes out."""
        return self.state.book.has_contracts

    @property
    def what_wins(self) -> str:
        """``"lowest total wins"``."""
        return words.what_wins(self.state.book)

    @property
    def wins(self) -> str:
        """The same where a line begins with it, with the points that end the game, where any do."""
        book, wins = self.state.book, words.begun(self.what_wins)
        return _("%(wins)s\u00a0· until %(points)s", wins=wins, points=words.points(book.until)) if book.until else wins


def where(state: GameState) -> str:
    """``"Round 4 of 7"``, or that it is over."""
    if state.status == "abandoned":
        return _("Abandoned")
    if state.running is None:
        return _("Finished") if state.status == "finished" else words.none_left(state.book)
    return words.round_of(state.running.number, words.rounds_to_play(state))


def bar(code: str, state: GameState, current: str = "") -> Bar:
    """The frame around the page ``current`` (a tab, or empty)."""
    over = state.running is None
    tabs = (
        (NOW, "game.now", _("Result") if over else _("Now"), "trophy" if over else "playing-cards"),
        (SCORE, "score.page", _("Score"), "table-2"),
        (HISTORY, "history.page", _("History"), "history"),
        (SEATS, "seats.page", _("Table"), "users"),
    )
    playing = state.status == "playing"
    here = playing or (state.status == "finished" and hours_since(state.log[-1].at) < SAME_EVENING)
    return Bar(
        code=code,
        rulebook=state.book.name,
        where=where(state),
        number=state.number,
        seen=str(Seen.of(state)),
        undo=_on_the_key(undo, state) if here and (undo := next_undo(state)) else None,
        redo=step(redo) if playing and (redo := next_redo(state)) else None,
        tabs=tuple(
            Tab(endpoint, label, icon, "page" if name == current else "", {"code": code})
            for name, endpoint, label, icon in tabs
        ),
        playing=playing,
        state=state,
        evening=here,
    )


def step(entry: Entry) -> Step:
    return Step(entry.seq, entry.sentence, entry.sentence.brief)


def own_undo(bar: Bar, wrote: Collection[int]) -> Step | None:
    """What Undo undoes on a phone that may undo only what it ``wrote``; None where there is nothing."""
    if not bar.evening or not wrote:
        return None
    entry = next_undo(bar.state, wrote)
    return _on_the_key(entry, bar.state) if entry else None


def _on_the_key(entry: Entry, state: GameState) -> Step:
    return step(entry)._replace(brief=undone_object(state, state.log[entry.seq - 1].event))
