"""Which phone speaks for which player of a club: the only queries there are.

A row without an end is a phone that holds a player now. One with an end says that another phone took the player; it
stays until the phone that lost them has been told. Whoever leaves a seat leaves no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import and_, bindparam, delete, or_, select, update

from referee.storage.clubs.clubs import people_changed, root_of
from referee.storage.tables.clubs import GameClub, Player, Seat
from referee.storage.tables.database import added, db, new_id, rows
from referee.storage.tables.games import Game
from referee.storage.tables.phones import Holding, Phone


class Held(NamedTuple):
    """A phone and a player who sits in a game."""

    seat: int
    player: str
    """Whoever they turned out to be."""
    name: str
    """What the game calls the seat."""
    phone: str
    phone_name: str
    ended_at: str | None
    """When another phone took them; only the phone that was asked for has such rows."""
    since: str
    """When that phone took them."""


_LIVING = and_(Phone.id == Holding.phone, Phone.revoked_at.is_(None))
_OF_PHONE = or_(Holding.ended_at.is_(None), Holding.phone == bindparam("phone"))
_PHONES = (
    select(Seat.seat, Seat.player, Seat.name, Player.merged_into, Phone.id, Phone.name, Holding.ended_at, Holding.since)
    .join(Player, Player.id == Seat.player)
    .outerjoin(Holding, and_(Holding.player == Seat.player, _OF_PHONE))
    .outerjoin(Phone, _LIVING)
    .where(Seat.game == bindparam("code"))
    .order_by(Seat.seat)
)
_OF_PLAYER = (
    select(Phone.id, Phone.name, Holding.ended_at, Holding.since)
    .join(Phone, _LIVING)
    .where(Holding.player == bindparam("player"), _OF_PHONE)
)


def of_game(code: str, phone: str = "") -> list[Held]:
    """Who holds the players of a game now, and what ``phone`` has lost there, by one statement.

    A player who was merged into another one is looked for by a further one. Phones that were revoked hold nobody.
    """
    held = []
    for seat, player, name, merged_into, *row in rows(_PHONES, {"code": code, "phone": phone}):
        if merged_into is not None:
            root = root_of(player)
            phones = rows(_OF_PLAYER, {"player": root, "phone": phone})
            held += [Held(seat, root, name, *each) for each in phones]
        elif row[0] is not None:
            held.append(Held(seat, player, name, *row))  # none is missing where one is there
    return held


def player_at(code: str, seat: int) -> str | None:
    """Who sits there, whoever they turned out to be; None for a seat that is not in the game."""
    row = db.session.get(Seat, (code, seat))
    return None if row is None else root_of(row.player)


def holder(player: str) -> Holding | None:
    """The living holding of a player."""
    query = select(Holding).where(Holding.player == player, Holding.ended_at.is_(None))
    return db.session.scalars(query.with_for_update()).one_or_none()


def hold(player: str, phone: str, at: str) -> None:
    """From now on a phone holds a player; whichever held them is to be told."""
    forget(player, phone)
    if (other := holder(player)) is not None:
        other.ended_at = at
    db.session.flush()
    added(Holding(id=new_id(), player=player, phone=phone, since=at, ended_at=None))


def forget(player: str, phone: str) -> bool:
    """A phone has nothing to do with a player any more; whether it had."""
    gone = delete(Holding).where(Holding.player == player, Holding.phone == phone).returning(Holding.id)
    return bool(db.session.scalars(gone).all())


def let_go(player: str) -> None:
    """No phone has anything to do with a player any more."""
    db.session.execute(delete(Holding).where(Holding.player == player))


def follow_merge(double: str, kept: str) -> None:
    """Whoever holds a double holds the player they are, unless another phone does. So no double is ever held."""
    if holder(kept) is None:
        let_go(kept)  # what is left there are phones that were to be told
        db.session.execute(update(Holding).where(Holding.player == double).values(player=kept))
    else:
        let_go(double)


def names_of(phone: str) -> Sequence[str]:
    """Names of the players that a phone holds, of whichever club, in the order of the alphabet."""
    query = (
        select(Player.name)
        .distinct()
        .join(Holding, Holding.player == Player.id)
        .where(Holding.phone == phone, Holding.ended_at.is_(None), Player.removed_at.is_(None))
        .order_by(Player.name)
    )
    return db.session.scalars(query).all()


def players_of(phone: str) -> Sequence[str]:
    """The ids of the players that a phone holds, of whichever club; no double is among them."""
    return db.session.scalars(select(Holding.player).where(Holding.phone == phone, Holding.ended_at.is_(None))).all()


def names_by_phone(phones: Iterable[str]) -> dict[str, list[str]]:
    """By phone the names of the players that it holds."""
    query = (
        select(Holding.phone, Player.name)
        .join(Player, Player.id == Holding.player)
        .where(Holding.phone.in_(list(phones)), Holding.ended_at.is_(None), Player.removed_at.is_(None))
        .order_by(Holding.since, Player.name)
    )
    names: dict[str, list[str]] = {}
    for phone, name in db.session.execute(query):
        names.setdefault(phone, []).append(name)
    return names


def concern(player: str) -> None:
    """Pages of the games that a player sits in, under whichever of their ids, are to be looked at again."""
    club = db.session.get_one(Player, player).club
    seats = (
        select(Seat.game, Seat.player, Player.merged_into)
        .join(Game, Game.code == Seat.game)
        .join(GameClub, GameClub.game == Seat.game)
        .join(Player, Player.id == Seat.player)
        .where(Game.status == "playing", GameClub.club == club)
        .where(or_(Seat.player == player, Player.merged_into.is_not(None)))
    )
    games = {game for game, sits, into in db.session.execute(seats) if (root_of(sits) if into else sits) == player}
    people_changed(sorted(games))
