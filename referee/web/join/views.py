"""Joining a game: the address of an invitation, the short code, and who somebody is."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from flask import Blueprint, request, session, url_for
from werkzeug.wrappers import Response

from referee import errors
from referee.game.events import SeatAdded, SeatReturned
from referee.game.state import GameState
from referee.game.story.answer_keys import Keys
from referee.messages import gettext as _
from referee.rules.speech.words import listed
from referee.services.clubs.game_places import game_place
from referee.services.deliveries import WriteTag
from referee.services.games import games
from referee.services.games.games import Done
from referee.services.phones import holdings, invitations
from referee.services.phones.access import CLUB, EVENING, GAME, Role
from referee.services.phones.holdings import HeldBy, Holdings
from referee.storage.games.log import normal_code
from referee.web.join import forms
from referee.web.join.page import open_seats, taken_already
from referee.web.join.page import who as who_view
from referee.web.shell import access, club_here, frame, screens, ways
from referee.web.shell.forms import Seen, small_number
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import Again, asked_back, write

pages = Blueprint("join", __name__)
_TO = "joins"
"""Where the session of a phone that waits keeps to which game its code leads."""


@screen(pages, "/join")
def page(_visit: Visit) -> Page:
    """Where an invitation leads; its script sends what stands behind the #."""
    return screens.page("join/page.html")


@pages.post("/join")
def enter() -> Response:
    """An invitation lets this phone in, and leads to the game that it names, else to the only one in progress."""
    form = forms.Link()
    if faults := form.faults():
        return screens.show_again(page.at(), Trouble(tuple(faults.values())))
    try:
        admitted = invitations.exchange(form.text("secret"), _writer, _asked_from())
    except (errors.NoEntry, errors.TooOften) as no:
        return _not_let_in(no)
    return _let_in(admitted.scope, admitted.of, form)


@pages.post("/join/code")
def by_code() -> Response:
    """A short code: from now on this phone waits until somebody at the table lets it in."""
    form = forms.Code()
    if faults := form.faults():
        return screens.show_again(page.at(), Trouble.at(faults, form.typed()))
    try:
        invitations.try_code(form.text("short"), _asked_from(), _writer, form.text("player"), access.this_phone().id)
    except (errors.NoEntry, errors.TooOften) as no:
        return _not_let_in(no, form.typed())
    session[_TO] = invitations.game_of_code(form.text("short"))
    return screens.proceed(waiting.at())


@screen(pages, "/join/waiting")
def waiting(_visit: Visit) -> Page | Address:
    """A phone that typed a code, until somebody has decided; then the game."""
    waits = invitations.last_waiting(access.this_phone().id)
    if waits is None:
        return page.at()
    if waits.admitted:
        return _inside(_game_inside(waits.scope, waits.of, session.get(_TO, "")))
    return screens.page("join/waiting.html", refused=waits.admitted is False, name=waits.name)


def _writer() -> str:
    """This phone, which is known from now on."""
    return access.writer().id


def _asked_from() -> str:
    return request.remote_addr or ""


def _not_let_in(no: errors.RefereeError, typed: Mapping[str, str] | None = None) -> Response:
    frame.log_refusal(str(no))
    response = screens.show_again(page.at(), Trouble((str(no),), typed=typed or {}))
    response.status_code = no.status
    return response


def _let_in(scope: str, of: str, form: forms.Link) -> Response:
    """What follows on the scan: the seat that the code was made for, else the page behind the invitation."""
    if scope == EVENING:
        access.forget()
        return screens.proceed(screens.at("evenings.coming_page", evening=of))
    code, tag = _game_inside(scope, of, form.text("game")), form.tag()
    state = _playing(code)
    seat = small_number(form.text("seat"))
    if state is not None and seat is not None and seat in open_seats(state):
        return _take(code, seat, _for_seat(tag, seat))
    if state is not None and not access.my_seats(code):
        _sit_again(code, tag)
    return screens.proceed(_inside(code))


def _inside(code: str) -> Address:
    """Where an invitation leads: the game where this phone has a seat, else who somebody is, else the start page."""
    if not code:
        return screens.at("start.page")
    return who.at(code=code) if _playing(code) and not access.my_seats(code) else screens.at("game.now", code=code)


def _playing(code: str) -> GameState | None:
    """The game, where it is in progress and this phone may play in it."""
    if not code or access.this_phone().role(_club_of(code), code) < Role.PLAYER:
        return None
    state = games.game(code)
    return None if state.running is None else state


