"""Counting a round: who went out, cards left seat after seat, the read-back, closing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from referee.game.state import GameState, RunningRound
from referee.rules.speech.hands import LONGEST
from referee.services import games
from referee.services.games import Done
from referee.web import screens
from referee.web.forms import small_number
from referee.web.game.views import now
from referee.web.round import forms
from referee.web.round import page as contexts
from referee.web.screens import Address, Page, Visit, screen
from referee.web.writing import write

pages = Blueprint("round", __name__)


@screen(pages, "/g/<code>/round")
def page(visit: Visit) -> Page | Address:
    """The next step of the counting, or the one the address names: ``step=who``, ``step=read-back`` or ``seat``."""
    code, state, step = visit.code, visit.state, visit.value("step")
    running = state.running
    if running is None:
        return now.at(code=code)
    seat = _seat_of(running, visit.value("seat"))
    if step == "who" or (not running.went_out_said and step != "read-back" and seat is None):
        return screens.page("round/who.html", view=contexts.who_page(code, state, running))
    if seat is not None or (running.missing and step != "read-back"):
        chosen = running.missing[0] if seat is None else seat
        cards = visit.value("cards")[:LONGEST]
        return screens.page(
            "round/cards.html", view=contexts.cards_page(code, state, running, chosen, cards, visit.trouble)
        )
    return screens.page("round/read_back.html", view=contexts.read_back_page(code, state, running))


def _seat_of(running: RunningRound, text: str) -> int | None:
    seat = small_number(text)
    return seat if seat in running.seats else None


@pages.post("/g/<code>/round/went-out")
def went_out(code: str) -> Response:
    form = forms.WentOut()
    here = page.at(code=code, step="who")
    return write(form, lambda _: form.command(), here, lambda done: page.at(code=code, **_first(done)), "")


def _first(done: Done) -> dict[str, Any]:
    """Counting begins to the left of whoever went out; with all lines there, at the read-back."""
    running = done.state.running
    if running is None or not running.missing:
        return {}
    out = running.went_out if running.went_out is not None else running.seats[-1]
    after = contexts.next_seat(running, out)
    return {} if after is None else {"seat": after}


@pages.post("/g/<code>/round/cards-left")
def cards_left(code: str) -> Response:
    form = forms.SeatLine()
    seat = form.seat.data or 0
    here = page.at(code=code, seat=seat)
    return write(form, form.command, here, lambda done: page.at(code=code, **_after(done.state, seat)), "")


@pages.post("/g/<code>/round/not-theirs")
def not_theirs(code: str) -> Response:
    """Take out what was entered for the wrong seat: its line is again not yet said."""
    form = forms.NotTheirs()
    here = page.at(code=code, seat=form.seat.data or 0)
    return write(form, lambda _: form.command(), here, here)


def _after(state: GameState, seat: int) -> dict[str, Any]:
    """The next one whose line is missing, else the read-back."""
    running = state.running
    after = contexts.next_seat(running, seat) if running and seat in running.seats else None
    return {"step": "read-back"} if after is None else {"seat": after}


@pages.post("/g/<code>/round/close")
def close(code: str) -> Response:
    form = forms.Round()
    here = page.at(code=code, step="read-back")
    return write(form, lambda _: form.close(), here, now.at(code=code), _closed)


def _closed(done: Done) -> str:
    number, running = len(done.state.rounds), done.state.running
    return f"Round {number} is closed." + (f" {done.state.name(running.dealer)} deals now." if running else "")


@pages.post("/g/<code>/read-hand")
def read_hand(code: str) -> str:
    """What the text of a pad says so far, as a part of the page; nothing is written."""
    points = dict(games.game(code).book.points)
    text = request.form.get("cards", "")[: LONGEST + 1]
    return render_template("round/_reading.html", reading=contexts.reading(text, points))
