"""Links and short codes that let phones in: made, shown, exchanged, revoked.

A link is a secret of 160 bits: whoever has it comes in at once. A short code can be guessed: whoever types it waits
until somebody at the table lets them in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from referee import errors
from referee.days import now
from referee.game.names import LONGEST_NAME, tidy
from referee.messages import lazy_gettext
from referee.services.deliveries import WriteTag, twice
from referee.services.phones import access, attempts, grants
from referee.services.phones.access import CLUB, DOORS, EVENING, GAME, HOUSE, Role
from referee.storage.clubs import clubs, evenings, seasons
from referee.storage.engine.transactions import hold_rights, reading, writing, writing_rights
from referee.storage.games import log
from referee.storage.phones import links as store
from referee.storage.phones import rights
from referee.storage.tables.phones import Link, Right, Waiting

CODE_MINUTES = 10
_EXPIRED = lazy_gettext("This invitation has expired. Ask someone at the table for a new one.")
_REVOKED = lazy_gettext("This invitation was cancelled. Ask someone at the table for a new one.")
_WRONG_CODE = lazy_gettext("This code isn’t valid. Codes last ten minutes: ask someone at the table for a new one.")


@dataclass(frozen=True, slots=True)
class LinkView:
    """One invitation and what it allows. ``secret`` comes behind the # of the address ``/join#secret``."""

    id: str
    scope: str
    of: str
    role: Role
    secret: str
    standing: bool
    """The one for players that every club has."""
    made_at: str
    expires_at: str | None
    admitted: int
    """How many phones it let in that are still in."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """Where a link let a phone in, and as what."""

    scope: str
    of: str
    role: Role


@dataclass(frozen=True, slots=True)
class ShortCode:
    code: str
    expires_at: str


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A phone that waits; ``admitted`` is None until somebody has decided."""

    id: str
    phone: str
    name: str
    scope: str
    of: str
    role: Role
    admitted: bool | None


def standing(club: str) -> LinkView:
    """The link for players of a club; raises UnknownClub."""
    with reading():
        link = store.standing(club)
        if link is None:
            raise errors.UnknownClub
        return _views([link])[0]


def links(scope: str, of: str) -> tuple[LinkView, ...]:
    """The living links of a place, the standing one first; those of a game's club are not among the game's."""
    with reading():
        return tuple(_views(store.living(scope, of, now())))


def of_club(club: str) -> tuple[LinkView, ...]:
    """The living links of a club, its games and its evenings; those that are over, too, while phones are in by them."""
    with reading():
        games = ((GAME, code) for code in rights.games_of(club))
        of_evenings = ((EVENING, evening) for evening in rights.evenings_of(club))
        links = store.of_places([(CLUB, club), *games, *of_evenings])
        at = now()
        over = {link.id for link in links if store.is_over(link, at)}
        return tuple(view for view in _views(links) if view.admitted or view.id not in over)


def make(scope: str, of: str, role: Role, tag: WriteTag, hours: int | None = None) -> LinkView:
    """A further link: for a club, a game or an evening, for a role that whoever makes it has. ``hours``: so long it
    lets in.

    Raises NotAllowed, UnknownClub, UnknownGame.
    """
    with writing_rights():
        if scope == CLUB and clubs.club(of) is None:
            raise errors.UnknownClub
        its = access.demand_at(tag, Role.HOST, scope, of)
        if not Role.SPECTATOR <= role <= its:
            raise errors.NotAllowed
        at = now()
        expires = store.later(at, hours * 60) if hours else None
        return _views([store.add(scope, of, role, at, by=tag.phone, expires_at=expires)])[0]


def revoke(link: str, tag: WriteTag, with_admitted: bool = False) -> tuple[LinkView, ...]:
    """It lets nobody in any more; ``with_admitted``: and all whom it let in are out, with what rests on that.

    Without that they stay in. Another one follows a standing link at once. Who is out knows other invitations, too:
    these get another secret. Returns those that whoever asks may not renew: they still work.
    Raises NotAllowed, UnknownLink.
    """
    with writing_rights():
        invitation, at = _link_of(link), now()
        if access.demand_at(tag, Role.HOST, invitation.scope, invitation.of) < invitation.role:
            raise errors.NotAllowed
        let_in, renewable = rights.resting_on_link(invitation.id), may_renew(tag)
        store.revoke(invitation.id, at)
        follows = store.ensure_standing(invitation.of, at) if invitation.standing else None
        if not with_admitted:
            store.carry_over(invitation.id, follows.id if follows is not None else None)
            return ()
        grants.end(let_in, at, tag)
        grants.decline(let_in, at)
        phones = dict.fromkeys(right.phone for right in let_in)
        for phone, row in rights.phones([*phones]).items():
            if not rights.living_of(phone) and phone != tag.phone:
                rights.revoke_phone(row, at)
        return renew_known(phones, tag, renewable)


