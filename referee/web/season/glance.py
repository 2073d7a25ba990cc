"""A season on one screen, for the way home: who leads or has won, the podium, the own place, how far it has come."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.days import today
from referee.messages import gettext as _
from referee.messages import pgettext
from referee.season.standings import Standings
from referee.services.clubs.season_views import SeasonPage
from referee.web.parts.club_bar import games_played
from referee.web.season.table import TableRow, firsts, table_row
from referee.web.shell import words

PODIUM = 3
MOST = 4
"""Players on the podium; who shares the third place beyond that is only counted."""
FEW = 6
"""Of so many players the table itself stands on the first screen, and nothing of it is said before it."""
NAMED = 2
"""So many who share the first place are named."""


@dataclass(frozen=True)
class Glance:
    headline: str
    """``"Ada leads"``, and when the season is over ``"Ada won"``."""
    over: bool
    podium: tuple[TableRow, ...]
    more: str
    """How many share the last place of the podium besides those shown."""
    mine: tuple[TableRow, ...]
    """The players of this phone that are not on the podium. Both are empty where there are few players."""
    you: str
    """What marks the row of a player of this phone."""
    facts: str
    """``"29 of 40 games · last on 12 Oct"``."""


def glance(page: SeasonPage, mine: Collection[str]) -> Glance:
    table = page.standings
    crowd = table.rows if len(table.rows) > FEW else ()
    stand = [row for row in crowd if row.place is not None and row.place.place <= PODIUM]
    shown, rest = stand[:MOST], stand[MOST:]
    on_podium = {row.player for row in shown}
    own = [row for row in table.rows if row.player in mine]
    last = shown[-1].place.place if shown and shown[-1].place else 0
    return Glance(
        headline=_headline(table, page.over),
        over=page.over,
        podium=tuple(table_row(row, mine) for row in shown),
        more=_("%(number)s more share place %(place)s", number=len(rest), place=last) if rest else "",
        mine=tuple(table_row(row, mine) for row in own if crowd and row.player not in on_podium),
        you=you(len(own)),
        facts=_facts(page),
    )


def you(own: int) -> str:
    """What marks the rows of a phone that holds so many of the players."""
    return pgettext("whose line it is", "you") if own == 1 else pgettext("whose line it is", "yours")


def _headline(table: Standings, over: bool) -> str:
    first = firsts(table.rows)
    if not first:
        return _("No one was ranked") if over else _("No one is ranked yet")
    if len(first) == 1:
        name = first[0].name
        return _("%(player)s won", player=name) if over else _("%(player)s leads", player=name)
    who = (
        words.listing(row.name for row in first) if len(first) <= NAMED else _("%(number)s players", number=len(first))
    )
    return _("%(names)s share the win", names=who) if over else _("%(names)s share the lead", names=who)


def _facts(page: SeasonPage) -> str:
    count, ends = games_played(page), page.season.ends
    if page.over and ends is not None and ends < today():
        return _("%(count)s · ended on %(day)s", count=count, day=words.day(ends))
    day = words.day(page.games[0].day)
    last = _("last on %(day)s", day=day) if page.standings.games > 1 else day
    return f"{count} · {last}"
