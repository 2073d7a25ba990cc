"""The score sheet, and correcting what stands on it."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.services.games import games
from referee.web.parts.pad import filled
from referee.web.parts.round_in_play import irregularities
from referee.web.score import forms
from referee.web.score.page import cell_page, score_page
from referee.web.shell import screens
from referee.web.shell.hands import hands_here
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import write

pages = Blueprint("score", __name__)


@screen(pages, "/g/<code>/score")
def page(visit: Visit) -> Page:
    hands = hands_here(visit.code, [seat.id for seat in visit.state.all_seats])
    view = score_page(visit.code, visit.state, hands)
    return screens.page("score/page.html", view=view, wrong=irregularities(visit.state))


@screen(pages, "/g/<code>/score/<int:number>/<int:seat>")
def cell(visit: Visit, number: int, seat: int) -> Page | Address:
    state = visit.state
    if not 1 <= number <= len(state.rounds) or seat not in state.rounds[number - 1].cells:
        if not visit.trouble:
            abort(404)
        return page.at(code=visit.code)  # the closing of the round was undone
    view = cell_page(visit.code, state, number, seat, filled(visit), visit.value("winner"))
    return screens.page("score/cell.html", view=view)


@pages.post("/g/<code>/score/<int:number>/<int:seat>")
def correct(code: str, number: int, seat: int) -> Response:
    form = forms.Cell()
    here = cell.at(code=code, number=number, seat=seat)
    return write(form, lambda: form.command(number, seat), here, page.at(code=code))


@pages.post("/g/<code>/score/<int:number>/winner")
def winner(code: str, number: int) -> Response:
    state, form = games.game(code), forms.Winner()
    if not 1 <= number <= len(state.rounds):
        abort(404)
    former = state.rounds[number - 1].went_out
    here = page.at(code=code) if former is None else cell.at(code=code, number=number, seat=former)
    return write(form, lambda: form.command(number), here, page.at(code=code))


@pages.post("/g/<code>/score/cut")
def cut(code: str) -> Response:
    """Whether the cut before a closed round was exact."""
    form = forms.Cut()
    return write(form, form.command, page.at(code=code), page.at(code=code))