def rotate(link: str, tag: WriteTag) -> LinkView:
    """Gives a link another secret: what was printed or sent opens nothing any more, and those who are in stay.

    What rests on the old one rests on the new one. Raises NotAllowed, UnknownLink.
    """
    with writing_rights():
        invitation = _link_of(link)
        if invitation.revoked_at is not None:
            raise errors.UnknownLink
        if access.demand_at(tag, Role.HOST, invitation.scope, invitation.of) < invitation.role:
            raise errors.NotAllowed
        return _views([renew(invitation, tag)])[0]


def may_renew(tag: WriteTag) -> dict[str, bool]:
    """By id of each living link whether whoever writes may renew it. To be asked before rights end: theirs may be
    among those that end with others."""
    return {
        link.id: access.role_of(tag, *access.place(link.scope, link.of)) >= max(Role.HOST, link.role)
        for link in store.all_living(now())
    }


def known_to(
    phone: str, left: Iterable[Right], is_in: bool, renewable: Mapping[str, bool]
) -> tuple[list[Link], list[Link]]:
    """The living links that a phone has, or could have seen, and that would let it in as more than it still is: those
    that whoever writes may renew (``may_renew``), and the others.

    Through a door that stood open since a link was made everyone could see it, also where that is closed by now.
    ``left``: the rights that it keeps. ``is_in``: whether the door counts for it, as far as it is open.
    """
    ever = [*rights.ever_of(phone), *left]
    came_by = {right.link for right in ever} | store.waited_for(phone)
    door, doors, at = DOORS.get(rights.door(), Role.NOBODY), rights.doors(), now()
    by_right: dict[bool, list[Link]] = {True: [], False: []}
    for link in store.all_living(at):
        if link.id not in renewable:
            continue  # it was made after the phone was out
        around = access.places(link.scope, link.of)
        is_of_the_future = link.made_at > at  # the clock was set back: nothing can be said of what ended before it
        then = [r for r in ever if is_of_the_future or r.revoked_at is None or r.revoked_at >= link.made_at]
        stood = [each for each, end in doors.items() if not end or end >= link.made_at or end > at or is_of_the_future]
        widest = max(DOORS.get(each, Role.NOBODY) for each in stood)
        if link.id not in came_by and _highest(then, around, widest) < max(Role.PLAYER, link.role):
            continue
        if _highest(left, around, door if is_in else Role.NOBODY) < link.role:
            by_right[renewable[link.id]].append(link)
    return by_right[True], by_right[False]


def renew_known(phones: Iterable[str], tag: WriteTag, renewable: Mapping[str, bool]) -> tuple[LinkView, ...]:
    """Phones may do less than before: the links by which they would be back get another secret. Returns those that
    whoever writes may not renew. Inside a write."""
    kept: dict[str, Link] = {}
    for phone in phones:
        renewed, others = known_to(phone, grants.holding(phone), rights.is_known(phone), renewable)
        kept |= {link.id: link for link in others}
        for link in renewed:
            renew(link, tag)
    return views(kept.values())


def renew(link: Link, tag: WriteTag) -> Link:
    """Another link in the place of this one, with what rests on it. Inside a write."""
    at = now()
    store.revoke_secret(link.id, at)
    made = store.add(
        link.scope, link.of, link.role, at, by=tag.phone, expires_at=link.expires_at, standing=link.standing
    )
    store.carry_over(link.id, made.id)
    access.people_changed(link.scope, link.of)
    return made


def views(links: Iterable[Link]) -> tuple[LinkView, ...]:
    """As pages show them."""
    return tuple(_views(list(links)))


def exchange(secret: str, phone: Callable[[], str], address: str) -> Admitted:
    """Let the phone in whose person has this secret; ``phone`` makes it known and gives its id.

    Again with the same secret changes nothing. Raises NoEntry for a secret that is wrong, expired or revoked. Tries are
    not counted: nobody guesses 160 bits, and strangers who try keep nobody out.
    """
    with reading():
        link = store.by_secret(secret)
        if link is None:
            raise errors.NoEntry
        club, _game = access.place(link.scope, link.of)

    def job() -> Admitted | str:
        with writing_rights(club):
            at, link = now(), store.by_secret(secret)
            if link is None:
                return str(errors.NoEntry())
            if link.revoked_at is not None or store.is_over(link, at) or not _there(link):
                return _REVOKED if link.revoked_at is not None else _EXPIRED
            _let_in(phone(), link, at)
            if link.role >= Role.PLAYER:
                attempts.came_in(address)
            return Admitted(link.scope, link.of, Role(link.role))

    return _or_no_entry(twice(job))


def make_code(link: str, tag: WriteTag, game: str = "") -> ShortCode:
    """A code of six letters and digits for ten minutes, which leads to the game that it is shown in.

    Raises NotAllowed for whoever may less than it gives, and UnknownLink.
    """
    with writing_rights():
        invitation, at = _link_of(link), now()
        if invitation.revoked_at is not None or store.is_over(invitation, at):
            raise errors.UnknownLink
        access.demand_at(tag, max(Role.PLAYER, Role(invitation.role)), invitation.scope, invitation.of)
        made = store.add_code(invitation.id, at, store.later(at, CODE_MINUTES), tag.phone, game)
        return ShortCode(made.code, made.expires_at)


