"""The Now page, the table view and the cut."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.services import games
from referee.web import frame, screens
from referee.web.game import forms
from referee.web.game.page import now as now_view
from referee.web.game.page import table_view
from referee.web.result.page import shown as result_shown
from referee.web.screens import NOTHING_NEW, Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("game", __name__)


@screen(pages, "/g/<code>")
def now(visit: Visit) -> Page:
    """The round in play; the result where there is none."""
    if visit.state.running is None:
        return result_shown(visit)
    view = now_view(visit.code, visit.state, visit.value("taken"), visit.value("same"))
    return screens.page("game/now.html", view=view)


@screen(pages, "/g/<code>/view")
def view(visit: Visit) -> Page:
    """The table view; nothing to a page that has seen the last thing that happened."""
    if frame.is_part() and visit.value("seen") == str(games.number(visit.code)):
        return NOTHING_NEW
    return screens.page("game/view.html", view=table_view(visit.code, visit.state))


@pages.post("/g/<code>/cut")
def cut(code: str) -> Response:
    form = forms.Cut()
    return write(form, lambda _: form.command(), now.at(code=code), now.at(code=code))
