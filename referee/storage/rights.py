"""Phones and what they may do, in the database: the only queries there are."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from flask import current_app
from sqlalchemy import bindparam, delete, exists, literal, null, or_, select, tuple_, update

from referee.storage.club_models import GameClub, Player
from referee.storage.database import added, chunks, db, new_id, rows
from referee.storage.phones import Holding, House, JoinCode, Link, Phone, Right, Waiting

DOOR = "door"
"""The name of the setting that says who may come in without a link."""


_COMPUTERS, _MOST_COMPUTERS = "computers", 20
"""A setting, and how many of its browsers it holds: each at ``localhost`` and at ``127.0.0.1`` is one."""


class PhoneRow(NamedTuple):
    """A phone that is known and not revoked."""

    id: str
    name: str
    seen_at: str


class RightRow(NamedTuple):
    scope: str
    of: str
    role: int


class Found(NamedTuple):
    """What one request asks: the setting of the door, the phone with its rights, the club of the game."""

    door: str | None
    phone: PhoneRow | None
    rights: tuple[RightRow, ...]
    club: str | None
    waiting: bool
    """Whether some phone has asked to be let in there, and nobody has answered it."""
    revoked: bool = False
    """Whether the phone was taken out."""


_DOOR = select(House.value).where(House.key == DOOR).scalar_subquery()
_CLUB = select(GameClub.club).where(GameClub.game == bindparam("code")).scalar_subquery()
_ASKED = exists().where(
    Waiting.decided_at.is_(None), or_(Waiting.of == "", Waiting.of == bindparam("code"), Waiting.of == _CLUB)
)
_NOBODY = select(_DOOR, _CLUB, _ASKED, *(null() for _ in range(7)))
_PHONE = (
    select(
        _DOOR, _CLUB, _ASKED, Phone.id, Phone.name, Phone.seen_at, Phone.revoked_at, Right.scope, Right.of, Right.role
    )
    .select_from(Phone)
    .outerjoin(Right, (Right.phone == Phone.id) & Right.revoked_at.is_(None))
    .where(Phone.key == bindparam("key"))
)


def key_of(cookie: str) -> str:
    """What the database keeps of a cookie or of a secret."""
    return sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def find(cookie: str, code: str) -> Found:
    """One query for a cookie that is known, and one for none; ``code`` is that of the game, or empty."""
    held = rows(_PHONE, {"key": key_of(cookie), "code": code}).all() if cookie else []
    if not held:
        door, club, waiting, *_ = rows(_NOBODY, {"code": code}).one()
        return Found(door, None, (), club, waiting)
    door, club, waiting, id_, name, seen_at, revoked_at, *_ = held[0]
    if revoked_at is not None:
        return Found(door, None, (), club, waiting, revoked=True)
    rights = tuple(RightRow(scope, of, role) for *_, scope, of, role in held if role is not None)
    return Found(door, PhoneRow(id_, name, seen_at), rights, club, waiting)


_RIGHTS = select(Right.scope, Right.of, Right.role).join(Phone, Phone.id == Right.phone)
_LIVING = _RIGHTS.where(Phone.id == bindparam("phone"), Phone.revoked_at.is_(None), Right.revoked_at.is_(None))


def rights_of(phone: str) -> tuple[RightRow, ...]:
    """The rights of a phone as they are now; none where it was revoked."""
    return tuple(RightRow(*row) for row in db.session.execute(_LIVING, {"phone": phone}))


def is_known(phone: str) -> bool:
    """Whether there is such a phone, and it was not revoked."""
    return bool(db.session.scalar(select(exists().where(Phone.id == phone, Phone.revoked_at.is_(None)))))


def by_cookie(cookie: str) -> Phone | None:
    """Also one that was revoked."""
    return db.session.scalars(select(Phone).where(Phone.key == key_of(cookie))).one_or_none()


def add_phone(cookie: str, at: str, name: str = "") -> Phone:
    return added(Phone(id=new_id(), key=key_of(cookie), name=name, made_at=at, seen_at=at, revoked_at=None))


def give(phone: str, scope: str, of: str, role: int, at: str, link: str | None = None) -> Right:
    """One more right of a phone."""
    right = {"phone": phone, "scope": scope, "of": of, "role": role, "link": link}
    return added(Right(id=new_id(), **right, given_at=at, revoked_at=None))


def anybody(role: int) -> bool:
    """Whether a living phone has this right in the whole house, or a higher one."""
    living = exists().where(
        Right.role >= role, Right.scope == "house", Right.revoked_at.is_(None),
        Phone.id == Right.phone, Phone.revoked_at.is_(None),
    )  # fmt: skip
    return bool(db.session.scalar(select(literal(1)).where(living)))


def seen(phone: str, at: str) -> None:
    db.session.execute(update(Phone).where(Phone.id == phone).values(seen_at=at))


def setting(key: str) -> str | None:
    return db.session.scalar(select(House.value).where(House.key == key))


def set_setting(key: str, value: str) -> None:
    db.session.merge(House(key=key, value=value))
    db.session.flush()


def computers() -> tuple[str, ...]:
    """The phones that are browsers of the computer that runs the app, as far as they have written; the last one first.

    None where the settings trust no place, such as after a move to a server.
    """
    config = current_app.config
    if config.get("HOSTED") or config.get("BEHIND_PROXY") or not config.get("TRUST_LOCALHOST"):
        return ()
    return tuple((setting(_COMPUTERS) or "").split())


def add_computer(phone: str) -> None:
    set_setting(_COMPUTERS, " ".join([phone, *computers()][:_MOST_COMPUTERS]))


def in_letters(bits: bytes) -> str:
    """A secret as a cookie or an address holds it."""
    return base64.urlsafe_b64encode(bits).rstrip(b"=").decode()


def secret_for(purpose: str) -> bytes:
    """32 bytes that only this house can make: the same for the same purpose as long as its secret stays."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(key, purpose.encode(), "sha256")


