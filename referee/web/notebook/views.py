"""Old records out of a file: chosen or pasted, looked at with what is doubtful, brought in, taken back."""

from __future__ import annotations

import hashlib
from dataclasses import asdict

from flask import Blueprint, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee import errors
from referee.app.extensions import csrf
from referee.game.notebook.model import LARGEST_FILE
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.services.deliveries import once
from referee.services.house import notebooks
from referee.services.house.joining import Joining
from referee.services.house.notebooks import BroughtIn
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.notebook import forms
from referee.web.notebook import page as shown
from referee.web.notebook.joining import join_page
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_writing import Made, change, gone, made
from referee.web.shell import access, screens
from referee.web.shell.club_here import visible_club
from referee.web.shell.errors import LOST_SIGHT
from referee.web.shell.forms import Write
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("notebook", __name__)
TOO_LARGE = lazy_gettext("The file is larger than 16 MB.")


@screen(pages, "/clubs/<club>/notebook")
def page(visit: Visit, club: str) -> Page:
    """Where a file is chosen, or pasted; what came in before can be taken back here."""
    return screens.page(
        "notebook/page.html",
        bar=ClubBar(visible_club(club)),
        files=notebooks.brought_in(club),
        pasted=visit.trouble.typed.get("pasted", ""),
        largest=LARGEST_FILE,
        too_large=TOO_LARGE,
    )


@pages.post("/clubs/<club>/notebook")
def send(club: str) -> Response:
    try:
        form = forms.Send()
        faults = form.faults()
    except RequestEntityTooLarge:
        return screens.show_again(page.at(club=club), Trouble.at({"file": str(TOO_LARGE)}))
    if faults:
        why = LOST_SIGHT if "csrf_token" in faults else next(iter(faults.values()))
        return screens.show_again(page.at(club=club), Trouble.at({"file": str(why)}, _typed(form)))
    file = form.file.data
    content = file.stream.read() if file is not None and file.filename else form.text("pasted").encode()
    name = (file.filename or "") if file is not None else ""
    try:
        sent = [club, name, hashlib.sha256(content).hexdigest()]
        kept = once(form.tag(), sent, lambda: {"id": notebooks.keep(club, name, content)})
    except errors.Rejected as refused:
        return screens.show_again(page.at(club=club), Trouble.at({"file": str(refused)}, _typed(form)))
    return screens.proceed(look.at(club=club, id_=kept["id"]))


csrf.exempt(send)  # the form itself asks for the token: before that, a large file would be refused as too much


def _typed(form: forms.Send) -> dict[str, str]:
    return {"pasted": form.text("pasted")}


@screen(pages, "/clubs/<club>/notebook/<id_>")
def look(visit: Visit, club: str, id_: str) -> Page:
    choices = forms.choices_of(forms.LookForm(_Query(visit.query)))
    preview = notebooks.look(club, id_, choices)
    if isinstance(preview, BroughtIn):
        return screens.page("notebook/done.html", view=shown.done_page(visible_club(club), preview), days=KEPT_DAYS)
    if isinstance(preview, Joining):
        return screens.page("notebook/join.html", view=join_page(visible_club(club), preview))
    return screens.page("notebook/look.html", view=shown.look_page(visible_club(club), preview))


class _Query(dict[str, str]):
    """What an address says, as a form reads it."""

    def getlist(self, name: str) -> list[str]:
        return [self[name]] if name in self else []


@pages.post("/clubs/<club>/notebook/<id_>/again")
def again(club: str, id_: str) -> Response:
    """The file read once more, as it is said now; the address says it."""
    form = forms.BringIn()
    if faults := form.faults():
        return screens.show_again(_at(club, id_, form), Trouble.at(faults))
    return screens.proceed(_at(club, id_, form))


def _at(club: str, id_: str, form: forms.LookForm) -> Address:
    return look.at(club=club, id_=id_, **dict(forms.fields_of(forms.choices_of(form))))


@pages.post("/clubs/<club>/notebook/<id_>")
def bring_in(club: str, id_: str) -> Response:
    form = forms.BringIn()
    here = _at(club, id_, form)
    if faults := form.faults():
        return screens.show_again(here, Trouble.at(faults))
    try:
        preview = notebooks.look(club, id_, forms.choices_of(form))
        if isinstance(preview, BroughtIn):
            return screens.proceed(look.at(club=club, id_=id_))
        if isinstance(preview, Joining):
            joined = once(
                form.tag(),
                [request.path, form.text("looked")],
                lambda: asdict(notebooks.join(preview, form.text("looked"))),
            )
            return _brought(club, id_, joined["games"])
        if form.text("looked") != shown.looked(preview):
            raise errors.Rejected("file", _("You have changed something. Look at the games once more."))
        tag = form.tag()
        prepared = notebooks.ready(preview, tag.by)
        done = once(tag, [request.path, form.text("looked")], lambda: asdict(notebooks.bring_in(prepared)))
    except errors.Rejected as refused:
        return screens.show_again(here, Trouble.at({refused.field: str(refused)}))
    return _brought(club, id_, done["games"])


def _brought(club: str, id_: str, games: int) -> Response:
    access.forget_clubs()
    say = ngettext("Brought in %(num)s game.", "Brought in %(num)s games.", games)
    return screens.proceed(look.at(club=club, id_=id_), say=say)


@pages.post("/clubs/<club>/notebook/<id_>/undo")
def undo(club: str, id_: str) -> Response:
    def do() -> Made:
        taken = notebooks.take_back(club, id_)
        say = ngettext("Took back %(num)s game.", "Took back %(num)s games.", taken.games)
        return gone(say, club)

    return change(Write(), do, look.at(club=club, id_=id_), lambda club: screens.at("club.page", club=club))


@pages.post("/clubs/<club>/notebook/<id_>/drop")
def drop(club: str, id_: str) -> Response:
    """A file that was only looked at."""

    def do() -> Made:
        notebooks.drop(club, id_)
        return made(_("Nothing was brought in."), club=club)

    return change(Write(), do, look.at(club=club, id_=id_), page.at)
