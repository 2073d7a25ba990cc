"""The result, how a game ends or goes on, and what remains of the game on paper."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.messages import gettext as _
from referee.services.clubs import seasons
from referee.services.clubs.game_places import removed_from
from referee.services.clubs.season_views import EndedGame
from referee.web.parts import pen, poster
from referee.web.parts.house import house_of
from referee.web.result import picture, sheets
from referee.web.result.forms import Buys
from referee.web.result.page import shown
from referee.web.shell import screens
from referee.web.shell.forms import Write
from referee.web.shell.frame import go
from referee.web.shell.screens import Page, Visit, screen
from referee.web.shell.writing import write

pages = Blueprint("result", __name__)


@screen(pages, "/g/<code>/result")
def page(visit: Visit) -> Page:
    return shown(visit)


@pages.post("/g/<code>/finish")
def finish(code: str) -> Response:
    form, here = Write(), page.at(code=code)
    return write(form, lambda: cmd.Finish(form.yes), here, here, _("Game finished."))


@pages.post("/g/<code>/reopen")
def reopen(code: str) -> Response:
    form, here, then = Write(), page.at(code=code), screens.at("game.now", code=code)
    return write(form, lambda: cmd.Reopen(form.yes), here, then, _("Game reopened."))


@pages.post("/g/<code>/carry-on")
def carry_on(code: str) -> Response:
    form, here, then = Write(), page.at(code=code), screens.at("game.now", code=code)
    say = _("All rounds start again, from the first contract.")
    return write(form, lambda: cmd.CarryOn(form.yes), here, then, say)


@pages.post("/g/<code>/abandon")
def abandon(code: str) -> Response:
    form, here, then = Write(), screens.at("seats.page", code=code), page.at(code=code)
    say = _("Game abandoned. You can open it again.")
    return write(form, lambda: cmd.Abandon(form.yes), here, then, say)


@pages.post("/g/<code>/buys")
def buys(code: str) -> Response:
    """How often each seat bought, in fields ``buys-SEAT``."""
    form, here = Buys(), page.at(code=code)
    return write(form, form.command, here, here, _("Buys counted."))


@screen(pages, "/g/<code>/picture")
def picture_page(visit: Visit) -> Page:
    """The picture to look at, to save and to send."""
    view = picture.picture(_ended(visit.code))
    return screens.page("result/picture.html", view=view, code=visit.code.upper(), as_png=pen.can_draw(view.drawing))


@pages.get("/g/<code>/picture.png")
def picture_png(code: str) -> Response:
    """As chats and galleries take it; the drawing where a name has letters that no font here has."""
    view = picture.picture(_ended(code))
    if not pen.can_draw(view.drawing):
        return go(url_for("result.picture_svg", code=code))
    return poster.as_png(view.drawing, f"result-{code.upper()}")


@pages.get("/g/<code>/preview.png")
def preview_png(code: str) -> Response:
    """As a chat shows a link to the result."""
    view = picture.preview(_ended(code))
    if not pen.can_draw(view):
        return go(url_for("result.picture_svg", code=code))
    return poster.as_png(view, f"preview-{code.upper()}")


@pages.get("/g/<code>/picture.svg")
def picture_svg(code: str) -> Response:
    return poster.as_svg(picture.picture(_ended(code)), f"result-{code.upper()}")


@screen(pages, "/g/<code>/winner")
def winners_sheet(visit: Visit) -> Page:
    """The winner's sheet, one page to be printed."""
    house = house_of(visit.state.book)
    return screens.page("result/print_winner.html", view=sheets.winners_sheet(_ended(visit.code)), house=house)


@screen(pages, "/g/<code>/empty-sheet")
def empty_sheet(visit: Visit) -> Page:
    """An empty score sheet for those who sit at this table, one page to be printed."""
    state = visit.state
    names = [seat.player for seat in state.seats]
    try:
        view = sheets.empty_sheet(state.book, names, sheets.dealers(state), screens.at("game.now", code=visit.code).url)
    except ValueError:
        abort(404, _("This rulebook doesn’t name a pack for that many players."))
    return screens.page("result/print_empty.html", view=view)


def _ended(code: str) -> EndedGame:
    if removed_from(code) is not None:
        abort(410, _("This game was removed and doesn’t count."))
    ended = seasons.ended_game(code)
    if ended is None:
        abort(404, _("This game isn’t finished yet."))
    return ended
