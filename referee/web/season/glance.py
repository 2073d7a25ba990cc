"""A season on one screen, for the way home: who leads or has won, the podium, the own place, how far it has come."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from referee.days import today
from referee.messages import gettext as _
from referee.messages import pgettext
from referee.season.standings import Row, Standings
from referee.services.clubs.season_views import SeasonPage, SeasonTable
from referee.web.parts.club_bar import games_played
from referee.web.season.table import TableRow, firsts, is_first, table_row
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
    decided: tuple[str, ...]
    """What parts the first from others who are level with them, in sentences; while the season goes on, in a short
    one."""
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
    return glance_of(page, mine, _facts(page), over=page.over)


def glance_of(page: SeasonTable, mine: Collection[str], facts: str, *, over: bool) -> Glance:
    """``over``: also of a season that is only about to be closed. Its podium is shown however few they are."""
    table = page.standings
    rows = _said_once(table)
    crowd = rows if len(rows) > FEW or over else ()
    stand = [row for row in crowd if row.place is not None and row.place.place <= PODIUM]
    shown, rest = stand[:MOST], stand[MOST:]
    on_podium = {row.player for row in shown}
    own = [row for row in rows if row.player in mine]
    last = shown[-1].place.place if shown and shown[-1].place else 0
    return Glance(
        headline=headline(table, over=over),
        over=over,
        decided=table.first_ties if over else tuple(_decides(table)),
        podium=tuple(table_row(row, mine, over=over) for row in shown),
        more=_("%(number)s more share place %(place)s", number=len(rest), place=last) if rest else "",
        mine=tuple(table_row(row, mine, over=over) for row in own if crowd and row.player not in on_podium),
        you=you(len(own)),
        facts=facts,
    )


def _decides(table: Standings) -> Iterator[str]:
    """Why whoever leads is before others of the same value."""
    leaders = firsts(table.rows)
    behind = [
        row.name for row in table.rows if leaders and row.place and row.value == leaders[0].value and not is_first(row)
    ]
    if behind:
        names = words.listing(behind) if len(behind) <= NAMED else _("%(number)s players", number=len(behind))
        yield _("Level with %(names)s. What decides: %(decided)s.", names=names, decided=leaders[0].decided)


def _said_once(table: Standings) -> tuple[Row, ...]:
    """The rows without what parted them from the first, where sentences say that."""
    level = {row.value for row in firsts(table.rows)} if table.first_ties else frozenset()
    return tuple(replace(row, decided="") if row.place and row.value in level else row for row in table.rows)


def you(own: int) -> str:
    """What marks the rows of a phone that holds so many of the players."""
    return pgettext("whose line it is", "you") if own == 1 else pgettext("whose line it is", "yours")


def headline(table: Standings, *, over: bool) -> str:
    """Who leads or has won."""
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
    count, ends, closed = games_played(page), page.season.ends, page.season.closed
    if closed is not None:
        return _("%(count)s · closed on %(day)s", count=count, day=words.day(closed.at))
    if page.over and ends is not None and ends < today():
        return _("%(count)s · ended on %(day)s", count=count, day=words.day(ends))
    day = words.day(page.games[0].day)
    last = _("last on %(day)s", day=day) if page.standings.games > 1 else day
    return f"{count} · {last}"
