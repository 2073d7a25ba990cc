"""What the pages of clubs, seasons and players are made from: frozen values, no database behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.messages import gettext as _
from referee.season.awards import Award
from referee.season.games import FinishedGame
from referee.season.narrowing import Choices
from referee.season.outlook import Outlook
from referee.season.people import PlayerPage
from referee.season.places import PlacesOverTime
from referee.season.rating import Rated, Step
from referee.season.records import ContractCost, Record
from referee.season.rivals import Rivals
from referee.season.rules import SeasonRule, to_data
from referee.season.standings import Standings
from referee.season.trace import Change, Since, Terms, closing, in_words
from referee.season.versus import HeadToHead

NO_CHOICES, NO_RIVALS = Choices((), (), (), ()), Rivals(None, None)


@dataclass(frozen=True, slots=True)
class ClubView:
    id: str
    name: str
    demo: bool
    removed_at: str | None = None
    changed: int = field(default=0, compare=False)
    """How often anything of it has changed here; the same club brought in elsewhere counts from 0."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    id: str
    club: str
    name: str
    starts: str
    """A day, ISO 8601."""
    ends: str | None
    rule: SeasonRule
    finished: int
    """Finished games."""
    games: int
    """With those still being played."""
    trace: tuple[Change, ...] = ()
    """What was done to it, the first change first."""

    @property
    def closed(self) -> Change | None:
        """Its closing by hand, where that stands."""
        return closing(self.trace)

    @property
    def terms(self) -> Terms:
        return Terms(self.starts, self.ends, self.rule)

    def over(self, day: str) -> bool:
        """Whether it was closed, has ended before a day, or all the games that it was to have are finished."""
        played = self.rule.planned is not None and self.games == self.finished >= self.rule.planned
        return self.closed is not None or played or (self.ends is not None and self.ends < day)

    @property
    def digest(self) -> str:
        """What tells whether somebody changed it since a page showed it."""
        content = json.dumps([self.name, self.starts, self.ends, to_data(self.rule)])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def unlike(self, other: SeasonView) -> str:
        """What is different here from ``other``: ``"“Best games that count” is 2; “Games planned” is open"``."""
        mine, theirs = ({_("Name"): season.name} | in_words(season.terms) for season in (self, other))
        differing = [(name, words) for name, words in mine.items() if words != theirs[name]]
        return "; ".join(_("“%(name)s” is %(words)s", name=name, words=words) for name, words in differing)


def seasons_on(seasons: Sequence[SeasonView], day: str) -> tuple[SeasonView, ...]:
    """Those that are on at a day, in the order given; the first of them is the season that a day belongs to."""
    return tuple(season for season in seasons if season.starts <= day and not season.over(day))


def current_season(seasons: Sequence[SeasonView], day: str) -> SeasonView | None:
    """The season that is on, of seasons with the latest first; else the latest that began; else the next one."""
    begun = (season for season in seasons if season.starts <= day)
    return next(iter((*seasons_on(seasons, day), *begun, *reversed(seasons))), None)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player of a club; doubles stand in ``doubles`` of the player they turned out to be."""

    id: str
    club: str
    name: str
    guest: bool
    used_at: str
    doubles: tuple[tuple[str, str, str], ...]
    """Id, name and when they were merged, of each double: what *un-merge* takes."""
    removed: bool
    """Taken out of the club: no name is shown, and they are in no list."""
    played: bool = True
    """Whether they have sat down in a game, as far as a list of players says so."""


@dataclass(frozen=True, slots=True)
class AllTime:
    """The table of a club's games, whatever their season."""

    club: ClubView
    standings: Standings
    games: int
    """How many it is made of."""
    loose: int
    """How many of the club belong to no season."""
    choices: Choices
    seasons: tuple[SeasonView, ...]
    """The latest first."""
    places: PlacesOverTime
    hall: tuple[Champions, ...]
    """Who won the seasons that are over, the latest first; a season without a game has none."""


