"""The phones of a house: listed, named, revoked; a further host, the organiser's password and recovery card."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from referee import errors
from referee.days import lasts, now
from referee.game.names import tidy, why_no_name
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.services.deliveries import WriteTag, twice
from referee.services.phones import access, attempts, grants, invitations, organisers
from referee.services.phones.access import CLUB, DOORS, EVENING, GAME, HOUSE, Role
from referee.services.phones.invitations import LinkView
from referee.storage.engine.transactions import hold_rights, reading, writing, writing_rights
from referee.storage.games import log
from referee.storage.phones import links as waiting_store
from referee.storage.phones import rights as store
from referee.storage.tables.phones import Link, Phone, Right

LEAST_PASSWORD = 8
MOST_PASSWORD = 200
ONCE_MINUTES = 30
"""So long the code lives that the command line prints."""
ONCE = timedelta(minutes=ONCE_MINUTES)
_PASSWORD, _PASSWORD_SINCE, _ONCE = "password", "password since", "recovery once"
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
    of_games: Role = Role.NOBODY
    """What it may do in single games of the club, where that is more than in the club."""
    of_evenings: bool = False
    """Whether it was invited to answer for single evenings of the club."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """A phone that is to be taken out, and what that means for others."""

    phone: str
    renewed: tuple[LinkView, ...]
    """The invitations that it came in by or could see, and that whoever asks may renew."""
    kept: tuple[LinkView, ...]
    """Those that only somebody else may renew: they still work."""
    lose: tuple[str, ...]
    """Ids of the phones that lose what this one gave them."""
    card: bool
    """Whether the recovery card goes with it: it, or a phone that loses what it gave, has seen the code."""
    password: bool
    """Whether it knows the organiser's password, and can come back by that."""


@dataclass(frozen=True, slots=True)
class Open:
    """By what a phone that was taken out can still come back."""

    links: tuple[LinkView, ...]
    password: bool


def phones_of(scope: str, of: str) -> tuple[PhoneView, ...]:
    """The phones that have a right in a place or in what it belongs to (game, club, house), the last to write first.

    Of a club also those that were let into single games of it, or invited to its evenings. Of the house these are all,
    those that the open door lets in among them.
    """
    with reading():
        rows, computers = store.phones_in(access.places(scope, of)), store.computers()
        of_games = store.phones_in([(GAME, code) for code in store.games_of(of)]) if scope == CLUB else []
        of_evenings = [(EVENING, evening) for evening in store.evenings_of(of)] if scope == CLUB else []
        views: dict[str, PhoneView] = {}

        def seen(
            phone: Phone,
            role: Role,
            link: str | None = None,
            in_game: Role = Role.NOBODY,
            *,
            invited: bool = False,
        ) -> None:
            is_computer, before = phone.id in computers, views.get(phone.id)
            role = max(role, Role.ORGANISER if is_computer else Role.NOBODY, before.role if before else Role.NOBODY)
            in_game = max(in_game, before.of_games if before else Role.NOBODY)
            links = (*(before.links if before else ()), *([link] if link else []))
            invited = invited or (before is not None and before.of_evenings)
            views[phone.id] = PhoneView(phone.id, phone.name, role, phone.seen_at, links, is_computer, in_game, invited)

        for phone in store.all_phones() if scope == HOUSE else ():
            seen(phone, Role.NOBODY)
        for phone, right in rows:
            seen(phone, Role(right.role), right.link)
        for phone, right in of_games:
            seen(phone, Role.NOBODY, right.link, Role(right.role))
        for phone, right in store.phones_in(of_evenings):
            seen(phone, Role.NOBODY, right.link, invited=True)
        return tuple(sorted(views.values(), key=lambda view: view.seen_at, reverse=True))


def names(ids: Sequence[str]) -> Mapping[str, str]:
    """By id what somebody has called these phones; those that were taken out, too."""
    with reading():
        computers, rows = store.computers(), store.phones(ids)
        return {
            id_: row.name or (_("The computer that runs the app") if id_ in computers else "")
            for id_, row in rows.items()
        }


