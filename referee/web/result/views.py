"""The result, and how a game ends or goes on."""

from __future__ import annotations

import re

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.game import commands as cmd
from referee.game.state import GameState
from referee.services import games, seasons
from referee.web import forms, frame
from referee.web.result.evening import evening_view
from referee.web.result.page import result_page
from referee.web.writing import Shown, on_to, play

pages = Blueprint("result", __name__)
_BUYS = re.compile(r"buys-([0-9]{1,5})", re.ASCII)


@pages.get("/g/<code>/result")
def page(code: str) -> Response:
    return show(code, games.game(code))


def show(code: str, state: GameState) -> Response:
    """The result as a page; also what *Now* shows when no round is running."""
    found = seasons.evening(code) if state.status == "finished" else None
    evening = evening_view(found) if found else None
    return frame.page("result/page.html", view=result_page(code, state), evening=evening)


@pages.post("/g/<code>/finish")
def finish(code: str) -> Response:
    form = forms.Course()
    return play(code, form, form.finish, _shown(code), on_to("result.page", "The game is finished.", code=code))


@pages.post("/g/<code>/reopen")
def reopen(code: str) -> Response:
    return play(code, forms.Course(), cmd.Reopen, _shown(code), on_to("game.now", "The game is open again.", code=code))


@pages.post("/g/<code>/carry-on")
def carry_on(code: str) -> Response:
    say = "On it goes, from the first contract again."
    return play(code, forms.Course(), cmd.CarryOn, _shown(code), on_to("game.now", say, code=code))


@pages.post("/g/<code>/abandon")
def abandon(code: str) -> Response:
    say = "The game is abandoned. It can be opened again."
    return play(code, forms.Course(), cmd.Abandon, _shown(code), on_to("result.page", say, code=code))


@pages.post("/g/<code>/buys")
def buys(code: str) -> Response:
    """How often each seat bought, in fields ``buys-SEAT``."""
    then = on_to("result.page", "The buys are counted.", code=code)
    return play(code, forms.Course(), lambda: cmd.SayBuys(_said_buys()), _shown(code), then)


def _shown(code: str) -> Shown:
    return "result.page", {"code": code}


def _said_buys() -> dict[int, int]:
    """What is no number counts as -1, which is refused with a sentence."""
    said = {}
    for name, text in request.form.items():
        if (seat := _BUYS.fullmatch(name)) and text.strip():
            bought = forms.small_number(text.strip())
            said[int(seat[1])] = -1 if bought is None else bought
    return said
