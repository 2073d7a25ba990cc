"""Precedents and house rules in mid-game: the table decides on a clause once, and may take it back."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from referee.services import games, rulebooks
from referee.web import frame
from referee.web.frame import Trouble
from referee.web.play import forms as forms_table
from referee.web.play import rules as shown
from referee.web.writing import ask_over, on_to, play, show_again

pages = Blueprint("at_table_rules", __name__)


@pages.get("/g/<code>/rules")
def page(code: str) -> Response:
    """What the table has decided, and what the sources leave open."""
    state = games.game(code)
    name = frame.trouble().typed.get("name", request.args.get("name", ""))
    return frame.page("play/rules.html", view=shown.rules_page(code, state, name))


@pages.get("/g/<code>/rules/<topic>")
def rule(code: str, topic: str) -> Response:
    """One clause to decide on."""
    state = games.game(code)
    if topic not in state.book.clauses:
        abort(404, "This rulebook has no such clause.")
    typed = forms_table.typed_values() if frame.trouble() else {}
    return frame.page("play/rule.html", view=shown.rule_page(code, state, topic, frame.trouble(), typed))


@pages.post("/g/<code>/rules/<topic>")
def decide(code: str, topic: str) -> Response:
    state = games.game(code)
    if topic not in state.book.clauses:
        abort(404, "This rulebook has no such clause.")
    typed = forms_table.typed_values()
    return play(
        code,
        forms_table.Decide(),
        lambda: shown.decision(state, topic, typed),
        ("at_table_rules.rule", {"code": code, "topic": topic}),
        on_to("at_table_rules.page", None, code=code),
    )


@pages.post("/g/<code>/rules")
def revoke(code: str) -> Response:
    form = forms_table.Revoke()
    return play(
        code, form, form.command, ("at_table_rules.page", {"code": code}), on_to("at_table_rules.page", None, code=code)
    )


@pages.post("/g/<code>/rules/keep")
def keep(code: str) -> Response:
    """Keep the rulebook of the game, with what was decided, as one of the club's own."""
    form = forms_table.Keep()
    here = ("at_table_rules.page", {"code": code})
    if faults := form.faults():
        return show_again(here, Trouble(tuple(faults.values()), faults, form.typed()))
    saved = rulebooks.keep_decisions(code, form.text("kept"), form.tag(), form.over.data or 0)
    if isinstance(saved, rulebooks.Overtaken):
        return ask_over(saved.last, url_for(".page", code=code, name=form.text("kept")))
    if isinstance(saved, rulebooks.NotSaved):
        return show_again(here, Trouble((saved.message,), {"name": saved.message}, {"name": form.text("kept")}))
    return frame.proceed("at_table_rules.page", f"Kept: {saved.rulebook.name}, version {saved.version}.", code=code)