def rename(phone: str, name: str, tag: WriteTag) -> str:
    """Give a phone another name, and return it as it is kept: one's own, or as the host of a place that it is in.

    Raises NotAllowed, UnknownPhone, Rejected.
    """
    kept = tidy(name)
    if why := why_no_name(kept):
        raise errors.Rejected("name", sentence(why))
    with writing():
        row = _phone_of(phone)
        rights = store.rights_of(phone)
        if phone != tag.phone and not any(_is_above(tag, right) for right in rights):
            if rights:
                raise errors.NotAllowed
            access.demand(tag, Role.HOST)
        row.name = kept
        return kept


def leaving(phone: str, tag: WriteTag) -> Leaving:
    """What it means to take a phone out, for the question that comes before. Raises as ``revoke`` does."""
    with reading():
        _phone_of(phone)
        ended, is_all = _ending(phone, tag)
        renewed, kept = _known_to(phone, ended, is_all, tag)
        all_ended = store.with_below([*ended, *_gave(phone, tag)])
        lose = dict.fromkeys(row.phone for row in all_ended if row.phone != phone)
        card, password = grants.takes_card(all_ended), _knows_password(phone)
        return Leaving(phone, invitations.views(renewed), invitations.views(kept), tuple(lose), card, password)


def revoke(phone: str, tag: WriteTag, renew: bool = True) -> Open:
    """A phone is a stranger from now on, and its seats are free, in every place where whoever asks is host.

    ``renew``: the invitations that let it in, or that it could see, get another secret, and the others stay in. Else
    whoever has it can come back. Returns what it knows and what still works.
    Raises NotAllowed if that is nowhere or the phone may do more; UnknownPhone.
    """
    with writing_rights():
        row, at = _phone_of(phone), now()
        ended, is_all = _ending(phone, tag)
        grants.decline(ended, at)
        renewed, kept = _known_to(phone, ended, is_all, tag)
        works = invitations.views(kept if renew else [*renewed, *kept])
        for link in renewed if renew else ():
            invitations.renew(link, tag)
        grants.end([*ended, *_gave(phone, tag)], at, tag)
        if is_all:
            store.revoke_phone(row, at)
        return Open(works, _knows_password(phone))


def _knows_password(phone: str) -> bool:
    """Whether a phone has come in by the password that still stands. By a clock that was wrong it may have."""
    if store.setting(_PASSWORD) is None:
        return False
    since = store.setting(_PASSWORD_SINCE) or ""
    by_it = [row for row in store.ever_of(phone) if row.rests_on == "password" and row.role >= Role.ORGANISER]
    return any(row.given_at >= since or since > now() for row in by_it)


def _known_to(phone: str, ended: list[Right], is_all: bool, tag: WriteTag) -> tuple[list[Link], list[Link]]:
    left = [right for right in store.living_of(phone) if right not in ended]
    return invitations.known_to(phone, left, not is_all, invitations.may_renew(tag))


def give(phone: str, scope: str, of: str, role: Role, tag: WriteTag) -> None:
    """A phone may do this in a place from now on, such as a second host; it may not be above one's own role.

    More than it could rests on whoever gives it. Less is what is left of what it has, in a club also in its games.
    Raises NotAllowed, UnknownPhone.
    """
    with writing_rights():
        row, at = _phone_of(phone), now()
        its = access.demand_at(tag, Role.HOST, scope, of)
        there = access.role_of(WriteTag("", 0, "", phone, Role.NOBODY), *access.place(scope, of))
        if its < max(role, there):
            raise errors.NotAllowed
        own = [right for right in store.living_of(row.id) if (right.scope, right.of) == (scope, of)]
        above = [right for right in own if right.role > role]
        if scope == CLUB:
            above += [each for each in store.of_phone_in_club(row.id, of) if each.scope == GAME and each.role > role]
        left = max((right.role for right in own if right.role <= role), default=Role.NOBODY)
        lowered = min((right for right in own if right.role > role), key=lambda right: right.given_at, default=None)
        if left < role:
            if lowered is not None:  # it is less than it was, for the same reason
                rests = store.Rests(
                    lowered.rests_on, lowered.link, lowered.beneath, lowered.giver, lowered.giver_right,
                    lowered.agreement,
                )  # fmt: skip
                above_own = {right.id for right in above}
                while rests.beneath in above_own:
                    rests = rests._replace(beneath=store.right(rests.beneath).beneath)
            else:
                rests = grants.by_writer(tag, scope, of, role, row.id)
            grants.give(row.id, scope, of, role, at, rests)
        renewable = invitations.may_renew(tag)
        grants.end(above, at, tag)
        invitations.renew_known([row.id], tag, renewable)  # a host's link would make it host again


