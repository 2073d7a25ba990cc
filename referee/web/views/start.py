"""The first page."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import season_services, services
from referee.web import frame
from referee.web.contexts.start import start
from referee.web.views import club_here

pages = Blueprint("start", __name__)


@pages.get("/")
def page() -> Response:
    clubs = season_services.clubs()
    at, here = club_here.chosen_id(clubs), club_here.here(clubs)
    view = start(services.games_in_progress(club=at), services.recent_games(club=here.id), clubs, here)
    return frame.page("start/page.html", start=view)
