"""Old games typed in from paper, column by column. Nothing is written before the last key."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, g, request
from werkzeug.wrappers import Response

from referee import errors
from referee.game.judges.outcome import Problem
from referee.rules.rulebook.model import Rulebook
from referee.services import data, games, rulebooks, seasons
from referee.services.season_views import ClubView, SeasonView, seasons_on
from referee.web import frame
from referee.web.club.here import known
from referee.web.forms import Write
from referee.web.frame import Trouble
from referee.web.new.page import new
from referee.web.paper import forms as typed
from referee.web.paper import page as shown
from referee.web.paper.forms import Sheet, read_sheet

pages = Blueprint("paper", __name__)


@pages.get("/clubs/<club>/paper")
def page(club: str) -> Response:
    """The address holds the sheet; ``at`` is the step whose form was sent, ``go`` where its key leads."""
    found, sheet = known(club), read_sheet(request.args)
    at, go = (request.args.get(name, "") for name in ("at", "go"))
    steps = sheet.steps()
    at = at if at in steps else typed.PLAYERS
    book = _book(club, sheet)
    if go not in steps:
        return _step(found, sheet, book, at)
    if book is None or (steps.index(go) > steps.index(at) and _problems(sheet, book, at)):
        return _step(found, sheet, book, at, _problems(sheet, book, at))
    if go == typed.OUT and not shown.doubts(sheet, book):
        go = typed.CHECK if steps.index(at) < steps.index(go) else str(len(sheet.columns))
    return _step(found, sheet, book, go, _problems(sheet, book, go) if go == typed.CHECK else ())


@pages.post("/clubs/<club>/paper")
def typed_in(club: str) -> Response:
    form, found, sheet = Write(), known(club), read_sheet(request.form)
    book = _book(club, sheet)
    problems = tuple(Problem(field, why) for field, why in form.faults().items())
    problems = problems or _problems(sheet, book, typed.CHECK)
    if book is not None and not problems:
        game, season = typed.game_of(sheet, book), _season(seasons.seasons(club), sheet)
        counts_in = season.id if season else None
        answer = data.type_in(game, form.text("write_id"), frame.phone(), club, counts_in)
        if isinstance(answer, str):
            return frame.proceed("result.page", "The sheet is in the book, as a finished game.", code=answer)
        problems = answer
    response = _step(found, sheet, book, typed.CHECK if sheet.columns and book else typed.PLAYERS, problems)
    response.status_code = 422
    response.headers["HX-Push-Url"] = "false"
    return response


def _book(club: str, sheet: Sheet) -> Rulebook | None:
    try:
        return rulebooks.rulebook(club, sheet.rulebook)
    except errors.UnknownRulebook:
        return None


def _problems(sheet: Sheet, book: Rulebook | None, at: str) -> tuple[Problem, ...]:
    """What is wrong at a step; the day and the rulebook belong to the first one and to the last."""
    if book is None:
        return (Problem("rulebook", "Choose a rulebook."),)
    day = data.wrong_day(sheet.played_on) if at in (typed.PLAYERS, typed.CHECK) else ()
    return (*day, *typed.problems_at(sheet, book, at))


def _season(seasons: Sequence[SeasonView], sheet: Sheet) -> SeasonView | None:
    """The season that a sheet names, where the club has it; None for no season."""
    if sheet.season == typed.OF_THE_DAY:
        return next(iter(seasons_on(seasons, sheet.played_on)), None)
    return next((one for one in seasons if one.id == sheet.season), None)


def _step(club: ClubView, sheet: Sheet, book: Rulebook | None, at: str, problems: tuple[Problem, ...] = ()) -> Response:
    sentences = tuple(dict.fromkeys(one.message for one in problems))
    g.trouble = Trouble(sentences[:8], {one.field: one.message for one in reversed(problems)})
    if at == typed.PLAYERS or book is None or data.wrong_day(sheet.played_on):
        return _players(club, sheet)
    view = shown.step(club, sheet, at)
    if at == typed.OUT:
        return frame.page("paper/out.html", view=view, doubts=shown.doubts(sheet, book))
    if at == typed.CHECK:
        return _check(club, sheet, book)
    return frame.page("paper/column.html", view=view, column=shown.column(sheet, book, int(at), g.trouble.fields))


def _players(club: ClubView, sheet: Sheet) -> Response:
    last = games.last_game(club.id)
    rows = [at for at, name in enumerate(sheet.rows, start=1) if name.strip()]
    faults = {
        rows[int(field.removeprefix("player-")) - 1]: why
        for field, why in frame.trouble().fields.items()
        if field.startswith("player-")
    }
    book = sheet.rulebook or (last.rulebook_id if last else "")
    choice = new(rulebooks.books(club.id), book, sheet.rows, games.remembered_players(club=club.id), errors=faults)
    return frame.page(
        "paper/page.html",
        view=shown.step(club, sheet, typed.PLAYERS),
        new=choice,
        played_on=sheet.played_on,
        today=games.today(),
        seasons=shown.season_options(seasons.seasons(club.id)),
        season=sheet.season,
    )


def _check(club: ClubView, sheet: Sheet, book: Rulebook) -> Response:
    season = _season(seasons.seasons(club.id), sheet)
    already = () if frame.trouble() else data.same_game(typed.game_of(sheet, book), club.id)
    view = shown.read_back(sheet, book, season.name if season else "", already)
    return frame.page("paper/check.html", view=shown.step(club, sheet, typed.CHECK), read=view)
