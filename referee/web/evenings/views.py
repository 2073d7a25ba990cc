"""Evenings of a club: when they are, who is here, who sits where, the games of the tables, the result of the night."""

from __future__ import annotations

from datetime import date
from functools import partial

from flask import Blueprint, abort, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.days import now, today
from referee.errors import RefereeError, Rejected
from referee.game import commands as cmd
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs import evenings, money, rulebooks, seasons
from referee.services.clubs.evening_views import EveningPage, EveningView
from referee.services.clubs.season_views import SeasonView, current_season
from referee.services.games import games
from referee.services.games.games import Done, Refused
from referee.services.phones import holdings, invitations
from referee.services.phones.access import EVENING, Role
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.evenings import forms
from referee.web.evenings.calendar import ics
from referee.web.evenings.page import WhenPage, coming, evenings_page, invite_page, one_evening
from referee.web.evenings.picture import picture
from referee.web.parts import pen, poster
from referee.web.parts.club_bar import ClubBar, season_named
from referee.web.parts.club_fields import Sure
from referee.web.parts.club_writing import Confirm, Made, change, gone, made
from referee.web.shell import access, last_used, screens, words
from referee.web.shell.club_here import visible_club
from referee.web.shell.forms import Write
from referee.web.shell.frame import Trouble, go
from referee.web.shell.live import of_clubs
from referee.web.shell.reach import reach
from referee.web.shell.screens import Address, Page, Visit, screen

pages = Blueprint("evenings", __name__)


@screen(pages, "/clubs/<club>/evenings")
def page(_visit: Visit, club: str) -> Page:
    view = evenings_page(evenings.evenings(visible_club(club).id), today())
    return screens.page("evenings/page.html", view=view)


@screen(pages, "/clubs/<club>/evenings/new")
def new(visit: Visit, club: str) -> Page:
    return _form(visible_club(club).id, None, visit.trouble)


@pages.post("/clubs/<club>/evenings/new")
def make(club: str) -> Response:
    form = forms.When()

    def do() -> Made:
        evening = evenings.make(club, form.evening())
        return made(_("Created the evening of %(day)s.", day=words.day(evening.day)), evening=evening.id)

    return change(form, do, new.at(club=club), shown.at)


@screen(pages, "/evenings/<evening>")
def shown(visit: Visit, evening: str) -> Page:
    of = evenings.page(evening)
    moved = money.of_evening(evening)
    view = one_evening(of, access.players_here(), visit.trouble, _rulebook(of), today(), moved)
    return screens.page("evenings/evening.html", view=view, live=of_clubs([of.club]))


@pages.post("/evenings/<evening>/me")
def me(evening: str) -> Response:
    """This phone speaks for one of those who are here: its page says where they sit."""
    form, back = forms.Player(), shown.at(evening=evening)
    if faults := form.faults():
        return screens.show_again(back, Trouble.at(faults))
    player = evenings.root_player(evenings.seating_of(evening).club.id, form.text("player"))
    try:
        holdings.claim_player(player, form.tag())
    except Rejected as no:
        return screens.show_again(back, Trouble.at({no.field: str(no)}))
    access.forget_held()
    return screens.proceed(back)


@screen(pages, "/evenings/<evening>/coming")
def coming_page(visit: Visit, evening: str) -> Page:
    """Where an invitation to an evening leads: who comes, and who doesn’t."""
    of = evenings.page(evening)
    names = session.get(_COMES_AS, {})
    mine = names.get(of.club.id) or next((each.id for each in of.people if each.id in access.players_here()), "")
    view = coming(of, mine, visit.trouble)
    return screens.page("evenings/coming.html", view=view, live=of_clubs([of.club]) if _sees(of) else None)


@pages.get("/evenings/<evening>/evening.ics")
def calendar_file(evening: str) -> Response:
    """The evening for a calendar."""
    of = evenings.seating_of(evening)
    address = url_for("evenings.coming_page", evening=evening, _external=True)
    text = ics(of.evening, of.club.name, address, now())
    headers = {"Content-Disposition": 'attachment; filename="evening.ics"', "Cache-Control": "no-store"}
    return Response(text, mimetype="text/calendar", headers=headers)


_COMES_AS = "comes-as"
"""Where the session keeps, by club, for whom this phone last said that they come."""