def _game_inside(scope: str, of: str, wanted: str) -> str:
    """The game that an invitation leads to; empty where it leads to a club with none or several in progress.

    ``wanted`` is the code of the game that the invitation was shown in.
    """
    access.forget()
    access.forget_held()
    code = normal_code(wanted) or (of if scope == GAME else "")
    club = _club_of(code)
    if scope == CLUB and club != of:
        code, club = "", of  # there is no such game, or it is another club's and the invitation says nothing about it
    if club:
        if scope != GAME:  # whoever is let into one game does not see its club
            club_here.choose(club)
        playing = games.of_tonight(games.games_in_progress(club=club))
        code = code or (playing[0].code if len(playing) == 1 else "")
    return code


def _sit_again(code: str, tag: WriteTag) -> None:
    """This computer has another address: the seats of the phone that this one was before are its own again.

    Whoever is invited may take them with a tap anyway. No other right of that phone comes with them.
    """
    held = access.held_here(code).others or {}
    before = ways.came_before({holder.phone for holder in held.values()})
    seats = [seat for seat, holder in held.items() if holder.phone == before]
    for seat in seats:
        holdings.claim(code, seat, _for_seat(tag, seat), over=True)
    if seats:
        access.forget_held()
        screens.tell(_hello(code))


def _for_seat(tag: WriteTag, seat: int) -> WriteTag:
    """Of the taking of a seat that follows on another write."""
    return dataclasses.replace(tag, id=f"{tag.id[:57]}-{seat}")


def _held(code: str) -> Holdings:
    """Who holds the seats of a game. What was left behind at another address holds none that one must ask about."""
    held = access.held_here(code)
    others = {seat: holder for seat, holder in (held.others or {}).items() if not ways.is_left_behind(holder.phone)}
    return dataclasses.replace(held, others=others)


def _club_of(code: str) -> str:
    """The club of a game; empty where there is none with this code."""
    try:
        return game_place(code).club.id if code else ""
    except errors.RefereeError:
        return ""


@screen(pages, "/g/<code>/who")
def who(visit: Visit) -> Page:
    """Which seats are this phone's: the first page behind an invitation."""
    players = games.remembered_players(club=game_place(visit.code).club.id)
    typed = visit.trouble.typed.get("player", "")
    view = who_view(visit.code, visit.state, _held(visit.code), players, typed)
    return screens.page("join/who.html", view=view)


@pages.post("/g/<code>/who/seat")
def seat(code: str) -> Response:
    """Take a seat. One that is on a phone in use is asked about once."""
    form = forms.Seat()
    if faults := form.faults():
        return screens.show_again(who.at(code=code), Trouble.at(faults))
    return _take(code, form.whole("seat"), form.tag(), form.yes)


def _take(code: str, seat: int, tag: WriteTag, over: bool = False) -> Response:
    """This phone takes a seat, or is asked whether it should; ``over``: it said yes."""
    claimed = holdings.claim(code, seat, tag, over, ways.is_left_behind)
    access.forget_held()
    if isinstance(claimed, HeldBy):
        player = games.game(code).name(claimed.seat)
        question = taken_already(player, claimed.phone_name, claimed.seen_at)
        again = Again(url_for("join.seat", code=code), (("seat", str(claimed.seat)),), str(Seen(0)))
        keys = Keys(_("No, leave it"), _("Yes, use this phone"))
        return asked_back([question], keys, again, who.at(code=code).url)
    return screens.proceed(screens.at("game.now", code=code), say=_hello(code))


@pages.post("/g/<code>/who/leave")
def leave(code: str) -> Response:
    """Leave a seat, or know that another phone took it."""
    form = forms.Seat()
    if faults := form.faults():
        return screens.show_again(who.at(code=code), Trouble.at(faults))
    holdings.leave(code, form.whole("seat"), form.tag())
    access.forget_held()
    return screens.proceed(who.at(code=code))


@pages.post("/g/<code>/who/guest")
def guest(code: str) -> Response:
    """Somebody new joins the game, and this phone is theirs."""
    form = forms.Guest()
    return write(form, form.command, who.at(code=code), lambda done: _seated(done, form.tag()), "")


def _seated(done: Done, tag: WriteTag) -> Address:
    """The page after somebody joined: this phone takes their seat, by an id that follows from that of the joining."""
    new = next((event.seat for event in done.events if isinstance(event, SeatAdded | SeatReturned)), None)
    if new is not None:
        holdings.claim(done.code, new, dataclasses.replace(tag, id=f"{tag.id[:58]}-seat"))
        access.forget_held()
        screens.tell(_hello(done.code))
    return screens.at("game.now", code=done.code)


def _hello(code: str) -> str:
    return _("You are %(names)s. Not right? Tap Table.", names=listed(access.held_here(code).names))
