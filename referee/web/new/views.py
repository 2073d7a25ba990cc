"""A new game: rulebook, players, first dealer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request
from werkzeug.wrappers import Response

from referee.errors import UnknownGame, UnknownRulebook
from referee.game import commands as cmd
from referee.game.state import GameState
from referee.services import games, rulebooks
from referee.web import frame, words
from referee.web.club.here import chosen_id, here
from referee.web.forms import NewGame
from referee.web.frame import Trouble
from referee.web.new.page import DEALER_HOW, new
from referee.web.season import choice as season_choice

pages = Blueprint("new", __name__)


@pages.get("/new")
def page() -> Response:
    """``again`` takes over the players and the rulebook of a game; ``rulebook`` chooses one."""
    last = games.last_game(chosen_id())
    players: list[str] = []
    code = last.code if last else ""
    if state := _known(request.args.get("again", "")):
        code, players = request.args["again"], [seat.player for seat in state.seats]
    book_id = rulebooks.as_played(here().id, code) if code else ""
    return _page(request.args.get("rulebook", book_id), players)


@pages.post("/new")
def open_game() -> Response:
    form = NewGame()
    if faults := form.faults():
        return _again(form, Trouble(tuple(faults.values()), faults), {})
    try:
        book = rulebooks.rulebook(here().id, str(form.rulebook.data))
    except UnknownRulebook:
        return _again(form, Trouble(("Choose a rulebook.",)), {})
    how: Any = form.how.data
    opening = cmd.OpenGame(book, tuple(form.players()), form.dealer_index(), how, season=season_choice.sent())
    answer = games.open_game(opening, form.tag(), chosen_id())
    if isinstance(answer, games.Done):
        return frame.proceed("game.now", opened(answer.state), code=answer.code)
    problems = answer.problems if isinstance(answer, games.Refused) else ()
    rows = [at for at, name in enumerate(form.rows(), start=1) if name.strip()]
    errors = {rows[one.seat - 1]: one.message for one in problems if one.seat}
    return _again(form, Trouble(tuple(dict.fromkeys(one.message for one in problems))), errors)


def opened(state: GameState) -> str:
    """How to build the pack, and who deals first."""
    running = state.running
    assert running is not None
    how = {"random": ", drawn at random", "low card": ", by the lowest card"}.get(state.dealer_how, "")
    return f"The pack: {words.pack(running.deal)}. {state.name(running.dealer)} deals first{how}."


def _known(code: str) -> GameState | None:
    try:
        return games.game(code)
    except UnknownGame:
        return None


def _again(form: NewGame, trouble: Trouble, errors: dict[int, str]) -> Response:
    g.trouble = trouble
    response = _page(str(form.rulebook.data), form.rows(), str(form.how.data), form.dealer.data or 0, errors)
    response.status_code = 422
    response.headers["HX-Push-Url"] = "false"
    return response


def _page(
    book_id: str, rows: list[str], how: str = "", dealer: int = 0, errors: dict[int, str] | None = None
) -> Response:
    at = chosen_id()
    last = games.last_game(at)
    known = (last.code, last.players) if last else None
    names = games.remembered_players(club=at)
    context = new(rulebooks.books(here().id), book_id, rows, names, known, how, dealer, errors)
    return frame.page("new/page.html", new=context, dealer_how=DEALER_HOW, season=season_choice.choice())
