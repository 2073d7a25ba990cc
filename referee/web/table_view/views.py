"""The table view at a short address: one that can be typed with the remote control of a television."""

from __future__ import annotations

from flask import Blueprint

from referee.days import hours_since
from referee.services.clubs import evenings
from referee.services.clubs.evening_views import SeatingView
from referee.services.games import games
from referee.storage.games.log import GameSummary
from referee.web.parts.tonight import night_rows, table_lines, when, when_and_what
from referee.web.shell import club_here, screens, words
from referee.web.shell.live import of_clubs
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.start.page import line
from referee.web.table_view.page import table_view

pages = Blueprint("table_view", __name__)
_ROWS = 10
"""So many of a night have room one below the other."""
STILL_SHOWN = 12
"""Hours for which the last game shows who won it, while no other is in progress."""


@screen(pages, "/tv", "/tv/<code>")
def page(visit: Visit) -> Page:
    """One game; without a code who sits where, where people were just seated; else the club's game in progress, or a
    choice where there are several."""
    if visit.code:
        return screens.page("table_view/page.html", view=table_view(visit.code, visit.state))
    if (of := _to_be_seated()) is not None:
        return _seating(of)
    candidates, shown = _candidates(), club_here.listed()
    if len(candidates) != 1:
        return screens.page("table_view/choice.html", games=[*map(line, candidates)], live=of_clubs(shown))
    visit = Visit(candidates[0].code, visit.query)
    view = table_view(visit.code, visit.state)
    return screens.page("table_view/page.html", view=view, live=of_clubs(shown, visit.code, view.bar.number))


@screen(pages, "/evenings/<evening>/tv")
def seating(_visit: Visit, evening: str) -> Page:
    """Who sits where on an evening, to be read from every chair; once its games are over, the result of the night."""
    of = evenings.page(evening)
    if of.night is None or not of.is_final:
        return _seating(of)
    rows, about = night_rows(of.night), when_and_what(of.evening)
    heading = words.win([row.name for row in rows if row.first])
    night = {"rows": rows[:_ROWS], "more": len(rows[_ROWS:]), "heading": heading, "about": about}
    return screens.page("table_view/night.html", night=night, live=of_clubs([of.club]))


def _seating(of: SeatingView) -> Page:
    tables, heading = table_lines(of.tables), of.evening.name or when(of.evening)
    return screens.page("table_view/seating.html", tables=tables, heading=heading, live=of_clubs([of.club]))


def _to_be_seated() -> SeatingView | None:
    """The evening of today with a table whose game has not begun: the television says who sits there."""
    at = club_here.chosen_id() or club_here.here().id
    for of in evenings.tonight(at):
        if any(table.game is None for table in of.tables):
            return of
    return None


@screen(pages, "/g/<code>/view")
def old(visit: Visit) -> Address:
    """Where it stood before."""
    return page.at(code=visit.code)


def _candidates() -> list[GameSummary]:
    """The games of tonight, else those that were left open; without one the last game, for the rest of the evening."""
    club = club_here.chosen_id()
    playing = games.of_tonight(games.games_in_progress(club=club))
    return playing or [game for game in games.recent_games(1, club) if hours_since(game.changed_at) < STILL_SHOWN]
