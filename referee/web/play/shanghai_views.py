"""The Shanghai call: looked at first, then recorded."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from referee.services import games
from referee.web import frame
from referee.web.play import forms as forms_table
from referee.web.play import shanghai as shown
from referee.web.writing import on_to, play

pages = Blueprint("at_table_shanghai", __name__)


@pages.get("/g/<code>/shanghai")
def page(code: str) -> Response:
    """Who discarded what, and who called; with ``ask``, the ruling on it."""
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    view = shown.shanghai_page(code, state, state.running, frame.all_asked(), frame.trouble())
    return frame.page("play/steps.html", view=view)


@pages.post("/g/<code>/shanghai")
def record(code: str) -> Response:
    form = forms_table.Shanghai()
    said = {name: text for name, text in form.typed().items() if name in shown.NAMES}
    shown_at = ("at_table_shanghai.page", {"code": code, **said})
    return play(code, form, form.command, shown_at, on_to("game.now", None, code=code))
