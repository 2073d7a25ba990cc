"""Photos of the paper: looked at, kept with the game on the table's wish, removed by a key."""

from __future__ import annotations

import hashlib

from flask import Blueprint, abort, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee import errors
from referee.app.extensions import csrf
from referee.messages import gettext as _
from referee.services.deliveries import once
from referee.services.games import photos
from referee.web.paper_photos.forms import Keep
from referee.web.shell import screens
from referee.web.shell.bar import bar
from referee.web.shell.errors import LOST_SIGHT
from referee.web.shell.forms import InMemory, Write
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("paper_photos", __name__)


@screen(pages, "/g/<code>/photos")
def page(visit: Visit) -> Page:
    return screens.page(
        "paper_photos/page.html",
        bar=bar(visit.code, visit.state),
        photos=photos.of_game(visit.code),
        most=photos.MOST,
        largest=photos.MOST_BYTES,
        too_large=_("This picture is too large. Send one of at most 8 MB."),
    )


@pages.get("/g/<code>/photos/<photo>.jpg")
def shown(code: str, photo: str) -> Response:
    content = photos.picture(code, photo)
    if content is None:
        abort(404, _("Photo not found."))
    name = f"paper-{code}.jpg"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, mimetype="image/jpeg", headers=headers)


@pages.post("/g/<code>/photos")
def keep(code: str) -> Response:
    request.form_data_parser_class = InMemory
    here = page.at(code=code)
    try:
        form = Keep()
        if faults := form.faults():
            why = LOST_SIGHT if "csrf_token" in faults else next(iter(faults.values()))
            return screens.show_again(here, Trouble.at({"file": str(why)}))
        sent, tag = form.picture(), form.tag()
        small = photos.made_small(sent)
        digest = hashlib.sha256(sent).hexdigest()
        once(tag, [request.path, digest], lambda: {"id": photos.keep(code, small, tag)}, code)
    except RequestEntityTooLarge:
        return screens.show_again(here, Trouble.at({"file": _("This picture is too large. Send one of at most 8 MB.")}))
    except errors.Rejected as refused:
        return screens.show_again(here, Trouble.at({"file": str(refused)}))
    return screens.proceed(here, say=_("The photo is kept with this game."))


csrf.exempt(keep)  # the form itself asks for the token: before that, a large picture would be refused as too much


@pages.post("/g/<code>/photos/<photo>/remove")
def remove(code: str, photo: str) -> Response:
    form, here = Write(), page.at(code=code)
    if faults := form.faults():
        return screens.show_again(here, Trouble.at(faults))
    tag = form.tag()
    try:
        once(tag, [request.path], lambda: {"gone": photos.remove(code, photo, tag)}, code)
    except errors.Rejected as refused:
        return screens.show_again(here, Trouble.at({"file": str(refused)}))
    return screens.proceed(here, say=_("The photo is gone forever."))