def phones(ids: Sequence[str]) -> dict[str, Phone]:
    """By id, those of these phones that there are."""
    return {phone.id: phone for phone in db.session.scalars(select(Phone).where(Phone.id.in_(ids)))}


def phones_in(places: Sequence[tuple[str, str]]) -> list[tuple[Phone, Right]]:
    """Living phones with each of their rights in these places, the one that wrote last first."""
    query = select(Phone, Right).join(Right, Right.phone == Phone.id)
    query = query.where(Phone.revoked_at.is_(None), Right.revoked_at.is_(None))
    query = query.where(tuple_(Right.scope, Right.of).in_(list(places)))
    return [(phone, right) for phone, right in db.session.execute(query.order_by(Phone.seen_at.desc(), Phone.id))]


def all_phones() -> list[Phone]:
    """Every phone of the house that was not revoked, the one that wrote last first."""
    return list(
        db.session.scalars(select(Phone).where(Phone.revoked_at.is_(None)).order_by(Phone.seen_at.desc(), Phone.id))
    )


def revoke_phone(phone: Phone, at: str) -> None:
    """It is a stranger from now on: its rights end, and so do the seats that it holds."""
    phone.revoked_at = at
    living = (Right.phone == phone.id, Right.revoked_at.is_(None))
    db.session.execute(update(Right).where(*living).values(revoked_at=at))
    holds = (Holding.phone == phone.id, Holding.ended_at.is_(None))
    db.session.execute(update(Holding).where(*holds).values(ended_at=at))
    waits = (Waiting.phone == phone.id, Waiting.decided_at.is_(None))
    db.session.execute(update(Waiting).where(*waits).values(decided_at=at, admitted=False))
    db.session.flush()


def end_holdings(phone: str, club: str, at: str) -> None:
    """The seats that a phone holds for players of one club are free."""
    of_club = select(Player.id).where(Player.club == club)
    holds = (Holding.phone == phone, Holding.ended_at.is_(None), Holding.player.in_(of_club))
    db.session.execute(update(Holding).where(*holds).values(ended_at=at))


def revoke_rights(phone: str, scope: str, of: str, at: str) -> None:
    here = (Right.phone == phone, Right.scope == scope, Right.of == of, Right.revoked_at.is_(None))
    db.session.execute(update(Right).where(*here).values(revoked_at=at))


def drop_setting(key: str) -> None:
    db.session.execute(delete(House).where(House.key == key))


def purge(codes: Sequence[str], clubs: Sequence[str]) -> None:
    """Rights, links and seats of games and clubs that are gone for good; their phones stay."""
    places = [("game", code) for code in codes] + [("club", club) for club in clubs]
    for there in chunks(places, 200):
        links = select(Link.id).where(tuple_(Link.scope, Link.of).in_(there))
        db.session.execute(delete(JoinCode).where(JoinCode.link.in_(links)))
        for table in (Waiting, Right, Link):
            db.session.execute(delete(table).where(tuple_(table.scope, table.of).in_(there)))
    of_clubs = select(Player.id).where(Player.club.in_(clubs))
    db.session.execute(delete(Holding).where(Holding.player.in_(of_clubs)))


def move(club: str, to: str) -> None:
    """Rights and links of a club mean another one from now on: it has come in its place."""
    for table in (Right, Link, Waiting):
        db.session.execute(update(table).where(table.scope == "club", table.of == club).values(of=to))
