"""Clubs, their players and who sits where: the only queries there are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Row, exists, func, select, update

from referee.days import moment_of, moment_text
from referee.game.names import name_key, same_name
from referee.game.state import GameState
from referee.storage.clubs.results import People
from referee.storage.engine import news
from referee.storage.engine.transactions import is_writing
from referee.storage.engine.turns import take_place
from referee.storage.games.log import GameSummary
from referee.storage.phones import links
from referee.storage.tables.clubs import Club, GameClub, Player, PlayerName, Season, Seat
from referee.storage.tables.database import added, db, new_id
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import Game
from referee.storage.tables.money import MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook

FIRST_CLUB = "Our club"
REMOVED = "Removed player"
"""Stands for whoever was taken out of a club: the results of the others stay right."""
KEPT_DAYS = 30
"""So long what was removed can be brought back."""


def gone_before(now: str) -> str:
    """The moment before which whatever was removed is gone for good."""
    return moment_text(moment_of(now) - timedelta(days=KEPT_DAYS))


def kept(removed_at: str | None, now: str) -> bool:
    """Whether something is there, or can still be brought back."""
    return removed_at is None or removed_at >= gone_before(now)


def days_left(removed_at: str, now: str) -> int:
    """So many days, a begun one included, until what was removed then is gone for good."""
    left = moment_of(removed_at) - moment_of(gone_before(now))
    return min(KEPT_DAYS, max(0, -(-left // timedelta(days=1))))  # a wrong clock may have dated it


def ensure_club(at: str) -> Club:
    """The club that is there from the first start: the oldest one, without demos and removed ones."""
    return first_club() or add_club(FIRST_CLUB, at)


def add_club(name: str, at: str, demo: bool = False) -> Club:
    """A new club, founded ``at``."""
    made = added(Club(id=new_id(), name=name, founded_at=at, demo=demo, removed_at=None))
    links.ensure_standing(made.id, at)
    return made


def club(club: str) -> Club | None:
    """Also one that was removed."""
    return db.session.get(Club, club)


def player(player: str) -> Player | None:
    """Also a double, and one who was taken out."""
    return db.session.get(Player, player)


def seat(code: str, seat: int) -> Seat | None:
    return db.session.get(Seat, (code, seat))


def first_club() -> Club | None:
    return db.session.scalars(
        select(Club).where(Club.demo.is_(False), Club.removed_at.is_(None)).order_by(Club.founded_at, Club.id).limit(1)
    ).one_or_none()


def untouched() -> Club | None:
    """The club of the first start while it is the only one, has its first name, and nobody put anything into it."""
    own = db.session.scalars(select(Club).where(Club.demo.is_(False)).limit(2)).all()
    if len(own) != 1 or own[0].name != FIRST_CLUB or own[0].removed_at is not None:
        return None
    parts = (Player.club, Season.club, GameClub.club, OwnRulebook.club, Evening.club)
    return None if any(db.session.scalar(select(exists().where(part == own[0].id))) for part in parts) else own[0]


def clubs(removed: bool) -> Sequence[Club]:
    """Those that are there, or those that were removed and can still be brought back; demos last."""
    which = Club.removed_at.is_not(None) if removed else Club.removed_at.is_(None)
    return db.session.scalars(select(Club).where(which).order_by(Club.demo, Club.founded_at, Club.id)).all()


def known_as(club: str, name: str) -> Player | None:
    """The player a club knows by a name, a former name included; nobody by that of somebody who was taken out."""
    row = db.session.get(PlayerName, (club, name_key(name)))
    if row is None or db.session.get_one(Player, root_of(row.player)).removed_at is not None:
        return None
    return db.session.get(Player, row.player)


def give_name(player: Player, name: str) -> None:
    """From now on a name means this player in new games, whoever bore it before."""
    db.session.merge(PlayerName(club=player.club, key=name_key(name), player=player.id))
    db.session.flush()


def add_player(club: str, name: str, at: str) -> Player:
    """A new player of a club, known by this name from now on."""
    empty = {"merged_into": None, "merged_at": None, "removed_at": None}
    player = added(Player(id=new_id(), club=club, name=name, guest=False, used_at=at, **empty))
    give_name(player, name)
    return player


def add_removed(club: str, at: str) -> Player:
    """Somebody of whom no name is left, as a file of this app calls them; they can’t be brought back."""
    empty = {"merged_into": None, "merged_at": None, "removed_at": at}
    return added(Player(id=new_id(), club=club, name=REMOVED, guest=False, used_at=at, **empty))


def is_of_removed(name: str) -> bool:
    """Whether a name in a file stands for a player who was removed: ``Removed player``, or that with a number."""
    first, number = name[: len(REMOVED)], name[len(REMOVED) :].strip()
    return first == REMOVED and (not number or number.isdecimal())


def told_apart(names: Mapping[str, str], players: Iterable[str]) -> dict[str, str]:
    """The same names, in which those who were removed are told apart by numbers in the order of ``players``."""
    removed = dict.fromkeys(player for player in players if names.get(player) == REMOVED)
    return {**names, **{player: f"{REMOVED} {at}" for at, player in enumerate(removed, start=1) if at > 1}}


def seated_players(club: str) -> frozenset[str]:
    """The ids of a club's players who have sat down in a game, each double by its own."""
    rows = select(Seat.player).join(GameClub, GameClub.game == Seat.game).where(GameClub.club == club).distinct()
    return frozenset(db.session.scalars(rows))


