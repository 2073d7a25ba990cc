"""A club: its seasons and records, other clubs, what was removed; and to whom of its people a game belongs."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.messages import gettext as _
from referee.services.clubs import clubs, evenings, money, removal, seasons
from referee.services.clubs.game_places import game_place
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.club.page import club_page, game_club, records_page
from referee.web.parts import club_fields
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_writing import Confirm, Made, change, gone, made
from referee.web.parts.narrowing import narrowing
from referee.web.parts.pages import asked_part
from referee.web.shell import access, screens, words
from referee.web.shell.club_here import choose, here, visible_club
from referee.web.shell.forms import Write
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("club", __name__)


@screen(pages, "/clubs", "/clubs/<club>")
def page(visit: Visit, club: str = "") -> Page:
    """A club; without a name that of this phone."""
    at_home = here()
    shown = visible_club(club) if club else at_home
    view = club_page(
        shown,
        seasons.seasons(shown.id),
        access.visible_clubs(),
        seasons.clubs(removed=True),
        removal.removed(shown.id),
        at_home.id,
        visit.trouble.typed.get("name", shown.name),
        has_money=money.plays(shown.id),
        part=asked_part(visit),
    )
    return screens.page("club/page.html", view=view)


@screen(pages, "/clubs/<club>/records")
def records(visit: Visit, club: str) -> Page:
    only = narrowing(visit)
    return screens.page("club/records.html", view=records_page(seasons.club_page(club, only), only))


def _from_now_on_at(club: str) -> Address:
    choose(club)
    return page.at(club=club)


@pages.post("/clubs/<club>/choose")
def chosen(club: str) -> Response:
    def do() -> Made:
        say = _(
            "This phone now uses %(club)s: new games count there, and you see its standings.",
            club=visible_club(club).name,
        )
        return made(say, club=club)

    return change(Write(), do, page.at(club=club), _from_now_on_at)


@pages.post("/clubs/<club>/rename")
def rename(club: str) -> Response:
    form = club_fields.Name()

    def do() -> Made:
        renamed = clubs.rename_club(club, form.text("name"), form.text("before"))
        if renamed.name == form.text("before"):
            return made(str(words.NOTHING_CHANGED), club=club)
        return made(_("Renamed the club to %(club)s.", club=renamed.name), club=club)

    return change(form, do, page.at(club=club), page.at)


@screen(pages, "/clubs/new")
def new(_visit: Visit) -> Page:
    return screens.page("club/new.html", bar=ClubBar(here()))


@pages.post("/clubs/new")
def make() -> Response:
    form = club_fields.Name()

    def do() -> Made:
        club = clubs.make_club(form.text("name"))
        return made(_("Created %(club)s. This phone now uses it.", club=club.name), club=club.id)

    return change(form, do, new.at(), _from_now_on_at)


@screen(pages, "/clubs/<club>/remove")
def remove(_visit: Visit, club: str) -> Page:
    shown = visible_club(club)
    sentences = (
        _("Its seasons, players and games disappear from every list."),
        _(
            "You can bring it back from another club’s page for %(days)s days; then it is deleted forever.",
            days=KEPT_DAYS,
        ),
    )
    tick = _("Yes, remove %(shown)s and everything in it", shown=shown.name)
    return Confirm(
        ClubBar(shown), _("Remove %(shown)s?", shown=shown.name), sentences, tick, page.at(club=club).url
    ).page


@pages.post("/clubs/<club>/remove")
def removed(club: str) -> Response:
    def do() -> Made:
        clubs.remove_club(club)
        return gone(_("Club removed."), here().id)

    return change(club_fields.Sure(), do, remove.at(club=club), page.at)


@pages.post("/clubs/<club>/bring-back/<kind>/<id_>")
def bring_back(club: str, kind: str, id_: str) -> Response:
    """Something removed is there again."""
    if kind not in ("season", "game", "player", "evening", "notebook", "club"):
        abort(404)

    def do() -> Made:
        removal.bring_back(club, kind, id_)
        return (
            made(_("Game restored."), code=id_)
            if kind == "game"
            else made(_("The file’s games are back."), club=club)
            if kind == "notebook"
            else made(_("The %(kind)s is back.", kind=kind), club=club)
        )

    return change(Write(), do, page.at(club=club), partial(screens.at, "game.now") if kind == "game" else page.at)


@screen(pages, "/g/<code>/club")
def game(visit: Visit) -> Page:
    """``of``: which of its forms was refused, by the id of its field."""
    place = game_place(visit.code)
    offered, players = seasons.seasons(place.club.id), seasons.players(place.club.id)
    possible = evenings.possible_for(place.club.id, visit.state.day)
    of = evenings.of_game(visit.code)
    view = game_club(visit.code, visit.state, place, offered, players, visit.trouble, visit.value("of"), possible, of)
    return screens.page("club/game.html", view=view)


@pages.post("/g/<code>/club/season")
def game_season(code: str) -> Response:
    form = club_fields.Choice()

    def do() -> Made:
        clubs.set_season(code, form.text("choice") or None, form.text("before"))
        return made(_("The standings are updated."), code=code)

    return change(form, do, game.at(code=code), game.at)


@pages.post("/g/<code>/club/evening")
def game_evening(code: str) -> Response:
    form = club_fields.Choice()

    def do() -> Made:
        evenings.put_game(code, form.text("choice") or None)
        return made(_("Saved the evening."), code=code)

    return change(form, do, game.at(code=code), game.at)


@pages.post("/g/<code>/club/seats/<int:seat>/player")
def seat_player(code: str, seat: int) -> Response:
    form = club_fields.Choice()

    def do() -> Made:
        clubs.link_seat(code, seat, form.text("choice"))
        return made(_("The seat now belongs to that player, and the standings are updated."), code=code)

    return change(form, do, game.at(code=code, of=f"player-{seat}"), game.at)


@pages.post("/g/<code>/club/seats/<int:seat>/absent")
def seat_absent(code: str, seat: int) -> Response:
    form = club_fields.Choice()

    def do() -> Made:
        clubs.mark_substitute(code, seat, form.text("choice") or None)
        return made(_("Saved the substitutes."), code=code)

    return change(form, do, game.at(code=code, of=f"absent-{seat}"), game.at)


@screen(pages, "/g/<code>/club/remove")
def remove_game(visit: Visit) -> Page:
    state, place = visit.state, game_place(visit.code)
    sentences = (
        _(
            "%(book)s of %(day)s disappears from every list, table and page.",
            book=state.book.name,
            day=words.day(state.day),
        ),
        _("You can bring it back from the club’s page for %(days)s days.", days=KEPT_DAYS),
    )
    bar, back = ClubBar(place.club), game.at(code=visit.code).url
    return Confirm(bar, _("Remove this game?"), sentences, _("Yes, remove this game"), back).page


@pages.post("/g/<code>/club/remove")
def game_removed(code: str) -> Response:
    def do() -> Made:
        club = game_place(code).club
        clubs.remove_game(code)
        return gone(_("Game removed."), club.id)

    return change(club_fields.Sure(), do, remove_game.at(code=code), page.at)
