"""The standings of a season, and how a season is made, changed and removed."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee import errors
from referee.days import now, today
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs import clubs, season_ends, seasons
from referee.services.clubs.season_views import SeasonPage, SeasonView
from referee.services.clubs.seasons import SILENT_DAYS
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.parts import pen, poster
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_fields import Sure
from referee.web.parts.club_writing import Confirm, Made, change, gone, made
from referee.web.parts.narrowing import narrowing
from referee.web.parts.pages import asked_part
from referee.web.season.ends import Close, close_page
from referee.web.season.forms import Season, filled
from referee.web.season.page import SeasonFormPage, all_time_page, outside, season_view
from referee.web.season.picture import picture
from referee.web.shell import access, screens, words
from referee.web.shell.club_here import here, visible_club
from referee.web.shell.forms import Write
from referee.web.shell.frame import Trouble, go
from referee.web.shell.screens import Address, Page, Visit, screen

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
    view = season_view(season, visit.value("sort"), access.players_here(), asked_part(visit))
    return screens.page("season/page.html", view=view)


def _loose_games(club: str) -> int:
    """Finished games that belong to no season."""
    return seasons.loose_games(club)


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


@screen(pages, "/seasons/<season>/close")
def close(visit: Visit, season: str) -> Page | Address:
    """What closing it would close; for one that is over already, its table."""
    end = season_ends.ending(season)
    if end.over:
        return standings.at(season=season)
    typed = visit.trouble.typed
    form = Close(MultiDict(typed) if typed else None)
    return screens.page("season/close.html", view=close_page(end, form, access.players_here()))


@pages.post("/seasons/<season>/close")
def closed(season: str) -> Response:
    form = Close()

    def do() -> Made:
        shown, done = season_ends.close(season, form.text("shown"), form.text("playing"))
        say = (
            _("Closed %(season)s.", season=shown.name) if done else _("%(season)s is over already.", season=shown.name)
        )
        return made(say, season=season)

    return change(form, do, close.at(season=season), standings.at)


@pages.post("/seasons/<season>/open-again")
def opened_again(season: str) -> Response:
    def do() -> Made:
        shown, done = season_ends.open_again(season)
        if not done:
            return made(_("%(season)s isn’t closed.", season=shown.name), season=season)
        if shown.over(today()):
            say = _(
                "Opened %(season)s again. By its dates or its number of games it is over all the same.",
                season=shown.name,
            )
            return made(say, season=season)
        return made(_("Opened %(season)s again.", season=shown.name), season=season)

    return change(Write(), do, standings.at(season=season), standings.at)


@pages.post("/seasons/<season>/goes-on")
def gone_on(season: str) -> Response:
    def do() -> Made:
        shown = season_ends.go_on(season)
        say = _(
            "%(season)s goes on. You will be asked again after %(days)s days without a game.",
            season=shown.name,
            days=SILENT_DAYS,
        )
        return made(say, season=season)

    return change(Write(), do, standings.at(season=season), standings.at)


@screen(pages, "/seasons/<season>/picture")
def picture_page(_visit: Visit, season: str) -> Page | Address:
    """The picture to look at, to save and to send; the table where there is none yet."""
    page = seasons.season_page(season)
    view = picture(page)
    if view is None:
        return standings.at(season=season)
    kind = "png" if pen.can_draw(view.drawing) else "svg"
    return screens.page("season/picture.html", view=view, season=page.season, kind=kind)


@pages.get("/seasons/<season>/picture.png")
def picture_png(season: str) -> Response:
    """As chats and galleries take it; the drawing where a name has letters that no font here has."""
    view = _picture(season)
    if not pen.can_draw(view.drawing):
        return go(url_for("season.picture_svg", season=season))
    return poster.as_png(view.drawing, f"season-{season}")


@pages.get("/seasons/<season>/picture.svg")
def picture_svg(season: str) -> Response:
    return poster.as_svg(_picture(season), f"season-{season}")


def _picture(season: str) -> poster.Picture:
    view = picture(seasons.season_page(season))
    if view is None:
        raise errors.UnknownSeason
    return view