def code_now(link: str, game: str = "") -> ShortCode | None:
    """The code that a link has at present in a game (or in none), for a page that is shown again."""
    with reading():
        join_code = store.code_now(link, now(), game)
        return ShortCode(join_code.code, join_code.expires_at) if join_code is not None else None


def try_code(code: str, address: str, phone: Callable[[], str], name: str = "", known_as: str = "") -> WaitingView:
    """A phone typed a code and waits from now on; ``name`` is what its person calls themselves, ``known_as`` its id,
    where it is known already.

    Raises NoEntry for a code that is wrong or over, TooOften where this phone or address, or all of its kind, have
    tried too many.
    """
    typed, called = log.plain_code(code), tidy(name)[:LONGEST_NAME].strip()

    def job() -> WaitingView | str:
        with writing():
            attempts.check("code", address, known_as)
            at = now()
            link = store.by_code(typed, at) if len(typed) == log.CODE_LENGTH else None
            if link is not None:
                hold_rights(access.place(link.scope, link.of)[0])  # not before: who guesses keeps nobody waiting
                link = store.by_code(typed, at)
            if link is None or link.revoked_at is not None or not _there(link):
                attempts.failed("code", address, known_as)
                return _WRONG_CODE
            place = (link.scope, link.of)
            row = store.add_waiting(phone(), link.id, place, link.role, called, at)
            access.people_changed(link.scope, link.of)
            return _waiting_view(row)

    return _or_no_entry(twice(job))


def game_of_code(code: str) -> str:
    """The game to which a short code leads that somebody typed; empty for none."""
    with reading():
        return store.shown_in(log.plain_code(code))


def waiting_for(scope: str, of: str) -> tuple[WaitingView, ...]:
    """Who waits to be let into a club or a game (of a game also those of its club), the first one first."""
    with reading():
        return tuple(map(_waiting_view, store.waiting_in(access.places(scope, of), now(), for_host=False)))


def last_waiting(phone: str) -> WaitingView | None:
    """What a phone asked for last: for the page on which it waits."""
    with reading():
        waiting = store.last_waiting(phone, now()) if phone else None
        return _waiting_view(waiting) if waiting is not None else None


def decide(waiting: str, admit: bool, tag: WriteTag) -> WaitingView:
    """Let a phone in that waits, or do not: whoever plays there may, for a role not above their own.

    What was decided first stands. Raises NotAllowed, UnknownPhone.
    """
    with writing_rights():
        row, at = store.waiting(waiting), now()
        link = store.link(row.link) if row is not None and row.link is not None else None
        if row is None or link is None or not store.still_asks(row, at):
            raise errors.UnknownPhone
        access.demand_at(tag, max(Role.PLAYER, Role(row.role)), row.scope, row.of)
        if row.decided_at is None:
            admit = admit and link.revoked_at is None and rights.is_known(row.phone)
            row.decided_at, row.decided_by, row.admitted = at, tag.phone or None, admit
            if admit:
                grants.give(row.phone, row.scope, row.of, row.role, at, rights.Rests("link", link.id))
                _name_if_new(row)
            access.people_changed(row.scope, row.of)
        return _waiting_view(row)


T = TypeVar("T")


def _or_no_entry(answer: T | str) -> T:
    if isinstance(answer, str):
        raise errors.NoEntry(answer)
    return answer


def _let_in(phone: str, link: Link, at: str) -> None:
    if not store.has_right(phone, link.id):
        grants.give(phone, link.scope, link.of, link.role, at, rights.Rests("link", link.id))


def _highest(held: Iterable[Right], places: Iterable[tuple[str, str]], door: Role) -> int:
    there = set(places)
    return max((door, *(right.role for right in held if (right.scope, right.of) in there)))


def _name_if_new(row: Waiting) -> None:
    phone = rights.phones([row.phone]).get(row.phone)
    if phone is not None and not phone.name:
        phone.name = row.name


def _link_of(link: str) -> Link:
    row = store.link(link)
    if row is None:
        raise errors.UnknownLink
    return row


def _there(link: Link) -> bool:
    """Whether what a link lets into has not been removed."""
    if link.scope == CLUB:
        club = clubs.club(link.of)
        return club is not None and club.removed_at is None
    if link.scope == EVENING:
        evening = evenings.evening(link.of)
        return evening is not None and evening.removed_at is None
    return link.scope == HOUSE or seasons.place_of(link.of) is not None


def _views(links: list[Link]) -> list[LinkView]:
    counts = store.admitted([link.id for link in links])
    return [
        LinkView(
            id=link.id,
            scope=link.scope,
            of=link.of,
            role=Role(link.role),
            secret=store.secret_of(link.id),
            standing=link.standing,
            made_at=link.made_at,
            expires_at=link.expires_at,
            admitted=counts[link.id],
        )
        for link in links
    ]


def _waiting_view(row: Waiting) -> WaitingView:
    return WaitingView(row.id, row.phone, row.name, row.scope, row.of, Role(row.role), row.admitted)
