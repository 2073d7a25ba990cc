"""What the pages of a club share: the tabs below, days in words, tables of figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.season.figures import figure
from referee.services.season_views import ClubView
from referee.web import words

STANDINGS, PLAYERS, RECORDS, CLUB = "standings", "players", "records", "club"


class ClubTab(NamedTuple):
    label: str
    icon: str
    endpoint: str
    current: bool


@dataclass(frozen=True)
class ClubBar:
    club: ClubView
    tabs: tuple[ClubTab, ...]


_TABS = (
    (STANDINGS, "Standings", "list-ordered", "season.page"),
    (PLAYERS, "Players", "users", "players.page"),
    (RECORDS, "Records", "trophy", "club.records"),
    (CLUB, "Club", "house", "club.page"),
)


def club_bar(club: ClubView, current: str) -> ClubBar:
    return ClubBar(club, tuple(ClubTab(label, icon, to, name == current) for name, label, icon, to in _TABS))


def told_apart(clubs: Iterable[ClubView]) -> dict[str, str]:
    """What lists of clubs call each, by id; of several with one name the later ones are numbered: ``Our club (2)``."""
    seen: Counter[str] = Counter()
    names = {}
    for one in clubs:
        seen[one.name] += 1
        names[one.id] = one.name if seen[one.name] == 1 else f"{one.name} ({seen[one.name]})"
    return names


def span(starts: str, ends: str | None) -> str:
    """``"1 Jan to 30 Jun"``, ``"since 1 Jan 2019"``."""
    return f"{words.day(starts)} to {words.day(ends)}" if ends else f"since {words.day(starts)}"


def figure_shown(value: Fraction | None, digits: int = 1) -> str:
    """A figure with a real minus sign; a dash where there is none."""
    return "–" if value is None else figure(value, digits).replace("-", "−")
