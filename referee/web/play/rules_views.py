"""Precedents and house rules in mid-game: the table decides on a clause once, and may take it back."""

from __future__ import annotations

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.game.commands import DecideRule
from referee.game.state import GameState
from referee.services import rulebooks
from referee.web import screens
from referee.web.frame import Trouble
from referee.web.play import forms as forms_table
from referee.web.play import rules as shown
from referee.web.screens import Page, Visit, screen, show_again
from referee.web.writing import ask_over, write

pages = Blueprint("at_table_rules", __name__)


@screen(pages, "/g/<code>/rules")
def page(visit: Visit) -> Page:
    """What the table has decided, and what the sources leave open."""
    name = visit.trouble.typed.get("name", visit.value("name"))
    return screens.page("play/rules.html", view=shown.rules_page(visit.code, visit.state, name))


@screen(pages, "/g/<code>/rules/<topic>")
def rule(visit: Visit, topic: str) -> Page:
    """One clause to decide on."""
    if topic not in visit.state.book.clauses:
        abort(404, "This rulebook has no such clause.")
    typed = forms_table.typed_values() if visit.trouble else {}
    view = shown.rule_page(visit.code, visit.state, topic, visit.trouble, typed)
    return screens.page("play/rule.html", view=view)


@pages.post("/g/<code>/rules/<topic>")
def decide(code: str, topic: str) -> Response:
    typed = forms_table.typed_values()

    def decision(state: GameState) -> DecideRule:
        if topic not in state.book.clauses:
            abort(404, "This rulebook has no such clause.")
        return shown.decision(state, topic, typed)

    return write(code, forms_table.Decide(), decision, rule.at(code=code, topic=topic), page.at(code=code))


@pages.post("/g/<code>/rules")
def revoke(code: str) -> Response:
    form = forms_table.Revoke()
    return write(code, form, lambda _: form.command(), page.at(code=code), page.at(code=code))


@pages.post("/g/<code>/rules/keep")
def keep(code: str) -> Response:
    """Keep the rulebook of the game, with what was decided, as one of the club's own."""
    form = forms_table.Keep()
    here = page.at(code=code)
    if faults := form.faults():
        return show_again(here, Trouble(tuple(faults.values()), faults, form.typed()))
    saved = rulebooks.keep_decisions(code, form.text("kept"), form.tag(), form.over.data or 0)
    if isinstance(saved, rulebooks.Overtaken):
        return ask_over(saved.last, page.at(code=code, name=form.text("kept")).url)
    if isinstance(saved, rulebooks.NotSaved):
        return show_again(here, Trouble((saved.message,), {"name": saved.message}, {"name": form.text("kept")}))
    return screens.proceed(here, say=f"Kept: {saved.rulebook.name}, version {saved.version}.")
