"""A whole club as JSON lines: the same club gives the same bytes.

Lines, in this order: ``club`` (with the format's number), every ``player``, ``season`` and ``own_rulebook`` (each
version, as its file), every ``game`` with its log, before it each ``rulebook`` it was played by (once each, games
refer to it by its digest), every ``evening``, ``money`` where the club has ever played for some, every ``photo``, and
``end`` with the number of lines before it; ``lines`` has their fields. Inside each kind by id; games by when they
began. What follows from the logs (results, the lists' columns) is not exported, and no capability ever is.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Text, cast, func, select

from referee import errors
from referee.game import events as ev
from referee.storage.clubs import evenings, money
from referee.storage.files.lines import ATTENDANCE, FORMAT, LINES, MONEY_ITEM, SEAT, TABLE
from referee.storage.games import frozen, log
from referee.storage.tables.clubs import Club, GameClub, Player, PlayerName, Season, Seat
from referee.storage.tables.database import Base, db
from referee.storage.tables.games import Event, FrozenRulebook, Game
from referee.storage.tables.own_rulebooks import OwnRulebook
from referee.storage.tables.photos import GamePhoto

EXPORTED = frozenset({
    "club", "player", "player_name", "season", "game_club", "seat", "game", "event", "frozen_rulebook", "own_rulebook",
    "evening", "evening_player", "evening_table", "club_money", "money_entry", "game_photo",
})  # fmt: skip
LEFT_OUT = {
    "attempt": "how often codes were tried",
    "holding": "belongs to the phones, which belong to this house",
    "house": "settings of this house",
    "join_code": "lets phones in",
    "link": "lets phones in",
    "notebook": "which file games came in by, kept to take that back",
    "phone": "the phones of this house",
    "phone_right": "what the phones of this house may do",
    "waiting": "phones that wait to be let in",
    "delivery": "ids of what phones have sent, kept to answer them",
    "club_change": "says what processes have to read again",
    "finished": "read off the logs",
    "result": "read off the logs",
}
"""Tables that an export leaves out, and why; a test fails for one that is in neither list."""


AT_ONCE = 500
"""Games of which the places in their club stand in memory; a house may have hundreds of thousands."""
AROUND_AN_EVENT = 130
"""Bytes of a line beside what an event says."""


def size(club: str) -> int:
    """About how many bytes the lines of a club take: counted in the database, where writing them would take seconds."""
    of_club = select(Event).join(GameClub, GameClub.game == Event.game).where(GameClub.club == club)
    weighs = func.length(cast(Event.data, Text)) + AROUND_AN_EVENT
    of_logs = db.session.scalar(of_club.with_only_columns(func.sum(weighs)))
    named = select(Game.rulebook_digest).join(GameClub, GameClub.game == Game.code).where(GameClub.club == club)
    frozen_once = select(func.sum(func.length(cast(FrozenRulebook.content, Text))))
    of_rulebooks = db.session.scalar(frozen_once.where(FrozenRulebook.digest.in_(named)))
    with_photos = select(func.sum(func.length(GamePhoto.content))).join(GameClub, GameClub.game == GamePhoto.game)
    of_photos = db.session.scalar(with_photos.where(GameClub.club == club))
    return int(of_logs or 0) + int(of_rulebooks or 0) + int(of_photos or 0) * 4 // 3


def lines(club: str) -> Iterator[str]:
    """The lines of a club, each with its line feed; raises UnknownClub, BrokenData."""
    count = 0
    for data in _all(club):
        count += 1
        yield text(data)
    yield text(_line("end", lines=count))


def text(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _all(club: str) -> Iterator[dict[str, Any]]:
    club_row = db.session.get(Club, club)
    if club_row is None:
        raise errors.UnknownClub
    yield _line("club", club_row, format=FORMAT)
    known_as: dict[str, list[str]] = {}
    for key, player in db.session.execute(
        select(PlayerName.key, PlayerName.player).where(PlayerName.club == club).order_by(PlayerName.key)
    ):
        known_as.setdefault(player, []).append(key)
    for row in db.session.scalars(select(Player).where(Player.club == club).order_by(Player.id)):
        keys = sorted(known_as.get(row.id, []))  # not by a database's own order of letters
        yield _line("player", row, known_as=keys)
    for season in db.session.scalars(select(Season).where(Season.club == club).order_by(Season.id)):
        yield _line("season", season)
    yield from _own_rulebooks(club)
    yield from _games(club)
    yield from _evenings(club)
    if (kept := money.of_club(club)) is not None:
        entries = sorted(money.entries(club), key=lambda entry: entry.id)
        yield _line("money", kept, entries=[[*MONEY_ITEM.values(entry).values()] for entry in entries])
    yield from _photos(club)


def _line(kind: str, row: Base | None = None, **given: Any) -> dict[str, Any]:
    """What is not given stands in the row."""
    return {"type": kind} | {name: given[name] if name in given else getattr(row, name) for name in LINES[kind].names}


def _own_rulebooks(club: str) -> Iterator[dict[str, Any]]:
    """Name, base and digest are read off the text."""
    rows = db.session.scalars(select(OwnRulebook).where(OwnRulebook.club == club))
    for row in sorted(rows, key=lambda row: (row.id, row.version)):  # not by a database's own order of letters
        yield _line("own_rulebook", row)


def _games(club: str) -> Iterator[dict[str, Any]]:
    query = (
        select(GameClub)
        .join(Game, Game.code == GameClub.game)
        .where(GameClub.club == club)
        .order_by(Game.opened_at, Game.code)
    )
    with db.session.scalars(query.execution_options(yield_per=AT_ONCE)) as places:
        yield from _games_at(places)


def _games_at(places: Iterable[GameClub]) -> Iterator[dict[str, Any]]:
    books: set[str] = set()
    for place in places:
        events = log.load_log(place.game)
        if not isinstance(events[0].event, ev.GameOpened):
            raise errors.BrokenData
        for digest, content in frozen.named(events).items():
            if digest not in books:
                books.add(digest)
                yield _line("rulebook", digest=digest, content=content)
        seats = db.session.scalars(select(Seat).where(Seat.game == place.game).order_by(Seat.seat))
        yield _line(
            "game",
            place,
            code=place.game,
            seats=[[*SEAT.values(seat).values()] for seat in seats],
            events=[[entry.at, entry.by, frozen.data_of(entry.event)] for entry in events],
        )


def _evenings(club: str) -> Iterator[dict[str, Any]]:
    for evening in evenings.every(club):
        players = sorted(evenings.players([evening.id]), key=lambda row: row.player)
        yield _line(
            "evening",
            evening,
            players=[[*ATTENDANCE.values(row).values()] for row in players],
            tables=[[*TABLE.values(table).values()] for table in evenings.tables([evening.id])],
            games=sorted(evenings.codes([evening.id])),
        )


def _photos(club: str) -> Iterator[dict[str, Any]]:
    """One by one: together they may be large."""
    query = select(GamePhoto.id).join(GameClub, GameClub.game == GamePhoto.game).where(GameClub.club == club)
    for id_ in sorted(db.session.scalars(query)):
        photo = db.session.get_one(GamePhoto, id_)
        yield _line("photo", photo, content=base64.b64encode(photo.content).decode())
        db.session.expunge(photo)
