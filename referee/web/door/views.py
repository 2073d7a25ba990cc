"""The closed door: what a stranger sees on the first page, and how the organiser comes in."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import gettext as _
from referee.services.phones import phones
from referee.storage.games.log import CODE_LETTERS, plain_code
from referee.web.door.forms import Key
from referee.web.shell import access, frame, screens
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("door", __name__)
_CODE_LENGTH = 20


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
    try:
        _let_in(str(form.key.data), request.remote_addr or "")
    except errors.NoEntry as wrong:
        frame.log_refusal(str(wrong))
        return screens.show_again(page.at(), Trouble.at({"key": str(wrong)}))
    access.forget()
    screens.tell(_("This phone is organiser now."), "done")
    return frame.go("/")


def _let_in(key: str, address: str) -> None:
    """By a code, or by the password, which may look like one. Raises NoEntry, TooOften."""
    if not _looks_like_a_code(key):
        _sign_in(key, address)
        return
    try:
        phones.recover(key, address, lambda: access.writer().id)
    except errors.NoEntry as no_code:
        try:
            _sign_in(key, address)
        except errors.NoEntry:
            raise no_code from None
        except errors.TooOften as later:  # whichever it was meant to be
            raise errors.NoEntry(f"{no_code} {later}") from None


def _sign_in(password: str, address: str) -> None:
    phones.sign_in(password, address, lambda: access.writer().id, access.this_phone().id)


def _looks_like_a_code(key: str) -> bool:
    """Whether it may be the code of a card or of the command line, whatever stands between its letters."""
    letters = plain_code(key)
    return len(letters) == _CODE_LENGTH and set(letters) <= set(CODE_LETTERS)
