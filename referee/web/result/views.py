"""The result, and how a game ends or goes on."""

from __future__ import annotations

import re

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.web import forms
from referee.web.game.views import now
from referee.web.result.page import shown
from referee.web.screens import Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("result", __name__)
_BUYS = re.compile(r"buys-([0-9]{1,5})", re.ASCII)


@screen(pages, "/g/<code>/result")
def page(visit: Visit) -> Page:
    return shown(visit)


@pages.post("/g/<code>/finish")
def finish(code: str) -> Response:
    form, here = forms.Course(), page.at(code=code)
    return write(code, form, lambda _: form.finish(), here, here, "The game is finished.")


@pages.post("/g/<code>/reopen")
def reopen(code: str) -> Response:
    here, then = page.at(code=code), now.at(code=code)
    return write(code, forms.Course(), lambda _: cmd.Reopen(), here, then, "The game is open again.")


@pages.post("/g/<code>/carry-on")
def carry_on(code: str) -> Response:
    here, then = page.at(code=code), now.at(code=code)
    say = "On it goes, from the first contract again."
    return write(code, forms.Course(), lambda _: cmd.CarryOn(), here, then, say)


@pages.post("/g/<code>/abandon")
def abandon(code: str) -> Response:
    here = page.at(code=code)
    say = "The game is abandoned. It can be opened again."
    return write(code, forms.Course(), lambda _: cmd.Abandon(), here, here, say)


@pages.post("/g/<code>/buys")
def buys(code: str) -> Response:
    """How often each seat bought, in fields ``buys-SEAT``."""
    here = page.at(code=code)
    return write(code, forms.Course(), lambda _: cmd.SayBuys(_said_buys()), here, here, "The buys are counted.")


def _said_buys() -> dict[int, int]:
    """What is no number counts as -1, which is refused with a sentence."""
    said = {}
    for name, text in request.form.items():
        if (seat := _BUYS.fullmatch(name)) and text.strip():
            bought = forms.small_number(text.strip())
            said[int(seat[1])] = -1 if bought is None else bought
    return said
