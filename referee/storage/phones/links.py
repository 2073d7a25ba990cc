"""Invitations, short codes, phones that wait, and counted attempts, in the database: the only queries there are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import and_, delete, literal, or_, select, tuple_, update

from referee.days import around, lasts, moment_of, moment_text
from referee.storage.engine.transactions import holds_rights
from referee.storage.games import log
from referee.storage.phones.rights import in_letters, key_of, secret_for, set_setting, setting
from referee.storage.tables.database import added, chunks, db, new_id
from referee.storage.tables.phones import Attempt, House, JoinCode, Link, Phone, Right, Waiting

SECRET_BYTES = 20
WAITING = timedelta(minutes=30)
"""So long somebody who typed a code is shown to those at the table."""
KNOWN = timedelta(days=90)
"""So long an address is known from which somebody came in."""
OWED = timedelta(hours=2)
"""Longer than it takes to get back whatever may be owed."""
_CAME_IN = "came in "
_SHOWN_IN = "code shown in "
"""How the setting begins that says it of a code."""
PLAYER = 2
"""``services.phones.access.Role.PLAYER``, for the link that every club has."""
ORGANISER = 5
"""``services.phones.access.Role.ORGANISER``, for those of the house."""


def later(at: str, minutes: int) -> str:
    return moment_text(moment_of(at) + timedelta(minutes=minutes))


def secret_of(link: str) -> str:
    """160 bits in 27 letters: made of the link's id by the secret of the house, so that it can be shown again."""
    return in_letters(secret_for(f"link {link}")[:SECRET_BYTES])


def add(
    scope: str, of: str, role: int, at: str, *, by: str = "", expires_at: str | None = None, standing: bool = False
) -> Link:
    id_ = new_id()
    link = Link(
        id=id_,
        key=key_of(secret_of(id_)),
        scope=scope,
        of=of,
        role=role,
        standing=standing,
        made_at=at,
        made_by=by or None,
        expires_at=expires_at,
        revoked_at=None,
    )
    return added(link)


def standing(club: str) -> Link | None:
    """The link for players that every club has."""
    here = (Link.scope == "club", Link.of == club, Link.standing.is_(True), Link.revoked_at.is_(None))
    return db.session.scalars(select(Link).where(*here).order_by(Link.made_at.desc(), Link.id).limit(1)).one_or_none()


def ensure_standing(club: str, at: str) -> Link:
    return standing(club) or add("club", club, PLAYER, at, standing=True)


def of_other_secret() -> list[Link]:
    """Living links that were made under another secret of the house: what is shown of them would open nothing."""
    living = db.session.scalars(select(Link).where(Link.revoked_at.is_(None))).all()
    return [link for link in living if link.key != key_of(secret_of(link.id))]


def make_again(links: Sequence[Link]) -> None:
    """What was printed of these links opens nothing any more; what is shown of them does."""
    for link in links:
        link.key = key_of(secret_of(link.id))
    db.session.flush()


def link(link: str) -> Link | None:
    return db.session.get(Link, link)


def by_secret(secret: str) -> Link | None:
    """Also one that was revoked or has expired."""
    return db.session.scalars(select(Link).where(Link.key == key_of(secret))).one_or_none()


def living(scope: str, of: str, at: str) -> list[Link]:
    """The links of a place that still let somebody in, standing ones first."""
    here = select(Link).where(Link.scope == scope, Link.of == of, Link.revoked_at.is_(None))
    links = db.session.scalars(here.order_by(Link.standing.desc(), Link.made_at, Link.id))
    return [link for link in links if not is_over(link, at)]


def is_over(link: Link | JoinCode, at: str) -> bool:
    """Whether the time is over for which it was made."""
    if link.expires_at is None:
        return False
    return not lasts(link.made_at, moment_of(link.expires_at) - moment_of(link.made_at), at)


def admitted(links: Sequence[str]) -> dict[str, int]:
    """By link, how many phones have their right by it and still have it."""
    counts: dict[str, int] = dict.fromkeys(links, 0)
    rows = select(Right.link, Right.phone).join(Phone, Phone.id == Right.phone)
    rows = rows.where(Right.link.in_(links), Right.revoked_at.is_(None), Phone.revoked_at.is_(None)).distinct()
    for link, _ in db.session.execute(rows):
        if link is not None:
            counts[link] += 1
    return counts


def has_right(phone: str, link: str) -> bool:
    """Whether a phone has a right by this very link."""
    query = select(Right.id).where(Right.phone == phone, Right.link == link, Right.revoked_at.is_(None))
    return db.session.scalars(query.limit(1)).first() is not None


