"""Phones and what they may do, in the database: the only queries there are."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from flask import current_app
from sqlalchemy import ColumnElement, and_, bindparam, delete, exists, func, literal, or_, select, tuple_, update

from referee.storage.engine import news
from referee.storage.engine.transactions import holds_rights
from referee.storage.tables.clubs import GameClub, Player
from referee.storage.tables.database import added, chunks, db, new_id, rows
from referee.storage.tables.evenings import Evening
from referee.storage.tables.phones import Holding, House, JoinCode, Link, Phone, Right, Waiting

DOOR = "door"
"""The name of the setting that says who may come in without a link."""
_DOOR_UNTIL = "door until "
"""How the settings begin that say until when the door stood otherwise."""
_DOOR_SINCE = "door written since"
"""A setting: when the first of those was written."""


CARD = "recovery card"
"""A setting: what is kept of the card's code, then which phone made it, or ``-`` where it was made at the computer.

Whoever made it has seen the code. Older versions did not say who that was.
"""
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
    asks: bool
    """Whether some phone has asked for something there that nobody has answered."""
    coming: bool
    """Whether one is to become host of the game in a moment."""
    revoked: bool = False
    """Whether the phone was taken out."""

    @property
    def waiting(self) -> bool:
        """Whether pages tell of a phone that has asked, or is to become host."""
        return self.asks or self.coming


_DOOR = select(House.value).where(House.key == DOOR).scalar_subquery()
_CLUB = select(GameClub.club).where(GameClub.game == bindparam("code")).scalar_subquery()
_LIVING = Right.revoked_at.is_(None)
_HOLDS = _LIVING & Right.holds_from.is_(None)
"""What counts: a right that has not ended, and of which the phones at the table have heard for long enough. Of one that
they are to hear of first no moment is compared with the clock, which may be wrong: ``announced`` says when it holds."""
_ASKED = exists().where(
    Waiting.decided_at.is_(None), or_(Waiting.of == "", Waiting.of == bindparam("code"), Waiting.of == _CLUB)
)
_COMING = exists().where(_LIVING, Right.holds_from.is_not(None), Right.scope == "game", Right.of == bindparam("code"))
_NOBODY = select(_DOOR, _CLUB, _ASKED, _COMING)
_PHONE = (
    select(
        *(_DOOR, _CLUB, _ASKED, _COMING),
        *(Phone.id, Phone.name, Phone.seen_at, Phone.revoked_at, Right.scope, Right.of, Right.role),
    )
    .select_from(Phone)
    .outerjoin(Right, (Right.phone == Phone.id) & _HOLDS)
    .where(Phone.key == bindparam("key"))
)


def key_of(cookie: str) -> str:
    """What the database keeps of a cookie or of a secret."""
    return sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def find(cookie: str, code: str) -> Found:
    """One query for a cookie that is known, and one for none; ``code`` is that of the game, or empty."""
    held = rows(_PHONE, {"key": key_of(cookie), "code": code}).all() if cookie else []
    if not held:
        door, club, asks, coming = rows(_NOBODY, {"code": code}).one()
        return Found(door, None, (), club, asks, coming)
    door, club, asks, coming, id_, name, seen_at, revoked_at, *_ = held[0]
    if revoked_at is not None:
        return Found(door, None, (), club, asks, coming, revoked=True)
    rights = tuple(RightRow(scope, of, role) for *_, scope, of, role in held if role is not None)
    return Found(door, PhoneRow(id_, name, seen_at), rights, club, asks, coming)


_RIGHTS = select(Right.scope, Right.of, Right.role).join(Phone, Phone.id == Right.phone)
_OF_PHONE = _RIGHTS.where(Phone.id == bindparam("phone"), Phone.revoked_at.is_(None), _HOLDS)


def rights_of(phone: str) -> tuple[RightRow, ...]:
    """The rights of a phone as they are now; none where it was revoked."""
    return tuple(RightRow(*row) for row in db.session.execute(_OF_PHONE, {"phone": phone}))


def living_of(phone: str) -> list[Right]:
    """The rights of a phone that have not ended, the oldest first; those that it will have in a moment among them."""
    own = select(Right).where(Right.phone == phone, _LIVING).order_by(Right.given_at, Right.id)
    return list(db.session.scalars(own))


def ever_of(phone: str) -> list[Right]:
    """All rights that a phone ever had."""
    return list(db.session.scalars(select(Right).where(Right.phone == phone)))


def is_known(phone: str) -> bool:
    """Whether there is such a phone, and it was not revoked."""
    return bool(db.session.scalar(select(exists().where(Phone.id == phone, Phone.revoked_at.is_(None)))))


def by_cookie(cookie: str) -> Phone | None:
    """Also one that was revoked."""
    return db.session.scalars(select(Phone).where(Phone.key == key_of(cookie))).one_or_none()


def add_phone(cookie: str, at: str, name: str = "") -> Phone:
    return added(Phone(id=new_id(), key=key_of(cookie), name=name, made_at=at, seen_at=at, revoked_at=None))


class Rests(NamedTuple):
    """What a right rests on, as the columns of ``Right`` say it."""

    rests_on: str = "club"
    link: str | None = None
    beneath: str | None = None
    giver: str | None = None
    giver_right: str | None = None
    agreement: str | None = None


ON_CLUB = Rests()


def give(
    phone: str, scope: str, of: str, role: int, at: str, rests: Rests = ON_CLUB, holds_from: str | None = None
) -> Right:
    """One more right of a phone."""
    assert holds_rights()
    news.announce(news.phone_key(phone))
    right = {"phone": phone, "scope": scope, "of": of, "role": role, "holds_from": holds_from, **rests._asdict()}
    return added(Right(id=new_id(), **right, given_at=at, revoked_at=None, ended_by=None))


def end(rights: Iterable[Right], at: str, by: str = "") -> list[Right]:
    """These rights end, and all that rests on them; returns all that ended, whose phones hear no news any more."""
    assert holds_rights()
    due = [right for right in rights if right.revoked_at is None]
    first = {right.id for right in due}
    ended = with_below(due)
    for right in ended:
        right.revoked_at, right.ended_by = at, (by or None) if right.id in first else None
        news.announce(news.phone_key(right.phone))
    db.session.flush()
    return ended


def with_below(rights: Iterable[Right]) -> list[Right]:
    """These rights, and behind them the living ones that rest on them, at whatever remove."""
    tree: dict[str, Right] = {}
    due = list(rights)
    while due:
        tree |= {right.id: right for right in due}
        below: list[Right] = []
        for ids in chunks([right.id for right in due]):
            rests = or_(Right.beneath.in_(ids), Right.giver_right.in_(ids))
            below += db.session.scalars(select(Right).where(_LIVING, rests))
        due = [right for right in below if right.id not in tree]
    return list(tree.values())


def right(id_: str) -> Right:
    return db.session.get_one(Right, id_)


def given_by(phone: str) -> list[Right]:
    """Living rights that rest on a phone: what it gave others."""
    gave = (Right.giver == phone, Right.rests_on == "phone", Right.phone != phone)
    return list(db.session.scalars(select(Right).where(_LIVING, *gave)))


def on_phone_alone(right: Right) -> None:
    """A right is given back by its own phone: what that phone gave by it rests on the phone from now on, and on what
    the right itself was given by."""
    for below in db.session.scalars(select(Right).where(_LIVING, Right.giver_right == right.id)):
        below.giver_right = right.giver_right
    db.session.flush()


def resting_on_link(link: str) -> list[Right]:
    """Living rights that a link gave."""
    return list(db.session.scalars(select(Right).where(_LIVING, Right.link == link).order_by(Right.given_at, Right.id)))


def resting_on_password() -> list[Right]:
    return list(db.session.scalars(select(Right).where(_LIVING, Right.rests_on == "password")))


def coming(code: str) -> list[Right]:
    """Rights in a game that have been agreed on and do not hold yet."""
    here = (Right.scope == "game", Right.of == code, Right.holds_from.is_not(None))
    return list(db.session.scalars(select(Right).where(_LIVING, *here).order_by(Right.holds_from, Right.id)))


def all_coming() -> list[Right]:
    """The same of every game."""
    return list(db.session.scalars(select(Right).where(_LIVING, Right.holds_from.is_not(None))))


def hold(right: Right) -> None:
    """What was agreed on counts from now on."""
    assert holds_rights()
    right.holds_from = None
    db.session.flush()


def by_agreement(waiting: str) -> Right | None:
    """The living right that an agreement gave."""
    return db.session.scalars(select(Right).where(_LIVING, Right.agreement == waiting)).one_or_none()


def _inside(club: str) -> tuple[ColumnElement[bool], ...]:
    """Where a right is one in a club, in one of its games or in one of its evenings."""
    return (
        and_(Right.scope == "club", Right.of == club),
        and_(Right.scope == "game", Right.of.in_(select(GameClub.game).where(GameClub.club == club))),
        and_(Right.scope == "evening", Right.of.in_(select(Evening.id).where(Evening.club == club))),
    )


def told_last(club: str, most: int) -> list[Right]:
    """The rights in a club, its games and evenings and the house that were given or ended last, the latest first."""
    last = func.coalesce(Right.revoked_at, Right.given_at)
    here = or_(Right.scope == "house", *_inside(club))
    query = select(Right).where(here).order_by(last.desc(), Right.given_at.desc(), Right.id)
    return list(db.session.scalars(query.limit(most)))


def evenings_of(club: str) -> list[str]:
    """The ids of all evenings of a club."""
    return list(db.session.scalars(select(Evening.id).where(Evening.club == club)))


def games_of(club: str) -> list[str]:
    """The codes of all games of a club."""
    return list(db.session.scalars(select(GameClub.game).where(GameClub.club == club)))


def of_phone_in_club(phone: str, club: str) -> list[Right]:
    """Its living rights in a club, and in the games and evenings of that club."""
    own = select(Right).where(Right.phone == phone, _LIVING, or_(*_inside(club)))
    return list(db.session.scalars(own.order_by(Right.given_at, Right.id)))


def anybody(role: int) -> bool:
    """Whether a living phone has this right in the whole house, or a higher one."""
    living = exists().where(
        Right.role >= role, Right.scope == "house", _LIVING,
        Phone.id == Right.phone, Phone.revoked_at.is_(None),
    )  # fmt: skip
    return bool(db.session.scalar(select(literal(1)).where(living)))


def seen(phone: str, at: str) -> None:
    db.session.execute(update(Phone).where(Phone.id == phone).values(seen_at=at))


def setting(key: str) -> str | None:
    return db.session.scalar(select(House.value).where(House.key == key))


def door() -> str:
    """The setting of the door; where the house has none, that of its kind."""
    return setting(DOOR) or _usual_door()


def _usual_door() -> str:
    return "closed" if current_app.config.get("HOSTED") else "open"


def door_was(door: str, at: str) -> None:
    """The door stood so until now."""
    set_setting(f"{_DOOR_UNTIL}{door}", at)
    if setting(_DOOR_SINCE) is None:
        set_setting(_DOOR_SINCE, at)


def doors() -> dict[str, str]:
    """How the door stands and stood before, and until when; empty for how it stands now.

    Older versions did not write down when it was closed: until it was changed for the first time since then, it may
    have stood as is usual in such a house.
    """
    rows = db.session.execute(select(House.key, House.value).where(House.key.startswith(_DOOR_UNTIL)))
    until = {key.removeprefix(_DOOR_UNTIL): value for key, value in rows}
    first, usual = setting(_DOOR_SINCE), _usual_door()
    return until | {usual: max(until.get(usual, ""), first) if first else ""} | {door(): ""}


def set_setting(key: str, value: str) -> None:
    if key == DOOR:
        news.announce(news.DOOR_KEY)
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
    held: list[tuple[Phone, Right]] = []
    for some in chunks(places, 200):
        query = select(Phone, Right).join(Right, Right.phone == Phone.id).where(Phone.revoked_at.is_(None), _HOLDS)
        query = query.where(tuple_(Right.scope, Right.of).in_(some))
        held += [(phone, right) for phone, right in db.session.execute(query)]
    held.sort(key=lambda row: row[0].id)
    return sorted(held, key=lambda row: row[0].seen_at, reverse=True)


def all_phones() -> list[Phone]:
    """Every phone of the house that was not revoked, the one that wrote last first."""
    return list(
        db.session.scalars(select(Phone).where(Phone.revoked_at.is_(None)).order_by(Phone.seen_at.desc(), Phone.id))
    )


def revoke_phone(phone: Phone, at: str) -> None:
    """It is a stranger from now on: the seats that it holds are free, and nobody is asked about it."""
    phone.revoked_at = at
    news.announce(news.phone_key(phone.id))
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


def requests_to_host(phone: str) -> Sequence[Waiting]:
    """What a phone asks the others at a table for, and they have not all answered."""
    query = select(Waiting).where(Waiting.phone == phone, Waiting.link.is_(None), Waiting.decided_at.is_(None))
    return db.session.scalars(query).all()


def card_of(phone: str) -> bool:
    """Whether there is a recovery card that this phone made, or may have made."""
    kept = setting(CARD)
    if kept is None:
        return False
    _key, _blank, maker = kept.partition(" ")
    return maker == phone if maker else any(row.scope == "house" for row in ever_of(phone))


def drop_setting(key: str) -> None:
    db.session.execute(delete(House).where(House.key == key))


def purge(codes: Sequence[str], clubs: Sequence[str], evenings: Sequence[str]) -> None:
    """Rights, links and seats of games, clubs and evenings that are gone for good; their phones stay."""
    places = [("game", code) for code in codes] + [("club", club) for club in clubs]
    places += [("evening", evening) for evening in evenings]
    for there in chunks(places, 200):
        links = select(Link.id).where(tuple_(Link.scope, Link.of).in_(there))
        db.session.execute(delete(JoinCode).where(JoinCode.link.in_(links)))
        for table in (Right, Waiting, Link):
            db.session.execute(delete(table).where(tuple_(table.scope, table.of).in_(there)))
    of_clubs = select(Player.id).where(Player.club.in_(clubs))
    db.session.execute(delete(Holding).where(Holding.player.in_(of_clubs)))


def move(club: str, to: str) -> None:
    """Rights and links of a club mean another one from now on: it has come in its place."""
    assert holds_rights()
    for table in (Right, Link, Waiting):
        db.session.execute(update(table).where(table.scope == "club", table.of == club).values(of=to))
