"""The standings of a season, and how a season is made, changed and removed."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.services import clubs, games, seasons
from referee.services.season_views import ClubView, SeasonView
from referee.storage.clubs import KEPT_DAYS
from referee.web import frame, words
from referee.web.club.bar import STANDINGS, club_bar
from referee.web.club.forms import Sure
from referee.web.club.here import here, known
from referee.web.club.writing import Then, ask_twice, then, then_gone
from referee.web.club.writing import change as change_club
from referee.web.season.forms import Season, filled
from referee.web.season.page import SeasonFormPage, no_season, season_view

pages = Blueprint("season", __name__)


@pages.get("/standings")
def page() -> Response:
    """The table of this phone's club: of the season that is on, or of the one that was last."""
    return _of_club(here())


@pages.get("/clubs/<club>/standings")
def of_club(club: str) -> Response:
    return _of_club(known(club))


@pages.get("/seasons/<season>")
def one(season: str) -> Response:
    return frame.page("season/page.html", view=season_view(seasons.season_page(season)))


def _of_club(club: ClubView) -> Response:
    if found := seasons.current_page(club.id):
        return frame.page("season/page.html", view=season_view(found))
    finished, _ = seasons.games_of_club(club.id)
    return frame.page("season/none.html", view=no_season(club, finished))


@pages.get("/clubs/<club>/seasons/new")
def new(club: str) -> Response:
    bar = club_bar(known(club), STANDINGS)
    finished, _ = seasons.games_of_club(club)
    loose = sum(game.season is None for game in finished)
    return frame.page("season/form.html", view=SeasonFormPage(bar, None, _form(None), loose))


@pages.post("/clubs/<club>/seasons/new")
def make(club: str) -> Response:
    form = Season()

    def do() -> Then:
        take_in = bool(form.take_in.data)
        made = clubs.make_season(club, form.season(), frame.phone(), take_in)
        more = f" with {words.count_of(made.games, 'game')} of before" if made.games else ""
        return then("season.one", f"{made.name} is made{more}.", season=made.id)

    return change_club(form, do, ("season.new", {"club": club}))


@pages.get("/seasons/<season>/change")
def change(season: str) -> Response:
    club, found = seasons.season_of(season)
    view = SeasonFormPage(club_bar(club, STANDINGS), found, _form(found))
    return frame.page("season/form.html", view=view)


def _form(season: SeasonView | None) -> Season:
    """With what was typed, where the form is shown again."""
    typed = frame.trouble().typed
    return Season(MultiDict(typed) if typed else None, data=filled(season, games.now()))


@pages.post("/seasons/<season>/change")
def changed(season: str) -> Response:
    form = Season()

    def do() -> Then:
        made = clubs.change_season(season, form.season(), frame.phone(), form.text("before"))
        return then("season.one", f"{made.name} is changed, and its table follows.", season=season)

    return change_club(form, do, ("season.change", {"season": season}))


@pages.get("/seasons/<season>/remove")
def remove(season: str) -> Response:
    club, found = seasons.season_of(season)
    sentences = (
        f"Its table goes. Its games ({found.games}) stay, and everybody's pages still count them.",
        f"For {KEPT_DAYS} days it can be brought back from the club's page, with its games.",
    )
    bar, back = club_bar(club, STANDINGS), url_for(".change", season=season)
    return ask_twice(bar, f"Remove {found.name}?", sentences, "Yes, remove this season", back)


@pages.post("/seasons/<season>/remove")
def removed(season: str) -> Response:
    def do() -> Then:
        club, found = seasons.season_of(season)
        clubs.remove_season(season, frame.phone())
        return then_gone(f"{found.name} is removed.", club.id)

    return change_club(Sure(), do, ("season.remove", {"season": season}))
