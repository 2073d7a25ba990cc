"""A club's own rulebooks: made from any rulebook, saved as versions, taken out and brought in as files."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.messages import gettext as _
from referee.rulebooks import library
from referee.rulebooks.reading import Unreadable
from referee.rulebooks.starts.making import starts
from referee.rules.rulebook.house_rules import along, brought_along
from referee.rules.rulebook.in_words import rule_in_words
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs import rulebooks
from referee.web.own import forms
from referee.web.own import page as shown
from referee.web.parts.clauses import names_built_in
from referee.web.shell import frame, screens, words
from referee.web.shell.club_here import at, name_the_club, whose
from referee.web.shell.forms import small_number
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import ask_over

pages = Blueprint("own", __name__)
pages.url_defaults(name_the_club)


@screen(pages, "/house-rules")
def page(visit: Visit) -> Page:
    """The own rulebooks, and the way to a new one or to a file."""
    books = tuple((book, shown.facts_of(book)) for book in rulebooks.own_rulebooks(at().id))
    problem = next(iter(visit.trouble.sentences), "")
    built_in = tuple(names_built_in().items())
    own_page = shown.OwnPage(books, built_in, starts(), visit.trouble.typed.get("text", ""), problem)
    return screens.page("own/page.html", own=own_page, **whose())


def _refused(text: str, why: str) -> Response:
    return screens.show_again(page.at(), Trouble((why,), typed={"text": text}))


@pages.get("/house-rules/from")
def choose() -> Response:
    """Where the form leads: to the values of the rulebook chosen."""
    base = rulebooks.rulebook(at().id, request.args.get("rulebook", ""))
    return frame.go(form.at(rulebook=base.id, club=at().id).url)


@screen(pages, "/house-rules/<rulebook>/change")
def form(_visit: Visit, rulebook: str) -> Page:
    """Every value of a rulebook, to be changed."""
    base = rulebooks.rulebook(at().id, rulebook)
    version, digest = _last(rulebook)
    house = shown.house_form(base, version, digest, forms.house_rules(base, version > 0), fresh=True)
    return screens.page("own/form.html", house=house, **whose())


@pages.post("/house-rules/<rulebook>/change")
def save(rulebook: str) -> Response:
    sent = forms.Save()
    base = rulebooks.rulebook(at().id, rulebook, sent.made_from or None)
    typed = forms.house_rules(base, sent.made_from > 0, sent=True)
    if faults := sent.faults():
        return _again(base, typed, ("", next(iter(faults.values())).rstrip(".")))
    if forms.is_step(step := sent.text("step")):
        return _stepped(base, typed, step)
    house, wording = forms.changes(base, typed)
    saved = rulebooks.save_rulebook(
        at().id,
        base,
        typed.text("name"),
        sent.tag(),
        house,
        wording,
        typed.text("special"),
        (rulebook, sent.made_from),
        forms.new_word(base, typed),
        sent.may_follow,
        sent.text("digest"),
    )
    if isinstance(saved, rulebooks.Overtaken):
        back, same = form.at(rulebook=rulebook, club=at().id).url, saved.last.id == rulebook
        return ask_over(saved.last, back, same, as_typed=("step", forms.SHOW))
    if isinstance(saved, rulebooks.NotSaved):
        return _again(base, typed, (saved.key, saved.message.rstrip(".")))
    return screens.proceed(_book(saved.id), say=_saved_message(saved, along(base.values(), house)))


@pages.post("/house-rules/<rulebook>/back")
def take_back(rulebook: str) -> Response:
    """A house rule is none any more: the clause is again what the rulebook beneath says."""
    sent = forms.TakeBack()
    if faults := sent.faults():
        return screens.declined(_book(rulebook), next(iter(faults.values())))
    version, topic, digest = sent.whole("version"), sent.text("topic"), sent.text("digest")
    saved = rulebooks.take_back(at().id, rulebook, version, topic, sent.tag(), digest)
    if isinstance(saved, rulebooks.Overtaken):
        why = _(
            "Not saved: version %(version)s was saved while you were editing. Here it is.", version=saved.last.version
        )
        return screens.declined(_book(rulebook), why)
    if isinstance(saved, rulebooks.NotSaved):
        why = _(
            "Not removed, because something else depends on it. %(fault)s", fault=shown.fault(saved.key, saved.message)
        )
        return screens.declined(_book(rulebook), why)
    return screens.proceed(_book(saved.id), say=_saved_message(saved))


@pages.post("/house-rules/import")
def bring_in() -> Response:
    """A rulebook from a file, or from its text."""
    sent = forms.BringIn()
    try:
        text = sent.content()
    except Unreadable as wrong:
        return _refused("", f"{wrong}.")
    if faults := sent.faults():
        return _refused(text, next(iter(faults.values())))
    if not text.strip():
        return _refused("", _("Choose a file, or paste its text."))
    return _brought(sent, text)


def _brought(sent: forms.Over, text: str) -> Response:
    saved = rulebooks.import_rulebook(at().id, text, sent.tag(), small_number(sent.text("over")) or 0)
    if isinstance(saved, rulebooks.Overtaken):
        return ask_over(saved.last, page.at(club=at().id).url, text=text)
    if isinstance(saved, rulebooks.NotSaved):
        return _refused(text, f"{saved.key}: {saved.message}.")
    return screens.proceed(_book(saved.id), say=_saved_message(saved, brought_along(saved.rulebook)))


@pages.post("/house-rules/start")
def begin() -> Response:
    """An own rulebook from one of the starts; what the table plays otherwise is changed after that."""
    sent = forms.Begin()
    start = next((start for start in starts() if start.id == sent.text("start")), None)
    if faults := sent.faults():
        return _refused("", next(iter(faults.values())))
    return _brought(sent, start.text) if start else _refused("", _("Choose one of the starts."))


@pages.get("/house-rules/<rulebook>/file")
def take_out(rulebook: str) -> Response:
    """The rulebook as a file that can be brought in anywhere."""
    text = rulebooks.export_rulebook(at().id, rulebook, small_number(request.args.get("version", "")) or None)
    attached = {"Content-Disposition": f'attachment; filename="{rulebook}.toml"'}
    return Response(text, mimetype="application/toml", headers=attached)


def _book(rulebook: str) -> Address:
    return screens.at("rulebooks.book", rulebook=rulebook)


def _last(rulebook: str) -> tuple[int, str]:
    """The last version of an own rulebook, with the digest of its content; 0 and nothing for one that is built in."""
    if rulebook in library.ids():
        return 0, ""
    last = rulebooks.versions(at().id, rulebook)[0]
    return last.version, last.digest


def _stepped(base: Rulebook, typed: forms.HouseRules, step: str) -> Response:
    """The form with one round more, less or elsewhere, or without jokers; nothing is written."""
    number = forms.take_step(typed, base, step)
    house = shown.house_form(base, typed.made_from, typed.text("digest"), typed, looked_at=number)
    response = frame.stays(screens.rendered(form, screens.page("own/form.html", house=house, **whose())))
    if number:
        response.headers["HX-Reswap"] = f"innerHTML show:#round-{number}:top"
    return response


def _again(base: Rulebook, typed: forms.HouseRules, wrong: tuple[str, str]) -> Response:
    house = shown.house_form(base, typed.made_from, typed.text("digest"), typed, wrong)
    return frame.stays(screens.rendered(form, screens.page("own/form.html", 422, house=house, **whose())))


def _saved_message(saved: rulebooks.Saved, changed_to_match: Iterable[str] = ()) -> str:
    if not saved.version:
        return _("%(rulebook)s is built in. Nothing was added.", rulebook=saved.rulebook.name)
    name = _("%(rulebook)s, version %(version)s", rulebook=saved.rulebook.name, version=saved.version)
    if not saved.new:
        return _("Nothing changed: this is %(name)s.", name=name)
    sentences = [_("Saved: %(name)s.", name=name)]
    if rules := " ".join(rule_in_words(value, saved.rulebook.values()) for value in changed_to_match):
        sentences.append(_("Changed to match: %(rules)s", rules=f"{rules[:1].lower()}{rules[1:]}"))
    if short := forms.short_deals(saved.rulebook, library.load(saved.rulebook.builds_on)):
        rounds = words.listing(short)
        sentences.append(_("Note: fewer cards are dealt than the contract needs in round %(rounds)s.", rounds=rounds))
    return " ".join(sentences)
