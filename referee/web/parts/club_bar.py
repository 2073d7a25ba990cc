"""What the pages of a club share: whose they are, days and games played in words, tables of figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.figures import figure
from referee.services.clubs.season_views import ClubView, SeasonTable, SeasonView
from referee.web.shell import words


@dataclass(frozen=True)
class ClubBar:
    """Of which club a page is."""

    club: ClubView


def told_apart(clubs: Iterable[ClubView]) -> dict[str, str]:
    """What lists of clubs call each, by id; of several with one name the later ones are numbered: ``Our club (2)``."""
    seen: Counter[str] = Counter()
    names = {}
    for club in clubs:
        seen[club.name] += 1
        names[club.id] = club.name if seen[club.name] == 1 else f"{club.name} ({seen[club.name]})"
    return names


def span(starts: str, ends: str | None, *, year: bool = False) -> str:
    """``"1 Jan to 30 Jun"``, ``"since 1 Jan 2019"``; ``year`` as in ``words.day``."""
    return (
        _("%(starts)s to %(ends)s", starts=words.day(starts, year=year), ends=words.day(ends, year=year))
        if ends
        else _("since %(starts)s", starts=words.day(starts, year=year))
    )


def season_named(season: SeasonView, today: str) -> str:
    """What a season is called where a game is to be counted in one: one that is over is marked."""
    return _("%(season)s (over)", season=season.name) if season.over(today) else season.name


def games_played(table: SeasonTable) -> str:
    """``"24 of 28 games"``; without the number planned where it is not said, or not to be reached any more."""
    planned, games = table.season.rule.planned, table.standings.games
    if planned and not table.over and games <= planned:
        return ngettext("%(games)s of %(num)s game", "%(games)s of %(num)s games", planned, games=games)
    return ngettext("%(num)s game", "%(num)s games", games)


def figure_shown(value: Fraction | None, digits: int = 1) -> str:
    """A figure with a real minus sign; a dash where there is none."""
    return "–" if value is None else figure(value, digits)


def percent(value: float, digits: int = 0) -> str:
    """``"+9%"``, ``"−3%"``, ``"0%"``: what a rating says of a player beside the club's average."""
    number = f"{abs(value):.{digits}f}"
    sign = "" if not float(number) else "+" if value > 0 else "−"
    return _("%(number)s%%", number=f"{sign}{number}")


def within(value: float) -> str:
    """``"± 4"``: how far off a rating may be."""
    return f"± {value:.0f}"
