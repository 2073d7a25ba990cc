"""Rights are given and ended here and nowhere else: what each rests on, what ends with it, and the log of access.

Rights are a tree. Each names what it rests on: the link that let the phone in, the phone that gave it, an agreement of
the table, the password, or the club itself. Ending one ends all below it, with the requests and the seats of phones
that are out, and their open streams.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from referee.services.deliveries import WriteTag
from referee.services.phones import access
from referee.services.phones.access import CLUB, EVENING, GAME, HOUSE, Phone, Right, Role
from referee.storage.engine.transactions import reading
from referee.storage.phones import links
from referee.storage.phones import rights as store
from referee.storage.phones.rights import Rests
from referee.storage.tables.phones import Right as Row

MOST_TOLD = 50
"""Entries of the log of access on the page of phones."""
_log = logging.getLogger("referee.access")
_log.setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log of access: a right was given, or has ended."""

    at: str
    phone: str
    role: Role
    scope: str
    of: str
    rests_on: str
    """``link``, ``phone``, ``agreement``, ``password`` or ``club``."""
    by: str
    """Id of the phone on which it was given or ended; empty where it was no phone, or it ended with something else."""
    ended: bool


def give(phone: str, scope: str, of: str, role: int, at: str, rests: Rests, holds_from: str | None = None) -> Row:
    """A phone gets a right. Inside a write."""
    row = store.give(phone, scope, of, role, at, rests, holds_from)
    access.people_changed(scope, of)
    _log.info("right given: %s, by %s; phone %s", _named(row), row.rests_on, phone)
    return row


def by_writer(tag: WriteTag, scope: str, of: str, role: int, phone: str) -> Rests:
    """What a right rests on that whoever writes gives another phone: the right that lets them, and that the other one
    is in.

    Where the command line or the computer itself gives it, it rests on the club: nobody takes those out.
    """
    beneath = own_beneath(phone, scope, of, role)
    if not tag.phone or tag.door >= Role.ORGANISER:
        return Rests("club", beneath=beneath, giver=tag.phone or None)
    places = access.places(scope, of)
    fit = [row for row in holding(tag.phone) if (row.scope, row.of) in places and row.role >= max(role, Role.HOST)]
    by_right = max(fit, key=lambda row: row.role).id if fit else None
    return Rests("phone", beneath=beneath, giver=tag.phone, giver_right=by_right)


def own_beneath(phone: str, scope: str, of: str, role: int) -> str | None:
    """The right by which a phone is in a place already, below a role that it is to get; None for one that is not."""
    places = access.places(scope, of)
    lower = [row for row in holding(phone) if (row.scope, row.of) in places and row.role < role]
    return max(lower, key=lambda row: row.role).id if lower else None


def holding(phone: str) -> list[Row]:
    """The rights of a phone that count now."""
    return [row for row in store.living_of(phone) if row.holds_from is None]


def end(rows: Iterable[Row], at: str, tag: WriteTag | None = None) -> list[Row]:
    """These rights end and all that rests on them; with what is left behind by phones that are out. Inside a write."""
    ended = store.end(rows, at, tag.phone if tag is not None else "")
    for row in ended:
        _log.info("right ended: %s, by %s; phone %s", _named(row), row.rests_on, row.phone)
    for scope, of in dict.fromkeys((row.scope, row.of) for row in ended):
        access.people_changed(scope, of)
    for phone in dict.fromkeys(row.phone for row in ended):
        _leaves_nothing(phone, at)
    if takes_card(ended):
        store.drop_setting(store.CARD)
    for phone, club in dict.fromkeys((row.phone, _club_of(row)) for row in ended):
        if club and not _plays_in(phone, club):
            store.end_holdings(phone, club, at)
    return ended


def log_of_access(club: str) -> tuple[Entry, ...]:
    """The log of access of a club, its games and the house: who got which right, and lost it; the latest first."""
    with reading():
        entries = []
        for row in store.told_last(club, MOST_TOLD):
            rest = (row.phone, Role(row.role), row.scope, row.of, row.rests_on)
            entries.append(Entry(row.given_at, *rest, row.giver or "", ended=False))
            if row.revoked_at is not None:
                entries.append(Entry(row.revoked_at, *rest, row.ended_by or "", ended=True))
        return tuple(sorted(entries, key=lambda entry: (entry.at, entry.ended), reverse=True)[:MOST_TOLD])


def _leaves_nothing(phone: str, at: str) -> None:
    """Requests to be host go where the phone no longer plays, and so does what it agreed to and is still announced.
    Requests to be let in stay: it may come in another way."""
    rights = Phone(rights=tuple(Right(row.scope, row.of, Role(row.role)) for row in holding(phone)))
    for request in store.requests_to_host(phone):
        if rights.role(*access.place(request.scope, request.of)) < Role.PLAYER:
            request.decided_at, request.admitted = at, False
            access.people_changed(request.scope, request.of)
    for right in store.all_coming():
        agreement = links.waiting(right.agreement or "")
        has_agreed = agreement is not None and phone in agreement.agreed.split()
        if agreement is not None and has_agreed and rights.role(*access.place(GAME, right.of)) < Role.PLAYER:
            agreement.admitted = False
            end([right], at)


def takes_card(ended: Iterable[Row]) -> bool:
    """Whether the recovery card goes with these rights: a phone that has seen its code organises nothing any more."""
    rows = [row for row in ended if organises(row)]
    going = {row.id for row in rows}
    return any(
        store.card_of(phone) and not any(organises(row) and row.id not in going for row in store.living_of(phone))
        for phone in dict.fromkeys(row.phone for row in rows)
    )


def organises(row: Row) -> bool:
    """Whether it is the right to organise the house."""
    return row.scope == HOUSE and row.role >= Role.ORGANISER


def decline(ended: Iterable[Row], at: str) -> None:
    """Phones were taken out: what they asked for where these rights were, or in a game or an evening of such a club,
    is answered with no. Inside a write."""
    out: dict[str, set[tuple[str, str]]] = {}
    for row in ended:
        out.setdefault(row.phone, set()).add((row.scope, row.of))
    for request in links.asked_by([*out]):
        if not out[request.phone].isdisjoint(access.places(request.scope, request.of)):
            request.decided_at, request.admitted = at, False


def _plays_in(phone: str, club: str) -> bool:
    everywhere = any(row.scope == HOUSE and row.role >= Role.PLAYER for row in holding(phone))
    return everywhere or any(row.role >= Role.PLAYER for row in store.of_phone_in_club(phone, club))


def _club_of(row: Row) -> str:
    if row.scope == EVENING:
        return access.club_of(evening=row.of)
    return access.club_of_game(row.of) if row.scope == GAME else row.of if row.scope == CLUB else ""


def _named(row: Row) -> str:
    """What a right is, without saying whose or where."""
    return f"{Role(row.role).name.lower()} of a {row.scope}"
