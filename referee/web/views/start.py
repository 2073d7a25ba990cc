"""The first page."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import services
from referee.web import frame
from referee.web.contexts.start import start
from referee.web.views.season_choice import club

pages = Blueprint("start", __name__)


@pages.get("/")
def page() -> Response:
    return frame.page(
        "start/page.html", start=start(services.games_in_progress(club=club()), services.recent_games(club=club()))
    )
