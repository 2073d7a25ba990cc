"""The table view at a short address: one that can be typed with the remote control of a television."""

from __future__ import annotations

from flask import Blueprint

from referee.days import hours_since
from referee.services.games import games
from referee.storage.games.log import GameSummary
from referee.web.shell import club_here, screens
from referee.web.shell.live import of_clubs
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.start.page import line
from referee.web.table_view.page import table_view

pages = Blueprint("table_view", __name__)
STILL_SHOWN = 12
"""Hours for which the last game shows who won it, while no other is in progress."""


@screen(pages, "/tv", "/tv/<code>")
def page(visit: Visit) -> Page:
    """One game; without a code the club's game in progress, or a choice where there are several."""
    if visit.code:
        return screens.page("table_view/page.html", view=table_view(visit.code, visit.state))
    candidates, shown = _candidates(), club_here.listed()
    if len(candidates) != 1:
        return screens.page("table_view/choice.html", games=[*map(line, candidates)], live=of_clubs(shown))
    visit = Visit(candidates[0].code, visit.query)
    view = table_view(visit.code, visit.state)
    return screens.page("table_view/page.html", view=view, live=of_clubs(shown, visit.code, view.bar.number))


@screen(pages, "/g/<code>/view")
def old(visit: Visit) -> Address:
    """Where it stood before."""
    return page.at(code=visit.code)


def _candidates() -> list[GameSummary]:
    """The games of tonight, else those that were left open; without one the last game, for the rest of the evening."""
    club = club_here.chosen_id()
    playing = games.of_tonight(games.games_in_progress(club=club))
    return playing or [game for game in games.recent_games(1, club) if hours_since(game.changed_at) < STILL_SHOWN]
