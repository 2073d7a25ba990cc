"""The phones of a house: listed, named, revoked; a further host, and the ways back when the host's phone is dead."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from referee import errors
from referee.days import lasts, now
from referee.game.names import tidy, why_no_name
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.services import access, attempts, organisers
from referee.services.access import CLUB, DOORS, HOUSE, Role
from referee.services.deliveries import WriteTag, twice
from referee.storage import links as waiting_store
from referee.storage import log
from referee.storage import rights as store
from referee.storage.phones import Phone
from referee.storage.transactions import reading, writing

AGREEING = 2
"""So many phones at a table, the one that asks among them, make one of them host."""
LEAST_PASSWORD = 8
MOST_PASSWORD = 200
ONCE_MINUTES = 30
"""So long the code lives that the command line prints."""
ONCE = timedelta(minutes=ONCE_MINUTES)
_PASSWORD, _CARD, _ONCE = "password", "recovery card", "recovery once"
_LETTERS, _GROUPS = 4, 5
_SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024}


@dataclass(frozen=True, slots=True)
class PhoneView:
    """A phone of a place and what it may do there."""

    id: str
    name: str
    """Empty until somebody gives it one."""
    role: Role
    seen_at: str
    links: tuple[str, ...]
    """Ids of the links that let it in here."""
    computer: bool = False
    """It is the computer that runs the app, which is organiser because of where it stands."""


def phones_of(scope: str, of: str) -> tuple[PhoneView, ...]:
    """The phones that have a right in a place or in what it belongs to (game, club, house), the last to write first.

    Of the house these are all, those that the open door lets in among them.
    """
    with reading():
        rows, computers = store.phones_in(access.places(scope, of)), store.computers()
        views: dict[str, PhoneView] = {}

        def seen(phone: Phone, role: Role, link: str | None = None) -> None:
            is_computer, before = phone.id in computers, views.get(phone.id)
            role = max(role, Role.ORGANISER if is_computer else Role.NOBODY, before.role if before else Role.NOBODY)
            links = (*(before.links if before else ()), *([link] if link else []))
            views[phone.id] = PhoneView(phone.id, phone.name, role, phone.seen_at, links, is_computer)

        for phone in store.all_phones() if scope == HOUSE else ():
            seen(phone, Role.NOBODY)
        for phone, right in rows:
            seen(phone, Role(right.role), right.link)
        return tuple(views.values())


def rename(phone: str, name: str, tag: WriteTag) -> str:
    """Give a phone another name, and return it as it is kept: one's own, or as the host of a place that it is in.

    Raises NotAllowed, UnknownPhone, Rejected.
    """
    kept = tidy(name)
    if why := why_no_name(kept):
        raise errors.Rejected("name", sentence(why))
    with writing():
        row = _known(phone)
        rights = store.rights_of(phone)
        if phone != tag.phone and not any(_is_above(tag, right) for right in rights):
            if rights:
                raise errors.NotAllowed
            access.demand(tag, Role.HOST)
        row.name = kept
        return kept


def revoke(phone: str, tag: WriteTag) -> None:
    """A phone is a stranger from now on, and its seats are free, in every place where whoever asks is host.

    Raises NotAllowed if that is nowhere or the phone may do more; UnknownPhone.
    """
    with writing():
        row, at = _known(phone), now()
        rights = store.rights_of(phone)
        ended = [right for right in rights if phone == tag.phone or _is_above(tag, right)]
        if rights and not ended:
            raise errors.NotAllowed
        if not rights and phone != tag.phone:
            access.demand(tag, Role.HOST)
        for right in ended:
            access.people_changed(right.scope, right.of)
        if len(ended) == len(rights):
            store.revoke_phone(row, at)
            return
        for right in ended:
            store.revoke_rights(phone, right.scope, right.of, at)
            if right.scope == CLUB:
                store.end_holdings(phone, right.of, at)


def give(phone: str, scope: str, of: str, role: Role, tag: WriteTag) -> None:
    """Another right of a phone in a place, such as that of a second host; it may not be above one's own.

    Raises NotAllowed, UnknownPhone.
    """
    with writing():
        row, at = _known(phone), now()
        its = access.demand_at(tag, Role.HOST, scope, of)
        there = access.role_of(WriteTag("", 0, "", phone, Role.NOBODY), *access.place(scope, of))
        if its < max(role, there):
            raise errors.NotAllowed
        store.revoke_rights(row.id, scope, of, at)
        if role > Role.NOBODY:
            store.give(row.id, scope, of, role, at)


def ask_host(scope: str, of: str, tag: WriteTag) -> str:
    """The host's phone is dead: this phone would be host. Returns the id of what the others agree to.

    Raises NotAllowed for a phone that does not play there.
    """
    with writing():
        access.demand_at(tag, Role.PLAYER, scope, of)
        phone = _known(tag.phone)
        row = waiting_store.add_waiting(phone.id, None, (scope, of), Role.HOST, phone.name, now())
        row.agreed = row.agreed or phone.id
        access.people_changed(scope, of)
        return row.id


def agree(waiting: str, tag: WriteTag) -> bool:
    """A phone that plays there agrees that another one becomes host; True as soon as enough have.

    Raises NotAllowed, UnknownPhone.
    """
    with writing():
        row, at = waiting_store.waiting(waiting), now()
        if row is None or row.link is not None or row.admitted is False or not tag.phone:
            raise errors.UnknownPhone
        access.demand_at(tag, Role.PLAYER, row.scope, row.of)
        agreed = dict.fromkeys([*row.agreed.split(), tag.phone])
        row.agreed = " ".join(list(agreed)[:AGREEING])
        if row.decided_at is None and len(agreed) >= AGREEING:
            row.decided_at, row.decided_by, row.admitted = at, tag.phone, True
            store.give(row.phone, row.scope, row.of, Role.HOST, at)
        access.people_changed(row.scope, row.of)
        return row.admitted is True


def make_card(tag: WriteTag) -> str:
    """A code to be printed and kept in a drawer: it makes a phone organiser, once. It is shown this one time.

    The one before it is worth nothing from now on. Raises NotAllowed.
    """
    with writing():
        access.demand(tag, Role.ORGANISER)
        code = _code()
        store.set_setting(_CARD, store.key_of(log.plain_code(code)))
        return code


def has_card() -> bool:
    with reading():
        return store.setting(_CARD) is not None


def make_once() -> str:
    """A code for half an hour that makes a phone organiser, once: for the command line."""
    code = _code()
    with writing():
        store.set_setting(_ONCE, f"{store.key_of(log.plain_code(code))} {waiting_store.later(now(), ONCE_MINUTES)}")
    return code


def recover(code: str, address: str, phone: Callable[[], str]) -> None:
    """The code of the card or of the command line makes a phone organiser of the house.

    Raises NoEntry. Tries are not counted: nobody guesses 96 bits, and strangers who try keep nobody out.
    """
    wrong = _("This code is not valid. The code of a recovery card works once.")

    def job() -> bool:
        with writing():
            at, key = now(), store.key_of(log.plain_code(code))
            once, _blank, until = (store.setting(_ONCE) or "").partition(" ")
            if hmac.compare_digest(key, store.setting(_CARD) or ""):
                store.drop_setting(_CARD)
            elif hmac.compare_digest(key, once) and lasts(waiting_store.later(until, -ONCE_MINUTES), ONCE, at):
                store.drop_setting(_ONCE)
            else:
                return False
            organisers.let_in(phone())
            attempts.came_in(address)
            return True

    if not twice(job):
        raise errors.NoEntry(wrong)


def set_password(password: str) -> None:
    """The password by which a phone becomes organiser. Raises Rejected for one too short or too long."""
    if len(password) < LEAST_PASSWORD:
        raise errors.Rejected("password", _("At least %(number)s characters, please.", number=LEAST_PASSWORD))
    if len(password) > MOST_PASSWORD:
        raise errors.Rejected("password", _("At most %(number)s characters, please.", number=MOST_PASSWORD))
    salt = secrets.token_bytes(16)
    with writing():
        store.set_setting(_PASSWORD, f"scrypt {salt.hex()} {_scrypt(password, salt).hex()}")


def has_password() -> bool:
    with reading():
        return store.setting(_PASSWORD) is not None


def sign_in(password: str, address: str, phone: Callable[[], str], known: str = "") -> None:
    """The right password makes a phone organiser of the house; ``known`` is its id, where it is known already.

    Raises NoEntry, and TooOften where this phone or address, or all of its kind, have tried too many.
    """
    with writing():
        attempts.check("password", address, known)
        attempts.failed("password", address, known)  # counted before it is looked at: many at once gain nothing
    with reading():
        kept = (store.setting(_PASSWORD) or "").partition(" ")[2]
    salt, _blank, digest = kept.partition(" ")
    wanted = bytes.fromhex(digest) or secrets.token_bytes(32)  # without a password none is right, and takes as long
    if not hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), wanted):
        raise errors.NoEntry(_("That is not the password."))
    with writing():
        organisers.let_in(phone())
        attempts.came_in(address)


def door(default: str) -> str:
    """The setting of the door: ``open``, ``watch`` or ``closed``; ``default`` where the house has none."""
    with reading():
        return store.setting(store.DOOR) or default


def set_door(setting: str, tag: WriteTag) -> None:
    """Raises NotAllowed, and Rejected for any other word."""
    if setting not in DOORS:
        raise errors.Rejected("door", _("Choose one of the three, please."))
    with writing():
        access.demand(tag, Role.ORGANISER)
        store.set_setting(store.DOOR, setting)


def _known(phone: str) -> Phone:
    row = store.phones([phone]).get(phone)
    if row is None or row.revoked_at is not None:
        raise errors.UnknownPhone
    return row


def _is_above(tag: WriteTag, right: store.RightRow) -> bool:
    """Whether whoever writes is host where a phone has a right, and not less than the phone."""
    return access.role_of(tag, *access.place(right.scope, right.of)) >= max(Role.HOST, right.role)


def _code() -> str:
    """Twenty letters and digits in groups: 96 bits that can be typed off a card."""
    return "-".join(log.random_letters(_LETTERS) for _ in range(_GROUPS))


def _scrypt(password: str, salt: bytes) -> bytes:
    # hashed before: scrypt itself takes a password with zeros behind it for the same one
    digest = hashlib.sha256(password.encode("utf-8", "surrogatepass")).digest()
    return hashlib.scrypt(digest, salt=salt, dklen=32, **_SCRYPT)