def seat_players(game: str, club: str, state: GameState, at: str) -> None:
    """Link every seat to the player whom its name says, within the transaction that named it; they sat down ``at``.

    A seat whose name has not changed keeps its player, whatever they are called by now. Two seats
    of one game are two people: where a former name or a double would make them one, the name is
    from now on that of somebody new.
    """
    linked = {row.seat: row for row in db.session.scalars(select(Seat).where(Seat.game == game))}
    names = {seat.id: seat.player for seat in state.all_seats}
    for seat, row in list(linked.items()):
        if seat not in names:  # the seat was undone
            db.session.delete(linked.pop(seat))
        elif row.name != names[seat]:
            linked[seat].name = ""  # linked again below
    taken = {root_of(row.player) for row in linked.values() if row.name}
    new = [seat for seat in names if seat not in linked or not linked[seat].name]
    players = {seat: known_as(club, names[seat]) for seat in new}
    # whoever bears the name now goes before whoever bore it once
    for seat in sorted(new, key=lambda seat: not _bears(players[seat], names[seat])):
        player = players[seat]
        if player is None or root_of(player.id) in taken:
            player = add_player(club, names[seat], at)
        root = root_of(player.id)
        taken.add(root)
        for row in linked.values():  # whoever was stood in for has come after all
            if row.stands_in_for is not None and root_of(row.stands_in_for) == root:
                row.stands_in_for = None
        for person in (player, db.session.get_one(Player, root)):  # a double sat down, and whom they are
            person.used_at = max(person.used_at, at)
        if seat in linked:
            row = linked[seat]
            row.player, row.name, row.stands_in_for = player.id, names[seat], None
        else:
            db.session.add(Seat(game=game, seat=seat, player=player.id, name=names[seat], stands_in_for=None))
    db.session.flush()


def _bears(player: Player | None, name: str) -> bool:
    return player is not None and player.merged_into is None and same_name(player.name, name)


def held(club: str) -> Club | None:
    """The club's row. In a transaction that writes, nobody else changes anything of this club until its end."""
    if not is_writing():
        return db.session.get(Club, club)
    take_place(club)
    return db.session.get(Club, club, with_for_update=True)


def mark_substitute(code: str, seat: int, absent: str | None) -> None:
    """Say for whom somebody sat in at a seat of a game, or that they sat for themselves."""
    db.session.get_one(Seat, (code, seat)).stands_in_for = absent


def seen_again(row: Season | Player | Evening | MoneyEntry) -> None:
    """In a transaction that writes, what somebody changed in a row before its club was held."""
    if is_writing():
        db.session.refresh(row)


def root_of(player: str) -> str:
    """The player somebody turned out to be: themselves, unless they were merged."""
    while (row := db.session.get(Player, player)) is not None and row.merged_into is not None:
        player = row.merged_into
    return player


def players(club: str) -> Sequence[Player]:
    """All of a club, doubles included, whoever sat down last first."""
    return db.session.scalars(
        select(Player).where(Player.club == club).order_by(Player.used_at.desc(), Player.id)
    ).all()


_OF_PEOPLE = (Player.id, Player.name, Player.guest, Player.merged_into, Player.removed_at)


