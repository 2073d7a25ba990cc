"""Going down, further melds, lay-offs and swaps: looked at first, then recorded."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.web import screens
from referee.web.game.views import now
from referee.web.play import forms as forms_table
from referee.web.play import melds as shown
from referee.web.screens import Address, Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("at_table_melds", __name__)


@screen(pages, "/g/<code>/down")
def down(visit: Visit) -> Page | Address:
    """Who went down; for a seat, with which melds."""
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    view = shown.down_page(code, state, state.running, visit.query, visit.trouble)
    return screens.page("play/steps.html", view=view)


@pages.post("/g/<code>/down")
def went_down(code: str) -> Response:
    form = forms_table.Down()
    return write(code, form, lambda _: form.command(), down.at(code=code, **_said(form)), now.at(code=code))


@screen(pages, "/g/<code>/melds/<int:meld>")
def meld(visit: Visit, meld: int) -> Page | Address:
    """One meld on the table: what is laid on it, or taken from it."""
    code, state, running = visit.code, visit.state, visit.state.running
    if running is None or (visit.trouble and meld not in running.play.melds):
        return now.at(code=code)
    if meld not in running.play.melds:
        abort(404, "That meld does not lie on the table.")
    view = shown.meld_page(code, state, running, running.play.melds[meld], visit.query, visit.trouble)
    return screens.page("play/steps.html", view=view)


@pages.post("/g/<code>/melds/<int:meld>")
def onto_meld(code: str, meld: int) -> Response:
    form = forms_table.OfMeld()
    form.meld.data = meld
    swaps = form.text("way") == shown.SWAP
    here = _of_meld(code, meld, form)
    return write(code, form, lambda _: form.swap() if swaps else form.lay_off(), here, now.at(code=code))


@screen(pages, "/g/<code>/new-meld")
def new_meld(visit: Visit) -> Page | Address:
    """A meld after the contract: a further one, or one that is owed."""
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    view = shown.meld_page(code, state, state.running, None, visit.query, visit.trouble)
    return screens.page("play/steps.html", view=view)


@pages.post("/g/<code>/new-meld")
def laid(code: str) -> Response:
    form = forms_table.OfMeld()
    return write(code, form, lambda _: form.new_meld(), new_meld.at(code=code, **_said(form)), now.at(code=code))


def _of_meld(code: str, number: int, form: forms_table.OfMeld) -> Address:
    return meld.at(code=code, meld=number, **_said(form))


def _said(form: forms_table.InRound) -> dict[str, str]:
    """What was sent, for the page that is shown again."""
    return {name: text for name, text in form.typed().items() if name not in ("round", "meld")}
