"""Ask the referee, with a game or without one. The address holds the question, so it can be kept and shared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.errors import UnknownRulebook
from referee.game.commands import RecordRuling
from referee.game.events import RulingRecorded
from referee.game.rulings import inside
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rulebooks import library, ruling
from referee.rules.questions import QUESTIONS
from referee.rules.referee import judged
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling
from referee.services.clubs import rulebooks
from referee.services.games import games
from referee.web.ask import can_do as in_hand
from referee.web.ask import page as shown
from referee.web.ask.forms import QuestionForm, SettingForm, address_of
from referee.web.ask.page import Verdict
from referee.web.parts.setting import Setting
from referee.web.shell import forms, frame, last_used, screens
from referee.web.shell.bar import bar
from referee.web.shell.by_rules import only_by_rules
from referee.web.shell.club_here import here
from referee.web.shell.errors import LOST_SIGHT
from referee.web.shell.hands import hands_here
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.throttle import throttle, who_asks
from referee.web.shell.writing import write

pages = Blueprint("ask", __name__)
only_by_rules(pages)
BASE = "contract"


@screen(pages, "/ask", "/g/<code>/ask")
def page(visit: Visit) -> Page:
    """The questions to choose from."""
    where = SettingForm(MultiDict(visit.query))
    setting = _setting(visit, where.typed)
    where.offer(setting, _books(visit.code))
    choices = shown.choices(setting.book)
    return screens.page(
        "ask/page.html", setting=setting, where=where, choices=choices, bar=_bar(visit), typed=where.typed
    )


@screen(pages, "/ask/<question>", "/g/<code>/ask/<question>")
def question(visit: Visit, question: str) -> Page | Address:
    """The form of a question; with ``ask`` in the address, the verdict above it."""
    where = SettingForm(MultiDict(visit.query))
    if visit.code and QUESTIONS[_question_of(question)].hides and visit.state.running:
        return can_do.at(code=visit.code)
    form = QuestionForm(_question_of(question), _setting(visit, where.typed), where)
    form.read(visit.query)
    books = _books(visit.code)
    if not where.ask.data:
        return _page(visit, form, books)
    limit, who = throttle(), who_asks()
    if limit.wait(who):
        abort(429)
    with limit.measured(who):
        if form.judge():
            return _page(visit, form, books, _verdict(form, books))
        return _page(visit, form, books, status=422)


@screen(pages, "/g/<code>/can-do")
def can_do(visit: Visit) -> Page | Address:
    """What a player can do in this turn: the melds come from the log, the hand is typed and forgotten."""
    if visit.state.running is None:
        return question.at(code=visit.code, question=in_hand.QUESTION)
    return _in_hand(visit.code, visit.state, in_hand.Told())


@pages.post("/g/<code>/can-do")
def work_out(code: str) -> Response:
    """The same with the best turn. Nothing of the hand is kept: not in the log, in no address, and no phone sends it
    twice."""
    state = games.game(code)
    if not forms.Sent().validate_on_submit():
        abort(400, LOST_SIGHT)
    if state.running is None:
        return screens.proceed(question.at(code=code, question=in_hand.QUESTION))
    limit, who = throttle(), who_asks()
    if limit.wait(who):
        abort(429)
    with limit.measured(who):
        built = _in_hand(code, state, in_hand.told_by(request.form))
    return frame.stays(screens.rendered(can_do, built))


def _in_hand(code: str, state: GameState, entered: in_hand.Told) -> Page:
    assert state.running is not None
    hands = hands_here(code, state.running.there)
    names = {book.id: book.name for book in library.all_rulebooks()}
    view = in_hand.can_do(state, hands, entered, bar(code, state), names)
    return screens.page("ask/can_do.html", 422 if view.problems or view.faulty else 200, view=view)


@pages.post("/g/<code>/ask/<name>")
def record(code: str, name: str) -> Response:
    """Writes the ruling into the history of the game."""
    where, sent = SettingForm(request.form), forms.Write()
    state = games.game_as_seen(code, sent.seen.data.number)
    form = QuestionForm(_question_of(name), shown.setting_in_game(code, state, where.typed.get("round", "")), where)
    form.read(request.form)
    return write(
        sent,
        lambda: RecordRuling(form.request),
        question.at(code=code, question=name, **form.address),
        screens.at("history.page", code=code),
        _("The ruling is saved in the history."),
    )


@pages.get("/g/<code>/ruling/<int:seq>")
def again(code: str, seq: int) -> Response:
    """A ruling of the history, asked again."""
    state = games.game(code)
    event = state.log[seq - 1].event if 1 <= seq <= len(state.log) else None
    if not isinstance(event, RulingRecorded):
        abort(404, _("That ruling isn’t in this game."))
    name = str(event.question["question"])
    address = address_of(inside.without(event.question), state.book) | _said_inside(event.question)
    return frame.go(question.at(code=code, question=name, ask="1", **address).url)


def _said_inside(request_: Mapping[str, Any]) -> dict[str, str]:
    """What a question of a game says beside those of the ruling interface, as it is typed."""
    fields = {name: request_[name] for name in inside.GAME_ONLY if request_.get(name) is not None}
    return {
        name: {True: "yes", False: "no"}.get(value, str(value)) if name == inside.SAME else str(value)
        for name, value in fields.items()
    }


def _question_of(question: str) -> str:
    if question not in QUESTIONS:
        abort(404, _("The referee doesn’t know this question."))
    return question


def _bar(visit: Visit) -> Any:
    return bar(visit.code, visit.state) if visit.code else None


def _setting(visit: Visit, typed: Mapping[str, str]) -> Setting:
    if visit.code:
        running = visit.state.running
        asks = hands_here(visit.code, running.there).alone if running else None
        return shown.setting_in_game(visit.code, visit.state, typed.get("round", ""), asks)
    rulebook, club = typed.get("rulebook", ""), here().id
    last, count = ("", 0) if rulebook else last_used.last(club)
    try:
        book = rulebooks.rulebook(club, rulebook or last or BASE)
    except UnknownRulebook:
        book = library.load(BASE)
    if book.id == rulebook:
        last_used.keep_asked(rulebook)
    players = typed.get("players", str(count) if count else "")
    return shown.setting_of(book, players, typed.get("round", ""))


def _books(code: str) -> tuple[Rulebook, ...]:
    """What may be chosen: a club's own rulebooks too where no game says by which is played."""
    return library.all_rulebooks() if code else rulebooks.books(here().id)


def _verdict(form: QuestionForm, books: Iterable[Rulebook]) -> Verdict:
    setting, question = form.setting, form.request
    # a table with house rules sees its rulebook as it is written among the others
    plain = inside.filled(setting.state, question) if setting.state else question
    others = ruling.opinions(plain if setting.house else {**plain, "rulebook": setting.book.id})
    players = inside.names(setting.state, question).get if setting.state else None
    assert form.ruling
    names = {book.id: book.name for book in books}

    def judge(changed: Mapping[str, Any]) -> Ruling:
        return judged(setting.book, inside.filled(setting.state, changed) if setting.state else changed)

    return shown.verdict(setting.book, question, form.ruling, others, names, players, judge, form.address_with)


def _page(
    visit: Visit, form: QuestionForm, books: Iterable[Rulebook], verdict: Verdict | None = None, status: int = 200
) -> Page:
    code, setting, typed = visit.code, form.setting, form.address
    form.where.offer(setting, books)
    place: dict[str, Any] = {"code": code} if code else {"rulebook": setting.book.id, "players": setting.players}
    place |= {"round": setting.round, "game": typed.get("game")}
    return screens.page(
        "ask/question.html", status, form=form, ruled=verdict, typed=typed, place=place, bar=_bar(visit)
    )
