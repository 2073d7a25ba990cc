"""A new game: rulebook, players, first dealer, season."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.days import today
from referee.errors import UnknownEvening, UnknownGame, UnknownRulebook
from referee.game.commands import OpenGame
from referee.game.fold import as_seen
from referee.game.judges.outcome import Problem
from referee.game.replay import MOST
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rulebooks.sheets import answers_of
from referee.rulebooks.sheets import sheet as sheet_book
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import SHEET
from referee.services.clubs import evenings, rulebooks, seasons
from referee.services.clubs.evening_views import EveningView
from referee.services.games import games
from referee.services.games.games import Done, Refused
from referee.services.phones.access import Role
from referee.web.new.forms import NO_ANSWERS, NewGame, Opening, SheetForm, filled
from referee.web.new.page import DEALER_HOW, evening_choice, new, season_choice
from referee.web.shell import access, last_used, screens, words
from referee.web.shell.club_here import chosen_id, here
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("new", __name__)


@screen(pages, "/new")
def page(visit: Visit) -> Page | Address:
    """``again`` takes over the players and the rulebook of a game; ``rulebook`` chooses one. ``table`` is one of an
    evening, with its players in their seats."""
    again, book_id = visit.value("again"), visit.value("rulebook")
    if table := visit.value("table"):
        evening, there = evenings.table_of(table)
        if evening.club == here().id:
            players = [name for _player, name in there.seats]
            season = evenings.counts_in(evening) or ""
            return _page(book_id or _proposed(), players, "chosen", 1, season=season, table=table)
    if state := _game_of(again):
        if not state.book.has_referee and not book_id:
            return sheet.at(again=again, like=again)
        players, left = ([seat.player for seat in seats] for seats in (state.seats, state.gone))
        book_id = book_id or rulebooks.as_played(here().id, again)
        return _page(book_id, players, left=left)
    return _page(book_id or _proposed(), [])


def _proposed() -> str:
    """The own rulebook saved since the last game was opened, as it is waiting to be played; else that of this game."""
    club, last = here().id, games.last_game(chosen_id(), by_rulebook=True)
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
    try:
        answer = games.open_game(_on_evening(form.command(book, season)), form.tag(), chosen_id())
    except UnknownEvening:
        form.table.data = ""
        return _again(form, Trouble((_("Everyone was seated again, and this table is gone. Check who plays."),)), {})
    if isinstance(answer, Done):
        last_used.played(answer.code)
        return screens.proceed(screens.at("game.now", code=answer.code), answer.state, opened(as_seen(answer.state, 1)))
    problems = answer.problems if isinstance(answer, Refused) else ()
    return _again(form, _players_trouble(problems), _row_errors(form, problems))


def _row_errors(form: Opening, problems: Sequence[Problem]) -> dict[int, str]:
    """By row of the form what is wrong with the name there."""
    rows = [row for row, name in enumerate(form.rows, start=1) if name.strip()]
    return {rows[problem.seat - 1]: problem.message for problem in problems if problem.seat}


def _players_trouble(problems: Sequence[Problem]) -> Trouble:
    return Trouble(tuple(dict.fromkeys(problem.message for problem in problems)))


def opened(state: GameState) -> str:
    """How to build the pack, and who deals first."""
    running = state.running
    assert running is not None
    if not state.book.has_dealer:
        return ""
    who = {"dealer": state.name(running.dealer)}
    deals = {
        "random": _("%(dealer)s deals first, drawn at random.", **who),
        "low card": _("%(dealer)s deals first, by the lowest card.", **who),
    }.get(state.dealer_how) or _("%(dealer)s deals first.", **who)
    if not state.book.has_contracts:
        return deals
    return _("The pack: %(pack)s.", pack=words.pack(running.deal)) + " " + deals


def _again(form: NewGame, trouble: Trouble, errors: dict[int, str]) -> Response:
    how, dealer, season = form.text("how"), form.dealer.data or 0, form.text("season")
    rulebook, at = form.text("rulebook"), (form.text("table"), form.text("evening"))
    return screens.refused(page, _page(rulebook, form.rows, how, dealer, errors, season, (), *at), trouble)


def _page(
    book_id: str,
    rows: list[str],
    how: str = "",
    dealer: int = 0,
    errors: dict[int, str] | None = None,
    season: str | None = None,
    left: Sequence[str] = (),
    table: str = "",
    evening: str | None = None,
) -> Page:
    """``season`` and ``evening`` are those that were sent; None before. ``table``: one of an evening, if it is played
    at one."""
    club, at = here(), chosen_id()
    last = games.last_game(at)
    played = (last.code, last.players) if last else None
    names = games.remembered_players(club=at)
    context = new(rulebooks.books(club.id), book_id, rows, names, played, how, dealer, errors, left)
    offered = season_choice(seasons.seasons(club.id), today(), season)
    sheets = games.last_sheets(at)
    return screens.page(
        "new/page.html",
        new=context,
        dealer_how=DEALER_HOW,
        season=offered,
        sheets=sheets,
        table=table,
        evening=evening_choice(_tonight(), evening),
    )


def _on_evening(command: OpenGame) -> OpenGame:
    """Without an evening that isn’t one of today any more."""
    there = {evening.id for evening in _tonight()}
    return command if command.evening in there else dataclasses.replace(command, evening="")


def _tonight() -> Sequence[EveningView]:
    return evenings.going_on(here().id)


@screen(pages, "/new/sheet")
def sheet(visit: Visit) -> Page:
    """Any other game: ``like`` takes over how a game was scored, ``again`` the players of one, else of the last."""
    like, again = _game_of(visit.value("like")), _game_of(visit.value("again"))
    answers = answers_of(like.book) if like and not like.book.has_referee else NO_ANSWERS
    players = [seat.player for seat in again.seats] if again else []
    if like and not again and (last := games.last_game(chosen_id())):
        players = [*last.players]
    return _sheet_page(SheetForm(formdata=None, data=filled(answers)), players, shown=like is None)


@pages.post("/new/sheet")
def open_sheet() -> Response:
    form, club = SheetForm(), here()
    if faults := form.faults():
        return _sheet_again(form, Trouble.at(faults), {})
    try:
        book = form.book()
    except RulebookError as wrong:
        return _sheet_again(form, Trouble.at({wrong.key: wrong.message}), {})
    chosen = (each for each in seasons.seasons(club.id) if each.id == form.text("season") and each.rule.sheets)
    season = next((each.id for each in chosen), None)
    answer = games.open_game(_on_evening(form.command(book, season)), form.tag(), chosen_id())
    if isinstance(answer, Done):
        last_used.played(answer.code)
        return screens.proceed(screens.at("game.now", code=answer.code), answer.state, opened(as_seen(answer.state, 1)))
    problems = answer.problems if isinstance(answer, Refused) else ()
    return _sheet_again(form, _players_trouble(problems), _row_errors(form, problems))


def _sheet_again(form: SheetForm, trouble: Trouble, errors: dict[int, str]) -> Response:
    shown = _sheet_page(form, form.rows, errors, form.text("season"), form.text("evening"), shown=True)
    return screens.refused(sheet, shown, trouble)


def _sheet_page(
    form: SheetForm,
    rows: list[str],
    errors: dict[int, str] | None = None,
    season: str | None = None,
    evening: str | None = None,
    *,
    shown: bool,
) -> Page:
    """``season`` and ``evening`` are those that were sent; None before. ``shown``: whether its answers stand open."""
    club, at = here(), chosen_id()
    last = games.last_game(at)
    played = (last.code, last.players) if last else None
    names = games.remembered_players(club=at)
    dealer = form.dealer.data or 0
    context = new((sheet_book(NO_ANSWERS),), SHEET, rows, names, played, "", dealer, errors, most=MOST)
    counting = [each for each in seasons.seasons(club.id) if each.rule.sheets]
    offered = season_choice(counting, today(), season)
    played_on = evening_choice(_tonight(), evening)
    return screens.page(
        "new/sheet.html",
        new=context,
        fields=form,
        season=offered,
        evening=played_on,
        in_short=form.in_short,
        shown=shown,
    )
