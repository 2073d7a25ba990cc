"""The table: seats, dealer, notes, giving up."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.services import games
from referee.web import forms, frame
from referee.web.seats.page import moved, table_page
from referee.web.writing import on_to, play

pages = Blueprint("table", __name__)


@pages.get("/g/<code>/table")
def page(code: str) -> Response:
    return frame.page("seats/page.html", view=table_page(code, games.game(code), frame.trouble()))


def _do(code: str, form: forms.Write, command: Callable[[], cmd.Command]) -> Response:
    """One thing on this page, then the page again."""
    return play(code, form, command, ("table.page", {"code": code}), on_to("table.page", None, code=code))


@pages.post("/g/<code>/table/join")
def join(code: str) -> Response:
    form = forms.Join()
    return _do(code, form, form.command)


@pages.post("/g/<code>/table/leave")
def leave(code: str) -> Response:
    form = forms.Seat()
    return _do(code, form, form.leave)


@pages.post("/g/<code>/table/rename")
def rename(code: str) -> Response:
    form = forms.Rename()
    return _do(code, form, form.command)


@pages.post("/g/<code>/table/move")
def move(code: str) -> Response:
    state, form = games.game(code), forms.Move()
    return _do(code, form, lambda: cmd.ReorderSeats(moved(state, form.whole("seat"), form.text("step"))))


@pages.post("/g/<code>/table/dealer")
def dealer(code: str) -> Response:
    form = forms.Seat()
    return _do(code, form, form.deal)


@pages.post("/g/<code>/table/note")
def note(code: str) -> Response:
    form = forms.Note()
    return _do(code, form, form.command)
