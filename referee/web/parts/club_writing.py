"""One way for every change in a club: read the form, ask the service, show what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from flask import request
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.services.deliveries import once
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_fields import Sure
from referee.web.shell import access, screens
from referee.web.shell.forms import OWN, Write
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page

NOT_TICKED = lazy_gettext("Tick the box to confirm.")


@dataclass(frozen=True)
class Confirm:
    """What would be done, with a box to tick. Its form goes to the address of the page itself."""

    bar: ClubBar
    heading: str
    sentences: tuple[str, ...]
    tick: str
    """What the box says; empty for what cannot be done."""
    back: str
    button: str = lazy_gettext("Remove it")
    fields: tuple[tuple[str, str], ...] = ()
    """They travel along."""

    @property
    def page(self) -> Page:
        return screens.page("club/confirm.html", view=self)


@dataclass(frozen=True)
class Made:
    """What a change says, and the values of the address that follows; kept for a phone that sends the change again."""

    say: str
    values: Mapping[str, str]


def made(say: str, **values: str) -> Made:
    return Made(say, values)


def gone(say: str, club: str) -> Made:
    """Something was removed: the club's page, which follows, can bring it back."""
    return made(_("%(say)s You can reverse this below for %(days)s days.", say=say, days=KEPT_DAYS), club=club)


def change(form: Write, do: Callable[[], Made], here: Address, then: Callable[..., Address]) -> Response:
    """Do one thing, once. Where it is refused, the page ``here`` comes again with the reason and what was typed.

    ``do`` is one transaction. ``then`` makes the address that follows of the values that were made, also for a phone
    that sends the change again.
    """
    faults = form.faults()
    if not faults and isinstance(form, Sure) and not form.sure.data:
        faults = {"sure": NOT_TICKED}
    if faults:
        return screens.show_again(here, Trouble.at(faults, form.typed()))
    sent = [request.path, [pair for pair in request.form.items(multi=True) if pair[0] not in OWN]]
    try:
        answer = once(form.tag(), sent, lambda: asdict(do()))
    except errors.Rejected as refused:
        return screens.show_again(here, Trouble.at({refused.field: str(refused)}, form.typed()))
    access.forget_clubs()
    return screens.proceed(then(**answer["values"]), say=answer["say"])
