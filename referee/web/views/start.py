"""The first page."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import services
from referee.web import frame
from referee.web.contexts.start import start
from referee.web.views import club_here

pages = Blueprint("start", __name__)


@pages.get("/")
def page() -> Response:
    at, here = club_here.chosen_id(), club_here.here()
    view = start(services.games_in_progress(club=at), services.recent_games(club=here.id), club_here.clubs(), here)
    return frame.page("start/page.html", start=view)
