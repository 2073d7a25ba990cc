"""The start page: games in progress first, then those that are over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.days import hours_since
from referee.messages import gettext as _
from referee.services.clubs.season_views import ClubView, SeasonTable
from referee.services.games.games import is_left
from referee.storage.files.keeping import Failure
from referee.storage.games.log import GameSummary
from referee.web.data.copies import Uncopied, uncopied
from referee.web.parts.club_bar import told_apart
from referee.web.parts.tonight import Tonight
from referee.web.shell import words
from referee.web.start.hero import Hero
from referee.web.start.podium import Podium, podium

RECENT = 4
"""Games that are over, shown at once; the others open below."""
CLUBS = 12
"""Clubs shown; of more than that the club page has all."""
LEFT_LYING = 14
"""After so many days without an entry a game that was left open is shown no more at first sight."""


Organising = Literal["", "asked", "told"]
"""Whether this phone is asked if it is the organiser of the home, or told that it is."""


@dataclass(frozen=True)
class GameLine:
    code: str
    rulebook: str
    players: str
    standing: str
    when: words.Moment
    """When something was entered last."""
    day: str
    """The day at the table."""
    is_left: bool
    """In progress, and not played today."""
    can_go: bool
    """This phone may remove it."""


@dataclass(frozen=True)
class ClubLine:
    id: str
    name: str
    note: str


@dataclass(frozen=True)
class Start:
    hero: Hero | None
    """The game of today in which something was entered last."""
    playing: tuple[GameLine, ...]
    """The others of today."""
    left: tuple[GameLine, ...]
    """Those that were left open on another day."""
    unfinished: tuple[GameLine, ...]
    """Games that nobody has finished and nobody plays any more."""
    over: tuple[GameLine, ...]
    """Of which ``recent`` are shown at once."""
    recent = RECENT
    podium: Podium | None
    """Of the season that is on."""
    clubs: tuple[ClubLine, ...]
    """The one this phone is at first; nothing where there is no other."""
    all_clubs: int
    """How many there are, where not all are shown; else 0."""
    uncopied: Uncopied | None
    """The last copy of the book, where it could not be made and this phone is one to know."""
    organiser: Organising
    evenings: tuple[Tonight, ...] = ()
    """Those of today, with where this phone's player sits."""

    @property
    def is_new(self) -> bool:
        """Whether nobody has ever played here."""
        return not (self.hero or self.playing or self.left or self.unfinished or self.over)


def start(
    playing: Iterable[GameSummary],
    recent: Iterable[GameSummary],
    clubs: Sequence[ClubView],
    here: ClubView,
    season: SeasonTable | None = None,
    failure: Failure | None = None,
    organiser: Organising = "",
    show: Callable[[str], Hero] | None = None,
    may_remove: Callable[[str], bool] = lambda _: False,
    evenings: Iterable[Tonight] = (),
) -> Start:
    """``show``: the game of a code at the top of the page; ``may_remove``: whether this phone may remove it."""

    names = told_apart(clubs)
    over = tuple(line(game, may_remove(game.code)) for game in recent if game.status != "playing")
    others = [ClubLine(each.id, names[each.id], _("Demo") if each.demo else "") for each in clubs if each.id != here.id]
    mine = ClubLine(here.id, names[here.id], _("current club"))
    tonight: list[GameLine] = []
    left: list[GameLine] = []
    lying: list[GameLine] = []
    for game in playing:
        lies = 24 * LEFT_LYING < hours_since(game.changed_at) < math.inf  # a wrong clock says nothing of it
        (lying if lies else left if is_left(game) else tonight).append(line(game, may_remove(game.code)))
    first = show(tonight[0].code) if show and tonight else None
    return Start(
        first,
        tuple(tonight[1:] if first else tonight),
        tuple(left),
        tuple(lying),
        over,
        podium(season) if season else None,
        (mine, *others[: CLUBS - 1]) if others else (),
        len(clubs) if len(others) >= CLUBS else 0,
        uncopied(failure),
        organiser,
        tuple(evenings),
    )


def line(game: GameSummary, can_go: bool = False) -> GameLine:
    """One game in a list: what has just happened in it, or when it was played."""
    when, day = words.moment(game.changed_at), words.day(game.day)
    players, standing = words.listing(game.players), _standing(game)
    return GameLine(game.code, game.rulebook, players, standing, when, day, is_left(game), can_go)


def _standing(game: GameSummary) -> str:
    if game.status == "abandoned":
        return _("Abandoned in round %(number)s", number=game.round)
    led = _led(game)
    if game.status == "finished":
        return led or _("Finished")
    all_played = 0 < game.rounds <= game.rounds_closed
    now = _("All rounds played") if all_played else words.round_of(game.round, game.rounds)
    return f"{now} · {led}" if led else now


def _led(game: GameSummary) -> str:
    who = words.listing(game.leaders)
    if len(game.leaders) > 1:
        return _("%(names)s tie", names=who)
    if not who:
        return ""
    return _("%(player)s won", player=who) if game.status == "finished" else _("%(player)s leads", player=who)
