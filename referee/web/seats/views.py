"""Who sits where: players, dealer, notes, giving up."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.game.commands import Command
from referee.services.clubs import handicaps
from referee.services.games import games
from referee.services.games.games import Done
from referee.web.seats import forms
from referee.web.seats.handicap import handicap_page, helping
from referee.web.seats.page import moved, seats_page
from referee.web.shell import screens
from referee.web.shell.forms import Write
from referee.web.shell.reach import reach
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import write

pages = Blueprint("seats", __name__)


@screen(pages, "/g/<code>/table")
def page(visit: Visit) -> Page:
    urls = reach().urls
    television = url_for("table_view.page").removeprefix("/")
    short = f"{urls[0]}{television}" if urls else ""
    return screens.page("seats/page.html", view=seats_page(visit.code, visit.state), television=short)


def _do(code: str, form: Write, command: Callable[[], Command]) -> Response:
    """One thing on this page, then the page again."""
    return write(form, command, page.at(code=code), page.at(code=code))


@pages.post("/g/<code>/table/join")
def join(code: str) -> Response:
    form = forms.Join()
    return _do(code, form, form.command)


@pages.post("/g/<code>/table/leave")
def leave(code: str) -> Response:
    """Whoever leaves in mid-round scores what they hold: their cards are asked for at once."""
    form = forms.Leave()
    here = page.at(code=code)

    def then(done: Done) -> Address:
        running, seat = done.state.running, form.whole("seat")
        counts = running is not None and seat in running.away and seat in running.missing
        return screens.at("round.page", code=code, seat=seat) if counts else here

    return write(form, form.command, here, then)


@pages.post("/g/<code>/table/back")
def back(code: str) -> Response:
    form = forms.Seat()
    return _do(code, form, form.come_back)


@pages.post("/g/<code>/table/rename")
def rename(code: str) -> Response:
    form = forms.Rename()
    return _do(code, form, form.command)


@pages.post("/g/<code>/table/move")
def move(code: str) -> Response:
    form = forms.Move()

    def command() -> cmd.ReorderSeats:
        shown = games.game_as_seen(code, form.seen.data.number)
        return cmd.ReorderSeats(moved(shown, form.whole("seat"), form.text("step")))

    return _do(code, form, command)


@pages.post("/g/<code>/table/dealer")
def dealer(code: str) -> Response:
    form = forms.Seat()
    return _do(code, form, form.deal)


@pages.post("/g/<code>/table/note")
def note(code: str) -> Response:
    form = forms.Note()
    return _do(code, form, form.command)


@screen(pages, "/g/<code>/table/handicap")
def handicap(visit: Visit) -> Page:
    made = handicaps.handicap_offer(visit.code, visit.state) if visit.state.can_agree_handicap else None
    return screens.page("seats/handicap.html", view=handicap_page(visit.code, visit.state, made))


@pages.post("/g/<code>/table/handicap")
def agree_handicap(code: str) -> Response:
    form = forms.Handicap()

    def command() -> cmd.AgreeHandicap:
        state = games.game(code)
        return form.command(lambda points: helping(state, points))

    return write(form, command, handicap.at(code=code), handicap.at(code=code))
