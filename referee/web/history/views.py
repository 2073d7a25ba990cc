"""Everything that happened, with undo for each."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.services import games
from referee.web import forms, frame
from referee.web.history.page import history_page
from referee.web.writing import on_to, play

pages = Blueprint("history", __name__)
_BACK_TO = ("game.now", "score.page", "history.page", "table.page", "round.page", "result.page")
"""Pages that Undo returns to; it stands on each of them."""


@pages.get("/g/<code>/history")
def page(code: str) -> Response:
    return frame.page("history/page.html", view=history_page(code, games.game(code)))


@pages.post("/g/<code>/undo")
def undo(code: str) -> Response:
    """Undo one entry, or without ``target`` the last; then the page it was asked on."""
    back = _back()
    form = forms.Target()
    return play(code, form, form.undo, (back, {"code": code}), on_to(back, None, code=code))


@pages.post("/g/<code>/redo")
def redo(code: str) -> Response:
    """Bring back one entry that was undone, or without ``target`` the last."""
    back = _back()
    form = forms.Target()
    return play(code, form, form.redo, (back, {"code": code}), on_to(back, None, code=code))


def _back() -> str:
    asked = request.form.get("from", "")
    return asked if asked in _BACK_TO else "game.now"
