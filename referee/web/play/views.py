"""What happens in a round: discards out of turn, melds, screw-overs, the stock, what went wrong, decisions on rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from referee.game.events import IrregularityNoted
from referee.game.judges.may_i import last_taken
from referee.game.rulings.plays import names_of, read
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rules.judges.irregular import REMEDIES
from referee.services.clubs import rulebooks
from referee.services.games import games
from referee.services.games.games import Done
from referee.web.parts.question_fields import marked
from referee.web.play import agreeing, changing, decisions, forms
from referee.web.play.may_i import forgotten_page, may_i_page
from referee.web.play.melds import down_page, meld_page, melds_follow, other_meld_page, shanghai_page
from referee.web.play.page import irregular_page, not_played, skip_page, stock_page
from referee.web.play.screw import screw_page
from referee.web.play.steps import Steps, Telling, own_first
from referee.web.shell import screens
from referee.web.shell.by_rules import only_by_rules
from referee.web.shell.forms import small_number
from referee.web.shell.frame import Trouble
from referee.web.shell.hands import hands_here
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import ask_over, done_sentence, write

pages = Blueprint("play", __name__)
only_by_rules(pages)


def _now(code: str, **values: Any) -> Address:
    return screens.at("game.now", code=code, **values)


@screen(pages, "/g/<code>/may-i")
def may_i(visit: Visit) -> Page | Address:
    """Who took the discard; with ``also``, who asked for the one of that entry too; ``round`` is a closed one."""
    running, number = visit.state.running, small_number(visit.value("round")) or 0
    if visit.state.status == "playing" and 1 <= number <= len(visit.state.rounds):
        played = visit.state.rounds[number - 1]
        hands = hands_here(visit.code, played.seats)
        forgotten = forgotten_page(visit.code, visit.state, played, visit.trouble, hands)
        return screens.page("play/forgotten.html", view=forgotten)
    if running is None:
        return _now(visit.code)
    hands = hands_here(visit.code, running.seats)
    view = may_i_page(visit.code, visit.state, running, visit.trouble, visit.query, hands)
    return screens.page("play/may_i.html", view=view)


@pages.post("/g/<code>/may-i")
def take(code: str) -> Response:
    form = forms.Take()
    same, forgotten = form.text("same"), form.text("forgotten") == "yes"

    def plain(done: Done) -> bool:
        return forgotten or _undone(done)

    return write(
        form,
        form.command,
        may_i.at(code=code, **_sent(form, "round" if forgotten else "claims", "active", "same", "also")),
        lambda done: _now(code, **({} if plain(done) else {"taken": _taken(done), "same": same or None})),
        lambda done: done_sentence(done) if plain(done) else "",
    )


def _taken(done: Done) -> int | None:
    """The entry of the discard taken last, by which the Now page says who gets it."""
    return last_taken(done.state.running) if done.state.running is not None else None


def _undone(done: Done) -> bool:
    """Whether somebody was taken at their word and nobody gets it: the page says what was undone."""
    return bool(done.events) and _taken(done) != done.number


@screen(pages, "/g/<code>/stock")
def stock(visit: Visit) -> Page | Address:
    if visit.state.running is None:
        return _now(visit.code)
    return screens.page("play/stock.html", view=stock_page(visit.code, visit.state, visit.state.running))


@pages.post("/g/<code>/stock")
def shuffled(code: str) -> Response:
    form = forms.InRound()
    return write(form, form.shuffle, stock.at(code=code), _now(code))


@screen(pages, "/g/<code>/skip")
def skip(visit: Visit) -> Page | Address:
    """Who played a skip; with ``by``, who loses a turn."""
    running = visit.state.running
    if running is None:
        return _now(visit.code)
    if not visit.state.book.cards.has_skips:
        return _not_played(visit, _("No skips"))
    hands = hands_here(visit.code, running.seats)
    by = small_number(visit.trouble.typed.get("by", "") or visit.value("by"))
    return screens.page("play/skip.html", view=skip_page(visit.code, visit.state, running, by, hands))


@pages.post("/g/<code>/skip")
def skipped(code: str) -> Response:
    form = forms.Skip()
    return write(form, form.command, skip.at(code=code, **_sent(form, "by")), _now(code))


@screen(pages, "/g/<code>/irregular")
def irregular(visit: Visit) -> Page | Address:
    """Something went wrong in the round in play, or in ``round``; with ``note``, more on what was noted."""
    if visit.state.status != "playing":
        return _now(visit.code)
    last = len(visit.state.rounds) + (visit.state.running is not None)
    number = small_number(visit.value("round") or str(last)) or 0
    if not 1 <= number <= last:
        if not visit.trouble:
            abort(404)
        number = last
    note = small_number(visit.trouble.typed.get("note", "") or visit.value("note"), digits=9)
    hands = hands_here(visit.code, [seat.id for seat in visit.state.all_seats])
    view = irregular_page(visit.code, visit.state, number, note, hands)
    return screens.page("play/irregular.html", view=view)


@pages.post("/g/<code>/irregular")
def note_irregular(code: str) -> Response:
    form = forms.Irregular()
    here = irregular.at(code=code, **_sent(form, "round", "note"))

    def then(done: Done) -> Address:
        """What the rules say to it is asked next, unless the table has said so already."""
        noted = done.events[-1] if done.events else None
        if not isinstance(noted, IrregularityNoted) or noted.kind not in REMEDIES or noted.completes:
            return _now(code)
        if noted.remedy != "note" or noted.text:
            return _now(code)
        return irregular.at(code=code, round=noted.round, note=done.number)

    return write(form, form.command, here, then)


# what is told step by step: looked at first, then recorded


def _steps(visit: Visit, play: str, page_of: Callable[[Telling], Steps], **place: int) -> Page | Address:
    running = visit.state.running
    if running is None:
        return _now(visit.code)
    hands = hands_here(visit.code, running.seats)
    typed = {**visit.query, **{name: str(value) for name, value in place.items()}}
    view = page_of(Telling(play, visit.code, visit.state, running, typed, visit.trouble, hands))
    view = view.but(keys=own_first(view.keys, hands), unread=tuple(_unread(view, visit.trouble)))
    return screens.page("play/steps.html", view=view)


def _unread(view: Steps, trouble: Trouble) -> Iterator[str]:
    """What is said of cards that cannot be read: it stands at their field, above the keys, with the pieces marked."""
    for field in view.fields:
        message = trouble.fields.get(field.name, "")
        if message and marked(field.text, message, None):
            field.errors = [message]
            yield message


def _not_played(visit: Visit, heading: str) -> Page:
    return screens.page(
        "play/not_played.html", view=not_played(visit.code, visit.state, heading, visit.trouble.clauses)
    )


def _sent(form: forms.InRound, *names: str) -> dict[str, str]:
    """What was sent of these fields, for the page that is shown again."""
    return {name: text for name, text in form.typed().items() if name in names and text}


def _sent_of(form: forms.PlayForm) -> dict[str, str]:
    """What was sent of a play, for the page that is shown again."""
    return _sent(form, "way", *names_of(form.question))


@screen(pages, "/g/<code>/down")
def down(visit: Visit) -> Page | Address:
    """Who went down; for a seat, with which melds."""
    return _steps(visit, "contract", down_page)


@pages.post("/g/<code>/down")
def went_down(code: str) -> Response:
    form = forms.Down()
    here = down.at(code=code, **_sent_of(form))

    # there was a field for the melds, and nothing in it: a note has none
    lacks_melds = "melds" in form.typed() and not form.text("melds").strip()

    def was_noted(done: Done) -> bool:
        return lacks_melds and not done.events

    def then(done: Done) -> Address:
        if was_noted(done):
            return here
        follows = not form.text("melds") and melds_follow(done.state, form.whole("seat"))
        return down.at(code=code, **_sent(form, "seat")) if follows else _now(code)

    def say(done: Done) -> str:
        return _("Enter the cards laid down first.") if was_noted(done) else done_sentence(done)

    return write(form, form.command, here, then, say)


@screen(pages, "/g/<code>/melds/<int:meld>")
def on_table(visit: Visit, meld: int) -> Page | Address:
    """One meld on the table: what is laid on it, or taken from it."""
    melds = visit.state.running.play.melds if visit.state.running is not None else {}
    if meld not in melds:
        if visit.state.running is not None and not visit.trouble:
            abort(404, _("That meld isn’t on the table."))
        return _now(visit.code)  # the round is over, or the meld was taken back
    return _steps(visit, "lay_off", partial(meld_page, melds[meld]), meld=meld)


@pages.post("/g/<code>/melds/<int:meld>")
def onto_meld(code: str, meld: int) -> Response:
    form = forms.Onto()
    form["meld"].data = meld
    here = on_table.at(code=code, **{**_sent_of(form), "meld": meld})
    return _onto(code, form, here)


@screen(pages, "/g/<code>/melds/another")
def other_meld(visit: Visit) -> Page | Address:
    """A meld on the table that nobody has told: what is laid on it, or taken from it."""
    return _steps(visit, "lay_off", other_meld_page)


@pages.post("/g/<code>/melds/another")
def onto_other(code: str) -> Response:
    form = forms.Onto()
    return _onto(code, form, other_meld.at(code=code, **_sent_of(form)))


def _onto(code: str, form: forms.PlayForm, here: Address) -> Response:
    """Cards are laid on a meld, or its wild card is taken."""
    return write(form, lambda: form.command(form.text("way")), here, _now(code))


@screen(pages, "/g/<code>/new-meld")
def new_meld(visit: Visit) -> Page | Address:
    """A meld after the contract: a further one, or one that is owed."""
    return _steps(visit, "new_meld", partial(meld_page, None))


@pages.post("/g/<code>/new-meld")
def laid(code: str) -> Response:
    form = forms.NewMeld()
    return write(form, form.command, new_meld.at(code=code, **_sent_of(form)), _now(code))


@screen(pages, "/g/<code>/screw-over")
def screw_over(visit: Visit) -> Page | Address:
    """The next step of the screw-over; with everything told and ``ask``, the ruling on it."""
    running = visit.state.running
    if running is not None and not visit.state.book.screw_over:
        return _not_played(visit, _("No screw-over"))
    return _steps(visit, "screw", screw_page)


@pages.post("/g/<code>/screw-over")
def screwed(code: str) -> Response:
    form = forms.Screw()
    return _noted(code, form, screw_over.at(code=code, **_sent_of(form)))


@screen(pages, "/g/<code>/shanghai")
def shanghai(visit: Visit) -> Page | Address:
    """Who discarded what, and who called; with ``ask``, the ruling on it."""
    if visit.state.running is not None and not visit.state.book.shanghai_call:
        return _not_played(visit, _("No Shanghai call"))
    return _steps(visit, "shanghai", shanghai_page)


@pages.post("/g/<code>/shanghai")
def called(code: str) -> Response:
    form = forms.Shanghai()
    return _noted(code, form, shanghai.at(code=code, **_sent_of(form)))


def _noted(code: str, form: forms.PlayForm, here: Address) -> Response:
    """Where melds are told, the cards of a light note are asked for at once."""

    def then(done: Done) -> Address:
        tracked = done.state.running is not None and done.state.running.play.tracked
        return here if tracked and read(form.command()).noted else _now(code)

    return write(form, form.command, here, then)


# what the table decides on its rules


@screen(pages, "/g/<code>/rules")
def rules(visit: Visit) -> Page:
    """What the table has decided, and what the sources leave open."""
    name = visit.trouble.typed.get("name", visit.value("name"))
    return screens.page("play/rules.html", view=decisions.rules_page(visit.code, visit.state, name))


@screen(pages, "/g/<code>/rules/<topic>")
def rule(visit: Visit, topic: str) -> Page:
    """One clause to decide on."""
    _clause_of(visit.state, topic)
    view = decisions.rule_page(visit.code, visit.state, topic, sent=bool(visit.trouble))
    return screens.page("play/rule.html", view=view)


def _clause_of(state: GameState, topic: str) -> None:
    if topic not in state.book.clauses:
        abort(404, _("Rule not found in this rulebook."))


@pages.post("/g/<code>/rules/<topic>")
def decide(code: str, topic: str) -> Response:
    form = decisions.decide_form(topic)()
    shown = games.game_as_seen(code, form.seen.data.number)
    _clause_of(shown, topic)

    def then(done: Done) -> Address:
        is_settled = any(decision.topic == topic for decision in done.state.decisions)
        return rules.at(code=code) if is_settled else rule.at(code=code, topic=topic)

    def say(done: Done) -> str:
        if not done.events:
            return decisions.decided_already(done.state, topic, form.seen.data.number)
        return done_sentence(done)

    return write(form, lambda: decisions.decision(shown, topic, form), rule.at(code=code, topic=topic), then, say)


@screen(pages, "/g/<code>/rulebook/change")
def rulebook(visit: Visit) -> Page | Address:
    """Another rulebook to go on with; with ``rulebook``, what it changes."""
    if visit.state.status != "playing":
        return screens.at("rulebooks.of_game", code=visit.code)
    chosen = visit.trouble.typed.get("rulebook", visit.value("rulebook"))
    keep = visit.trouble.typed.get("keep") == "yes"
    books = rulebooks.books(rulebooks.club_of(visit.code))
    hands = hands_here(visit.code, [seat.id for seat in visit.state.all_seats])
    view = changing.change_page(visit.code, visit.state, books, chosen, keep=keep, hands=hands)
    return screens.page("play/rulebook.html", view=view)


@pages.post("/g/<code>/rulebook/change")
def change_rulebook(code: str) -> Response:
    form = forms.Change()
    here = rulebook.at(code=code, rulebook=form.text("rulebook"))
    if faults := form.faults():
        return screens.show_again(here, Trouble.at(faults, form.typed()))
    book = rulebooks.rulebook(rulebooks.club_of(code), form.text("rulebook"))
    return write(form, lambda: form.command(book), here, _now(code))


@screen(pages, "/g/<code>/agree")
def agree(visit: Visit) -> Page:
    """What tables quarrel about, asked before the first deal."""
    view = agreeing.agree_page(visit.code, visit.state, sent=bool(visit.trouble))
    return screens.page("play/agree.html", view=view)


@pages.post("/g/<code>/agree")
def agreed(code: str) -> Response:
    there = agreeing.questions_of(games.game_as_seen(code, forms.Agree().seen.data.number))
    form = agreeing.agree_form(there)()
    here, command = agree.at(code=code), agreeing.agreement(there, form)
    if not form.faults() and not command.answers:
        return screens.show_again(here, Trouble.at({"": _("Choose an answer first.")}, form.typed()))
    return write(form, lambda: command, here, _now(code), agreeing.agreed)


@pages.post("/g/<code>/rules")
def revoke(code: str) -> Response:
    form = forms.Revoke()
    return write(form, form.command, rules.at(code=code), rules.at(code=code))


@pages.post("/g/<code>/rules/keep")
def keep(code: str) -> Response:
    """Keep the rulebook of the game, with what was decided, as one of the club's own."""
    form, here = forms.Keep(), rules.at(code=code)
    if faults := form.faults():
        return screens.show_again(here, Trouble.at(faults, form.typed()))
    name = form.text("kept")
    saved = rulebooks.keep_decisions(code, name, form.tag(), form.over.data or 0)
    if isinstance(saved, rulebooks.Overtaken):
        return ask_over(saved.last, rules.at(code=code, name=name).url)
    if isinstance(saved, rulebooks.NotSaved):
        return screens.show_again(here, Trouble.at({"name": saved.message}, {"name": name}))
    name = _("%(rulebook)s, version %(version)s", rulebook=saved.rulebook.name, version=saved.version)
    return screens.proceed(
        here, say=_("Saved: %(name)s.", name=name) if saved.new else _("Nothing changed: this is %(name)s.", name=name)
    )