def revoke(link: str, at: str) -> None:
    """It lets nobody in from now on, and neither do its codes; who waits by it waits in vain."""
    revoke_secret(link, at)
    db.session.execute(
        update(Waiting).where(Waiting.link == link, Waiting.decided_at.is_(None)).values(decided_at=at, admitted=False)
    )


def revoke_secret(link: str, at: str) -> None:
    """The link and its codes open nothing from now on."""
    assert holds_rights()
    db.session.execute(update(Link).where(Link.id == link, Link.revoked_at.is_(None)).values(revoked_at=at))
    db.session.execute(delete(JoinCode).where(JoinCode.link == link))


def carry_over(link: str, to: str | None) -> None:
    """What rests on a link rests on another one from now on, or (None) on the club: whoever is in stays in."""
    assert holds_rights()
    rests_on = "link" if to is not None else "club"
    living = (Right.link == link, Right.revoked_at.is_(None))
    db.session.execute(update(Right).where(*living).values(link=to, rests_on=rests_on))
    if to is not None:
        waits = (Waiting.link == link, Waiting.decided_at.is_(None))
        db.session.execute(update(Waiting).where(*waits).values(link=to))


def of_places(places: Sequence[tuple[str, str]]) -> list[Link]:
    """The links of these places that nobody cancelled, standing ones first."""
    links: list[Link] = []
    for some in chunks(places, 200):
        links += db.session.scalars(
            select(Link).where(tuple_(Link.scope, Link.of).in_(some), Link.revoked_at.is_(None))
        )
    return sorted(links, key=lambda link: (not link.standing, link.made_at, link.id))


def all_living(at: str) -> list[Link]:
    """Every link of the house that still lets somebody in."""
    links = db.session.scalars(select(Link).where(Link.revoked_at.is_(None)).order_by(Link.made_at, Link.id))
    return [link for link in links if not is_over(link, at)]


def waited_for(phone: str) -> set[str]:
    """The links whose codes a phone ever typed."""
    return {link for link in db.session.scalars(select(Waiting.link).where(Waiting.phone == phone)) if link}


def add_code(link: str, at: str, expires_at: str, by: str, game: str) -> JoinCode:
    """A code that no other link has; codes whose time is over are gone then. ``game``: where it was shown, or empty."""
    over = [each.code for each in db.session.scalars(select(JoinCode)) if is_over(each, at)]
    db.session.execute(delete(JoinCode).where(JoinCode.code.in_(over)))
    living = select(literal(_SHOWN_IN).concat(JoinCode.code))
    db.session.execute(delete(House).where(House.key.startswith(_SHOWN_IN), House.key.not_in(living)))
    while db.session.get(JoinCode, code := log.random_letters()) is not None:
        pass
    made = added(JoinCode(code=code, link=link, made_at=at, made_by=by or None, expires_at=expires_at))
    if game:
        set_setting(f"{_SHOWN_IN}{code}", game)
    return made


def code_now(link: str, at: str, game: str) -> JoinCode | None:
    """The code of a link that lives longest, of those that were shown in a game (or, where that is empty, in none)."""
    query = select(JoinCode).where(JoinCode.link == link)
    codes = db.session.scalars(query.order_by(JoinCode.expires_at.desc(), JoinCode.code))
    return next((each for each in codes if not is_over(each, at) and shown_in(each.code) == game), None)


def shown_in(code: str) -> str:
    """The game in which a code was shown, and to which it leads; empty for none."""
    return setting(f"{_SHOWN_IN}{code}") or ""


def by_code(code: str, at: str) -> Link | None:
    join_code = db.session.get(JoinCode, code)
    return None if join_code is None or is_over(join_code, at) else db.session.get(Link, join_code.link)


def add_waiting(phone: str, link: str | None, place: tuple[str, str], role: int, name: str, at: str) -> Waiting:
    """A phone waits for one thing at a time in a place: asked once more, it still waits. What it asked for long ago is
    answered with no, and it asks anew."""
    scope, of = place
    by_link = Waiting.link.is_not(None) if link is not None else Waiting.link.is_(None)
    again = select(Waiting).where(
        Waiting.phone == phone, Waiting.scope == scope, Waiting.of == of, Waiting.role == role, by_link,
        Waiting.decided_at.is_(None),
    )  # fmt: skip
    waits: Waiting | None = None
    for row in db.session.scalars(again):
        if still_asks(row, at):
            waits = row
        else:
            row.decided_at, row.admitted = at, False
    if waits is None:
        asks = {"phone": phone, "link": link, "scope": scope, "of": of, "role": role, "name": name}
        answer = {"agreed": "", "decided_at": None, "decided_by": None, "admitted": None}
        return added(Waiting(id=new_id(), asked_at=at, **asks, **answer))
    if name:
        waits.name = name
    waits.link = link
    db.session.flush()
    return waits