def _sees(of: EveningPage) -> bool:
    """Whether this phone may see the club of an evening: only then it hears its news."""
    return access.this_phone().role(of.club.id) >= Role.SPECTATOR


@pages.post("/evenings/<evening>/coming")
def answer(evening: str) -> Response:
    form = forms.Answer()

    def do() -> Made:
        person = evenings.say_coming(evening, form.text("player"), form.is_coming, form.text("name"))
        if person.coming is None:
            say = _("%(name)s hasn’t decided yet.", name=person.name)
        elif person.coming:
            say = _("%(name)s is coming.", name=person.name)
        else:
            say = _("%(name)s is not coming.", name=person.name)
        return made(say, evening=evening, player=person.id, club=evenings.seating_of(evening).club.id)

    def then(evening: str, player: str, club: str) -> Address:
        session[_COMES_AS] = {**session.get(_COMES_AS, {}), club: player}
        return coming_page.at(evening=evening)

    return change(form, do, coming_page.at(evening=evening), then)


@screen(pages, "/evenings/<evening>/invitation")
def invitation(_visit: Visit, evening: str) -> Page:
    """The link by which anyone can say whether they come, as a QR code and to be sent."""
    of = evenings.page(evening)
    link = next(iter(invitations.links(EVENING, evening)), None)
    return screens.page("evenings/invitation.html", view=invite_page(of, link, reach()), hosted=access.is_hosted())


@pages.post("/evenings/<evening>/invitation")
def invite(evening: str) -> Response:
    form = Write()

    def do() -> Made:
        day = evenings.page(evening).evening.day
        if not invitations.links(EVENING, evening):
            left = date.fromisoformat(day) - date.fromisoformat(today())
            invitations.make(EVENING, evening, Role.SPECTATOR, form.tag(), 24 * (max(0, left.days) + 2))
        return made("", evening=evening)

    return change(form, do, invitation.at(evening=evening), invitation.at)


@pages.post("/evenings/<evening>/uninvite")
def uninvite(evening: str) -> Response:
    """The link ends, and all whom it let in are out again; what they said stays."""
    form = Write()

    def do() -> Made:
        for link in invitations.links(EVENING, evening):
            invitations.revoke(link.id, form.tag(), with_admitted=True)
        return made(_("The link no longer works. What people answered stays."), evening=evening)

    return change(form, do, invitation.at(evening=evening), invitation.at)


@pages.post("/evenings/<evening>/here")
def here(evening: str) -> Response:
    """Who is here; a phone that saw others ticked changes only what it ticked or took away itself."""
    form = forms.Here()

    def do() -> Made:
        number = evenings.set_here(evening, form.here.data or (), form.shown.data or (), form.text("newcomers"))
        say = ngettext("%(num)s person is here.", "%(num)s people are here.", number)
        return made(say if number else _("No one is here yet."), evening=evening)

    return change(form, do, shown.at(evening=evening), shown.at)


@pages.post("/evenings/<evening>/seat")
def seat(evening: str) -> Response:
    form = forms.Tables()

    def do() -> Made:
        number = evenings.seat(evening, form.tables.data or 0, form.text("before"))
        if evenings.page(evening).playing:
            say = ngettext("Seated the others at %(num)s table.", "Seated the others at %(num)s tables.", number)
        else:
            say = ngettext("Seated everyone at %(num)s table.", "Seated everyone at %(num)s tables.", number)
        return made(say, evening=evening)

    return change(form, do, shown.at(evening=evening), shown.at)


@pages.post("/evenings/<evening>/move")
def move(evening: str) -> Response:
    form = forms.Move()

    def do() -> Made:
        name = evenings.move(evening, form.text("player"), form.text("to"), form.text("before"))
        return made(_("Moved %(name)s.", name=name), evening=evening)

    return change(form, do, shown.at(evening=evening), shown.at)


