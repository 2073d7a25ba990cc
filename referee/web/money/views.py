"""Money of a club: who owes whom, entries by hand, what was settled, and what the club plays for."""

from __future__ import annotations

from functools import partial

from flask import Blueprint
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.days import today
from referee.errors import Rejected
from referee.messages import gettext as _
from referee.season.money import KITTY, Payment
from referee.services.clubs import money
from referee.web.money import forms
from referee.web.money.page import entered, money_page, playing_view
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_writing import Made, change, made
from referee.web.shell import screens
from referee.web.shell.club_here import visible_club
from referee.web.shell.forms import Write
from referee.web.shell.live import of_clubs
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("money", __name__)


@screen(pages, "/clubs/<club>/money")
def page(visit: Visit, club: str) -> Page:
    of = money.page(visible_club(club).id)
    return screens.page("money/page.html", view=money_page(of, visit.trouble), live=of_clubs([of.money.club]))


@pages.post("/clubs/<club>/money/enter")
def enter(club: str) -> Response:
    form = forms.ByHand()

    def do() -> Made:
        of = money.page(club)
        amount = forms.amount_in(form.text("amount"), hundredths=of.money.hundredths)
        if not amount:
            raise Rejected("amount", forms.no_amount(form.text("amount"), hundredths=of.money.hundredths))
        who, other = (_account(form, name) for name in ("who", "other"))
        settles = form.text("what") == forms.PAID
        giver, receiver = (who, other) if settles else (other, who)
        entry = money.enter(club, giver, receiver, amount, form.text("word"), settles=settles)
        return made(_("Entered: %(what)s.", what=entered(of, entry)), club=club)

    return change(form, do, page.at(club=club), page.at)


@pages.post("/clubs/<club>/money/settle")
def settle(club: str) -> Response:
    """What the page proposed was paid; the second of two phones is told that it was."""
    form = forms.Settled()

    def do() -> Made:
        pays, gets = (_account(form, name) for name in ("pays", "gets"))
        entry = money.settle(club, Payment(pays, gets, form.whole("sum")))
        return made(_("Settled: %(what)s.", what=entered(money.page(club), entry)), club=club)

    return change(form, do, page.at(club=club), page.at)


@pages.post("/clubs/<club>/money/take-back")
def take_back(club: str) -> Response:
    form = forms.Back()

    def do() -> Made:
        entry = money.take_back(club, form.text("entry"))
        return made(_("Taken back: %(what)s.", what=entered(money.page(club), entry)), club=club)

    return change(form, do, page.at(club=club), page.at)


@screen(pages, "/clubs/<club>/money/change")
def edit(visit: Visit, club: str) -> Page:
    """What the club plays for; from here it begins to."""
    shown = visible_club(club)
    there = money.terms(shown.id)
    typed = MultiDict(visit.trouble.typed) if visit.trouble.typed else None
    form = forms.Playing(typed, data=forms.filled(there, today()))
    return screens.page("money/form.html", view=playing_view(ClubBar(shown), there, form))


@pages.post("/clubs/<club>/money/change")
def changed(club: str) -> Response:
    form = forms.Playing()

    def do() -> Made:
        terms = form.terms()
        money.save_terms(club, terms, form.text("before"), again=bool(form.again.data))
        return made(_("Saved. The accounts follow from the games and evenings."), club=club)

    return change(form, do, edit.at(club=club), page.at)


@pages.post("/clubs/<club>/money/stop")
def stop(club: str) -> Response:
    def do() -> Made:
        money.stop(club)
        return made(_("The club plays for nothing now. Its accounts are kept."), club=club)

    return change(Write(), do, edit.at(club=club), partial(screens.at, "club.page"))


def _account(form: Write, name: str) -> str:
    """A player or the kitty; raises Rejected where nobody is chosen."""
    chosen = form.text(name)
    if not chosen:
        raise Rejected(name, _("Choose a player or the kitty."))
    return KITTY if chosen == forms.THE_KITTY else chosen
