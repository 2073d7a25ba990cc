"""The page of a new game: rulebooks to choose from, rows for players, who deals first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.replay import MOST
from referee.rules.rulebook.model import Rulebook
from referee.services.season_views import SeasonView, seasons_on
from referee.web import words

ROWS = 4
"""Rows shown at first; the rest appear as they are needed."""
CHIPS = 12
DEALER_HOW = (
    ("random", "Draw at random"),
    ("low card", "Lowest card", "each of you draws a card"),
    ("chosen", "We choose"),
)


@dataclass(frozen=True)
class BookChoice:
    id: str
    name: str
    special: str
    also: str
    facts: str
    chosen: bool
    dealer_how: str
    """How its rules find the first dealer, one of ``DEALER_HOW``."""
    found_by: str
    """Everything a search may find it by, in small letters."""


@dataclass(frozen=True)
class Row:
    number: int
    name: str
    error: str
    spare: bool
    dealer: str
    """What it is called among those who may deal first: two of one name are told apart by their seats."""


@dataclass(frozen=True)
class New:
    books: tuple[BookChoice, ...]
    chosen: BookChoice
    rows: tuple[Row, ...]
    left_early: tuple[str, ...]
    """Who left the game before its end, of which the players are taken over."""
    remembered: tuple[str, ...]
    again: str
    """The code of the last game, for *same players again*; empty where there is none or somebody sits here already."""
    again_players: tuple[str, ...]
    how: str
    dealer: int
    """The row of the first dealer, from 1; 0 while nobody is chosen."""

    @property
    def again_said(self) -> str:
        return words.listing(self.again_players)


class SeasonChoice(NamedTuple):
    """What the page offers: id and name of each season, and the one chosen (empty for none)."""

    options: tuple[tuple[str, str], ...]
    chosen: str


def season_choice(seasons: Sequence[SeasonView], today: str, chosen: str | None = None) -> SeasonChoice:
    """The seasons of a club; without ``chosen``, the latest that is on today."""
    if chosen is None:
        on = seasons_on(seasons, today)
        chosen = on[0].id if on else ""
    return SeasonChoice(tuple((season.id, season.name) for season in seasons), chosen)


def new(
    books: Sequence[Rulebook],
    book_id: str,
    players: Sequence[str],
    remembered: Iterable[str],
    last: tuple[str, Sequence[str]] | None = None,
    how: str = "",
    dealer: int = 0,
    errors: Mapping[int, str] | None = None,
    left: Sequence[str] = (),
) -> New:
    """``players`` are the rows as typed; ``errors`` says by row (from 1) what is wrong; ``last`` is the last game.

    ``left`` are those who left the game before its end: they come first among the names to tap.

    The first dealer is found as the rulebook says, unless ``how`` says otherwise.
    """
    choices = tuple(_choice(book, book.id == book_id) for book in books)
    chosen = next((choice for choice in choices if choice.chosen), choices[0])
    taken = Counter(name.strip().casefold() for name in players)
    left_early = tuple(name for name in left if name.casefold() not in taken)
    away = {name.casefold() for name in left_early}
    free = [name for name in remembered if name.casefold() not in taken and name.casefold() not in away]
    used = max((at for at, name in enumerate(players, start=1) if name.strip()), default=0)
    shown = max(ROWS, used + (0 < len(players) < MOST and all(players)))
    rows = [_row(at, _at(players, at), (errors or {}).get(at + 1, ""), at >= shown, taken) for at in range(MOST)]
    return New(
        books=choices,
        chosen=chosen,
        rows=tuple(rows),
        left_early=left_early,
        remembered=tuple(free[:CHIPS]),
        again=last[0] if last is not None and not used else "",
        again_players=tuple(last[1]) if last is not None and not used else (),
        how=how or chosen.dealer_how,
        dealer=dealer,
    )


def _row(at: int, name: str, error: str, spare: bool, taken: Mapping[str, int]) -> Row:
    dealer = name if name.strip() and taken[name.strip().casefold()] == 1 else f"Seat {at + 1}"
    return Row(at + 1, name, error, spare, dealer)


def _at(players: Sequence[str], at: int) -> str:
    return players[at] if at < len(players) else ""


def _choice(book: Rulebook, chosen: bool) -> BookChoice:
    also = words.listing(book.also_called)
    facts = f"{book.players_min} to {book.players_max} players, {book.rounds} rounds"
    found_by = " ".join((book.name, book.special, *book.also_called, book.id)).casefold()
    return BookChoice(book.id, book.name, book.special, also, facts, chosen, book.first_dealer, found_by)
