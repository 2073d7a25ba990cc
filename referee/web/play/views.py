"""What happens during a round: discards taken out of turn, the stock, what went wrong."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from referee.game.judges.may_i import last_taken
from referee.services import games
from referee.web import frame
from referee.web.forms import small_number
from referee.web.play import forms as forms_table
from referee.web.play import pages as shown
from referee.web.play.may_i import may_i_page
from referee.web.writing import on_to, play, said

pages = Blueprint("at_table", __name__)


@pages.get("/g/<code>/may-i")
def may_i(code: str) -> Response:
    """Who took the discard; with ``also``, who asked for the one of that entry too."""
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    view = may_i_page(code, state, state.running, frame.trouble(), frame.all_asked())
    return frame.page("play/may_i.html", view=view)


@pages.post("/g/<code>/may-i")
def take(code: str) -> Response:
    form = forms_table.Take()
    kept = ("claims", "active", "same", "also")
    shown_again = {name: text for name, text in form.typed().items() if name in kept and text}
    return play(
        code,
        form,
        form.command,
        ("at_table.may_i", {"code": code, **shown_again}),
        lambda done: _answer(code, done, form.text("same")),
    )


def _answer(code: str, done: games.Done, same: str) -> Response:
    """Now with who gets it; where somebody was taken at their word and nobody gets it, with what was undone."""
    running = done.state.running
    taken = last_taken(running) if running is not None else None
    if done.events and taken != done.number:
        return frame.proceed("game.now", said(done), code=code)
    return frame.proceed("game.now", code=code, taken=taken, same=same or None)


@pages.get("/g/<code>/stock")
def stock(code: str) -> Response:
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    return frame.page("play/stock.html", view=shown.stock_page(code, state, state.running))


@pages.post("/g/<code>/stock")
def shuffled(code: str) -> Response:
    form = forms_table.InRound()
    return play(code, form, form.shuffle, ("at_table.stock", {"code": code}), on_to("game.now", None, code=code))


@pages.get("/g/<code>/irregular")
def irregular(code: str) -> Response:
    """Something went wrong in the running round, or in ``round``."""
    state = games.game(code)
    if state.status != "playing":
        return frame.go(url_for("game.now", code=code))
    last = len(state.rounds) + (state.running is not None)
    asked = small_number(frame.asked("round") or str(last)) or 0
    if not 1 <= asked <= last:
        abort(404)
    view = shown.irregular_page(code, state, asked, frame.trouble())
    return frame.page("play/irregular.html", view=view)


@pages.post("/g/<code>/irregular")
def note_irregular(code: str) -> Response:
    form = forms_table.Irregular()
    state = games.game(code)
    last = len(state.rounds) + (state.running is not None)
    said = form.typed().get("round", "")
    asked = said if 1 <= (small_number(said) or 0) <= last else ""
    return play(
        code,
        form,
        form.command,
        ("at_table.irregular", {"code": code, "round": asked}),
        on_to("game.now", None, code=code),
    )
