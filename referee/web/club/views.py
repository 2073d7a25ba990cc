"""A club: its seasons and records, other clubs, what was removed."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from referee.services import clubs as club_services
from referee.services import removal, seasons
from referee.services.season_views import ClubView
from referee.storage.clubs import KEPT_DAYS
from referee.web import frame
from referee.web.club.bar import CLUB, club_bar
from referee.web.club.here import choose, clubs, here, known
from referee.web.club.page import club_page, records_page
from referee.web.club.writing import Then, ask_twice, change, then, then_gone
from referee.web.season import forms

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
        clubs(),
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
    form = forms.Name()

    def do() -> Then:
        say = f"This phone is at {known(club).name} now: new games and the standings are those of this club."
        return then("club.page", say, club=club)

    return change(form, do, ("club.page", {"club": club}), lambda _: choose(club))


@pages.post("/clubs/<club>/rename")
def rename(club: str) -> Response:
    form = forms.Name()

    def do() -> Then:
        renamed = club_services.rename_club(club, form.text("name"), frame.phone(), form.text("before"))
        return then("club.page", f"The club is called {renamed.name}.", club=club)

    return change(form, do, ("club.page", {"club": club}))


@pages.get("/clubs/new")
def new() -> Response:
    return frame.page("club/new.html", bar=club_bar(here(), CLUB))


@pages.post("/clubs/new")
def make() -> Response:
    form = forms.Name()

    def do() -> Then:
        made = club_services.make_club(form.text("name"), frame.phone())
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
        club_services.remove_club(club, frame.phone())
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

    return change(forms.Name(), do, ("club.page", {"club": club}))
