"""Ask the referee, with a game or without one. The address holds the question, so it can be kept and shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from referee.errors import UnknownRulebook
from referee.game.commands import RecordRuling
from referee.game.events import RulingRecorded
from referee.rulebooks import library, ruling
from referee.rules.referee import rule_under
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.asked import NAMES
from referee.services import games, rulebooks
from referee.web import forms, frame
from referee.web.ask import fields as asking
from referee.web.ask import page as shown
from referee.web.ask.verdict import Verdict, verdict
from referee.web.club.here import here
from referee.web.game.bar import bar
from referee.web.throttle import throttle
from referee.web.writing import play

pages = Blueprint("ask", __name__)
_LONGEST = 4_000
BASE = "contract"


@pages.get("/ask")
@pages.get("/g/<code>/ask")
def page(code: str = "") -> Response:
    """The questions to choose from."""
    table = _table(code, _typed())
    return frame.page("ask/page.html", asked=shown.questions(table, _books(code)), bar=_bar(code))


@pages.get("/ask/<question>")
@pages.get("/g/<code>/ask/<question>")
def question(question: str, code: str = "") -> Response:
    """The form of a question; with ``ask`` in the address, the verdict above it."""
    if question not in NAMES:
        abort(404, "The referee does not know this question.")
    told = _typed(question)
    table = _table(code, told)
    typed = table.typed(question, told)
    if "ask" not in typed:
        return _page(shown.form(table, question, typed, _books(code)), typed)
    if throttle().wait(_address()):
        abort(429)
    with throttle().measured(_address()):
        return _judged(table, question, typed)


@pages.post("/g/<code>/ask/<question>")
def record(code: str, question: str) -> Response:
    """Writes the ruling into the history of the game."""
    if question not in NAMES:
        abort(404, "The referee does not know this question.")
    typed = _told(request.form, question)
    asked = _read(_table(code, typed), question, typed)
    back = {"code": code, "question": question, **typed}
    return play(
        code,
        forms.Write(),
        lambda: RecordRuling(asked.request),
        ("ask.question", back),
        lambda _: frame.proceed("history.page", "The ruling stands in the history.", code=code),
    )


@pages.get("/g/<code>/ruling/<int:seq>")
def again(code: str, seq: int) -> Response:
    """A ruling of the history, asked again."""
    log = games.game(code).log
    event = log[seq - 1].event if 1 <= seq <= len(log) else None
    if not isinstance(event, RulingRecorded):
        abort(404, "There is no ruling of that number in this game.")
    typed = asking.write(event.question)
    asked: dict[str, Any] = {"code": code, "question": str(event.question["question"]), "ask": "1", **typed}
    return frame.go(url_for(".question", **asked))


_OF_TABLE = frozenset({"rulebook", "players", "round", "ask", "game"})
"""``game`` is the way back, where another rulebook is asked from within a game."""


def _typed(question: str = "") -> dict[str, str]:
    """What the address says; after a refused write, what was to be written."""
    return _told(request.environ.get("referee.proceeded") or request.args, question)


def _told(given: Mapping[str, Any], question: str) -> dict[str, str]:
    """What is told of the table and of the question. Other names stay out: the links of the page carry these on."""
    names = _OF_TABLE.union(field.name for field in asking.FIELDS.get(question, ()))
    told = {name: str(given[name])[:_LONGEST] for name in given if name.partition(".")[0] in names}
    return {name: text for name, text in told.items() if text.strip()}


def _address() -> str:
    return request.remote_addr or ""


def _bar(code: str) -> Any:
    return bar(code, games.game(code)) if code else None


def _table(code: str, typed: Mapping[str, str]) -> shown.Table:
    if code:
        return shown.table_in_game(code, games.game(code), typed)
    asked, club = typed.get("rulebook", ""), here().id
    last = games.last_game(club) if not asked else None
    known = asked or (rulebooks.as_played(club, last.code) if last else "") or BASE
    players = {"players": str(len(last.players))} if last else {}
    try:
        book = rulebooks.rulebook(club, known)
    except UnknownRulebook:
        book = library.load(BASE)
    return shown.table_of(book, {**players, **typed})


def _books(code: str) -> tuple[Rulebook, ...]:
    """What may be chosen: a club's own rulebooks too where no game says by which is played."""
    return library.all_rulebooks() if code else rulebooks.books(here().id)


def _read(table: shown.Table, question: str, typed: Mapping[str, str]) -> asking.Asked:
    return asking.read(question, typed, table.book, table.players, table.round)


def _judged(table: shown.Table, question: str, typed: Mapping[str, str]) -> Response:
    books = _books(table.code)
    request_ = dict(_read(table, question, typed).request)
    answer = rule_under(table.book, request_)
    if "error" in answer:
        wrong = shown.Trouble(answer["error"]["field"], answer["error"]["message"])
        return _page(shown.form(table, question, typed, books, wrong), typed, status=422)
    form = shown.form(table, question, typed, books, shown.Trouble(needs=shown.needs_of(answer)))
    # a table with house rules sees its rulebook as it is written among the others
    others = ruling.compare(request_ if table.house else {**request_, "rulebook": table.book.id})
    names = {book.id: book.name for book in books}
    return _page(form, typed, verdict(table, form, request_, answer, others, names))


def _page(form: shown.Form, typed: Mapping[str, str], ruled: Verdict | None = None, status: int = 200) -> Response:
    typed = {name: text for name, text in typed.items() if name != "ask"}
    code = form.table.code
    place: dict[str, Any] = {"code": code} if code else {"rulebook": form.table.book.id, "players": form.table.players}
    place |= {"round": form.table.round, "game": typed.get("game")}
    return frame.page("ask/question.html", status, form=form, ruled=ruled, typed=typed, place=place, bar=_bar(code))
