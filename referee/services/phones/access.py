"""Who may do what: roles, the phone of a request, and the door.

A phone is a device, not an account. What it may do in a game is the highest of four: what the door gives it, its
right in the house, its right in the game's club, its right in the game.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum

from referee import errors
from referee.days import lasts, now
from referee.services.deliveries import WriteTag, twice
from referee.services.phones import announced, attempts
from referee.storage.clubs import clubs, evenings, seasons
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.phones import rights as store


class Role(IntEnum):
    """What a phone may do; each may also do what those before it may.

    A spectator reads. A player writes for the own seats. A scorer writes for all and undoes own entries. A host undoes
    anybody's, settles conflicts, opens, closes and re-opens games and looks after the phones. An organiser has the
    seasons, the players, export, import, what is deleted, and the door.
    """

    NOBODY = 0
    SPECTATOR = 1
    PLAYER = 2
    SCORER = 3
    HOST = 4
    ORGANISER = 5


HOUSE, CLUB, GAME, EVENING = "house", "club", "game", "evening"
DOORS = {"open": Role.HOST, "watch": Role.SPECTATOR, "closed": Role.NOBODY}
"""What a phone at home without a right may do, by the setting of the door."""
COOKIE_BYTES = 32
_SEEN_EVERY = timedelta(minutes=1)
"""Seconds after which it is written down again that a phone is in use."""


@dataclass(frozen=True, slots=True)
class Right:
    """``scope`` is ``house``, ``club``, ``game`` or ``evening``; ``of`` the id of the club or the evening, the code of
    the game, or empty. A right in an evening lets one answer who comes, and do nothing else.
    """

    scope: str
    of: str
    role: Role


@dataclass(frozen=True, slots=True)
class Where:
    """Where a request comes from, as far as the door cares. None of it can be chosen by whoever sends it."""

    at_home: bool = False
    """Directly from an address of the home network, to an address of the home network."""
    same_computer: bool = False
    """From the computer that runs the app, where that is trusted."""


@dataclass(frozen=True, slots=True)
class Phone:
    """The device of a request. ``id`` is empty for one that is not known (yet)."""

    id: str = ""
    name: str = ""
    rights: tuple[Right, ...] = ()
    door: Role = Role.NOBODY
    """What it may do everywhere because of where it stands."""
    revoked: bool = False
    """Somebody has taken it out: even an open door is none for it."""

    def role(self, club: str = "", game: str = "") -> Role:
        """What it may do in a game of a club, in a club, or (both empty) in the house as a whole."""
        places = {(HOUSE, ""), (CLUB, club), (GAME, game)}
        return max((self.door, *(right.role for right in self.rights if (right.scope, right.of) in places)))

    @property
    def may_write_by_right(self) -> bool:
        """Whether somebody let it in to write somewhere: no phone has that because of where it stands."""
        return any(right.role >= Role.PLAYER for right in self.rights)

    @property
    def clubs(self) -> frozenset[str]:
        """The clubs that it has a right in; it may know others through the door or a game."""
        return frozenset(right.of for right in self.rights if right.scope == CLUB)

    @property
    def evenings(self) -> frozenset[str]:
        """The evenings to which it was invited."""
        return frozenset(right.of for right in self.rights if right.scope == EVENING)

    @property
    def games(self) -> frozenset[str]:
        """The games that it has a right in by themselves."""
        return frozenset(right.of for right in self.rights if right.scope == GAME)


@dataclass(frozen=True, slots=True)
class Caller:
    """A phone as one request finds it, with the club of the game that the request is about (empty: of none)."""

    phone: Phone
    club: str
    seen_at: str
    waiting: bool = False
    """Whether somebody may wait to be let in there; ``invitations.waiting_for`` says who."""


def caller(cookie: str, where: Where, door: str, code: str = "") -> Caller:
    """The phone with this cookie. ``door`` is the setting that holds where the house has none; ``code`` a game's.

    One query, but where a phone is to become host of the game: every request there by a phone that is known is a look
    whether it is by now. An unknown cookie is a phone without rights: the door alone counts for it. For one that was
    revoked only the computer itself does.
    """
    with reading():
        holder = store.find(cookie, code)
    if holder.coming and holder.phone is not None and announced.look(code):
        with reading():
            holder = store.find(cookie, code)
    at_door = _at_door(holder.door or door, where)
    if holder.revoked:
        return Caller(Phone(door=Role.ORGANISER if where.same_computer else Role.NOBODY, revoked=True), "", "")
    if holder.phone is None:
        return Caller(Phone(door=at_door), holder.club or "", "", holder.waiting)
    phone = Phone(holder.phone.id, holder.phone.name, _rights(holder.rights), at_door)
    return Caller(phone, holder.club or "", holder.phone.seen_at, holder.waiting)


def club_of(season: str = "", player: str = "", evening: str = "") -> str:
    """The club that a season, an evening or a player belongs to; empty for one that is not there."""
    with reading():
        row = seasons.season(season) if season else evenings.evening(evening) if evening else clubs.player(player)
        return row.club if row is not None else ""


def club_of_game(code: str) -> str:
    """The club of a game; empty where there is no such game."""
    with reading():
        place = seasons.place_of(code)
        return place.club if place is not None else ""


def _at_door(door: str, where: Where) -> Role:
    if where.same_computer:
        return Role.ORGANISER
    return DOORS.get(door, Role.NOBODY) if where.at_home else Role.NOBODY


def role_of(tag: WriteTag, club: str = "", game: str = "") -> Role:
    """What the phone of a write may do, as it stands in this transaction."""
    with reading():
        if tag.door >= Role.ORGANISER:
            return Role.ORGANISER
        return Phone(rights=rights_of(tag.phone), door=Role(tag.door)).role(club, game)


def rights_of(phone: str) -> tuple[Right, ...]:
    """The rights of a phone as they are in this transaction; none where it was revoked."""
    return _rights(store.rights_of(phone))


def may_answer(tag: WriteTag, evening: str) -> bool:
    """Whether whoever writes may say who comes to an evening: who plays in its club, and who was invited to it."""
    with reading():
        if role_of(tag, club_of(evening=evening)) >= Role.PLAYER:
            return True
        return Phone(rights=rights_of(tag.phone)).evenings >= {evening}


def demand(tag: WriteTag, role: Role, club: str = "", game: str = "") -> Role:
    """The role of whoever writes; raises NotAllowed where it is lower than this one."""
    its = role_of(tag, club, game)
    if its < role:
        raise errors.NotAllowed
    return its


def place(scope: str, of: str) -> tuple[str, str]:
    """Club and game of a place, as ``Phone.role`` takes them; raises UnknownGame."""
    if scope == GAME:
        return log.head_read(of).club, of
    if scope == EVENING:
        return club_of(evening=of), ""
    return (of, "") if scope == CLUB else ("", "")


def places(scope: str, of: str) -> list[tuple[str, str]]:
    """A place with those that it belongs to: a game or an evening to its club, a club to the house."""
    club, game = place(scope, of)
    own = [(GAME, game)] if game else [(EVENING, of)] if scope == EVENING else []
    return [(HOUSE, ""), *([(CLUB, club)] if club else []), *own]


def demand_at(tag: WriteTag, role: Role, scope: str, of: str) -> Role:
    """As ``demand``, in a place."""
    return demand(tag, role, *place(scope, of))


def new_cookie(session: str = "") -> str:
    """256 bits that nobody can guess, as a cookie holds them.

    Made of ``session``, the random token of a session, if there is one: a browser that sends its first form twice,
    because the answer was lost, is one phone.
    """
    return store.in_letters(store.secret_for(f"phone {session}") if session else secrets.token_bytes(COOKIE_BYTES))


def make_phone(cookie: str, door: Role, name: str = "") -> Phone | None:
    """Make the phone with this cookie known; None for a cookie that was revoked.

    It has no right by that: what it may do is what the door allows. Raises Busy, Full.
    """

    def job() -> Phone | None:
        at = now()
        with writing():
            if (row := store.by_cookie(cookie)) is None:
                row = store.add_phone(cookie, at, name)
            if row.revoked_at is not None:
                return None
            _note_computer(row.id, door)
            return Phone(row.id, row.name, rights_of(row.id), door)

    return twice(job)


def heard(phone: str, seen_at: str, door: Role, address: str) -> None:
    """A phone writes: when is kept to the minute, and from where if it may write somewhere."""
    at = now()
    if not lasts(seen_at, _SEEN_EVERY, at):
        with writing():
            store.seen(phone, at)
            _note_computer(phone, door)
            rights = rights_of(phone)
            if max(door, *(right.role for right in rights), Role.NOBODY) >= Role.PLAYER:
                attempts.came_in(address, Phone(rights=rights, door=door).role() >= Role.ORGANISER)


def _note_computer(phone: str, door: Role) -> None:
    """Which of the devices is the computer that runs the app: there the organiser of a home sits."""
    if door == Role.ORGANISER and phone not in store.computers():
        store.add_computer(phone)


def _rights(rows: Iterable[store.RightRow]) -> tuple[Right, ...]:
    return tuple(Right(row.scope, row.of, Role(row.role)) for row in rows)


def people_changed(scope: str, of: str) -> None:
    """Pages that show who is in, or waits, are renewed."""
    if scope == GAME:
        clubs.people_changed([of])
    elif scope == CLUB:
        clubs.changed(of, ())
        clubs.people_of_club_changed(of)
    elif scope == EVENING and (club := club_of(evening=of)):
        clubs.changed(club, ())
