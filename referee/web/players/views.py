"""The players of a club: a page for each, head to head, names, doubles and guests."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from referee import errors
from referee.services import clubs, removal, seasons
from referee.web import frame
from referee.web.club.bar import PLAYERS, club_bar
from referee.web.club.forms import Name, Sure
from referee.web.club.here import known
from referee.web.club.writing import Then, ask_twice, then, then_gone
from referee.web.club.writing import change as change_club
from referee.web.players import page as shown
from referee.web.players.forms import Guest, Merge
from referee.web.writing import Shown

pages = Blueprint("players", __name__)


@pages.get("/clubs/<club>/players")
def page(club: str) -> Response:
    return frame.page("players/page.html", view=shown.players_page(known(club), seasons.players(club)))


@pages.get("/players/<player>")
def one(player: str) -> Response:
    games = None if request.args.get("games") == "all" else shown.GAMES
    return frame.page("players/one.html", view=shown.one_player(seasons.player_page(player), games))


@pages.get("/players/<player>/against")
def choose(player: str) -> Response:
    """Where the form leads: to the page of the two."""
    other = request.args.get("other", "")
    return frame.go(url_for(".against", player=player, other=other) if other else url_for(".one", player=player))


@pages.get("/players/<player>/against/<other>")
def against(player: str, other: str) -> Response:
    return frame.page("players/versus.html", view=shown.versus(seasons.head_to_head(player, other)))


@pages.get("/players/<player>/change")
def change(player: str) -> Response:
    found = seasons.player_among(player)
    if found.player.removed:
        raise errors.UnknownPlayer
    view = shown.change_player(found, frame.trouble().typed.get("name", found.player.name))
    return frame.page("players/change.html", view=view)


@pages.get("/players/<player>/remove")
def remove(player: str) -> Response:
    found = removal.taking_out(player)
    name, sentences = found.player.name, shown.taking_out_sentences(found)
    bar, back = club_bar(known(found.player.club), PLAYERS), url_for(".change", player=player)
    heading, tick = f"Take {name} out of the club?", f"Yes, take {name} out"
    return ask_twice(bar, heading, sentences, tick, back, "Take them out")


@pages.post("/players/<player>/remove")
def removed(player: str) -> Response:
    def do() -> Then:
        found = removal.taking_out(player).player
        removal.remove_player(player, frame.phone())
        return then_gone(f"{found.name} is taken out.", found.club)

    return change_club(Sure(), do, ("players.remove", {"player": player}))


def _shown(player: str) -> Shown:
    return "players.change", {"player": player}


@pages.post("/players/<player>/rename")
def rename(player: str) -> Response:
    form = Name()

    def do() -> Then:
        renamed = clubs.rename_player(player, form.text("name"), frame.phone(), form.text("before"))
        return then("players.one", f"The player is called {renamed.name} from now on.", player=player)

    return change_club(form, do, _shown(player))


@pages.post("/players/<player>/guest")
def guest(player: str) -> Response:
    form = Guest()

    def do() -> Then:
        marked = clubs.mark_guest(player, form.is_guest, frame.phone())
        say = "a guest now, and in no table" if marked.guest else "in the tables again"
        return then("players.one", f"{marked.name} is {say}.", player=player)

    return change_club(form, do, _shown(player))


@pages.get("/players/<player>/merge")
def merge(player: str) -> Response:
    """What a merge would do, with a box to tick; ``double`` says with whom."""
    found = seasons.merge_preview(player, frame.asked("double"))
    kept, double = found.kept.name, found.double.name
    return ask_twice(
        club_bar(found.club, PLAYERS),
        f"Is {double} really {kept}?",
        shown.merge_sentences(found),
        f"Yes, {double} and {kept} are one person" if not found.together else "",
        url_for(".change", player=player),
        f"Count both as {kept}",
        (("double", found.double.id),),
    )


@pages.post("/players/<player>/merge")
def merged(player: str) -> Response:
    form = Merge()
    double = form.text("double")

    def do() -> Then:
        done = clubs.merge_players(player, double, frame.phone())
        say = f"{done.double.name} counts as {done.kept.name} now. “Change the name” below takes them apart again."
        return then("players.one", say, player=done.kept.id)

    return change_club(form, do, ("players.merge", {"player": player, "double": double}))


@pages.post("/players/<player>/unmerge")
def unmerged(player: str) -> Response:
    form = Merge()
    double = form.text("double")

    def do() -> Then:
        apart = clubs.unmerge_player(double, frame.phone())
        return then("players.one", f"{apart.name} is a player again.", player=apart.id)

    form.sure.data = True  # it takes nothing away
    return change_club(form, do, _shown(player))
