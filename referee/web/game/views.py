"""The Now page, the table view and the cut."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.services import games
from referee.web import forms, frame
from referee.web.game.page import now as now_view
from referee.web.game.table_view import table_view
from referee.web.result import views as result
from referee.web.writing import on_to, play

pages = Blueprint("game", __name__)


@pages.get("/g/<code>")
def now(code: str) -> Response:
    state = games.game(code)
    if state.running is None:
        return result.show(code, state)
    return frame.page("game/now.html", view=now_view(code, state, frame.asked("taken"), frame.asked("same")))


@pages.get("/g/<code>/view")
def view(code: str) -> Response:
    """The table view; nothing to a page that has seen the last thing that happened."""
    state = games.game(code)
    if frame.is_part() and frame.asked("seen") == str(state.number):
        return Response(status=204)
    return frame.page("game/view.html", view=table_view(code, state))


@pages.post("/g/<code>/cut")
def cut(code: str) -> Response:
    form = forms.Cut()
    return play(code, form, form.command, ("game.now", {"code": code}), on_to("game.now", None, code=code))
