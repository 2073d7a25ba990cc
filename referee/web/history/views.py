"""Everything that happened, with undo for each."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.game.events import Undone, undone_in_the_end
from referee.game.fold import sentences
from referee.game.taking_back import told_otherwise
from referee.messages import gettext as _
from referee.services.games.games import Done
from referee.web.history.forms import FromPage, Heard, Target
from referee.web.history.page import history_page
from referee.web.shell import screens, shown_before, taking_back
from referee.web.shell.forms import small_number
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.shell.writing import done_sentence, write

pages = Blueprint("history", __name__)


@screen(pages, "/g/<code>/history")
def page(visit: Visit) -> Page:
    return screens.page(
        "history/page.html", view=history_page(visit.code, visit.state, small_number(visit.value("upto"), 9) or 0)
    )


_BACK_TO = ("game.now", "score.page", "history.page", "seats.page", "round.page", "result.page")
"""Pages that Undo returns to; it stands on each of them."""


@pages.post("/g/<code>/undo")
def undo(code: str) -> Response:
    """Undo one entry, or without ``target`` the last; then the page it was asked on."""
    form = Target()
    back = _back(code, form)
    return write(
        form,
        form.undo,
        back,
        back,
        lambda done: done_sentence(done) if done.events else _("That has already been undone."),
    )


@pages.post("/g/<code>/redo")
def redo(code: str) -> Response:
    """Bring back one entry that was undone, or without ``target`` the last."""
    form = Target()
    back = _back(code, form)
    return write(form, form.redo, back, back, _brought_back)


def _brought_back(done: Done) -> str:
    """What is back; what was entered again since counts in its place, and nothing else changes."""
    if not done.events:
        return _("That has already been brought back.")
    state, event = done.state, done.events[-1]
    anew = told_otherwise(state, undone_in_the_end(event, state.log)[0]) if isinstance(event, Undone) else None
    if anew is None:
        return done_sentence(done)
    return f"{done_sentence(done)} {_('Entered again since: %(entry)s.', entry=sentences(state)[anew - 1].brief)}"


@pages.post("/g/<code>/heard")
def heard(code: str) -> Response:
    """The phone has heard what others took back, up to a number of the log; nothing of that is in the book."""
    form = Heard()
    back = _back(code, form)
    if faults := form.faults():
        return screens.show_again(back, Trouble.at(faults))
    taking_back.keep_heard(code, form.whole("until"))
    return screens.proceed(back)


@pages.post("/g/<code>/lacks")
def lacks(code: str) -> Response:
    """The phone has heard that the book lacks what it was shown; from now on the book counts as it is."""
    form = FromPage()
    back = _back(code, form)
    if faults := form.faults():
        return screens.show_again(back, Trouble.at(faults))
    shown_before.put_away()
    response = screens.proceed(back)
    shown_before.counts(response, code, form.seen.data)
    return response


def _back(code: str, form: FromPage) -> Address:
    asked_on = form.text("page")
    return screens.at(asked_on if asked_on in _BACK_TO else "game.now", code=code, upto=form.upto.data)