def make_card(tag: WriteTag) -> str:
    """A code to be printed and kept in a drawer: it makes a phone organiser, once. It is shown this one time.

    The one before it is worth nothing from now on. Raises NotAllowed.
    """
    with writing_rights():
        access.demand(tag, Role.ORGANISER)
        code = _code()
        maker = "-" if tag.door >= Role.ORGANISER or not tag.phone else tag.phone
        store.set_setting(store.CARD, f"{store.key_of(log.plain_code(code))} {maker}")
        return code


def has_card() -> bool:
    with reading():
        return store.setting(store.CARD) is not None


def make_once() -> str:
    """A code for half an hour that makes a phone organiser, once: for the command line."""
    code = _code()
    with writing_rights():
        store.set_setting(_ONCE, f"{store.key_of(log.plain_code(code))} {waiting_store.later(now(), ONCE_MINUTES)}")
    return code


def recover(code: str, address: str, phone: Callable[[], str]) -> None:
    """The code of the card or of the command line makes a phone organiser of the house.

    Raises NoEntry. Tries are not counted: nobody guesses 96 bits, and strangers who try keep nobody out.
    """
    wrong = _("This code isn’t valid. A recovery card’s code works only once.")

    def job() -> bool:
        with writing():
            if _opens(code) is None:
                return False
            hold_rights()  # not before: strangers who guess keep nobody waiting
            setting = _opens(code)
            if setting is None:
                return False
            store.drop_setting(setting)
            organisers.let_in(phone(), store.ON_CLUB)
            attempts.came_in(address, organises=True)
            return True

    if not twice(job):
        raise errors.NoEntry(wrong)


def _opens(code: str) -> str | None:
    """The setting that holds a code: of the card, or of the command line; None for one that opens nothing."""
    key = store.key_of(log.plain_code(code))
    if hmac.compare_digest(key, (store.setting(store.CARD) or "").partition(" ")[0]):
        return store.CARD
    once, _blank, until = (store.setting(_ONCE) or "").partition(" ")
    is_once = hmac.compare_digest(key, once) and lasts(waiting_store.later(until, -ONCE_MINUTES), ONCE, now())
    return _ONCE if is_once else None


def let_in_by_password() -> int:
    """How many phones are organiser by the password."""
    with reading():
        return len({right.phone for right in store.resting_on_password()})


def set_password(password: str, all_out: bool = False) -> None:
    """The password by which a phone becomes organiser. ``all_out``: whoever came in by the one before is out, with
    all that they gave others and the recovery card that one of them made; else they stay in. Raises Rejected for one
    too short or too long."""
    if len(password) < LEAST_PASSWORD:
        raise errors.Rejected("password", _("Enter at least %(number)s characters.", number=LEAST_PASSWORD))
    if len(password) > MOST_PASSWORD:
        raise errors.Rejected("password", _("Enter at most %(number)s characters.", number=MOST_PASSWORD))
    salt = secrets.token_bytes(16)
    with writing_rights():
        store.set_setting(_PASSWORD_SINCE, now())
        store.set_setting(_PASSWORD, f"scrypt {salt.hex()} {_scrypt(password, salt).hex()}")
        if all_out:
            ended, house = store.resting_on_password(), WriteTag("", 0, "", "", Role.ORGANISER)
            grants.end(ended, now())
            out = dict.fromkeys(right.phone for right in ended)
            invitations.renew_known(out, house, invitations.may_renew(house))


