"""What happens during a round: discards taken out of turn, the stock, what went wrong."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.game.judges.may_i import last_taken
from referee.services import games
from referee.services.games import Done
from referee.web import screens
from referee.web.forms import small_number
from referee.web.game.views import now
from referee.web.play import forms as forms_table
from referee.web.play import pages as shown
from referee.web.play.may_i import may_i_page
from referee.web.screens import Address, Page, Visit, screen
from referee.web.writing import told, write

pages = Blueprint("at_table", __name__)


@screen(pages, "/g/<code>/may-i")
def may_i(visit: Visit) -> Page | Address:
    """Who took the discard; with ``also``, who asked for the one of that entry too."""
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    view = may_i_page(code, state, state.running, visit.trouble, visit.query)
    return screens.page("play/may_i.html", view=view)


@pages.post("/g/<code>/may-i")
def take(code: str) -> Response:
    form = forms_table.Take()
    kept = ("claims", "active", "same", "also")
    shown_again = {name: text for name, text in form.typed().items() if name in kept and text}
    return write(
        code,
        form,
        lambda _: form.command(),
        may_i.at(code=code, **shown_again),
        lambda done: now.at(code=code, **({} if _undone(done) else _taken(done, form.text("same")))),
        lambda done: told(done) if _undone(done) else "",
    )


def _taken(done: Done, same: str) -> dict[str, object]:
    """By which the Now page says who gets it."""
    running = done.state.running
    return {"taken": last_taken(running) if running is not None else None, "same": same or None}


def _undone(done: Done) -> bool:
    """Whether somebody was taken at their word and nobody gets it: the page says what was undone."""
    return bool(done.events) and _taken(done, "")["taken"] != done.number


@screen(pages, "/g/<code>/stock")
def stock(visit: Visit) -> Page | Address:
    code, state = visit.code, visit.state
    if state.running is None:
        return now.at(code=code)
    return screens.page("play/stock.html", view=shown.stock_page(code, state, state.running))


@pages.post("/g/<code>/stock")
def shuffled(code: str) -> Response:
    form = forms_table.InRound()
    return write(code, form, lambda _: form.shuffle(), stock.at(code=code), now.at(code=code))


@screen(pages, "/g/<code>/irregular")
def irregular(visit: Visit) -> Page | Address:
    """Something went wrong in the running round, or in ``round``."""
    code, state = visit.code, visit.state
    if state.status != "playing":
        return now.at(code=code)
    last = len(state.rounds) + (state.running is not None)
    asked = small_number(visit.value("round") or str(last)) or 0
    if not 1 <= asked <= last:
        abort(404)
    view = shown.irregular_page(code, state, asked, visit.trouble)
    return screens.page("play/irregular.html", view=view)


@pages.post("/g/<code>/irregular")
def note_irregular(code: str) -> Response:
    form = forms_table.Irregular()
    state = games.game(code)
    last = len(state.rounds) + (state.running is not None)
    said = form.typed().get("round", "")
    asked = said if 1 <= (small_number(said) or 0) <= last else ""
    return write(code, form, lambda _: form.command(), irregular.at(code=code, round=asked), now.at(code=code))
