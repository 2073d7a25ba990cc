"""The phones of a club: named, taken out, made host; the invitations, the recovery card, the door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from flask import Blueprint
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import gettext as _
from referee.services.deliveries import WriteTag
from referee.services.phones import grants, holdings, invitations, organisers, phones
from referee.services.phones.access import CLUB, HOUSE, Phone, Role
from referee.services.phones.invitations import LinkView
from referee.services.phones.phones import PhoneView
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.club_writing import Made, change, made
from referee.web.phones import forms
from referee.web.phones.page import (
    DOOR_CHOICES,
    ROLES,
    Leaving,
    Organiser,
    PhoneLine,
    Phones,
    called,
    link_line,
    phone_line,
    told_line,
)
from referee.web.shell import access, screens, words
from referee.web.shell.club_here import visible_club
from referee.web.shell.forms import Write
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("phones", __name__)


@screen(pages, "/clubs/<club>/phones")
def page(_visit: Visit, club: str) -> Page:
    return _page(club)


def _page(club: str, card: str = "") -> Page:
    bar, me, role = ClubBar(visible_club(club)), access.this_phone(), access.role_here()
    there = _phones(club, whole_house=me.role() >= Role.HOST)
    names = holdings.names_by_phone([phone.id for phone in there])
    hosts = [phone for phone in there if phone.role >= Role.HOST]
    organises = me.role() >= Role.ORGANISER
    may_choose = organises and not access.is_hosted()
    entries = grants.log_of_access(club)
    who = _called([*(entry.phone for entry in entries), *(entry.by for entry in entries if entry.by)])
    lines = [phone_line(phone, names.get(phone.id, ()), role, phone.id == me.id, may_choose) for phone in there]
    view = Phones(
        bar=bar,
        phones=tuple(lines),
        organiser=_organiser(me, lines) if me.role() >= Role.HOST and not access.is_hosted() else None,
        links=tuple(link_line(link) for link in invitations.of_club(club) if link.role <= role),
        waiting=invitations.waiting_for(CLUB, club),
        one_host=me.door < Role.HOST and len(hosts) == 1 and len(there) > 1,
        door=phones.door(access.usual_door()) if organises else "",
        doors=DOOR_CHOICES,
        has_card=organises and phones.has_card(),
        card=card,
        entries=tuple(told_line(entry, who) for entry in entries),
    )
    return screens.page("phones/page.html", view=view, me=me.id)


def _phones(club: str, whole_house: bool) -> list[PhoneView]:
    """The phones with a right in a club, the last to write first; with those that only the open door lets in."""
    by_id = {phone.id: phone for phone in phones.phones_of(HOUSE, "")} if whole_house else {}
    by_id |= {phone.id: phone for phone in phones.phones_of(CLUB, club)}
    return sorted(by_id.values(), key=lambda phone: phone.seen_at, reverse=True)


def _organiser(me: Phone, lines: Iterable[PhoneLine]) -> Organiser:
    """Who organises this home, as this phone is told."""
    is_here = me.role() >= Role.ORGANISER
    others = tuple(line.called for line in lines if line.organises and not line.mine)
    wanted = not is_here and organisers.is_wanted()
    return Organiser(is_here, me.door >= Role.ORGANISER, organisers.is_by_right(me), wanted, words.listing(others))


def _change(club: str, form: Write, do: Callable[[], str]) -> Response:
    """One change, then the page again with what ``do`` says of it."""
    return change(form, lambda: made(do(), club=club), page.at(club=club), page.at)


@pages.post("/clubs/<club>/phones/rename")
def rename(club: str) -> Response:
    form = forms.Rename()

    def do() -> str:
        name = phones.rename(form.text("phone"), form.text("name"), form.tag())
        return _("Renamed to %(name)s.", name=name)

    return _change(club, form, do)


@screen(pages, "/clubs/<club>/phones/leaving")
def leaving(visit: Visit, club: str) -> Page:
    """A phone is to be taken out (``phone``): what becomes of the invitations that it knows. Raises UnknownPhone."""
    bar, me = ClubBar(visible_club(club)), access.this_phone()
    out = phones.leaving(visit.value("phone"), WriteTag("", 0, "", me.id, me.door))
    who = _called([out.phone, *out.lose])
    lose = words.listing(who[phone] for phone in out.lose)
    renewed, kept = _kinds(out.renewed), _kinds(out.kept)
    its_name = "" if who[out.phone] == called("", ()) else who[out.phone]
    view = Leaving(bar, out.phone, its_name, renewed, kept, lose, out.card, out.password)
    return screens.page("phones/leaving.html", view=view)


def _kinds(links: Iterable[LinkView]) -> str:
    """What some invitations allow, in words."""
    return words.listing(dict.fromkeys(link_line(link).allows for link in links))


def _called(ids: Sequence[str]) -> Mapping[str, str]:
    """By id what each phone is called on the pages of a club, those that are out among them."""
    names, own = holdings.names_by_phone(ids), phones.names(ids)
    return {id_: called(own.get(id_, ""), names.get(id_, ())) for id_ in dict.fromkeys(ids)}


@pages.post("/clubs/<club>/phones/take-out")
def take_out(club: str) -> Response:
    form = forms.TakeOut()

    def do() -> Made:
        had_card = phones.has_card()
        still = phones.revoke(form.text("phone"), form.tag(), renew=form.text("renew") == "yes")
        said_of = _("Phone removed. %(invitations)s", invitations=_still_open(still))
        return made(said_of + _and_the_card(had_card), club=club)

    here = leaving.at(club=club, phone=form.text("phone")) if form.text("phone") else page.at(club=club)
    return change(form, do, here, page.at)


def _and_the_card(had_card: bool) -> str:
    """That the recovery card has gone with what was done; it is for whoever organises the house."""
    if not had_card or phones.has_card():
        return ""
    return " " + _("The recovery card no longer works. Create a new one.")


def _still_open(still: phones.Open) -> str:
    """Whether a phone that is out can come back by what it knows."""
    says = []
    if still.links:
        says.append(_("It can come back with the old invitation: %(names)s.", names=_kinds(still.links)))
    if still.password:
        says.append(_("It knows the organiser’s password: set a new one on the server with 'referee set-password'."))
    return " ".join(says) or _("It needs a new invitation to come back.")


@pages.post("/clubs/<club>/phones/role")
def role(club: str) -> Response:
    form = forms.Promote()

    def do() -> str:
        phones.give(form.text("phone"), CLUB, club, ROLES[form.text("role")], form.tag())
        return _("Changed.")

    return _change(club, form, do)


@pages.post("/clubs/<club>/phones/organiser")
def organiser(club: str) -> Response:
    """An organiser makes another phone organiser, which is told, or takes that away."""
    form = forms.Organiser()
    _only_at_home()

    def do() -> str:
        if form.text("organiser") == "yes":
            organisers.make(form.text("phone"), form.tag())
            return _("That phone is organiser now, and gets a message.")
        had_card = phones.has_card()
        organisers.unmake(form.text("phone"), form.tag())
        return _("That phone is no longer organiser.") + _and_the_card(had_card)

    return _change(club, form, do)


@pages.post("/organiser")
def about_organiser() -> Response:
    """This phone was asked whether it is the organiser, or told that it is."""
    form = forms.Asked()
    _only_at_home()

    def do() -> Made:
        answer, tag = form.text("organiser"), form.tag()
        if answer == "knows":
            organisers.knows(tag)
            return made("")
        if answer == "no":
            had_card = phones.has_card()
            organisers.decline(tag)
            isnt = _("This phone isn’t organiser. You can change that under Club, then Phones.")
            return made(isnt + _and_the_card(had_card))
        if organisers.accept(tag):
            return made(_("This phone is organiser now. You can see it under Club, then Phones."))
        return made(_("Someone else is already organiser. See who under Club, then Phones."))

    def then() -> Address:
        access.forget()  # the page that follows shows what this phone may do from now on
        return screens.at("start.page")

    return change(form, do, screens.at("start.page"), then)


def _only_at_home() -> None:
    """A hosted house has its organisers by password, card or code."""
    if access.is_hosted():
        raise errors.NotAllowed


@pages.post("/clubs/<club>/phones/take-back")
def take_back(club: str) -> Response:
    """An invitation lets nobody in any more; those who came in by it stay, or are out."""
    form = forms.TakeBack()

    def do() -> str:
        also = form.text("admitted") == "yes"
        works = invitations.revoke(form.text("link"), form.tag(), with_admitted=also)
        if not also:
            return _("Invitation cancelled. Phones that joined with it stay.")
        if works:
            return _(
                "Invitation cancelled, and the phones that joined with it are removed. They can come back with "
                "another one: %(names)s.",
                names=_kinds(works),
            )
        return _("Invitation cancelled, and the phones that joined with it are removed.")

    return _change(club, form, do)


@pages.post("/clubs/<club>/phones/rotate")
def rotate(club: str) -> Response:
    form = forms.Link()

    def do() -> str:
        invitations.rotate(form.text("link"), form.tag())
        return _("New code ready. The old one no longer works; phones that are in stay.")

    return _change(club, form, do)


@pages.post("/clubs/<club>/phones/door")
def door(club: str) -> Response:
    form = forms.Door()

    def do() -> str:
        if phones.set_door(form.text("door"), form.tag()):
            return _("Saved. Earlier invitations still work. A new code changes that.")
        return _("Saved.")

    return _change(club, form, do)


@pages.post("/clubs/<club>/phones/card")
def card(club: str) -> Response:
    """A new recovery card. Its code is in this answer alone; sent again, there is another one."""
    form = Write()
    if form.faults():
        return page.at(club=club).shown()
    return screens.rendered(page, _page(club, phones.make_card(form.tag())))
