"""The first page."""

from __future__ import annotations

from flask import Blueprint

from referee.services import games
from referee.web import screens
from referee.web.club import here as club_here
from referee.web.screens import Page, Visit, screen
from referee.web.start.page import start

pages = Blueprint("start", __name__)


@screen(pages, "/")
def page(_: Visit) -> Page:
    at, here = club_here.chosen_id(), club_here.here()
    view = start(games.games_in_progress(club=at), games.recent_games(club=here.id), club_here.all_clubs(), here)
    return screens.page("start/page.html", start=view)
