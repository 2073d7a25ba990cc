"""The first page."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import services
from referee.web import frame
from referee.web.contexts.start import start

pages = Blueprint("start", __name__)


@pages.get("/")
def page() -> Response:
    return frame.page("start/page.html", start=start(services.games_in_progress(), services.recent_games()))
