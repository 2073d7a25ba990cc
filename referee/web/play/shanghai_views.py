"""The Shanghai call: looked at first, then recorded."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.web import screens
from referee.web.game.views import now
from referee.web.play import forms as forms_table
from referee.web.play import shanghai as shown
from referee.web.screens import Address, Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("at_table_shanghai", __name__)


@screen(pages, "/g/<code>/shanghai")
def page(visit: Visit) -> Page | Address:
    """Who discarded what, and who called; with ``ask``, the ruling on it."""
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    view = shown.shanghai_page(code, state, state.running, visit.query, visit.trouble)
    return screens.page("play/steps.html", view=view)


@pages.post("/g/<code>/shanghai")
def record(code: str) -> Response:
    form = forms_table.Shanghai()
    said = {name: text for name, text in form.typed().items() if name in shown.NAMES}
    return write(code, form, lambda _: form.command(), page.at(code=code, **said), now.at(code=code))
