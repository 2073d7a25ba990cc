"""The page of a new game: rulebooks to choose from, rows for players, who deals first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.replay import MOST
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rulebooks import library
from referee.rulebooks.search import finding
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs.evening_views import EveningView
from referee.services.clubs.season_views import SeasonView, seasons_on
from referee.web.parts.club_bar import season_named
from referee.web.parts.tonight import when_and_what
from referee.web.shell import words

ROWS = 4
"""Rows shown at first; the rest appear as they are needed."""
CHIPS = 12
DEALER_HOW = (
    ("random", lazy_gettext("Draw at random")),
    ("low card", lazy_gettext("Lowest card"), lazy_gettext("each of you draws a card")),
    ("chosen", lazy_gettext("We choose")),
)


@dataclass(frozen=True)
class BookChoice:
    of: Rulebook
    also: str
    facts: str
    chosen: bool
    found_by: str
    """Everything a search may find it by, in small letters and without accents."""

    @property
    def most(self) -> int:
        """How many may play it."""
        return self.of.players_max


class NotHere(NamedTuple):
    """A game that no rulebook here has: what a search finds it by, a line between, and the rulebooks most like it."""

    name: str
    called: str
    near: str


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
    not_here: tuple[NotHere, ...]
    chosen: BookChoice
    rows: tuple[Row, ...]
    limited: bool
    """Whether only so many may sit here as the rulebook is played by."""
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
    def seated(self) -> int:
        """How many names stand in the rows."""
        return sum(1 for row in self.rows if row.name.strip())

    @property
    def too_many(self) -> bool:
        """Whether more sit here than the rulebook chosen is played by."""
        return self.seated > self.chosen.most

    @property
    def full(self) -> bool:
        """Whether nobody more can sit down under the rulebook chosen, but by another one or by a house rule."""
        return self.chosen.most <= self.seated and self.chosen.most < self.ever

    @property
    def ever(self) -> int:
        """As many as can sit at a table under any rules."""
        return MOST

    @property
    def more_play(self) -> tuple[BookChoice, ...]:
        """The rulebooks that more can play, and all who sit here."""
        return tuple(book for book in self.books if book.most > self.chosen.most and book.most >= self.seated)

    @property
    def for_more(self) -> str:
        return words.listing(book.of.name for book in self.more_play)

    @property
    def again_said(self) -> str:
        return words.listing(self.again_players)


class Choice(NamedTuple):
    """What the page offers: id and name of each season or evening, and the one chosen (empty for none)."""

    options: tuple[tuple[str, str], ...]
    chosen: str


def season_choice(seasons: Sequence[SeasonView], today: str, chosen: str | None = None) -> Choice:
    """The seasons of a club; without ``chosen``, the latest that is on today."""
    if chosen is None:
        on = seasons_on(seasons, today)
        chosen = on[0].id if on else ""
    return Choice(tuple((season.id, season_named(season, today)) for season in seasons), chosen)


def evening_choice(tonight: Sequence[EveningView], chosen: str | None = None) -> Choice:
    """The evenings of today, for a game that is opened then; without ``chosen``, the first of them."""
    options = tuple((evening.id, when_and_what(evening)) for evening in tonight)
    return Choice(options, options[0][0] if chosen is None and options else chosen or "")


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
    most: int | None = None,
) -> New:
    """``players`` are the rows as typed; ``errors`` says by row (from 1) what is wrong; ``last`` is the last game.

    ``left`` are those who left the game before its end: they come first among the names to tap. ``most`` may
    sit here, where that is not what the rulebook says (on paper some came as others left).

    The first dealer is found as the rulebook says, unless ``how`` says otherwise.
    """
    choices = tuple(_choice(book, book.id == book_id) for book in books)
    chosen = next((choice for choice in choices if choice.chosen), choices[0])
    taken = Counter(name.strip().casefold() for name in players)
    left_early = tuple(name for name in left if name.casefold() not in taken)
    away = {name.casefold() for name in left_early}
    free = [name for name in remembered if name.casefold() not in taken and name.casefold() not in away]
    used = max((at for at, name in enumerate(players, start=1) if name.strip()), default=0)
    room = chosen.most if most is None else most
    offered = used + (0 < len(players) < room and all(players))  # one more, while the rulebook has room
    shown = max(min(ROWS, room), offered)
    seats = max(room, used, *(choice.most for choice in choices))
    rows = [_row(at, _at(players, at), (errors or {}).get(at + 1, ""), at >= shown, taken) for at in range(seats)]
    book = chosen.of
    return New(
        books=choices,
        not_here=tuple(_not_here(books)),
        chosen=chosen,
        rows=tuple(rows),
        limited=most is None,
        left_early=left_early,
        remembered=tuple(free[:CHIPS]),
        again=last[0] if last is not None and not used else "",
        again_players=tuple(last[1]) if last is not None and not used else (),
        how=how or book.first_dealer,
        dealer=dealer,
    )


def _not_here(books: Iterable[Rulebook]) -> Iterator[NotHere]:
    """The games that are not here, but for those that the club has made a rulebook for."""
    made = {finding.plain(book.name) for book in books}
    for game in finding.games_not_here():
        called = list(dict.fromkeys(map(finding.plain, game.called)))
        if made.isdisjoint(called):
            yield NotHere(game.name, "|".join(called), " ".join(game.near))


def _row(at: int, name: str, error: str, spare: bool, taken: Mapping[str, int]) -> Row:
    dealer = name if name.strip() and taken[name.strip().casefold()] == 1 else _("Seat %(seat)s", seat=at + 1)
    return Row(at + 1, name, error, spare, dealer)


def _at(players: Sequence[str], at: int) -> str:
    return players[at] if at < len(players) else ""


def _choice(book: Rulebook, chosen: bool) -> BookChoice:
    also = words.listing(book.also_called)
    of = {"least": book.players_min, "most": book.players_max, "rounds": book.rounds}
    facts = (
        _("%(least)s to %(most)s players, %(rounds)s contracts to meet", **of)
        if book.own_contracts
        else _("%(least)s to %(most)s players, until %(points)s", **of, points=words.points(book.until))
        if book.rounds_vary
        else _("%(least)s to %(most)s players, %(rounds)s rounds", **of)
    )
    if book.id not in library.ids():  # it may be called as a built-in one is
        facts = _("Your own · %(facts)s", facts=facts)
    found_by = " ".join((book.name, book.special, *book.also_called, book.id))
    return BookChoice(book, also, facts, chosen, finding.plain(found_by))
