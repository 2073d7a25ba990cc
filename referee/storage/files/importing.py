"""A club out of its export: the whole file is read and checked first, then written in one transaction."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, BinaryIO, TypeVar

from sqlalchemy import select

from referee.days import is_day, is_moment
from referee.game.names import name_key
from referee.messages import N_
from referee.messages import gettext as _
from referee.rulebooks import library, own
from referee.rulebooks.own import Head
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import digest_of
from referee.season.games import GameError, check
from referee.season.money import Terms
from referee.season.rules import RuleError, SeasonRule, to_data
from referee.season.trace import Change, to_json
from referee.storage.clubs import clubs, evenings, money, results
from referee.storage.clubs.seasons import CHANGE, RULE
from referee.storage.engine import changes
from referee.storage.engine.transactions import hold_rights
from referee.storage.engine.wire import Shape
from referee.storage.files.import_lines import BadLine, Line, ReadGame, read, read_game
from referee.storage.files.jpeg import is_bare
from referee.storage.files.lines import (
    ATTENDANCE,
    CLUB,
    EVENING,
    MONEY,
    MONEY_ITEM,
    OWN_RULEBOOK,
    PHOTO,
    PLAYER,
    RULEBOOK,
    SEASON,
    SEAT,
    TABLE,
    TERMS,
    AttendanceEntry,
    ClubLine,
    EveningLine,
    MoneyItem,
    MoneyLine,
    OwnRulebookLine,
    PlayerLine,
    SeasonLine,
    TableEntry,
)
from referee.storage.games import log
from referee.storage.phones import links, rights
from referee.storage.tables.clubs import Club, GameClub, Player, PlayerName, Season, Seat
from referee.storage.tables.database import added, chunks, db, new_id
from referee.storage.tables.evenings import Evening, EveningPlayer, EveningTable
from referee.storage.tables.games import LONGEST_BY, Game
from referee.storage.tables.money import MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook
from referee.storage.tables.photos import GamePhoto

T = TypeVar("T")
WRITE_ID = "imported"
"""Stands in the log in place of the ids of the phones' writes, which are not exported."""


