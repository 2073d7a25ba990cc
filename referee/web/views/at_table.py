"""What happens during a round: discards taken out of turn, the stock, what went wrong."""

from __future__ import annotations

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from referee import services
from referee.web import forms_table, frame
from referee.web.contexts import at_table_pages as shown
from referee.web.writing import on_to, play

pages = Blueprint("at_table", __name__)


@pages.get("/g/<code>/may-i")
def may_i(code: str) -> Response:
    """Who took the discard; with ``several``, who asked for it in which order."""
    state = services.game(code)
    if state.running is None:
        return frame.go(frame.door("game.now", code=code))
    typed = frame.all_asked()
    view = shown.may_i_page(code, state, state.running, frame.trouble(), typed)
    return frame.page("at_table/may_i.html", view=view)


@pages.post("/g/<code>/may-i")
def take(code: str) -> Response:
    form = forms_table.Take()
    said = {name: text for name, text in form.typed().items() if name in ("claims", "active", "same", "active_takes")}
    if request.form.get("several") == "1":
        said["several"] = "1"
    return play(
        code, form, form.command, ("at_table.may_i", {"code": code, **said}), on_to("game.now", None, code=code)
    )


@pages.get("/g/<code>/stock")
def stock(code: str) -> Response:
    state = services.game(code)
    if state.running is None:
        return frame.go(frame.door("game.now", code=code))
    return frame.page("at_table/stock.html", view=shown.stock_page(code, state, state.running))


@pages.post("/g/<code>/stock")
def shuffled(code: str) -> Response:
    form = forms_table.InRound()
    return play(code, form, form.shuffle, ("at_table.stock", {"code": code}), on_to("game.now", None, code=code))


@pages.get("/g/<code>/irregular")
def irregular(code: str) -> Response:
    """Something went wrong in the running round, or in ``round``."""
    state = services.game(code)
    if state.status != "playing":
        return frame.go(frame.door("game.now", code=code))
    last = len(state.rounds) + (state.running is not None)
    asked = frame.asked("round") or str(last)
    if not (asked.isascii() and asked.isdigit() and len(asked) < 4 and 1 <= int(asked) <= last):
        abort(404)
    view = shown.irregular_page(code, state, int(asked), frame.trouble())
    return frame.page("at_table/irregular.html", view=view)


@pages.post("/g/<code>/irregular")
def note_irregular(code: str) -> Response:
    form = forms_table.Irregular()
    state = services.game(code)
    last = len(state.rounds) + (state.running is not None)
    said = form.typed().get("round", "")
    asked = said if said in map(str, range(1, last + 1)) else ""
    return play(
        code,
        form,
        form.command,
        ("at_table.irregular", {"code": code, "round": asked}),
        on_to("game.now", None, code=code),
    )
