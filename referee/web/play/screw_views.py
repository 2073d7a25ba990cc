"""The screw-over, step by step: every step is in the address, so that nothing told is lost."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from referee.services import games
from referee.web import frame
from referee.web.play import forms as forms_table
from referee.web.play import screw as shown
from referee.web.writing import on_to, play

pages = Blueprint("at_table_screw", __name__)


@pages.get("/g/<code>/screw-over")
def page(code: str) -> Response:
    """The next step of the screw-over; with everything told and ``ask``, the ruling on it."""
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    view = shown.screw_page(code, state, state.running, frame.all_asked(), frame.trouble())
    return frame.page("play/steps.html", view=view)


@pages.post("/g/<code>/screw-over")
def record(code: str) -> Response:
    form = forms_table.Screw()
    said = {name: text for name, text in form.typed().items() if name in shown.NAMES}
    return play(
        code, form, form.command, ("at_table_screw.page", {"code": code, **said}), on_to("game.now", None, code=code)
    )
