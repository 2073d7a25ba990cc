"""The Now page and the cut."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import services
from referee.web import forms, frame
from referee.web.contexts.now import now as now_view
from referee.web.views import result
from referee.web.writing import on_to, play

pages = Blueprint("game", __name__)


@pages.get("/g/<code>")
def now(code: str) -> Response:
    state = services.game(code)
    if state.running is None:
        return result.show(code, state)
    return frame.page("game/now.html", view=now_view(code, state))


@pages.post("/g/<code>/cut")
def cut(code: str) -> Response:
    form = forms.Cut()
    return play(code, form, form.command, ("game.now", {"code": code}), on_to("game.now", code=code))
