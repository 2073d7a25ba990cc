"""The score sheet, and correcting what stands on it."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.rules.speech.hands import LONGEST
from referee.services import games
from referee.web import forms, frame
from referee.web.play.wrong import irregularities
from referee.web.score.page import cell_page, score_page
from referee.web.writing import Shown, on_to, play

pages = Blueprint("score", __name__)


@pages.get("/g/<code>/score")
def page(code: str) -> Response:
    state = games.game(code)
    return frame.page("score/page.html", view=score_page(code, state), wrong=irregularities(state))


@pages.get("/g/<code>/score/<int:number>/<int:seat>")
def cell(code: str, number: int, seat: int) -> Response:
    state = games.game(code)
    if not 1 <= number <= len(state.rounds) or seat not in state.rounds[number - 1].cells:
        abort(404)
    typed = frame.asked("cards")[:LONGEST]
    view = cell_page(code, state, number, seat, typed, frame.trouble(), frame.asked("winner"))
    return frame.page("score/cell.html", view=view)


@pages.post("/g/<code>/score/<int:number>/<int:seat>")
def correct(code: str, number: int, seat: int) -> Response:
    points, form = games.game(code).book.points, forms.CardsLeft()
    return play(
        code,
        form,
        lambda: cmd.CorrectCell(number, seat, form.hand(points), form.yes),
        ("score.cell", {"code": code, "number": number, "seat": seat}),
        on_to("score.page", None, code=code),
    )


@pages.post("/g/<code>/score/<int:number>/winner")
def winner(code: str, number: int) -> Response:
    state, form = games.game(code), forms.Winner()
    if not 1 <= number <= len(state.rounds):
        abort(404)
    former = state.rounds[number - 1].went_out
    shown: Shown = ("score.page", {"code": code})
    if former is not None:
        shown = ("score.cell", {"code": code, "number": number, "seat": former})
    return play(
        code,
        form,
        lambda: form.command(number, former, state.book.points),
        shown,
        on_to("score.page", None, code=code),
    )


@pages.post("/g/<code>/score/cut")
def cut(code: str) -> Response:
    """Whether the cut before a closed round was exact."""
    form = forms.Cut()
    return play(code, form, form.command, ("score.page", {"code": code}), on_to("score.page", None, code=code))