@dataclass(slots=True)
class Whole:
    """A file as it was read."""

    club: ClubLine
    players: dict[str, PlayerLine] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    """By player the number of their line."""
    keys: dict[str, str] = field(default_factory=dict)
    """Every name's key and whose it is."""
    seasons: dict[str, tuple[SeasonLine, SeasonRule, tuple[Change, ...]]] = field(default_factory=dict)
    own_books: dict[tuple[str, int], tuple[OwnRulebookLine, Head]] = field(default_factory=dict)
    """The club's own rulebooks, by id and version."""
    books: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Those that games were opened with, by digest."""
    games: dict[str, ReadGame] = field(default_factory=dict)
    evenings: dict[str, ReadEvening] = field(default_factory=dict)
    money: ReadMoney | None = None
    photos: dict[str, ReadPhoto] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadMoney:
    line: int
    data: MoneyLine
    terms: tuple[Terms, ...]
    entries: tuple[MoneyItem, ...]


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    line: int
    id: str
    game: str
    at: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ReadEvening:
    line: int
    data: EveningLine
    players: tuple[AttendanceEntry, ...]
    tables: tuple[TableEntry, ...]


def read_club(file: BinaryIO) -> Whole:
    """A whole export; raises BadLine with the line and the reason. Nothing is written."""
    lines = read(file)
    whole = Whole(next(lines).take(CLUB))
    for line in lines:
        kind = line.data.get("type")
        if type(kind) is not str or kind not in _READS:
            why = _("This line doesn’t belong here. If a newer version of Table Referee wrote it, install that one.")
            raise line.wrong(why)
        _READS[kind](line, whole)
    _check_players(whole)
    for game in whole.games.values():
        _check_game(whole, game)
    _check_evenings(whole)
    _check_money(whole)
    for photo in whole.photos.values():
        if photo.game not in whole.games:
            raise BadLine(photo.line, _("The photo’s game isn’t in the file."))
    return whole


def _player(line: Line, whole: Whole) -> None:
    player = line.take(PLAYER)
    if player.id in whole.players:
        raise line.wrong(_("This player is in the file twice."))
    for key in player.known_as:
        if key != name_key(key):
            raise line.wrong(_("known_as must hold names that differ in more than case."))
        if key in whole.keys:
            raise line.wrong(_("Two players are known as %(name)s.", name=key))
        whole.keys[key] = player.id
    if (player.merged_into is None) != (player.merged_at is None):
        raise line.wrong(_("merged_into and merged_at must both be there."))
    whole.players[player.id], whole.lines[player.id] = player, line.number


def _season(line: Line, whole: Whole) -> None:
    season = line.take(SEASON)
    if season.id in whole.seasons:
        raise line.wrong(_("This season is in the file twice."))
    try:
        with line.checked():
            rule = RULE.read(season.rule, "rule, ")
    except RuleError as wrong:
        raise line.wrong(f"rule, {wrong.field}: {wrong}") from None
    whole.seasons[season.id] = season, rule, tuple(_change(line, whole, change) for change in season.trace)


def _change(line: Line, whole: Whole, data: Any) -> Change:
    """Something that was done to a season."""
    try:
        change = CHANGE.read(data, "trace, ")
    except ValueError as wrong:  # also of a rule that makes no sense
        raise line.wrong(_("The trace of the season can’t be read: %(why)s", why=str(wrong))) from None
    before = change.before
    days = [] if before is None else [before.starts, *([before.ends] if before.ends is not None else [])]
    if not is_moment(change.at) or len(change.by) > LONGEST_BY or not all(map(is_day, days)):
        raise line.wrong(_("The trace of the season holds an impossible moment, date or name."))
    if not whole.players.keys() >= change.places.keys():
        raise line.wrong(_("A player in the trace of the season isn’t in the file."))
    return change


def _own_rulebook(line: Line, whole: Whole) -> None:
    book = line.take(OWN_RULEBOOK)
    try:
        head = own.head(book.text)
    except RulebookError as wrong:
        raise line.wrong(_("The rulebook can’t be read: %(why)s.", why=str(wrong))) from None
    if head.id != book.id or (book.id, book.version) in whole.own_books:
        raise line.wrong(_("The rulebook has another id in its text, or is in the file twice."))
    whole.own_books[book.id, book.version] = book, head


def _rulebook(line: Line, whole: Whole) -> None:
    """What was frozen, as it stands in the file: an older version froze fewer values, and other words.

    It counts if this version can read it.
    """
    book = line.take(RULEBOOK)
    if book.digest in whole.books:
        raise line.wrong(_("This rulebook is in the file twice."))
    try:
        library.from_data(book.content)
        is_named = digest_of(book.content) == book.digest
    except Exception as wrong:  # whatever a forged content does to the reader
        raise line.wrong(_("The rulebook can’t be read: %(why)s.", why=str(wrong))) from None
    if not is_named:
        raise line.wrong(_("The rulebook doesn’t match its digest."))
    whole.books[book.digest] = dict(book.content)


def _game(line: Line, whole: Whole) -> None:
    game = read_game(line, whole.books)
    if game.code in whole.games:
        raise line.wrong(_("Game %(code)s is in the file twice.", code=game.code))
    whole.games[game.code] = game


def _evening(line: Line, whole: Whole) -> None:
    evening = line.take(EVENING)
    if evening.id in whole.evenings:
        raise line.wrong(_("This evening is in the file twice."))
    with line.checked():
        players = tuple(ATTENDANCE.read_row(row, _(_NO_ATTENDANCE)) for row in evening.players)
        tables = tuple(TABLE.read_row(row, _(_NO_TABLE)) for row in evening.tables)
    whole.evenings[evening.id] = ReadEvening(line.number, evening, players, tables)


def _money(line: Line, whole: Whole) -> None:
    money = line.take(MONEY)
    if whole.money is not None:
        raise line.wrong(_("What the club plays for is in the file twice."))
    with line.checked():
        rows = [TERMS.read_row(row, _(_NO_TERMS)) for row in money.terms]
        entries = tuple(MONEY_ITEM.read_row(row, _(_NO_ENTRY)) for row in money.entries)
    try:
        terms = tuple(Terms(row.since, row.way, row.amount, row.dues) for row in rows)
    except ValueError:
        raise line.wrong(_(_NO_TERMS)) from None
    if any(before.since >= after.since for before, after in pairwise(terms)):
        raise line.wrong(_("What the club plays for must stand by day."))
    if len({entry.id for entry in entries}) < len(entries):
        raise line.wrong(_("An entry of money is in the file twice."))
    whole.money = ReadMoney(line.number, money, terms, entries)


_NO_TERMS = N_("What a club plays for is a day, “nothing”, “stake” or “points”, an amount and dues.")
_NO_ENTRY = N_("An entry of money is an id, when and who, two players, an amount, a word, and whether it stands.")


def _photo(line: Line, whole: Whole) -> None:
    photo = line.take(PHOTO)
    if photo.id in whole.photos:
        raise line.wrong(_("This photo is in the file twice."))
    try:
        content = base64.b64decode(photo.content, validate=True)
    except ValueError:
        content = b""
    if not is_bare(content):
        raise line.wrong(_("This photo can’t be read, or holds more than a picture."))
    whole.photos[photo.id] = ReadPhoto(line.number, photo.id, photo.game, photo.at, content)


_NO_ATTENDANCE = N_("A player of an evening is an id, whether they said they would come, and whether they are here.")
_NO_TABLE = N_("A table of an evening is an id, two numbers, the players who sit there and a game.")
_READS: dict[str, Callable[[Line, Whole], None]] = {
    "player": _player,
    "season": _season,
    "own_rulebook": _own_rulebook,
    "rulebook": _rulebook,
    "game": _game,
    "evening": _evening,
    "money": _money,
    "photo": _photo,
}


def _check_players(whole: Whole) -> None:
    for id_, player in whole.players.items():
        seen = {id_}
        while (into := player.merged_into) is not None:
            if into not in whole.players:
                raise BadLine(whole.lines[id_], _("The player they were merged with isn’t in the file."))
            if into in seen:
                raise BadLine(whole.lines[id_], _("Players are merged in a circle."))
            seen.add(into)
            player = whole.players[into]


def _root(whole: Whole, player: str) -> str:
    while (into := whole.players[player].merged_into) is not None:
        player = into
    return player


def _check_game(whole: Whole, game: ReadGame) -> None:
    if game.season is not None and game.season not in whole.seasons:
        raise BadLine(game.line, _("The game’s season isn’t in the file."))
    absent = [(seat.player, seat.stands_in_for) for seat in game.seats if seat.stands_in_for is not None]
    if not whole.players.keys() >= {seat.player for seat in game.seats} | {away for player, away in absent}:
        raise BadLine(game.line, _("A player of the game isn’t in the file."))
    there = [_root(whole, seat.player) for seat in game.seats]
    # a substitute who turned out to be the one they stood in for sat there themselves
    away = [root for player, name in absent if (root := _root(whole, name)) != _root(whole, player)]
    if len(set(there)) < len(there) or len(set(away)) < len(away) or set(there) & set(away):
        raise BadLine(game.line, _("A player is at the table twice."))


def _check_evenings(whole: Whole) -> None:
    played: set[str] = set()
    for evening in whole.evenings.values():
        data, games = evening.data, {table.game for table in evening.tables if table.game is not None}
        if data.season is not None and data.season not in whole.seasons:
            raise BadLine(evening.line, _("The evening’s season isn’t in the file."))
        seated = {player for table in evening.tables for player in table.seats}
        if not whole.players.keys() >= seated | {row.player for row in evening.players}:
            raise BadLine(evening.line, _("A player of the evening isn’t in the file."))
        if not whole.games.keys() >= {*data.games} or not {*data.games} >= games:
            raise BadLine(evening.line, _("A game of the evening isn’t in the file."))
        if len({*data.games}) < len(data.games) or played & {*data.games}:
            raise BadLine(evening.line, _("A game belongs to two evenings."))
        played |= {*data.games}
        seats = [(table.seating, player) for table in evening.tables for player in table.seats]
        marks = [row.player for row in evening.players]
        places = [(table.seating, table.number) for table in evening.tables]
        if any(len(set(each)) < len(each) for each in (seats, marks, places)):
            raise BadLine(evening.line, _("A player is at the evening twice."))


def _check_money(whole: Whole) -> None:
    """The kitty is no player, and nobody pays themselves: not by a double either that they turned out to be later."""
    if (money := whole.money) is None:
        return
    for entry in money.entries:
        if not whole.players.keys() >= {entry.giver, entry.receiver} - {None}:
            raise BadLine(money.line, _("A player of an entry of money isn’t in the file."))
        if entry.giver == entry.receiver:
            raise BadLine(money.line, _("An entry of money needs two different players."))
        if entry.back_at is None and entry.back_by:
            raise BadLine(money.line, _(_NO_ENTRY))


def write_club(whole: Whole) -> Club:
    """Write a club that was read, within the caller's transaction. An untouched first club gives way.

    Raises BadLine where the club, a player, a season or a game is here already.
    """
    club = whole.club
    if db.session.get(Club, club.id) is not None:
        why = _("This club is already here. To add what is new in this file, choose it under “Old games from a file”.")
        raise BadLine(1, why)
    taken = [
        (Player.id, list(whole.players)),
        (Season.id, list(whole.seasons)),
        (Game.code, list(whole.games)),
        (Evening.id, list(whole.evenings)),
        (MoneyEntry.id, [entry.id for entry in whole.money.entries] if whole.money else []),
        (GamePhoto.id, list(whole.photos)),
        (EveningTable.id, [table.id for evening in whole.evenings.values() for table in evening.tables]),
    ]
    for column, ids in taken:
        for some in chunks(ids):
            if there := db.session.scalars(select(column).where(column.in_(some)).limit(1)).first():
                raise BadLine(0, _("%(id)s is already here, in another club.", id=there))
    empty = None if club.demo else clubs.untouched()
    made = added(Club(**columns_of(CLUB, club, "format"), removed_at=None))
    links.ensure_standing(made.id, made.founded_at)
    for player in whole.players.values():
        db.session.add(Player(**columns_of(PLAYER, player, "known_as", "merged_into"), club=club.id))
    db.session.flush()
    for player in whole.players.values():
        db.session.get_one(Player, player.id).merged_into = player.merged_into
    db.session.add_all(PlayerName(club=club.id, key=key, player=player) for key, player in whole.keys.items())
    for season, rule, trace in whole.seasons.values():
        columns = columns_of(SEASON, season, "rule", "trace")
        db.session.add(Season(**columns, club=club.id, rule=to_data(rule), trace=[to_json(change) for change in trace]))
    for book, head in whole.own_books.values():
        db.session.add(OwnRulebook(**asdict(head) | OWN_RULEBOOK.values(book), club=club.id))
    db.session.flush()
    for game in whole.games.values():
        _write_game(club.id, game)
    for evening in whole.evenings.values():
        _write_evening(club.id, evening)
    if (kept := whole.money) is not None:
        row = money.keep(club.id, kept.data.unit, kept.terms, hundredths=kept.data.hundredths)
        row.plays = kept.data.plays
        db.session.add_all(MoneyEntry(club=club.id, **MONEY_ITEM.values(entry)) for entry in kept.entries)
    write_photos(whole, whole.games)
    _check_results(whole)
    if empty is not None:  # in whose place it comes: an empty club beside it would be taken for it
        hold_rights()  # last of all: nobody comes in anywhere until the end of this write
        rights.move(empty.id, made.id)
        changes.forget([empty.id])
        db.session.delete(empty)
    return made


def write_photos(whole: Whole, games: Collection[str]) -> None:
    """The photos of these games of the file."""
    for photo in whole.photos.values():
        if photo.game in games:
            id_ = photo.id if db.session.get(GamePhoto, photo.id) is None else new_id()
            added(GamePhoto(id=id_, game=photo.game, at=photo.at, content=photo.content))


def columns_of(shape: Shape[T], line: T, *without: str) -> dict[str, Any]:
    """What a line says, by column."""
    return {name: value for name, value in shape.values(line).items() if name not in without}


def _write_game(club: str, game: ReadGame) -> None:
    code, state = game.code, game.state.bare()
    log.add_game(code, state, WRITE_ID)
    db.session.add(GameClub(game=code, club=club, season=game.season, removed_at=game.removed_at))
    db.session.add_all(Seat(game=code, **SEAT.values(seat)) for seat in game.seats)
    db.session.flush()
    results.project(code, state)


def _write_evening(club: str, evening: ReadEvening) -> None:
    data = evening.data
    added(Evening(**columns_of(EVENING, data, "players", "tables", "games"), club=club))
    db.session.add_all(EveningPlayer(evening=data.id, **ATTENDANCE.values(row)) for row in evening.players)
    db.session.add_all(EveningTable(evening=data.id, **TABLE.values(table)) for table in evening.tables)
    for code in data.games:
        evenings.place(code, data.id)


def _check_results(whole: Whole) -> None:
    """The season must be able to read every result."""
    people = clubs.people(whole.club.id)
    for game in results.games_of_club(whole.club.id, people):
        try:
            check(game)
        except GameError as wrong:
            raise BadLine(whole.games[game.id].line, _("The result is impossible: %(why)s.", why=str(wrong))) from None
