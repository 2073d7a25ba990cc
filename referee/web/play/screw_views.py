"""The screw-over, step by step: every step is in the address, so that nothing told is lost."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.web import screens
from referee.web.game.views import now
from referee.web.play import forms as forms_table
from referee.web.play import screw as shown
from referee.web.screens import Address, Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("at_table_screw", __name__)


@screen(pages, "/g/<code>/screw-over")
def page(visit: Visit) -> Page | Address:
    """The next step of the screw-over; with everything told and ``ask``, the ruling on it."""
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    view = shown.screw_page(code, state, state.running, visit.query, visit.trouble)
    return screens.page("play/steps.html", view=view)


@pages.post("/g/<code>/screw-over")
def record(code: str) -> Response:
    form = forms_table.Screw()
    said = {name: text for name, text in form.typed().items() if name in shown.NAMES}
    return write(code, form, lambda _: form.command(), page.at(code=code, **said), now.at(code=code))