@dataclass(frozen=True, slots=True)
class Champions:
    """Who stands first in a season that is over: several where they share the place."""

    season: SeasonView
    names: tuple[str, ...]
    value: str
    """By the season's way, as its table shows it."""
    heading: str
    """What that is."""
    decided: str
    """What parted them from others of the same value, in words; empty where nothing had to."""


@dataclass(frozen=True, slots=True)
class SeasonTable:
    season: SeasonView
    over: bool
    """Whether it has come to its end, and was won by whoever stands first."""
    standings: Standings


@dataclass(frozen=True, slots=True)
class SeasonPage(SeasonTable):
    club: ClubView
    others: tuple[SeasonView, ...]
    """The club's other seasons, the latest first."""
    places: PlacesOverTime
    outlook: tuple[Outlook, ...]
    """Nothing where it is over."""
    games: tuple[FinishedGame, ...]
    """The latest first."""
    names: Mapping[str, str]
    """What each player is called."""
    contracts: tuple[ContractCost, ...]
    since: Since | None
    """What differs since it was closed by hand; None where it was not."""
    silent_since: str
    """The day of its last game, where that is so long ago that it has to be asked whether the season is over."""


@dataclass(frozen=True, slots=True)
class SeasonEnd(SeasonTable):
    """A season that is about to be closed by hand."""

    club: ClubView
    playing: tuple[str, ...]
    """Codes of its games that are not finished yet."""
    digest: str
    """What tells whether its games or its table have changed since a page showed them."""


@dataclass(frozen=True, slots=True)
class PlayerAmong:
    club: ClubView
    player: PlayerView
    others: tuple[PlayerView, ...]
    """To be compared with, head to head."""


@dataclass(frozen=True, slots=True)
class PlayerPageView(PlayerAmong):
    page: PlayerPage
    rivals: Rivals = NO_RIVALS
    """Among those who are in the club."""
    seat: tuple[str, int] | None = None
    """Where they sit, by code and seat, in the game that they play, else sat in their last one; None before a round."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What the club calls those who sit there, by seat."""
    choices: Choices = NO_CHOICES
    seasons: tuple[SeasonView, ...] = ()


@dataclass(frozen=True, slots=True)
class RatingView(PlayerAmong):
    steps: Sequence[Step]
    """What each game did, the first one first."""
    playing: str
    """The code of the game that they play now; empty where they play none."""
    expected: Mapping[str, float]
    """The place that each of those who sit there can be expected to reach, by how well they play alone."""
    has_handicap: bool
    """Whether they agreed on a handicap for that game, which changes who can be expected where."""
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class VersusView:
    club: ClubView
    first: PlayerView
    second: PlayerView
    versus: HeadToHead
    rivals: Rivals
    """Of the first, among those who are in the club."""
    others: tuple[PlayerView, ...]
    """The club without the first of the two."""
    choices: Choices
    seasons: tuple[SeasonView, ...]


@dataclass(frozen=True, slots=True)
class ClubPage:
    club: ClubView
    records: tuple[Record, ...]
    contracts: tuple[ContractCost, ...]
    ratings: tuple[Rated, ...]
    """A side figure of all games, the surest first, without guests; empty where only some games are looked at."""
    names: dict[str, str]
    games: int
    choices: Choices
    seasons: tuple[SeasonView, ...]


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game with its awards, for the result page."""

    club: ClubView
    season: SeasonView | None
    game: FinishedGame
    names: dict[str, str]
    awards: tuple[Award, ...]

    def name(self, player: str) -> str:
        """What a player is called."""
        return self.names.get(player, player)


@dataclass(frozen=True, slots=True)
class MergeView:
    """What a merge would do, shown before it is asked for the second time."""

    club: ClubView
    kept: PlayerView
    double: PlayerView
    games: int
    """Games of the double that would count for the kept one."""
    together: tuple[str, ...]
    """Codes of games in which both sat: then they are two people, and cannot be merged."""
