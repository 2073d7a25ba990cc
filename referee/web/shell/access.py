"""The phone of a request: its cookie, what it may do here, what the history calls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Flask, Response, current_app, g, request, session

from referee.app import guard
from referee.services.clubs import seasons
from referee.services.clubs.season_views import ClubView
from referee.services.games import permits
from referee.services.phones import access, agreement, holdings, invitations, organisers
from referee.services.phones.access import Caller, Phone, Role, Where
from referee.services.phones.agreement import Request
from referee.services.phones.holdings import Holdings
from referee.services.phones.invitations import WaitingView
from referee.storage.engine import transactions
from referee.storage.games.log import normal_code
from referee.web.shell import ways, words

COOKIE = "phone"
CLUB = "club"
"""Where the session keeps which club was chosen."""
_KEPT_FOR = 400 * 24 * 3600
"""Seconds. Browsers keep no cookie longer; each write begins them again."""


def only_looks() -> None:
    """The reads of a request that only looks belong together; before anything is read."""
    transactions.only_looks(request.method in ("GET", "HEAD"))


def init_app(app: Flask) -> None:
    """Read codes of games in addresses as they were made; give the cookie to a phone that has just become known;
    templates may ask ``may("host")``."""

    @app.url_value_preprocessor
    def as_made(_endpoint: str | None, values: dict[str, str] | None) -> None:
        if values and values.get("code"):  # somebody may have typed it
            values["code"] = normal_code(values["code"])

    @app.after_request
    def hand_over(response: Response) -> Response:
        if "phone_cookie" in g:
            response.set_cookie(
                cookie_name(), g.phone_cookie, _KEPT_FOR, secure=request.is_secure, httponly=True, samesite="Lax"
            )
        return response

    app.add_template_global(may)
    app.add_template_global(may_undo)
    app.add_template_global(waiting_here)
    app.add_template_global(hosts_to_be)
    app.add_template_global(is_asked_to_organise)
    app.add_template_global(is_told_to_organise)
    app.add_template_global(who_wrote)


def cookie_name() -> str:
    """On https only this very host can have set it."""
    return f"__Host-{COOKIE}" if request.is_secure else COOKIE


def code_here() -> str:
    """The code of the game that the address is about; empty for none."""
    return str((request.view_args or {}).get("code", ""))


def usual_door() -> str:
    """The setting of the door in a house that has none."""
    return "closed" if current_app.config.get("HOSTED") else "open"


def _caller() -> Caller:
    if "caller" not in g:
        at = guard.origin()
        cookie = g.get("phone_cookie") or request.cookies.get(cookie_name(), "")
        where = Where(at.home, at.same_computer)
        g.caller = access.caller(cookie, where, usual_door(), code_here())
        if g.caller.phone.id and at.home:
            ways.note(g.caller.phone.id)
    caller: Caller = g.caller
    return caller


def this_phone() -> Phone:
    """The device that asks; ``id`` is empty for one that has not written anything yet."""
    return _caller().phone


def place_here() -> tuple[str, str]:
    """Club and game that the address is about, as ``Phone.role`` takes them; without any, the club this phone is at."""
    if "place" not in g:
        path: Mapping[str, str] = request.view_args or {}
        if code := code_here():
            g.place = _caller().club, code
        elif "club" in path:
            g.place = path["club"], ""
        elif not path.keys().isdisjoint(("season", "player", "evening")):
            named = (path.get(name, "") for name in ("season", "player", "evening"))
            g.place = access.club_of(*named), ""
        else:
            at = club_here()
            g.place = (at.id if at is not None else ""), ""
    place: tuple[str, str] = g.place
    return place


def role_here() -> Role:
    """What this phone may do in the game or the club that the address is about, else in the club that it is at.

    A page asks for each of its links and forms.
    """
    if "role" not in g:
        g.role = this_phone().role() if _is_alike_everywhere() else this_phone().role(*place_here())
    role: Role = g.role
    return role


def role_in(code: str) -> Role:
    """What this phone may do in another game than that of the address, such as one whose players are taken over."""
    if _is_alike_everywhere():
        return this_phone().role()
    return this_phone().role(access.club_of_game(code), code)


def club_of_game_here() -> str:
    """The club of the game that the address is about, where this phone may see more of it than this; else empty."""
    club = place_here()[0]
    return club if this_phone().role(club) >= Role.SPECTATOR else ""


def may_remove(code: str) -> bool:
    """Whether this phone may remove a game that stands in a list."""
    phone = this_phone()
    if phone.role() >= Role.ORGANISER:
        return True
    return any(right.role >= Role.ORGANISER for right in phone.rights) and role_in(code) >= Role.ORGANISER


def _is_alike_everywhere() -> bool:
    """Whether this phone may do the same in each game and club: then there is nothing to look up."""
    phone = this_phone()
    return phone.role() == Role.ORGANISER or not (phone.clubs or phone.games)


def visible_clubs() -> Sequence[ClubView]:
    """The clubs that this phone may see, asked for once in a request: a stranger is told of none.

    The club of a game that it may see is one of them while the page is about that game.
    """
    if "clubs" not in g:
        phone, club = this_phone(), _caller().club
        of_game = club if code_here() and role_here() >= Role.SPECTATOR else ""
        g.clubs = [
            each
            for each in seasons.clubs()
            if phone.role(each.id) >= Role.SPECTATOR or (of_game and each.id == of_game)
        ]
    clubs: Sequence[ClubView] = g.clubs
    return clubs


def forget_clubs() -> None:
    """A write may have changed the clubs: what follows in this request asks for them again."""
    g.pop("clubs", None)
    g.pop("place", None)
    g.pop("role", None)


def chosen_club() -> ClubView | None:
    """The club that this phone has chosen; None where it has not chosen, or may not see that one any more."""
    chosen = session.get(CLUB)
    return next((each for each in visible_clubs() if each.id == chosen), None)


def club_here() -> ClubView | None:
    """The club that this phone is at: the chosen one, else the first but for demos; None where it may see none."""
    return chosen_club() or next((each for each in visible_clubs() if not each.demo), None)


def may(role: str) -> bool:
    """Whether this phone has a role here, or a higher one; ``role`` by its name: ``may("host")``."""
    return role_here() >= Role[role.upper()]


def may_undo(code: str, seq: int) -> bool:
    """Whether this phone may undo an entry: the host any, whoever else writes here what they wrote."""
    role = role_here()
    if role >= Role.HOST or role < Role.PLAYER:
        return role >= Role.HOST
    return seq in wrote_here(code)


def wrote_here(code: str) -> frozenset[int]:
    """The numbers of the entries of a game that this phone wrote; asked for once in a request."""
    if "wrote" not in g:
        g.wrote = permits.entries_of(code, this_phone().id)
    wrote: frozenset[int] = g.wrote
    return wrote


def is_hosted() -> bool:
    """Whether nobody is at home here: a phone is organiser by password, card or code alone."""
    return usual_door() == "closed"


def is_asked_to_organise() -> bool:
    """Whether this phone is asked if it is the organiser: in a home where nobody is yet."""
    return not is_hosted() and organisers.is_asked(this_phone())


def is_told_to_organise() -> bool:
    """Whether this phone is organiser of a home and has not heard of it."""
    return not is_hosted() and organisers.is_untold(this_phone())


def waiting_here(code: str) -> Sequence[WaitingView]:
    """Who waits to be let into a game, other than this phone: a host sees them on each of its pages."""
    if role_here() < Role.HOST or not _caller().waiting:
        return ()
    me = this_phone().id
    return [each for each in invitations.waiting_for(access.GAME, code) if each.phone != me]


def hosts_to_be(code: str) -> Sequence[Request]:
    """Which phones ask to become host of a game, or become it in a moment: every phone there is told."""
    return agreement.requests(code) if _caller().waiting and role_here() >= Role.SPECTATOR else ()


def forget() -> None:
    """The rights of this phone have just changed: what follows in this request asks for them again."""
    g.pop("caller", None)
    forget_clubs()


def writer() -> Phone:
    """The device that writes, which is known from now on. For a POST alone: no look at a page makes anything."""
    caller = _caller()
    if "phone_cookie" in g:
        return caller.phone  # it was asked for in this request before
    if caller.phone.id:
        access.heard(caller.phone.id, caller.seen_at, caller.phone.door, request.remote_addr or "")
        g.phone_cookie = request.cookies[cookie_name()]
        return caller.phone
    cookie = access.new_cookie(str(session.get("csrf_token", "")))
    phone = access.make_phone(cookie, caller.phone.door)
    if phone is None:  # it was revoked: another cookie, without its rights
        cookie = access.new_cookie()
        phone = access.make_phone(cookie, caller.phone.door)
    assert phone is not None
    g.phone_cookie, g.caller = cookie, Caller(phone, caller.club, "")
    g.pop("role", None)
    return phone


def held_here(code: str) -> Holdings:
    """Who holds the seats of a game, as this phone sees it; asked for once in a request."""
    by_game: dict[str, Holdings] = g.setdefault("holdings", {})
    if code not in by_game:
        by_game[code] = holdings.of_phone(this_phone().id, code)
    return by_game[code]


def forget_held() -> None:
    """A write may have changed who holds what: the page that follows asks again."""
    g.pop("holdings", None)
    g.pop("names_held", None)


def my_seats(code: str) -> tuple[int, ...]:
    """The seats of a game that this phone holds, in table order."""
    return held_here(code).mine


def players_here() -> frozenset[str]:
    """The ids of the players that this phone holds, of whichever club."""
    return holdings.players_held(this_phone().id)


def name_here(code: str = "") -> str:
    """Who writes, for the history: the players whose seats this phone holds in a game, or (outside of games) the
    players that it holds; else what the phone is called; else nothing."""
    phone = this_phone()
    if code:
        return holdings.spoken(held_here(code).names, phone.name)
    if "names_held" not in g:
        g.names_held = holdings.names_held(phone.id)
    return holdings.spoken(g.names_held, phone.name)


def who_wrote(by: str) -> str:
    """Who is behind an entry of a log or a version, for a page of this phone: a name, "you", or nothing."""
    return words.writer(by, name_here(code_here()))