def has_password() -> bool:
    with reading():
        return store.setting(_PASSWORD) is not None


def sign_in(password: str, address: str, phone: Callable[[], str], known_as: str = "") -> None:
    """The right password makes a phone organiser of the house; ``known_as`` is its id, where it is known already.

    Raises NoEntry, and TooOften where this phone or address, or all of its kind, have tried too many.
    """
    with writing():
        attempts.check("password", address, known_as)
        # counted before it is looked at: many at once gain nothing
        charged = attempts.failed("password", address, known_as)
    with reading():
        stands = store.setting(_PASSWORD)
    salt, _blank, digest = (stands or "").partition(" ")[2].partition(" ")
    wanted = bytes.fromhex(digest) or secrets.token_bytes(32)  # without a password none is right, and takes as long
    if not hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), wanted):
        raise errors.NoEntry(_("Wrong password."))
    with writing_rights():
        if store.setting(_PASSWORD) != stands:  # another one was set while this one was looked at
            raise errors.NoEntry(_("Wrong password."))
        organisers.let_in(phone(), store.Rests("password"))
        attempts.succeeded(charged)
        attempts.came_in(address, organises=True)


def door(default: str) -> str:
    """The setting of the door: ``open``, ``watch`` or ``closed``; ``default`` where the house has none."""
    with reading():
        return store.setting(store.DOOR) or default


def set_door(setting: str, tag: WriteTag) -> bool:
    """Whether strangers at home may do less than before. Raises NotAllowed, and Rejected for any other word."""
    if setting not in DOORS:
        raise errors.Rejected("door", _("Choose one of the three."))
    with writing_rights():
        access.demand(tag, Role.ORGANISER)
        before = store.door()
        if before != setting:
            store.door_was(before, now())
        store.set_setting(store.DOOR, setting)
        return DOORS[setting] < DOORS.get(before, Role.NOBODY)


def _phone_of(phone: str) -> Phone:
    row = store.phones([phone]).get(phone)
    if row is None or row.revoked_at is not None:
        raise errors.UnknownPhone
    return row


def _ending(phone: str, tag: WriteTag) -> tuple[list[Right], bool]:
    """The rights of a phone that whoever writes may end, and whether these are all. Raises NotAllowed for none."""
    rights = store.living_of(phone)
    ended = [right for right in rights if phone == tag.phone or _is_above(tag, right)]
    if rights and not ended:
        raise errors.NotAllowed
    if not rights and phone != tag.phone:
        access.demand(tag, Role.HOST)
    return ended, len(ended) == len(rights)


def _gave(phone: str, tag: WriteTag) -> list[Right]:
    """What a phone gave others, through the door or by a right, as far as whoever writes may end it."""
    return [right for right in store.given_by(phone) if phone == tag.phone or _is_above(tag, right)]


def _is_above(tag: WriteTag, right: store.RightRow | Right) -> bool:
    """Whether whoever writes is host where a phone has a right, and not less than the phone."""
    return access.role_of(tag, *access.place(right.scope, right.of)) >= max(Role.HOST, right.role)


def _code() -> str:
    """Twenty letters and digits in groups: 96 bits that can be typed off a card."""
    return "-".join(log.random_letters(_LETTERS) for _ in range(_GROUPS))


def _scrypt(password: str, salt: bytes) -> bytes:
    # hashed before: scrypt itself takes a password with zeros behind it for the same one
    digest = hashlib.sha256(password.encode("utf-8", "surrogatepass")).digest()
    return hashlib.scrypt(digest, salt=salt, dklen=32, **_SCRYPT)
