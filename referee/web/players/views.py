"""The players of a club: a page for each, head to head, names, doubles and guests."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import gettext as _
from referee.services.clubs import clubs, money, removal, seasons
from referee.services.games import games
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_fields import Name, Sure
from referee.web.parts.club_writing import Confirm, Made, change, gone, made
from referee.web.parts.narrowing import narrowing
from referee.web.parts.pages import asked_part
from referee.web.players.forms import Guest, Merge, Newcomers
from referee.web.players.last_race import last_race
from referee.web.players.page import (
    change_player,
    merge_sentences,
    one_player,
    open_money,
    players_page,
    taking_out_sentences,
    versus,
)
from referee.web.players.rating import rating_page
from referee.web.shell import frame, screens, words
from referee.web.shell.club_here import visible_club
from referee.web.shell.live import of_clubs
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("players", __name__)


@screen(pages, "/clubs/<club>/players")
def page(visit: Visit, club: str) -> Page:
    view = players_page(visible_club(club), seasons.players(club), visit.trouble.typed.get("names", ""))
    return screens.page("players/page.html", view=view)


@pages.post("/clubs/<club>/players")
def add(club: str) -> Response:
    form = Newcomers()

    def do() -> Made:
        new = clubs.add_players(club, form.names.data or "")
        if not new:
            return made(_("The club knows all of them already."), club=club)
        return made(_("Added %(names)s.", names=words.listing(new)), club=club)

    return change(form, do, page.at(club=club), page.at)


@screen(pages, "/players/<player>")
def profile(visit: Visit, player: str) -> Page:
    only = narrowing(visit)
    shown = seasons.player_page(player, only)
    view = one_player(shown, only, asked_part(visit) if visit.value("games") == "all" else 0)
    if shown.seat is None:
        return screens.page("players/profile.html", view=view)
    code, seat = shown.seat
    state = games.game(code)
    live = of_clubs([shown.club], code if state.running else "", state.number)
    return screens.page("players/profile.html", view=view, race=last_race(code, state, seat, shown.names), live=live)


@screen(pages, "/players/<player>/rating")
def rating(visit: Visit, player: str) -> Page:
    return screens.page("players/rating.html", view=rating_page(seasons.rating_page(player), asked_part(visit)))


@pages.get("/players/<player>/against")
def choose(player: str) -> Response:
    """Where the form leads: to the page of the two."""
    other = request.args.get("other", "")
    return frame.go((against.at(player=player, other=other) if other else profile.at(player=player)).url)


@screen(pages, "/players/<player>/against/<other>")
def against(visit: Visit, player: str, other: str) -> Page:
    only = narrowing(visit)
    return screens.page(
        "players/versus.html", view=versus(seasons.head_to_head(player, other, only), only, asked_part(visit))
    )


@screen(pages, "/players/<player>/change")
def edit(visit: Visit, player: str) -> Page:
    among = seasons.player_among(player)
    if among.player.removed:
        raise errors.UnknownPlayer
    view = change_player(among, visit.trouble.typed.get("name", among.player.name))
    return screens.page("players/change.html", view=view)


@screen(pages, "/players/<player>/remove")
def remove(_visit: Visit, player: str) -> Page:
    leaving = removal.taking_out(player)
    name, club = leaving.player.name, leaving.player.club
    sentences = (*open_money(name, money.balance_of(club, leaving.player.id)), *taking_out_sentences(leaving))
    bar, back = ClubBar(visible_club(club)), edit.at(player=player).url
    heading, tick = _("Remove %(name)s from the club?", name=name), _("Yes, remove %(name)s", name=name)
    return Confirm(bar, heading, sentences, tick, back, _("Remove them")).page


@pages.post("/players/<player>/remove")
def removed(player: str) -> Response:
    def do() -> Made:
        leaving = removal.taking_out(player).player
        removal.remove_player(player)
        return gone(_("Removed %(name)s.", name=leaving.name), leaving.club)

    return change(Sure(), do, remove.at(player=player), partial(screens.at, "club.page"))


@pages.post("/players/<player>/rename")
def rename(player: str) -> Response:
    form = Name()

    def do() -> Made:
        renamed = clubs.rename_player(player, form.text("name"), form.text("before"))
        if renamed.name == form.text("before"):
            return made(str(words.NOTHING_CHANGED), player=player)
        return made(_("Renamed the player to %(name)s.", name=renamed.name), player=player)

    return change(form, do, edit.at(player=player), profile.at)


@pages.post("/players/<player>/guest")
def guest(player: str) -> Response:
    form = Guest()

    def do() -> Made:
        marked = clubs.mark_guest(player, form.is_guest)
        say = (
            _("%(name)s is a guest now, and not in the tables.", name=marked.name)
            if marked.guest
            else _("%(name)s is in the tables again.", name=marked.name)
        )
        return made(say, player=player)

    return change(form, do, edit.at(player=player), profile.at)


@screen(pages, "/players/<player>/merge")
def merge(visit: Visit, player: str) -> Page:
    """What a merge would do, with a box to tick; ``double`` says with whom."""
    preview = seasons.merge_preview(player, visit.value("double"))
    kept, double = preview.kept.name, preview.double.name
    return Confirm(
        ClubBar(preview.club),
        _("Is %(double)s really %(kept)s?", double=double, kept=kept),
        merge_sentences(preview),
        _("Yes, %(double)s and %(kept)s are one person", double=double, kept=kept) if not preview.together else "",
        edit.at(player=player).url,
        _("Count both as %(kept)s", kept=kept),
        (("double", preview.double.id),),
    ).page


@pages.post("/players/<player>/merge")
def merged(player: str) -> Response:
    form = Merge()
    double = form.text("double")

    def do() -> Made:
        done = clubs.merge_players(player, double)
        say = _(
            "%(double)s counts as %(kept)s now. “Change the name” below separates them again.",
            double=done.double.name,
            kept=done.kept.name,
        )
        return made(say, player=done.kept.id)

    return change(form, do, merge.at(player=player, double=double), profile.at)


@pages.post("/players/<player>/unmerge")
def unmerged(player: str) -> Response:
    form = Merge()
    double = form.text("double")

    def do() -> Made:
        apart = clubs.unmerge_player(double)
        return made(_("%(name)s is a player again.", name=apart.name), player=apart.id)

    form.sure.data = True  # it takes nothing away
    return change(form, do, edit.at(player=player), profile.at)
