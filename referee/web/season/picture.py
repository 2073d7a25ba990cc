"""How a season ended, as one picture to share: who won, and the first places by its rule."""

from __future__ import annotations

from referee.days import day_of
from referee.messages import gettext as _
from referee.services.clubs.season_views import SeasonPage
from referee.web.parts.club_bar import games_played, span
from referee.web.parts.pen import Shape, Words, width_of
from referee.web.parts.poster import (
    EDGE,
    RIGHT,
    ROW,
    ROWS,
    SMALLEST,
    SOFT,
    Picture,
    broken,
    foot_line,
    head,
    on_cloth,
    place_line,
    shortened,
)
from referee.web.season.glance import headline
from referee.web.season.table import firsts
from referee.web.shell import words

MOST = 10
"""Players that are shown; the others are counted."""


def picture(page: SeasonPage) -> Picture | None:
    """None before a season is over, and where nobody was ranked in it."""
    table = page.standings
    ranked = [row for row in table.rows if row.place is not None]
    if not page.over or not ranked:
        return None
    closed = page.season.closed
    ends = day_of(closed.at) if closed else page.season.ends or page.games[0].day
    when = f"{span(page.season.starts, ends, year=True)} · {games_played(page)}"
    title = _headline(page)
    shapes: list[Shape] = [*head(title, (page.season.name, when))]
    foot = ROWS
    shown = ranked if len(ranked) <= MOST + 1 else ranked[:MOST]
    for row in shown:
        place = words.place(row.place) if row.place else ""
        shapes += place_line(place, row.name, row.shown, foot, first=row.place is not None and row.place.place == 1)
        foot += ROW
    notes = [*table.first_ties]
    if len(ranked) > len(shown):
        notes.insert(0, _("%(more)s more", more=len(ranked) - len(shown)))
    for sentence in notes:
        rest = sentence
        while rest:
            line, rest = broken(rest, RIGHT - EDGE, 18)
            shapes.append(Words(EDGE, foot + 30, line, 18, SOFT))
            foot += 26
    height = foot + 76
    shapes.append(foot_line(shortened(f"{table.heading} · {page.club.name}", RIGHT - EDGE - 160, 18), height))
    places = "; ".join(f"{words.place(row.place)} {row.name} {row.shown}" for row in ranked if row.place)
    return Picture(title, f"{page.season.name}, {when}. {places}.", on_cloth(height, shapes))


def _headline(page: SeasonPage) -> str:
    """The heading, or where it is too long for the picture what matters of it."""
    whole, first = headline(page.standings, over=True), firsts(page.standings.rows)
    if width_of(whole, SMALLEST, "bold") <= RIGHT - EDGE:
        return whole
    if len(first) > 1:
        return _("%(number)s players share the win", number=len(first))
    room = RIGHT - EDGE - width_of(_("%(player)s won", player=""), SMALLEST, "bold")
    return _("%(player)s won", player=shortened(first[0].name, room, SMALLEST, "bold"))
