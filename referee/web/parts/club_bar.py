"""What the pages of a club share: the tabs below, days in words, tables of figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.season.figures import figure
from referee.services.clubs.season_views import ClubView
from referee.web.shell import words
from referee.web.shell.bar import Tab

STANDINGS, PLAYERS, RECORDS, CLUB_TAB = "standings", "players", "records", "club"


@dataclass(frozen=True)
class ClubBar:
    club: ClubView
    tabs: tuple[Tab, ...]


_TABS = (
    (STANDINGS, lazy_gettext("Standings"), "season.page"),
    (PLAYERS, lazy_gettext("Players"), "players.page"),
    (RECORDS, lazy_gettext("Records"), "club.records"),
    (CLUB_TAB, lazy_gettext("Club"), "club.page"),
)


def club_bar(club: ClubView, current: str) -> ClubBar:
    return ClubBar(club, tuple(Tab(to, label, name == current) for name, label, to in _TABS))


def told_apart(clubs: Iterable[ClubView]) -> dict[str, str]:
    """What lists of clubs call each, by id; of several with one name the later ones are numbered: ``Our club (2)``."""
    seen: Counter[str] = Counter()
    names = {}
    for club in clubs:
        seen[club.name] += 1
        names[club.id] = club.name if seen[club.name] == 1 else f"{club.name} ({seen[club.name]})"
    return names


def span(starts: str, ends: str | None) -> str:
    """``"1 Jan to 30 Jun"``, ``"since 1 Jan 2019"``."""
    return (
        _("%(starts)s to %(ends)s", starts=words.day(starts), ends=words.day(ends))
        if ends
        else _("since %(starts)s", starts=words.day(starts))
    )


def figure_shown(value: Fraction | None, digits: int = 1) -> str:
    """A figure with a real minus sign; a dash where there is none."""
    return "–" if value is None else figure(value, digits).replace("-", "−")
