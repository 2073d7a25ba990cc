"""Counting a round: who went out, cards left seat after seat, the read-back, closing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.rules.rulebook.model import IN_POINTS
from referee.rules.speech.hands import LONGEST
from referee.services.games import games
from referee.services.games.games import Done
from referee.web.parts.pad import filled, reading
from referee.web.round import forms
from referee.web.round import page as contexts
from referee.web.shell import screens
from referee.web.shell.forms import small_number
from referee.web.shell.hands import Hands, hands_here
from referee.web.shell.live_parts import HALF_TOLD_COOKIE
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import write

pages = Blueprint("round", __name__)


@screen(pages, "/g/<code>/round")
def page(visit: Visit) -> Page | Address:
    """The next step of the counting, or the one the address names: ``seat``, or a ``step`` (who, points, read-back).

    On a phone with seats that is its own hand, then the others' as they come. ``round`` is the one that the page is
    about: once it is closed, there is nothing to count.
    """
    code, state, step = visit.code, visit.state, visit.value("step")
    running = state.running
    if running is None or visit.value("round") not in ("", str(running.number)):
        return screens.at("game.now", code=code)
    hands = hands_here(code, running.seats)
    if running.by_taps:
        return screens.page("round/read_back.html", view=contexts.read_back_page(code, state, running, hands))
    seat = _seat_of(running, visit.value("seat"), hands)
    is_next = seat is None and step not in ("who", "points", "read-back", "cards")
    if (seats := _in_points(visit, state, running, hands, seat)) is not None:
        asks = contexts.points_page(code, state, running, visit.trouble, seats, hands)
        return screens.page("round/points.html", view=asks)
    begins = is_next and hands.others and not hands.mine and not running.went_out_said and state.book.has_contracts
    if begins or (step == "who" and state.book.has_contracts and contexts.may_say_out(running, hands)):
        return screens.page("round/who.html", view=contexts.who_page(code, state, running, hands))
    if is_next:
        seat = _half_told(code, running, hands) or next((each for each in running.missing if _asks(hands, each)), None)
    if seat is None:
        return screens.page("round/read_back.html", view=contexts.read_back_page(code, state, running, hands))
    view = contexts.cards_page(code, state, running, seat, filled(visit), hands)
    return screens.page("round/cards.html", view=view)


def _in_points(
    visit: Visit, state: GameState, running: RunningRound, hands: Hands, seat: int | None
) -> tuple[int, ...] | None:
    """The seats whose points are asked for on one screen, all of them where none is named; None for another page.

    Without contracts there are no cards, and so no other page to enter anything.
    """
    step, whole = visit.value("step"), hands.others and hands.writes
    only_points = not state.book.has_contracts
    own = tuple(each for each in hands.mine if each in running.missing)
    if step == "points":
        return (seat,) if seat is not None else () if whole else own or None
    if step in ("who", "read-back", "cards") and not (only_points and step == "cards"):
        return None
    if not contexts.in_points(state, running) or (seat is not None and state.book.told_in != IN_POINTS):
        return None
    if seat is not None:
        return (seat,)
    if hands.mine:
        return own or None if state.book.told_in == IN_POINTS else None
    waits = bool(running.missing) or (state.book.has_contracts and not running.went_out_said)
    return () if whole and waits else None


def _half_told(code: str, running: RunningRound, hands: Hands) -> int | None:
    """The seat whose cards somebody has begun to enter on this phone: ``static/cards-left.js`` notes it."""
    noted = request.cookies.get(HALF_TOLD_COOKIE, "")
    missing = (seat for seat in running.missing if hands.enters(seat))
    return next((seat for seat in missing if noted == contexts.draft_of(code, running, seat)), None)


def _asks(hands: Hands, seat: int) -> bool:
    """Whether this phone is asked for a line that is missing without anybody choosing it."""
    return seat in hands.mine if hands.mine else hands.others


def _seat_of(running: RunningRound, text: str, hands: Hands) -> int | None:
    seat = small_number(text)
    return seat if seat in running.seats and hands.enters(seat) else None


@pages.post("/g/<code>/round/went-out")
def went_out(code: str) -> Response:
    form = forms.WentOut()
    here = page.at(code=code, step="who")
    return write(form, form.command, here, lambda done: page.at(code=code, **_first(code, done)), "")


def _first(code: str, done: Done) -> dict[str, Any]:
    """Counting begins with the next one after whoever went out; with all lines there, at the read-back.

    A phone with seats goes to its own hand.
    """
    running = done.state.running
    if running is None or (hands := hands_here(code, running.seats)).mine:
        return {}
    out = running.went_out if running.went_out is not None else running.seats[-1]
    after = contexts.next_seat(running, out, hands)
    if after is None:
        return {}
    return {"seat": after} | ({"step": "cards"} if done.state.book.told_in == IN_POINTS else {})


@pages.post("/g/<code>/round/cards-left")
def cards_left(code: str) -> Response:
    form = forms.SeatLine()
    seat = form.seat.data or 0
    here = page.at(code=code, seat=seat)
    return write(form, form.command, here, lambda done: _after(code, done.state, seat), "")


@pages.post("/g/<code>/round/points")
def points(code: str) -> Response:
    """A whole round in points: who went out, and what each player called out."""
    form = forms.Points()
    here = page.at(code=code, step="points", seat=request.args.get("seat"))
    return write(form, form.command, here, page.at(code=code, step="read-back"), "")


@pages.post("/g/<code>/round/count")
def count(code: str) -> Response:
    """A tap for each one found, or for a false call."""
    form = forms.Tap()
    now = screens.at("game.now", code=code)
    return write(form, form.command, now, now, "")


@pages.post("/g/<code>/round/not-theirs")
def not_theirs(code: str) -> Response:
    """Take out what was entered for the wrong seat: its line is again not yet said."""
    form = forms.NotTheirs()
    here = page.at(code=code, seat=form.seat.data or 0)
    return write(form, form.command, here, here, "")


def _after(code: str, state: GameState, seat: int) -> Address:
    """The next one whose line this phone enters, else the read-back, where it waits for the others.

    After the line of somebody who left while the others play on, that is the round.
    """
    running = state.running
    if running and contexts.goes_on(running, seat):
        return screens.at("game.now", code=code)
    after = None
    if running and seat in running.seats:
        after = contexts.next_seat(running, seat, hands_here(code, running.seats))
    return page.at(code=code, **({"step": "read-back"} if after is None else {"seat": after}))


@pages.post("/g/<code>/round/close")
def close(code: str) -> Response:
    form = forms.Round()
    here = page.at(code=code, step="read-back")
    return write(
        form,
        form.close,
        here,
        screens.at("game.now", code=code),
        lambda done: _closed(done, form.round.data or 0),
    )


def _closed(done: Done, number: int) -> str:
    """The news of the round say everything, and so does the result, which nothing pushes off the screen."""
    if done.state.running is not None or done.state.status == "finished":
        return ""
    return _("Round %(number)s closed.", number=number)


@pages.post("/g/<code>/read-hand")
def read_hand(code: str) -> str:
    """What the text of a pad says so far, as a part of the page; nothing is written."""
    state = games.game(code)
    points = dict(state.book_in(small_number(request.args.get("round", "")) or state.current).prices)
    text = request.form.get("cards", "")[: LONGEST + 1]
    return render_template("round/_reading.html", reading=reading(text, points))
