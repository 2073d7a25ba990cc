"""Old games typed in from paper, on one page or column by column. Nothing is written before the last key."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee import errors
from referee.app.extensions import csrf
from referee.days import today
from referee.game.judges.outcome import Problem
from referee.game.replay import MOST
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs import rulebooks, seasons
from referee.services.clubs.season_views import ClubView, SeasonView, seasons_on
from referee.services.games import games, photos
from referee.services.games.pictures import ManyPictures
from referee.services.house import data
from referee.web.new.page import new
from referee.web.paper import forms
from referee.web.paper import page as shown
from referee.web.paper.forms import Sheet
from referee.web.shell import frame, screens
from referee.web.shell.club_here import visible_club
from referee.web.shell.forms import InMemory
from referee.web.shell.frame import Trouble

pages = Blueprint("paper", __name__)
TOO_LARGE = lazy_gettext("This picture is too large. Send one of at most 8 MB.")


@pages.get("/clubs/<club>/paper")
def page(club: str) -> Response:
    """The address holds the sheet; ``at`` is the step whose form was sent, ``go`` where its key leads."""
    at_club, sheet = visible_club(club), forms.sheet_of(forms.SheetForm(request.args))
    at, go = (request.args.get(name, "") for name in ("at", "go"))
    if go == forms.PASTED:
        return _pasted(at_club, sheet, request.args.get("pasted", ""))
    steps = sheet.steps()
    at = at if at in steps else forms.PLAYERS
    book = _book(club, sheet)
    if go not in steps:  # a key of the step itself
        return _step(at_club, sheet, book, at, _problems(sheet, book, at) if at == forms.CHECK else ())
    by_column = at == forms.GRID and go.isdecimal()  # what is still missing is asked for there
    if book is None or (steps.index(go) > steps.index(at) and not by_column and _problems(sheet, book, at)):
        return _step(at_club, sheet, book, at, _problems(sheet, book, at))
    if go == forms.OUT and not shown.doubts(sheet, book):
        go = forms.CHECK if steps.index(at) < steps.index(go) else forms.GRID
    return _step(at_club, sheet, book, go, _problems(sheet, book, go) if go == forms.CHECK else ())


def _pasted(club: ClubView, sheet: Sheet, text: str) -> Response:
    """The whole sheet at once: read back where nothing is missing, else at its first step, with what it says so far."""
    book, read = _book(club.id, sheet), forms.with_pasted(sheet, text)
    if isinstance(read, Problem):
        return _step(club, dataclasses.replace(sheet, pasted=text), book, forms.PLAYERS, (read,))
    missing = _problems(read, book, forms.PLAYERS)
    if book is None or missing:
        return _step(club, read, book, forms.PLAYERS, missing)
    step = forms.OUT if shown.doubts(read, book) else forms.CHECK
    return _step(club, read, book, step, _problems(read, book, step) if step == forms.CHECK else ())


@pages.post("/clubs/<club>/paper")
def typed_in(club: str) -> Response:
    """The form holds the sheet, and so does its address: a body that is too large is not read."""
    request.form_data_parser_class = InMemory
    try:
        form = forms.SaveSheet()
    except RequestEntityTooLarge:
        screens.tell(str(TOO_LARGE), "warning")
        return frame.go(f"{request.path}?{request.query_string.decode()}")
    at_club, sheet = visible_club(club), forms.sheet_of(form)
    book = _book(club, sheet)
    faults, sent = form.faults(), form.picture()
    if "csrf_token" in faults:
        raise CSRFError(faults["csrf_token"])
    problems = tuple(Problem(field, why) for field, why in faults.items())
    problems = problems or _problems(sheet, book, forms.CHECK)
    if book is not None and not problems:
        game, season = forms.game_of(sheet, book), _season(seasons.seasons(club), sheet)
        try:
            photo = photos.made_small(sent) if sent else b""
            answer = data.type_in(game, form.tag(), club, season.id if season else None, photo)
        except (errors.Rejected, ManyPictures) as refused:
            answer = (Problem("file", str(refused)),)
        if isinstance(answer, str):
            say = _("Saved the sheet as a finished game.")
            return screens.proceed(screens.at("result.page", code=answer), say=say)
        problems = answer
    if sent:
        problems = (*problems, Problem("file", _("The photo isn’t kept yet: choose it again, or save without one.")))
    step = forms.CHECK if sheet.columns and book else forms.PLAYERS
    return frame.stays(_step(at_club, sheet, book, step, problems, 422))


csrf.exempt(typed_in)  # the form itself asks for the token: before that, a large picture would be refused as too much


def _book(club: str, sheet: Sheet) -> Rulebook | None:
    try:
        return rulebooks.rulebook(club, sheet.rulebook)
    except errors.UnknownRulebook:
        return None


def _problems(sheet: Sheet, book: Rulebook | None, at: str) -> tuple[Problem, ...]:
    """What is wrong at a step; the day and the rulebook belong to the first one and to the last."""
    if book is None:
        return (Problem("rulebook", _("Choose a rulebook.")),)
    day = data.wrong_day(sheet.played_on) if at in (forms.PLAYERS, forms.CHECK) else ()
    return (*day, *forms.problems_at(sheet, book, at))


def _season(seasons: Sequence[SeasonView], sheet: Sheet) -> SeasonView | None:
    """The season that a sheet names, where the club has it; None for no season."""
    if sheet.season == forms.OF_THE_DAY:
        return next(iter(seasons_on(seasons, sheet.played_on)), None)
    return next((season for season in seasons if season.id == sheet.season), None)


def _step(
    club: ClubView, sheet: Sheet, book: Rulebook | None, at: str, problems: tuple[Problem, ...] = (), status: int = 200
) -> Response:
    sentences = tuple(dict.fromkeys(problem.message for problem in problems))
    trouble = Trouble(sentences[:8], {problem.field: problem.message for problem in reversed(problems)})
    if at == forms.PLAYERS or book is None or data.wrong_day(sheet.played_on):
        template, context = "paper/page.html", _players(club, sheet, trouble)
    elif at == forms.OUT:
        template, context = "paper/out.html", {"doubts": shown.doubts(sheet, book)}
    elif at == forms.CHECK:
        template, context = "paper/check.html", _checked(club, sheet, book, trouble)
    elif at == forms.GRID:
        template, context = "paper/grid.html", {"grid": shown.grid(sheet, book, trouble.fields)}
    else:
        template, context = "paper/column.html", {"column": shown.column(sheet, book, int(at), trouble.fields)}
    step = forms.PLAYERS if template == "paper/page.html" else at
    return frame.rendered(template, {"view": shown.step(club, sheet, step), **context}, status, trouble)


def _players(club: ClubView, sheet: Sheet, trouble: Trouble) -> dict[str, Any]:
    last = games.last_game(club.id)
    rows = [at for at, name in enumerate(sheet.rows, start=1) if name.strip()]
    faults = {
        rows[int(field.removeprefix("player-")) - 1]: why
        for field, why in trouble.fields.items()
        if field.startswith("player-")
    }
    book = sheet.rulebook or (last.rulebook_id if last else "")
    names = games.remembered_players(club=club.id)
    # where points alone don't tell a game, it is not typed in from paper
    books = [each for each in rulebooks.books(club.id) if not (each.rounds_vary or each.highest_wins)]
    return {
        "new": new(books, book, sheet.rows, names, errors=faults, most=MOST),
        "played_on": sheet.played_on,
        "today": today(),
        "seasons": shown.season_options(seasons.seasons(club.id)),
        "season": sheet.season,
        "pasted": sheet.pasted,
        "filled": sheet.filled,
    }


def _checked(club: ClubView, sheet: Sheet, book: Rulebook, trouble: Trouble) -> dict[str, Any]:
    """``query``: the sheet as its address holds it, for the address of the form."""
    query = urlencode([("at", forms.CHECK), *sheet.fields()])
    read = _read_back(club, sheet, book, trouble)
    can_save = trouble.fields.keys() <= {"file"}
    return {"read": read, "query": query, "can_save": can_save, "largest": photos.MOST_BYTES, "too_large": TOO_LARGE}


def _read_back(club: ClubView, sheet: Sheet, book: Rulebook, trouble: Trouble) -> shown.ReadBack:
    season = _season(seasons.seasons(club.id), sheet)
    already = () if trouble else data.same_game(forms.game_of(sheet, book), club.id)
    return shown.read_back(sheet, book, season.name if season else "", already)
