"""One way for every change in a club: read the form, ask the service, show what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from flask import request
from werkzeug.wrappers import Response

from referee import errors
from referee.services.deliveries import once
from referee.storage.clubs import KEPT_DAYS
from referee.web import frame
from referee.web.club.bar import ClubBar
from referee.web.club.forms import Sure
from referee.web.club.here import forget
from referee.web.forms import OWN, Write
from referee.web.frame import Trouble
from referee.web.writing import Shown, show_again


@dataclass(frozen=True)
class Confirm:
    bar: ClubBar
    heading: str
    sentences: tuple[str, ...]
    tick: str
    """What the box says that is to be ticked; empty for what cannot be done."""
    back: str
    button: str
    fields: tuple[tuple[str, str], ...]


NOT_TICKED = "Tick the box to say that you mean it."


@dataclass(frozen=True)
class Then:
    """The page that follows a change, with what it says; kept for a phone that sends the change again."""

    endpoint: str
    say: str
    values: dict[str, str]


def then(endpoint: str, say: str, **values: str) -> Then:
    return Then(endpoint, say, values)


def then_gone(say: str, club: str) -> Then:
    """What follows when something was removed: the club's page, which can bring it back."""
    return then("club.page", f"{say} This can be taken back below for {KEPT_DAYS} days.", club=club)


def ask_twice(
    bar: ClubBar,
    heading: str,
    sentences: tuple[str, ...],
    tick: str,
    back: str,
    button: str = "Remove it",
    fields: tuple[tuple[str, str], ...] = (),
) -> Response:
    """What would be done, with a box to tick; the form is sent to the address of this very page.

    ``tick`` is what the box says, empty for what cannot be done; ``fields`` travel along.
    """
    return frame.page("club/confirm.html", view=Confirm(bar, heading, sentences, tick, back, button, fields))


def change(
    form: Write, do: Callable[[], Then], shown: Shown, after: Callable[[Then], object] = lambda _: None
) -> Response:
    """Do one thing, once; where it is refused, the page ``shown`` comes again with the reason and what was typed.

    ``do`` is one transaction. ``after`` is what the phone itself keeps of it, also when it asks again.
    """
    faults = form.faults()
    if not faults and isinstance(form, Sure) and not form.sure.data:
        faults = {"sure": NOT_TICKED}
    if faults:
        return show_again(shown, Trouble(tuple(dict.fromkeys(faults.values())), faults, form.typed()))
    sent = [request.path, [pair for pair in request.form.items(multi=True) if pair[0] not in OWN]]
    try:
        answer = Then(**once(form.tag(), sent, lambda: asdict(do())))
    except errors.Rejected as refused:
        return show_again(shown, Trouble((str(refused),), {refused.field: str(refused)}, form.typed()))
    forget()
    after(answer)
    return frame.proceed(answer.endpoint, answer.say, **answer.values)
