"""The host's phone is dead: those at the table agree that another phone becomes host of this game.

One phone asks. Two others must agree, each of which has entered for its own seat in a round that is closed: a second
browser of the one that asks has not. Where the one that asks has not either, it may be such a second browser itself,
so that three must agree. All phones are told, and for ten minutes the host or an organiser can stop it (``announced``).
"""

from __future__ import annotations

from dataclasses import dataclass

from referee import errors
from referee.days import now
from referee.game import events as ev
from referee.game.fold import undone_in
from referee.game.state import GameState
from referee.services.deliveries import WriteTag
from referee.services.phones import access, announced, grants
from referee.services.phones.access import GAME, Phone, Role
from referee.storage.clubs import holdings
from referee.storage.engine.transactions import hold_rights, reading, writing, writing_rights
from referee.storage.games import log
from referee.storage.phones import links, rights
from referee.storage.phones.rights import Rests
from referee.storage.tables.phones import Waiting

AGREEING = 2
"""So many phones must agree, besides the one that asks; one more where that has not played."""


@dataclass(frozen=True, slots=True)
class Request:
    """A phone that asks to become host of a game, or is to be it in a moment."""

    id: str
    phone: str
    name: str
    """Whose it is, as the game calls them; else what the phone is called, else empty."""
    agreed: frozenset[str]
    """Ids of the phones that have agreed."""
    missing: int
    """How many must still agree."""
    holds_from: str
    """When it becomes host; empty until enough have agreed."""


def ask(code: str, tag: WriteTag) -> str:
    """This phone would be host of a game. Returns the id of what the others agree to.

    Raises NotAllowed for a phone that does not play there by a right of its own.
    """
    with writing(code):
        log.lock_game(code)
        hold_rights()
        at = now()
        phone = rights.phones([tag.phone]).get(tag.phone)
        if phone is None or not _plays(tag.phone, code) or access.role_of(tag, *access.place(GAME, code)) >= Role.HOST:
            raise errors.NotAllowed
        if (coming := next((row for row in rights.coming(code) if row.phone == tag.phone), None)) is not None:
            return str(coming.agreement)
        name = next((row.name for row in holdings.of_game(code, tag.phone) if row.phone == tag.phone), phone.name)
        row = links.add_waiting(phone.id, None, (GAME, code), Role.HOST, name, at)
        access.people_changed(GAME, code)
        return row.id


def agree(waiting: str, tag: WriteTag) -> Request:
    """A phone that has played here agrees that another one becomes host.

    Raises NotAllowed for one that may not agree, UnknownPhone for a request that is not there any more.
    """
    with reading():
        code = _open(waiting, now()).of
    with writing(code):
        log.lock_game(code)
        hold_rights()
        at = now()
        row = _open(waiting, at)
        may, needed = who_can_agree(row.of, row.phone), how_many(row.of, row.phone)
        if tag.phone not in may or not _plays(row.phone, row.of):
            raise errors.NotAllowed
        # who has agreed before and has been taken out since counts no more
        agreed = [phone for phone in dict.fromkeys([*row.agreed.split(), tag.phone]) if phone in may][:needed]
        row.agreed = " ".join(agreed)
        if len(agreed) == needed:
            row.decided_at, row.decided_by, row.admitted = at, tag.phone, True
            beneath = grants.own_beneath(row.phone, GAME, row.of, Role.HOST)
            rests = Rests("agreement", beneath=beneath, agreement=row.id)
            announced.begin(
                grants.give(row.phone, GAME, row.of, Role.HOST, at, rests, links.later(at, announced.MINUTES))
            )
        access.people_changed(GAME, row.of)
        return _request(row, at)


def stop(waiting: str, tag: WriteTag) -> None:
    """The host or an organiser stops a request, or what has been agreed on and does not hold yet.

    Raises NotAllowed, and UnknownPhone for one that is not there any more, or holds already.
    """
    with writing_rights():
        at = now()
        row = links.waiting(waiting)
        if row is None or row.link is not None:
            raise errors.UnknownPhone
        access.demand_at(tag, Role.HOST, row.scope, row.of)
        given = rights.by_agreement(row.id)
        if given is not None and given.holds_from is not None:
            grants.end([given], at, tag)
        elif row.decided_at is not None:
            raise errors.UnknownPhone
        row.decided_at, row.decided_by, row.admitted = at, tag.phone or None, False
        access.people_changed(row.scope, row.of)


def requests(code: str) -> tuple[Request, ...]:
    """Who asks to be host of a game and has not been answered, and who becomes it in a moment; the first one first."""
    with reading():
        at = now()
        waiting = links.waiting_in([(GAME, code)], at, for_host=True)
        coming = [links.waiting(row.agreement) for row in rights.coming(code) if row.agreement]
        return tuple(_request(row, at) for row in [*coming, *waiting] if row is not None)


def who_can_agree(code: str, asks: str) -> frozenset[str]:
    """Ids of the phones that play here, hold a seat, and have entered for it in a round that is closed; not the one
    that ``asks``."""
    with reading():
        state = log.load_state(code)
        seats = {row.seat: row.phone for row in holdings.of_game(code) if row.ended_at is None}
        entered = _entered(state)
        wrote = log.writers(code, entered)
        own = {wrote[seq] for seq, seat in entered.items() if seq in wrote and seats.get(seat) == wrote[seq]}
        return frozenset(phone for phone in own if phone != asks and _plays(phone, code))


def how_many(code: str, asks: str) -> int:
    """How many phones must agree to the one that ``asks``."""
    return AGREEING + (asks not in who_can_agree(code, ""))


def _entered(state: GameState) -> dict[int, int]:
    """By number of the log, for which seat something was entered in a round that is closed."""
    closed = {each.number for each in state.rounds}
    undone = undone_in(state)
    seats: dict[int, int] = {}
    for entry in state.log:
        match entry.event:
            case (
                ev.CardsLeftEntered(round=number, seat=seat)
                | ev.Counted(round=number, seat=seat)
                | ev.WentOutSaid(round=number, seat=int(seat))
            ) if number in closed and entry.seq not in undone:
                seats[entry.seq] = seat
    return seats


def _plays(phone: str, code: str) -> bool:
    """Whether a phone plays in a game by its rights; what the door gives is none."""
    return Phone(rights=access.rights_of(phone)).role(*access.place(GAME, code)) >= Role.PLAYER


def _open(waiting: str, at: str) -> Waiting:
    row = links.waiting(waiting)
    if row is None or row.link is not None or row.scope != GAME or row.decided_at is not None:
        raise errors.UnknownPhone
    if not links.still_asks(row, at):
        raise errors.UnknownPhone
    return row


def _request(row: Waiting, at: str) -> Request:
    given = rights.by_agreement(row.id)
    agreed = frozenset(row.agreed.split())
    holds_from = announced.holds_from(given, at) if given is not None and given.holds_from is not None else ""
    missing = 0 if given is not None else max(0, how_many(row.of, row.phone) - len(agreed))
    return Request(row.id, row.phone, row.name, agreed, missing, holds_from)