def still_asks(waiting: Waiting, at: str) -> bool:
    """Whether it is asked so recently that those at the table are shown it."""
    return lasts(waiting.asked_at, WAITING, at)


def waiting(waiting: str) -> Waiting | None:
    return db.session.get(Waiting, waiting)


def waiting_in(places: Sequence[tuple[str, str]], at: str, *, for_host: bool) -> Sequence[Waiting]:
    """Who waits in these places to be let in (``for_host``: to become host), the first one first."""
    after, before = around(at, WAITING)
    here = or_(*(and_(Waiting.scope == scope, Waiting.of == of) for scope, of in places))
    in_time = (Waiting.asked_at > after, Waiting.asked_at < before)
    kind = Waiting.link.is_(None) if for_host else Waiting.link.is_not(None)
    query = select(Waiting).where(here, kind, Waiting.decided_at.is_(None), *in_time)
    return db.session.scalars(query.order_by(Waiting.asked_at, Waiting.id)).all()


def asked_by(phones: Sequence[str]) -> list[Waiting]:
    """What these phones have asked for and nobody has answered."""
    open_: list[Waiting] = []
    for some in chunks(phones):
        open_ += db.session.scalars(select(Waiting).where(Waiting.phone.in_(some), Waiting.decided_at.is_(None)))
    return open_


def last_waiting(phone: str, at: str) -> Waiting | None:
    """By which code a phone asked to be let in last, decided or not; what a wrong clock dated counts as the oldest."""
    _after, before = around(at, WAITING)
    newest = (Waiting.asked_at < before).desc(), Waiting.asked_at.desc(), Waiting.id.desc()
    query = select(Waiting).where(Waiting.phone == phone, Waiting.link.is_not(None)).order_by(*newest)
    return db.session.scalars(query.limit(1)).one_or_none()


def attempts(key: str, span: timedelta, at: str) -> int:
    """How often something was tried in so long a time, as far as it is counted."""
    counted = db.session.get(Attempt, key, with_for_update=True)
    return counted.count if counted is not None and lasts(counted.since, span, at) else 0


def tried(key: str, span: timedelta, at: str) -> None:
    """Count one more; what was counted longer ago is over."""
    counted = db.session.get(Attempt, key)
    if counted is None:
        db.session.add(Attempt(key=key, since=at, count=1))
    elif not lasts(counted.since, span, at):
        counted.since, counted.count = at, 1
    else:
        counted.count += 1
    db.session.flush()


def forgive(key: str) -> None:
    """Count one less."""
    counted = db.session.get(Attempt, key)
    if counted is not None and counted.count > 0:
        counted.count -= 1
        db.session.flush()


def came_in(who: str, at: str) -> None:
    """Somebody is known from now on, for ``KNOWN``."""
    db.session.merge(Attempt(key=f"{_CAME_IN}{who}", since=at, count=0))
    db.session.flush()


def has_come_in(who: str, at: str) -> bool:
    row = db.session.get(Attempt, f"{_CAME_IN}{who}")
    return row is not None and lasts(row.since, KNOWN, at)


def owing(key: str, more: int, back: float, at: str) -> int:
    """What is owed under a key after so much more, of which ``back`` is forgiven each second."""
    row = db.session.get(Attempt, key, with_for_update=True)
    if row is None:
        row = Attempt(key=key, since=at, count=0)
        db.session.add(row)
    passed = (moment_of(at) - moment_of(row.since)).total_seconds()  # less than nothing where a clock was set back
    left = row.count - int(max(0.0, passed) * back) if lasts(row.since, OWED, at) else 0
    row.count = max(0, left) + more
    row.since = at
    db.session.flush()
    return row.count


def forget_attempts(span: timedelta, at: str) -> None:
    """What was counted longer ago goes, and who came in long ago; what a wrong clock dated goes too."""
    for of_those, kept in ((Attempt.key.startswith(_CAME_IN), KNOWN), (~Attempt.key.startswith(_CAME_IN), span)):
        after, before = around(at, kept)
        db.session.execute(delete(Attempt).where(of_those, or_(Attempt.since <= after, Attempt.since >= before)))
