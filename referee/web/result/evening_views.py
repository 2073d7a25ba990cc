"""What remains of an evening: the picture, the winner's sheet, and the empty sheet before it begins."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for
from werkzeug.wrappers import Response

from referee.services import games, seasons
from referee.services.season_views import Evening
from referee.web import frame
from referee.web.game.house import house_of
from referee.web.result.evening import picture, winners_sheet
from referee.web.result.sheets import dealers, empty_sheet

pages = Blueprint("evening", __name__)


@pages.get("/g/<code>/picture.svg")
def drawn(code: str) -> Response:
    """The result as a picture of its own, with every colour in it."""
    text = render_template("result/picture.svg", view=picture(_evening(code)))
    response = Response(text, mimetype="image/svg+xml")
    response.headers["Content-Disposition"] = f'inline; filename="result-{code.upper()}.svg"'
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/g/<code>/winner")
def winner(code: str) -> Response:
    """The winner's sheet, one page to be printed."""
    house = house_of(games.game(code).book)
    return frame.page("result/print_winner.html", view=winners_sheet(_evening(code)), house=house)


@pages.get("/g/<code>/empty-sheet")
def empty(code: str) -> Response:
    """An empty score sheet for those who sit at this table, one page to be printed."""
    state = games.game(code)
    names = [seat.player for seat in state.seats]
    try:
        view = empty_sheet(state.book, names, dealers(state), url_for("game.now", code=code))
    except ValueError:
        abort(404, "This rulebook names no pack for so many players.")
    return frame.page("result/print_empty.html", view=view)


def _evening(code: str) -> Evening:
    found = seasons.evening(code)
    if found is None:
        abort(404, "This game is not finished yet.")
    return found
