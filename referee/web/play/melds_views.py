"""Going down, further melds, lay-offs and swaps: looked at first, then recorded."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from referee.game.commands import Command
from referee.services import games
from referee.web import frame
from referee.web.play import forms as forms_table
from referee.web.play import melds as shown
from referee.web.writing import on_to, play

pages = Blueprint("at_table_melds", __name__)


@pages.get("/g/<code>/down")
def down(code: str) -> Response:
    """Who went down; for a seat, with which melds."""
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    view = shown.down_page(code, state, state.running, frame.all_asked(), frame.trouble())
    return frame.page("play/steps.html", view=view)


@pages.post("/g/<code>/down")
def went_down(code: str) -> Response:
    form = forms_table.Down()
    return play(code, form, form.command, ("at_table_melds.down", {"code": code, **_said(form)}), _to_now(code))


@pages.get("/g/<code>/melds/<int:meld>")
def meld(code: str, meld: int) -> Response:
    """One meld on the table: what is laid on it, or taken from it."""
    state = games.game(code)
    running = state.running
    if running is None or meld not in running.play.melds:
        if frame.trouble() or state.running is None:
            return frame.go(url_for("game.now", code=code))
        abort(404, "That meld does not lie on the table.")
    view = shown.meld_page(code, state, running, running.play.melds[meld], frame.all_asked(), frame.trouble())
    return frame.page("play/steps.html", view=view)


@pages.post("/g/<code>/melds/<int:meld>")
def onto_meld(code: str, meld: int) -> Response:
    form = forms_table.OfMeld()
    form.meld.data = meld
    command: Callable[[], Command] = form.swap if form.text("way") == shown.SWAP else form.lay_off
    return play(
        code, form, command, ("at_table_melds.meld", {"code": code, "meld": meld, **_said(form)}), _to_now(code)
    )


@pages.get("/g/<code>/new-meld")
def new_meld(code: str) -> Response:
    """A meld after the contract: a further one, or one that is owed."""
    state = games.game(code)
    if state.running is None:
        return frame.go(url_for("game.now", code=code))
    view = shown.meld_page(code, state, state.running, None, frame.all_asked(), frame.trouble())
    return frame.page("play/steps.html", view=view)


@pages.post("/g/<code>/new-meld")
def laid(code: str) -> Response:
    form = forms_table.OfMeld()
    return play(code, form, form.new_meld, ("at_table_melds.new_meld", {"code": code, **_said(form)}), _to_now(code))


def _said(form: forms_table.InRound) -> dict[str, str]:
    """What was sent, for the page that is shown again."""
    return {name: text for name, text in form.typed().items() if name not in ("round", "meld")}


def _to_now(code: str) -> Callable[[games.Done], Response]:
    return on_to("game.now", None, code=code)
