"""The closed door: what a stranger sees on the first page, and how the organiser comes in."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import gettext as _
from referee.services.phones import phones
from referee.web.door.forms import Key
from referee.web.shell import access, frame, screens
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("door", __name__)
_CARD_LETTERS = 20


@screen(pages, "/door")
def page(visit: Visit) -> Page:
    """What lets a phone in: scanning, a short code, the organiser's password or card; whatever address it came to."""
    status = 200 if not visit.trouble else 422
    return screens.page("door/page.html", status, revoked=access.this_phone().revoked, password=phones.has_password())


@pages.post("/door")
def open() -> Response:
    """With the password, or the code of a recovery card, this phone is the organiser's from now on."""
    form = Key()
    if faults := form.faults():
        return screens.show_again(page.at(), Trouble.at(faults))
    key, address = str(form.key.data), request.remote_addr or ""
    try:
        if _is_card(key):
            phones.recover(key, address, lambda: access.writer().id)
        else:
            phones.sign_in(key, address, lambda: access.writer().id, access.this_phone().id)
    except errors.NoEntry as wrong:
        frame.log_refusal(str(wrong))
        return screens.show_again(page.at(), Trouble.at({"key": str(wrong)}))
    access.forget()
    screens.tell(_("This phone is organiser now."), "done")
    return frame.go("/")


def _is_card(key: str) -> bool:
    """Whether it looks like the code of a card: five groups of four."""
    return sum(letter.isalnum() for letter in key) == _CARD_LETTERS and key.count("-") == _CARD_LETTERS // 4 - 1