def people(club: str) -> People:
    """The club's players as their games are read: doubles under the id of whom they are."""
    changed = times_changed(club)
    return people_in(db.session.execute(select(*_OF_PEOPLE).where(Player.club == club)).all(), changed)


def times_changed(club: str) -> int:
    """How often a club has changed, of which more is read afterwards: what is kept under that number is never older."""
    return db.session.scalar(select(Club.changed).where(Club.id == club)) or 0


def people_in(rows: Sequence[Player] | Sequence[Row[str, str, bool, str | None, str | None]], changed: int) -> People:
    """The same of rows that were read already, after the club had changed so often."""
    into = {row.id: row.merged_into for row in rows if row.merged_into is not None}

    def root(player: str) -> str:
        while player in into:
            player = into[player]
        return player

    names = {row.id: row.name if row.removed_at is None else REMOVED for row in rows}
    return People(
        root={id_: root(id_) for id_ in into},
        guests=frozenset(row.id for row in rows if row.guest),
        names={id_: names[root(id_)] for id_ in names},
        changed=changed,
    )


def ids_of(people: People, player: str) -> tuple[str, ...]:
    """Every id under which a player's games may stand."""
    return (player, *(double for double, root in people.root.items() if root == player))


def names_used(club: str, limit: int) -> list[str]:
    """Names to offer, whoever sat down last first; doubles and guests of one evening are offered too."""
    query = select(Player.name).where(Player.club == club, Player.merged_into.is_(None), Player.removed_at.is_(None))
    return list(db.session.scalars(query.order_by(Player.used_at.desc(), Player.name).limit(limit)))


def games_together(some: Iterable[str], others: Iterable[str]) -> list[str]:
    """Codes of the games in which two people, each given by all their ids, had a seat of their own.

    A seat is one's own if one sat there, or if somebody sat there for one: who did both would have
    two seats in one game.
    """
    ids = [*some, *others]
    query = select(Seat).where(Seat.player.in_(ids) | Seat.stands_in_for.in_(ids)).order_by(Seat.game)
    own: dict[str, int] = {}
    for seat in db.session.scalars(query):
        own[seat.game] = own.get(seat.game, 0) + 1
    return [code for code, seats in own.items() if seats > 1]


def as_called(games: Sequence[GameSummary]) -> list[GameSummary]:
    """Games of a list with what the club calls their players now: others may have been merged with them since."""
    codes = [game.code for game in games]
    of_clubs = select(GameClub.club).where(GameClub.game.in_(codes))
    names = people_in(db.session.execute(select(*_OF_PEOPLE).where(Player.club.in_(of_clubs))).all(), 0).names
    seats = select(Seat.game, Seat.name, Seat.player).where(Seat.game.in_(codes), Seat.player.is_not(None))
    called = {(row.game, row.name): names[row.player] for row in db.session.execute(seats)}

    def now(game: GameSummary, some: Sequence[str]) -> tuple[str, ...]:
        return tuple(called.get((game.code, name), name) for name in some)

    return [replace(game, players=now(game, game.players), leaders=now(game, game.leaders)) for game in games]


def games_count(ids: Iterable[str]) -> int:
    """In how many games somebody sat, finished or not."""
    query = select(func.count(Seat.game.distinct())).where(Seat.player.in_(list(ids)))
    return db.session.scalars(query).one()


def seats(code: str) -> Sequence[Seat]:
    return db.session.scalars(select(Seat).where(Seat.game == code).order_by(Seat.seat)).all()


def changed(club: str, games: Collection[str] | None = None) -> None:
    """News for the pages of a club that stay open, of a change that no row of the club shows; ``games``: codes of those
    that it concerns, None where that may be any of the club."""
    news.club_changes(club, games)


def people_of_club_changed(club: str) -> None:
    """The same for every game that is being played in a club."""
    playing = select(Game.code).join(GameClub).where(GameClub.club == club, Game.status == "playing")
    people_changed(db.session.scalars(playing.order_by(Game.code)).all())


def people_changed(games: Sequence[str]) -> None:
    """The same for games, for what concerns them and is not in their logs."""
    db.session.execute(update(GameClub).where(GameClub.game.in_(games)).values(people=GameClub.people + 1))
    news.announce(*(news.game_key(code) for code in games))