@pages.post("/evenings/<evening>/start")
def start(evening: str) -> Response:
    """The game of a table begins, with its seats and its first dealer."""
    form, back = forms.Start(), shown.at(evening=evening)
    if faults := form.faults():
        return screens.show_again(back, Trouble.at(faults))
    of, table = evenings.table_of(form.text("table"))
    book = rulebooks.rulebook(of.club, form.text("rulebook"))
    players = tuple(name for _player, name in table.seats)
    command = cmd.OpenGame(book, players, season=evenings.counts_in(of), day=of.day, table=table.id)
    answer = games.open_game(command, form.tag(), of.club)
    if isinstance(answer, Done):
        last_used.played(answer.code)
        return screens.proceed(screens.at("game.now", code=answer.code), answer.state)
    problems = answer.problems if isinstance(answer, Refused) else ()
    return screens.show_again(back, Trouble(tuple(dict.fromkeys(problem.message for problem in problems))))


@screen(pages, "/evenings/<evening>/picture")
def picture_page(_visit: Visit, evening: str) -> Page:
    """The result of the night as a picture, to look at, to save and to send."""
    view = _picture(evening)
    return screens.page("evenings/picture.html", view=view, evening=evening, as_png=pen.can_draw(view.drawing))


@pages.get("/evenings/<evening>/picture.png")
def picture_png(evening: str) -> Response:
    """As chats and galleries take it; the drawing where a name has letters that no font here has."""
    view = _picture(evening)
    if not pen.can_draw(view.drawing):
        return go(url_for("evenings.picture_svg", evening=evening))
    return poster.as_png(view.drawing, "evening")


@pages.get("/evenings/<evening>/picture.svg")
def picture_svg(evening: str) -> Response:
    """As a drawing with every colour in it, written in the letters of whoever looks at it."""
    return poster.as_svg(_picture(evening), "evening")


def _picture(evening: str) -> poster.Picture:
    of = evenings.page(evening)
    if of.night is None:
        abort(404, _("No game of this evening is finished yet."))
    return picture(of, of.night)


@screen(pages, "/evenings/<evening>/change")
def edit(visit: Visit, evening: str) -> Page:
    of = evenings.page(evening)
    return _form(of.club.id, of.evening, visit.trouble)


@pages.post("/evenings/<evening>/change")
def changed(evening: str) -> Response:
    form = forms.When()

    def do() -> Made:
        there = evenings.change(evening, form.evening(), form.text("before"))
        if there.digest == form.text("before"):
            return made(str(words.NOTHING_CHANGED), evening=evening)
        return made(_("Saved the evening."), evening=evening)

    return change(form, do, edit.at(evening=evening), shown.at)


@screen(pages, "/evenings/<evening>/remove")
def remove(_visit: Visit, evening: str) -> Page:
    of = evenings.page(evening)
    sentences = (
        _("Who came and who sat where is removed with it. Its games (%(games)s) stay.", games=len(of.games)),
        _("You can bring it back from the club’s page for %(days)s days.", days=KEPT_DAYS),
    )
    heading = _("Remove the evening of %(day)s?", day=words.day(of.evening.day))
    tick, back = _("Yes, remove this evening"), edit.at(evening=evening).url
    return Confirm(ClubBar(of.club), heading, sentences, tick, back).page


@pages.post("/evenings/<evening>/remove")
def removed(evening: str) -> Response:
    def do() -> Made:
        gone_now = evenings.remove(evening)
        return gone(_("Removed the evening of %(day)s.", day=words.day(gone_now.day)), gone_now.club)

    return change(Sure(), do, remove.at(evening=evening), partial(screens.at, "club.page"))


def _form(club: str, evening: EveningView | None, trouble: Trouble) -> Page:
    """With what was typed, where the form is shown again."""
    offered = seasons.seasons(club)
    on: SeasonView | None = current_season(offered, today())
    data = forms.filled(evening, today(), on.id if on else None)
    form = forms.When(MultiDict(trouble.typed) if trouble.typed else None, data=data)
    named = tuple((season.id, season_named(season, today())) for season in offered)
    view = WhenPage(ClubBar(visible_club(club)), evening, form, named)
    return screens.page("evenings/form.html", view=view)


def _rulebook(of: EveningPage) -> tuple[str, str] | None:
    """Id and name of what was played last on the evening, else in the club."""
    last = of.games[-1] if of.games else games.last_game(of.club.id, by_rulebook=True)
    try:
        book = rulebooks.rulebook(of.club.id, rulebooks.as_played(of.club.id, last.code)) if last else None
    except RefereeError:
        book = None
    return (book.id, book.name) if book is not None and book.has_referee else None
