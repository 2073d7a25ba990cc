"""A new game: rulebook, players, first dealer, season."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.days import today
from referee.errors import UnknownGame, UnknownRulebook
from referee.game.fold import as_seen
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.services.clubs import rulebooks, seasons
from referee.services.games import games
from referee.services.games.games import Done, Refused
from referee.services.phones.access import Role
from referee.web.new.forms import NewGame
from referee.web.new.page import DEALER_HOW, new, season_choice
from referee.web.shell import access, last_used, screens, words
from referee.web.shell.club_here import chosen_id, here
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("new", __name__)


@screen(pages, "/new")
def page(visit: Visit) -> Page:
    """``again`` takes over the players and the rulebook of a game; ``rulebook`` chooses one."""
    again, book_id = visit.value("again"), visit.value("rulebook")
    if state := _game_of(again):
        players, left = ([seat.player for seat in seats] for seats in (state.seats, state.gone))
        return _page(book_id or rulebooks.as_played(here().id, again), players, left=left)
    return _page(book_id or _proposed(), [])


def _proposed() -> str:
    """The own rulebook saved since the last game was opened, as it is waiting to be played; else that of this game."""
    club, last = here().id, games.last_game(chosen_id())
    saved = rulebooks.saved_since(club, last.opened_at if last else "")
    return saved or (rulebooks.as_played(club, last.code) if last else "")


def _game_of(code: str) -> GameState | None:
    if not code or access.role_in(code) < Role.SPECTATOR:
        return None
    try:
        return games.game(code)
    except UnknownGame:
        return None


@pages.post("/new")
def open_game() -> Response:
    form, club = NewGame(), here()
    if faults := form.faults():
        return _again(form, Trouble.at(faults), {})
    try:
        book = rulebooks.rulebook(club.id, form.text("rulebook"))
    except UnknownRulebook:
        return _again(form, Trouble((_("Choose a rulebook."),)), {})
    season = next((season.id for season in seasons.seasons(club.id) if season.id == form.text("season")), None)
    answer = games.open_game(form.command(book, season), form.tag(), chosen_id())
    if isinstance(answer, Done):
        last_used.played(answer.code)
        return screens.proceed(screens.at("game.now", code=answer.code), answer.state, opened(as_seen(answer.state, 1)))
    problems = answer.problems if isinstance(answer, Refused) else ()
    rows = [row for row, name in enumerate(form.rows, start=1) if name.strip()]
    errors = {rows[problem.seat - 1]: problem.message for problem in problems if problem.seat}
    return _again(form, Trouble(tuple(dict.fromkeys(problem.message for problem in problems))), errors)


def opened(state: GameState) -> str:
    """How to build the pack, and who deals first."""
    running = state.running
    assert running is not None
    who = {"dealer": state.name(running.dealer)}
    deals = {
        "random": _("%(dealer)s deals first, drawn at random.", **who),
        "low card": _("%(dealer)s deals first, by the lowest card.", **who),
    }.get(state.dealer_how) or _("%(dealer)s deals first.", **who)
    return _("The pack: %(pack)s.", pack=words.pack(running.deal)) + " " + deals


def _again(form: NewGame, trouble: Trouble, errors: dict[int, str]) -> Response:
    how, dealer, season = form.text("how"), form.dealer.data or 0, form.text("season")
    return screens.refused(page, _page(form.text("rulebook"), form.rows, how, dealer, errors, season), trouble)


def _page(
    book_id: str,
    rows: list[str],
    how: str = "",
    dealer: int = 0,
    errors: dict[int, str] | None = None,
    season: str | None = None,
    left: Sequence[str] = (),
) -> Page:
    """``season`` is the one that was sent; None before."""
    club, at = here(), chosen_id()
    last = games.last_game(at)
    played = (last.code, last.players) if last else None
    names = games.remembered_players(club=at)
    context = new(rulebooks.books(club.id), book_id, rows, names, played, how, dealer, errors, left)
    offered = season_choice(seasons.seasons(club.id), today(), season)
    return screens.page("new/page.html", new=context, dealer_how=DEALER_HOW, season=offered)
