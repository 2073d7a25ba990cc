"""The standings of a season, and how a season is made, changed and removed."""

from __future__ import annotations

from functools import partial

from flask import Blueprint
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.days import now
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs import clubs, seasons
from referee.services.clubs.season_views import SeasonPage, SeasonView
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_fields import Sure
from referee.web.parts.club_writing import Confirm, Made, change, gone, made
from referee.web.parts.narrowing import narrowing
from referee.web.season.forms import Season, filled
from referee.web.season.page import SeasonFormPage, all_time_page, outside, season_view
from referee.web.shell import access, screens, words
from referee.web.shell.club_here import here, visible_club
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("season", __name__)


@screen(pages, "/standings", "/clubs/<club>/standings")
def page(visit: Visit, club: str = "") -> Page:
    """The table of a club (without a name that of this phone): of the season that is on, or of the last one."""
    shown = visible_club(club) if club else here()
    if current := seasons.current_page(shown.id):
        return _shown(current, visit)
    return _all_time(shown.id, visit)


@screen(pages, "/clubs/<club>/all-time")
def all_time(visit: Visit, club: str) -> Page:
    return _all_time(visible_club(club).id, visit)


def _all_time(club: str, visit: Visit) -> Page:
    only = narrowing(visit)
    view = all_time_page(seasons.all_time(club, only), only, access.players_here())
    return screens.page("season/all_time.html", view=view)


@screen(pages, "/seasons/<season>")
def standings(visit: Visit, season: str) -> Page:
    return _shown(seasons.season_page(season), visit)


def _shown(season: SeasonPage, visit: Visit) -> Page:
    return screens.page("season/page.html", view=season_view(season, visit.value("sort"), access.players_here()))


def _loose_games(club: str) -> int:
    """Finished games that belong to no season."""
    finished, _ = seasons.games_of_club(club)
    return sum(game.season is None for game in finished)


def _form(season: SeasonView | None, trouble: Trouble) -> Season:
    """With what was typed, where the form is shown again."""
    return Season(MultiDict(trouble.typed) if trouble.typed else None, data=filled(season, now()))


@screen(pages, "/clubs/<club>/seasons/new")
def new(visit: Visit, club: str) -> Page:
    bar = ClubBar(visible_club(club))
    view = SeasonFormPage(bar, None, _form(None, visit.trouble), _loose_games(club))
    return screens.page("season/form.html", view=view)


@pages.post("/clubs/<club>/seasons/new")
def make(club: str) -> Response:
    form = Season()

    def do() -> Made:
        season = clubs.make_season(club, form.season(), bool(form.take_in.data))
        made_of = {"season": season.name}
        say = (
            ngettext(
                "Created %(season)s with %(num)s earlier game.",
                "Created %(season)s with %(num)s earlier games.",
                season.games,
                **made_of,
            )
            if season.games
            else _("Created %(season)s.", **made_of)
        )
        return made(say, season=season.id)

    return change(form, do, new.at(club=club), standings.at)


@screen(pages, "/seasons/<season>/change")
def edit(visit: Visit, season: str) -> Page:
    club, shown = seasons.season_of(season)
    form = _form(shown, visit.trouble)
    days = form.days or (shown.starts, shown.ends)
    sentence = outside(seasons.days_outside(season, *days))
    asks = bool(sentence) and days != (shown.starts, shown.ends)
    view = SeasonFormPage(ClubBar(club), shown, form, _loose_games(club.id), sentence, asks)
    return screens.page("season/form.html", view=view)


@pages.post("/seasons/<season>/change")
def changed(season: str) -> Response:
    form = Season()

    def do() -> Made:
        before = seasons.season_of(season)[1]
        now = clubs.change_season(
            season, form.season(), form.text("before"), form.text("outside"), bool(form.take_in.data)
        )
        if now.digest == form.text("before") and now.games == before.games:
            return made(str(words.NOTHING_CHANGED), season=season)
        return made(_changed(before, now), season=season)

    return change(form, do, edit.at(season=season), standings.at)


def _changed(before: SeasonView, now: SeasonView) -> str:
    """What a change says: also how many games count in the season from now on, where others do."""
    if before.games == now.games:
        return _("Saved %(season)s and updated its table.", season=now.name)
    return ngettext(
        "Saved %(season)s. It now has %(num)s game, %(before)s before.",
        "Saved %(season)s. It now has %(num)s games, %(before)s before.",
        now.games,
        season=now.name,
        before=before.games,
    )


@screen(pages, "/seasons/<season>/remove")
def remove(_visit: Visit, season: str) -> Page:
    club, shown = seasons.season_of(season)
    sentences = (
        _(
            "The season’s table is deleted. Its games (%(games)s) stay and still count on the players’ pages.",
            games=shown.games,
        ),
        _("You can bring it back with its games from the club’s page for %(days)s days.", days=KEPT_DAYS),
    )
    bar, back = ClubBar(club), edit.at(season=season).url
    return Confirm(bar, _("Remove %(season)s?", season=shown.name), sentences, _("Yes, remove this season"), back).page


@pages.post("/seasons/<season>/remove")
def removed(season: str) -> Response:
    def do() -> Made:
        club, season_now = seasons.season_of(season)
        clubs.remove_season(season)
        return gone(_("Removed %(season)s.", season=season_now.name), club.id)

    return change(Sure(), do, remove.at(season=season), partial(screens.at, "club.page"))
