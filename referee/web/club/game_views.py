"""To whom a game belongs: its season, who sat in for whom, and how it is removed."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from referee.services import clubs, games
from referee.services import seasons as season_services
from referee.services.game_places import game_place
from referee.storage.clubs import KEPT_DAYS
from referee.web import frame, words
from referee.web.club.bar import CLUB, club_bar
from referee.web.club.game_page import game_club
from referee.web.club.writing import Then, ask_twice, change, then, then_gone
from referee.web.season import forms
from referee.web.writing import Shown

pages = Blueprint("club_game", __name__)


@pages.get("/g/<code>/club")
def page(code: str) -> Response:
    state, place = games.game(code), game_place(code)
    club = place.club
    seasons, players = season_services.seasons(club.id), season_services.players(club.id)
    view = game_club(code, state, club, place.season, seasons, players, place.sat, frame.trouble(), frame.asked("of"))
    return frame.page("club/game.html", view=view)


def _shown(code: str, of: str = "") -> Shown:
    """``of``: which of its forms is answered, by the id of its field."""
    return "club_game.page", {"code": code, "of": of}


@pages.post("/g/<code>/club/season")
def season(code: str) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.set_season(code, form.text("choice") or None, frame.phone(), form.text("before"))
        return then("club_game.page", "The standings follow.", code=code)

    return change(form, do, _shown(code))


@pages.post("/g/<code>/club/seats/<int:seat>/player")
def player(code: str, seat: int) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.link_seat(code, seat, form.text("choice"), frame.phone())
        return then("club_game.page", "The seat is that player's, and the standings follow.", code=code)

    return change(form, do, _shown(code, f"player-{seat}"))


@pages.post("/g/<code>/club/seats/<int:seat>/absent")
def absent(code: str, seat: int) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.mark_substitute(code, seat, form.text("choice") or None, frame.phone())
        return then("club_game.page", "It is noted who sat in for whom.", code=code)

    return change(form, do, _shown(code, f"absent-{seat}"))


@pages.get("/g/<code>/club/remove")
def remove(code: str) -> Response:
    state, place = games.game(code), game_place(code)
    sentences = (
        f"{state.book.name} of {words.day(state.opened_at)} leaves every list, table and page.",
        f"For {KEPT_DAYS} days it can be brought back from the club's page.",
    )
    bar, back = club_bar(place.club, CLUB), url_for(".page", code=code)
    return ask_twice(bar, "Remove this game?", sentences, "Yes, remove this game", back)


@pages.post("/g/<code>/club/remove")
def removed(code: str) -> Response:
    def do() -> Then:
        club = game_place(code).club
        clubs.remove_game(code, frame.phone())
        return then_gone("The game is removed.", club.id)

    return change(forms.Sure(), do, ("club_game.remove", {"code": code}))
