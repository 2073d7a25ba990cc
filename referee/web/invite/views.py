"""Invite: a QR code to a game or to the club, the short code, other kinds of invitation, who waits."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs.game_places import game_place
from referee.services.phones import agreement, invitations, phones
from referee.services.phones.access import CLUB, GAME, Role
from referee.services.phones.invitations import LinkView
from referee.web.invite import forms
from referee.web.invite.page import KINDS, Agreeing, invitation
from referee.web.join.page import open_seats
from referee.web.parts.club_writing import Made, change, made
from referee.web.shell import access, live, screens, words
from referee.web.shell.club_here import here
from referee.web.shell.forms import Write, small_number
from referee.web.shell.reach import reach
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("invite", __name__)


@screen(pages, "/invite", "/g/<code>/invite")
def page(visit: Visit) -> Page:
    """``link``: another invitation than the usual one. ``at``: another address of this computer. ``seat``: for whom."""
    code = visit.code or ""
    club = game_place(code).club if code else here()
    scope, of = (GAME, code) if code else (CLUB, club.id)
    standing = invitations.standing(club.id)
    # let into this game alone, a phone invites nobody into the club
    usual = standing if access.this_phone().role(club.id) >= standing.role else None
    link = _chosen(visit.value("link"), scope, of, usual)
    view = invitation(
        code,
        visit.state.book.name if code else club.name,
        link,
        reach(),
        small_number(visit.value("at")) or 0,
        invitations.code_now(link.id, code) if link is not None else None,
        access.role_here(),
        invitations.waiting_for(scope, of),
        _one_host(club.id, code),
        open_seats(visit.state) if code and visit.state.running is not None else {},
        small_number(visit.value("seat")),
        _agreeing(code) if code else None,
    )
    news = live.of_clubs([club], code, visit.state.number if code else 0)
    return screens.page("invite/page.html", view=view, live=news, me=access.this_phone().id, hosted=access.is_hosted())


def _chosen(wanted: str, scope: str, of: str, usual: LinkView | None) -> LinkView | None:
    """A living invitation of this place that this phone may give on, else the usual one, else any."""
    links = invitations.links(scope, of) if wanted or usual is None else ()
    links = tuple(link for link in links if link.role <= access.role_here())
    return next((link for link in links if link.id == wanted), usual or next(iter(links), None))


def _agreeing(code: str) -> Agreeing | None:
    """How this phone may become host, or help another one to; None where it is host, or is let in by the door alone."""
    me = access.this_phone()
    if access.role_here() >= Role.HOST:
        return None
    could = agreement.who_can_agree(code, "")
    return Agreeing(me.id in could, len(could - {me.id}))


def _one_host(club: str, code: str) -> bool:
    """Whether this phone alone may run what it invites to; where the door is open, everybody may."""
    if access.role_here() < Role.HOST or access.this_phone().door >= Role.HOST:
        return False
    there = [*phones.phones_of(CLUB, club), *(phones.phones_of(GAME, code) if code else ())]
    return len({phone.id for phone in there if phone.role >= Role.HOST}) == 1


def _at(code: str, **values: str) -> Address:
    return page.at(**({"code": code} if code else {}), **values)


@pages.post("/invite/code", defaults={"code": ""})
@pages.post("/g/<code>/invite/code")
def short(code: str) -> Response:
    """A code of six letters for whoever cannot scan."""
    form = forms.Short()

    def do() -> Made:
        invitations.make_code(form.text("link"), form.tag(), code)
        return made("", link=form.text("link"))

    return change(form, do, _at(code), lambda link: _at(code, link=link))


@pages.post("/invite/make", defaults={"code": ""})
@pages.post("/g/<code>/invite/make")
def make(code: str) -> Response:
    """Another kind of invitation; one of this kind that lives already is shown again."""
    form = forms.Make()

    def do() -> Made:
        kind = KINDS[form.text("kind")]
        scope, of = (GAME, code) if code else (CLUB, here().id)
        alike = (
            link
            for link in invitations.links(scope, of)
            if not link.standing and link.role == kind.role and (link.expires_at is None) == (kind.hours is None)
        )
        link = next(alike, None) or invitations.make(scope, of, kind.role, form.tag(), kind.hours)
        return made("", link=link.id)

    return change(form, do, _at(code), lambda link: _at(code, link=link))


@pages.post("/invite/decide", defaults={"code": ""})
@pages.post("/g/<code>/invite/decide")
def decide(code: str) -> Response:
    """Let a phone in that typed a short code, or do not."""
    form = forms.Decide()

    def do() -> Made:
        waiting = invitations.decide(form.text("phone"), form.text("admit") == "yes", form.tag())
        name = waiting.name or _("The phone")
        return made(_("%(name)s is in.", name=name) if waiting.admitted else _("%(name)s wasn’t let in.", name=name))

    return change(form, do, _at(code), lambda: _at(code))


@pages.post("/g/<code>/invite/host")
def ask_host(code: str) -> Response:
    """The host's phone is gone: this one becomes host of this game if two others that have played here agree."""
    form = Write()

    def do() -> Made:
        agreement.ask(code, form.tag())
        return made("")

    return change(form, do, _at(code), lambda: _at(code))


@pages.post("/g/<code>/invite/agree")
def agree(code: str) -> Response:
    """Another phone that plays here becomes host."""
    form = forms.Asking()

    def do() -> Made:
        request = agreement.agree(form.text("phone"), form.tag())
        if not request.holds_from:
            return made(
                ngettext(
                    "You agreed. One more phone must agree.",
                    "You agreed. %(num)s more phones must agree.",
                    request.missing,
                )
            )
        return made(_("You agreed. The other phone becomes host at %(time)s.", time=words.clock(request.holds_from)))

    return change(form, do, _at(code), lambda: _at(code))


@pages.post("/g/<code>/invite/stop")
def stop(code: str) -> Response:
    """The host stops a phone that would become host."""
    form = forms.Asking()

    def do() -> Made:
        agreement.stop(form.text("phone"), form.tag())
        return made(_("Stopped. The other phone won’t become host."))

    return change(form, do, _at(code), lambda: _at(code))
