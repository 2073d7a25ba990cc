"""The standings of a season."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import season_services, services
from referee.season_views import ClubView, SeasonView
from referee.web import frame
from referee.web.contexts.season import no_season, season_view
from referee.web.views.club_here import here, known

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
    return _show(season)


def _of_club(club: ClubView) -> Response:
    seasons = season_services.seasons(club.id)
    if current := current_season(seasons):
        return _show(current.id)
    games, _ = season_services.games_of_club(club.id)
    return frame.page("season/none.html", view=no_season(club, games))


def _show(season: str) -> Response:
    found = season_services.season_page(season)
    return frame.page("season/page.html", view=season_view(found, season_services.seasons(found.club.id)))


def current_season(seasons: tuple[SeasonView, ...]) -> SeasonView | None:
    """The latest season that is on today; where none is, the latest that began; where none has, the next."""
    today = services.now()[:10]
    begun = [season for season in seasons if season.starts <= today]
    on = [season for season in begun if season.ends is None or season.ends >= today]
    return next(iter((*on, *begun, *reversed(seasons))), None)
