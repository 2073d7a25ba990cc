"""A club: its seasons and records, other clubs, what was removed; and to whom of its people a game belongs."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from referee.services import clubs, games, removal, seasons
from referee.services.game_places import game_place
from referee.services.season_views import ClubView
from referee.storage.clubs import KEPT_DAYS
from referee.web import frame, words
from referee.web.club import forms
from referee.web.club.bar import CLUB, club_bar
from referee.web.club.here import all_clubs, choose, here, known
from referee.web.club.page import club_page, game_club, records_page
from referee.web.club.writing import Then, ask_twice, change, then, then_gone
from referee.web.forms import Write
from referee.web.writing import Shown

pages = Blueprint("club", __name__)


@pages.get("/clubs")
def mine() -> Response:
    """The page of this phone's club."""
    return _page(here())


@pages.get("/clubs/<club>")
def page(club: str) -> Response:
    return _page(known(club))


def _page(club: ClubView) -> Response:
    view = club_page(
        club,
        seasons.seasons(club.id),
        all_clubs(),
        seasons.clubs(removed=True),
        removal.removed(club.id),
        here().id,
        frame.trouble().typed.get("name", club.name),
    )
    return frame.page("club/page.html", view=view)


@pages.get("/clubs/<club>/records")
def records(club: str) -> Response:
    return frame.page("club/records.html", view=records_page(seasons.club_page(club)))


@pages.post("/clubs/<club>/choose")
def chosen(club: str) -> Response:
    def do() -> Then:
        say = f"This phone is at {known(club).name} now: new games and the standings are those of this club."
        return then("club.page", say, club=club)

    return change(Write(), do, ("club.page", {"club": club}), lambda _: choose(club))


@pages.post("/clubs/<club>/rename")
def rename(club: str) -> Response:
    form = forms.Name()

    def do() -> Then:
        renamed = clubs.rename_club(club, form.text("name"), frame.phone(), form.text("before"))
        return then("club.page", f"The club is called {renamed.name}.", club=club)

    return change(form, do, ("club.page", {"club": club}))


@pages.get("/clubs/new")
def new() -> Response:
    return frame.page("club/new.html", bar=club_bar(here(), CLUB))


@pages.post("/clubs/new")
def make() -> Response:
    form = forms.Name()

    def do() -> Then:
        made = clubs.make_club(form.text("name"), frame.phone())
        return then("club.page", f"{made.name} is made, and this phone is at it.", club=made.id)

    return change(form, do, ("club.new", {}), lambda made: choose(made.values["club"]))


@pages.get("/clubs/<club>/remove")
def remove(club: str) -> Response:
    found = known(club)
    sentences = (
        "Its seasons, players and games leave every list.",
        f"For {KEPT_DAYS} days it can be brought back from another club's page; then it is gone for good.",
    )
    tick = f"Yes, remove {found.name} with everything in it"
    return ask_twice(club_bar(found, CLUB), f"Remove {found.name}?", sentences, tick, url_for(".page", club=club))


@pages.post("/clubs/<club>/remove")
def removed(club: str) -> Response:
    def do() -> Then:
        clubs.remove_club(club, frame.phone())
        return then_gone("The club is removed.", here().id)

    return change(forms.Sure(), do, ("club.remove", {"club": club}))


@pages.post("/clubs/<club>/bring-back/<kind>/<id_>")
def bring_back(club: str, kind: str, id_: str) -> Response:
    """Something removed is there again."""
    if kind not in ("season", "game", "player", "club"):
        abort(404)

    def do() -> Then:
        removal.bring_back(club, kind, id_, frame.phone())
        if kind == "game":
            return then("game.now", "The game is back.", code=id_)
        return then("club.page", f"The {kind} is back.", club=club)

    return change(Write(), do, ("club.page", {"club": club}))


@pages.get("/g/<code>/club")
def game(code: str) -> Response:
    state, place = games.game(code), game_place(code)
    club = place.club
    offered, players = seasons.seasons(club.id), seasons.players(club.id)
    view = game_club(code, state, club, place.season, offered, players, place.sat, frame.trouble(), frame.asked("of"))
    return frame.page("club/game.html", view=view)


def _game(code: str, of: str = "") -> Shown:
    """``of``: which of its forms is answered, by the id of its field."""
    return "club.game", {"code": code, "of": of}


@pages.post("/g/<code>/club/season")
def game_season(code: str) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.set_season(code, form.text("choice") or None, frame.phone(), form.text("before"))
        return then("club.game", "The standings follow.", code=code)

    return change(form, do, _game(code))


@pages.post("/g/<code>/club/seats/<int:seat>/player")
def seat_player(code: str, seat: int) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.link_seat(code, seat, form.text("choice"), frame.phone())
        return then("club.game", "The seat is that player's, and the standings follow.", code=code)

    return change(form, do, _game(code, f"player-{seat}"))


@pages.post("/g/<code>/club/seats/<int:seat>/absent")
def seat_absent(code: str, seat: int) -> Response:
    form = forms.Choice()

    def do() -> Then:
        clubs.mark_substitute(code, seat, form.text("choice") or None, frame.phone())
        return then("club.game", "It is noted who sat in for whom.", code=code)

    return change(form, do, _game(code, f"absent-{seat}"))


@pages.get("/g/<code>/club/remove")
def remove_game(code: str) -> Response:
    state, place = games.game(code), game_place(code)
    sentences = (
        f"{state.book.name} of {words.day(state.opened_at)} leaves every list, table and page.",
        f"For {KEPT_DAYS} days it can be brought back from the club's page.",
    )
    bar, back = club_bar(place.club, CLUB), url_for(".game", code=code)
    return ask_twice(bar, "Remove this game?", sentences, "Yes, remove this game", back)


@pages.post("/g/<code>/club/remove")
def game_removed(code: str) -> Response:
    def do() -> Then:
        club = game_place(code).club
        clubs.remove_game(code, frame.phone())
        return then_gone("The game is removed.", club.id)

    return change(forms.Sure(), do, ("club.remove_game", {"code": code}))
