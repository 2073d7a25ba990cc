"""Counting a round: who went out, cards left seat after seat, the read-back, closing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from referee.game.state import GameState, RunningRound
from referee.rules.speech.hands import LONGEST
from referee.services import games
from referee.services.games import Done
from referee.web import forms, frame
from referee.web.round import page as contexts
from referee.web.writing import on_to, play

pages = Blueprint("round", __name__)


@pages.get("/g/<code>/round")
def page(code: str) -> Response:
    """The next step of the counting, or the one asked for: ``step=who``, ``step=read-back`` or ``seat``."""
    state = games.game(code)
    running = state.running
    if running is None:
        return frame.proceed("game.now", code=code)
    step, seat = frame.asked("step"), _asked_seat(running)
    if step == "who" or (not running.went_out_said and step != "read-back" and seat is None):
        return frame.page("round/who.html", view=contexts.who_page(code, state, running))
    if seat is not None or (running.missing and step != "read-back"):
        chosen = running.missing[0] if seat is None else seat
        view = contexts.cards_page(code, state, running, chosen, frame.asked("cards")[:LONGEST], frame.trouble())
        return frame.page("round/cards.html", view=view)
    return frame.page("round/read_back.html", view=contexts.read_back_page(code, state, running))


def _asked_seat(running: RunningRound) -> int | None:
    seat = forms.small_number(frame.asked("seat"))
    return seat if seat in running.seats else None


@pages.post("/g/<code>/round/went-out")
def went_out(code: str) -> Response:
    form = forms.WentOut()
    return play(
        code,
        form,
        form.command,
        ("round.page", {"code": code, "step": "who"}),
        lambda done: frame.proceed("round.page", code=code, **_first(done)),
    )


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
    state = games.game(code)
    form = forms.SeatLine()
    seat = form.seat.data or 0
    return play(
        code,
        form,
        lambda: form.command(state.book.points),
        ("round.page", {"code": code, "seat": seat}),
        lambda done: frame.proceed("round.page", code=code, **_after(done.state, seat)),
    )


@pages.post("/g/<code>/round/not-theirs")
def not_theirs(code: str) -> Response:
    """Take out what was entered for the wrong seat: its line is again not yet said."""
    form = forms.NotTheirs()
    shown = ("round.page", {"code": code, "seat": form.seat.data or 0})
    return play(code, form, form.command, shown, on_to("round.page", None, code=code, seat=form.seat.data))


def _after(state: GameState, seat: int) -> dict[str, Any]:
    """The next one whose line is missing, else the read-back."""
    running = state.running
    after = contexts.next_seat(running, seat) if running and seat in running.seats else None
    return {"step": "read-back"} if after is None else {"seat": after}


@pages.post("/g/<code>/round/close")
def close(code: str) -> Response:
    form = forms.Round()
    return play(
        code,
        form,
        form.close,
        ("round.page", {"code": code, "step": "read-back"}),
        lambda done: frame.proceed("game.now", _closed(done.state), code=code),
    )


def _closed(state: GameState) -> str:
    number = len(state.rounds)
    running = state.running
    return f"Round {number} is closed." + (f" {state.name(running.dealer)} deals now." if running else "")


@pages.post("/g/<code>/read-hand")
def read_hand(code: str) -> str:
    """What the text of a pad says so far, as a part of the page; nothing is written."""
    points = dict(games.game(code).book.points)
    text = request.form.get("cards", "")[: LONGEST + 1]
    return render_template("round/_reading.html", reading=contexts.reading(text, points))
