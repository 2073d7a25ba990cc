"""A club out of its export: the whole file is read and checked first, then written in one transaction."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sqlalchemy import select

from referee.game.names import name_key
from referee.rulebooks import own
from referee.rules.rulebook.kinds import RulebookError
from referee.season.games import GameError, check
from referee.season.rules import SeasonRule, to_data
from referee.storage.clubs import clubs, results
from referee.storage.files.exporting import FORMAT
from referee.storage.files.import_lines import LARGEST_LINE, BadLine, GameLine, Line, read, read_game
from referee.storage.games import log
from referee.storage.phones import links, rights
from referee.storage.tables.clubs import LONGEST_KEY, Club, GameClub, Player, PlayerName, Season, Seat
from referee.storage.tables.database import added, chunks, db
from referee.storage.tables.games import Game
from referee.storage.tables.own_rulebooks import OwnRulebook

WRITE_ID = "imported"
"""Stands in the log in place of the ids of the phones' writes, which are not exported."""


@dataclass(slots=True)
class Whole:
    """A file as it was read."""

    club: dict[str, Any] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """Every name's key and whose it is."""
    seasons: dict[str, tuple[dict[str, Any], SeasonRule]] = field(default_factory=dict)
    own_books: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    """The club's own rulebooks, by id and version."""
    books: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Those that games were opened with, by digest."""
    games: dict[str, GameLine] = field(default_factory=dict)


def read_club(file: BinaryIO) -> Whole:
    """A whole export; raises BadLine with the line and the reason. Nothing is written."""
    whole = Whole()
    lines: dict[str, int] = {}
    for line in read(file):
        kind = line.data.get("type")
        if type(kind) is not str or kind not in _READS or (kind == "club") != (line.number == 1):
            raise line.wrong("No such line belongs here.")
        _READS[kind](line, whole, lines)
    _check_players(whole, lines)
    for game in whole.games.values():
        _check_game(whole, game)
    return whole


def _club(line: Line, whole: Whole, _: dict[str, int]) -> None:
    number, id_, name, at, demo = line.take()
    if type(number) is not int or not 1 <= number <= FORMAT:
        raise line.wrong(f"The format is a number from 1 to {FORMAT}.")
    whole.club = {
        "id": line.id(id_, "id"),
        "name": line.name(name),
        "founded_at": line.moment(at, "founded_at"),
        "demo": line.flag(demo, "demo"),
    }


def _player(line: Line, whole: Whole, lines: dict[str, int]) -> None:
    id_, name, known_as, guest, at, into, merged_at, removed_at = line.take()
    if line.id(id_, "id") in whole.players:
        raise line.wrong("This player stands in the file twice.")
    if type(known_as) is not list:
        raise line.wrong("known_as is a list of names.")
    for key in known_as:
        if line.text(key, "known_as", LONGEST_KEY) != name_key(key):
            raise line.wrong("known_as holds names without regard to case.")
        if key in whole.keys:
            raise line.wrong(f"Two players are known as {key}.")
        whole.keys[key] = id_
    if (into is None) != (merged_at is None):
        raise line.wrong("merged_into and merged_at come together.")
    lines[id_] = line.number
    whole.players[id_] = {
        "id": id_,
        "name": line.name(name),
        "guest": line.flag(guest, "guest"),
        "used_at": line.moment(at, "used_at"),
        "merged_into": line.maybe(line.id, into, "merged_into"),
        "merged_at": line.maybe(line.moment, merged_at, "merged_at"),
        "removed_at": line.maybe(line.moment, removed_at, "removed_at"),
    }


def _season(line: Line, whole: Whole, _: dict[str, int]) -> None:
    id_, name, starts, ends, rule, removed_at = line.take()
    if line.id(id_, "id") in whole.seasons:
        raise line.wrong("This season stands in the file twice.")
    data = {
        "id": id_,
        "name": line.name(name),
        "starts": line.day(starts, "starts"),
        "ends": line.maybe(line.day, ends, "ends"),
        "removed_at": line.maybe(line.moment, removed_at, "removed_at"),
    }
    whole.seasons[id_] = (data, line.rule(rule))


def _own_rulebook(line: Line, whole: Whole, _: dict[str, int]) -> None:
    id_, version, at, by, text = line.take()
    if type(version) is not int or not 1 <= version < 2**31:
        raise line.wrong("version is a number from 1.")
    try:
        head = own.head(line.text(text, "text", LARGEST_LINE))
    except RulebookError as wrong:
        raise line.wrong(f"The rulebook cannot be read: {wrong}.") from None
    if head.id != id_ or (id_, version) in whole.own_books:
        raise line.wrong("The rulebook has another id in its text, or stands in the file twice.")
    whole.own_books[id_, version] = {
        **dataclasses.asdict(head),
        "version": version,
        "saved_at": line.moment(at, "saved_at"),
        "by": line.by(by),
        "text": text,
    }


def _rulebook(line: Line, whole: Whole, _: dict[str, int]) -> None:
    digest, content = line.take()
    if line.text(digest, "digest", 64) in whole.books:
        raise line.wrong("This rulebook stands in the file twice.")
    whole.books[digest] = line.rulebook(content, digest)


def _game(line: Line, whole: Whole, _: dict[str, int]) -> None:
    game = read_game(line, whole.books)
    if game.code in whole.games:
        raise line.wrong(f"Game {game.code} stands in the file twice.")
    whole.games[game.code] = game


_READS: dict[str, Callable[[Line, Whole, dict[str, int]], None]] = {
    "club": _club,
    "player": _player,
    "season": _season,
    "own_rulebook": _own_rulebook,
    "rulebook": _rulebook,
    "game": _game,
}


def _check_players(whole: Whole, lines: dict[str, int]) -> None:
    for id_, player in whole.players.items():
        seen = {id_}
        while (into := player["merged_into"]) is not None:
            if into not in whole.players:
                raise BadLine(lines[id_], "The player they were merged with is not in the file.")
            if into in seen:
                raise BadLine(lines[id_], "Players are merged in a circle.")
            seen.add(into)
            player = whole.players[into]


def _root(whole: Whole, player: str) -> str:
    while (into := whole.players[player]["merged_into"]) is not None:
        player = into
    return player


def _check_game(whole: Whole, game: GameLine) -> None:
    if game.season is not None and game.season not in whole.seasons:
        raise BadLine(game.line, "The season of the game is not in the file.")
    for _, player, _, absent in game.seats:
        if player not in whole.players or (absent is not None and absent not in whole.players):
            raise BadLine(game.line, "A player of the game is not in the file.")
    there = [_root(whole, player) for _, player, _, _ in game.seats]
    # a substitute who turned out to be the one they stood in for sat there themselves
    pairs = [(_root(whole, player), absent) for _, player, _, absent in game.seats]
    away = [root for own, absent in pairs if absent is not None and (root := _root(whole, absent)) != own]
    if len(set(there)) < len(there) or len(set(away)) < len(away) or set(there) & set(away):
        raise BadLine(game.line, "One player sits at the table twice.")


def write_club(whole: Whole) -> Club:
    """Write a club that was read, within the caller's transaction. An untouched first club gives way.

    Raises BadLine where the club, a player, a season or a game is here already.
    """
    club = whole.club
    if db.session.get(Club, club["id"]) is not None:
        raise BadLine(1, "This club is here already. A second copy of it wants another data folder.")
    taken = [
        (Player.id, list(whole.players)),
        (Season.id, list(whole.seasons)),
        (Game.code, list(whole.games)),
    ]
    for column, ids in taken:
        for some in chunks(ids):
            if there := db.session.scalars(select(column).where(column.in_(some)).limit(1)).first():
                raise BadLine(0, f"{there} is here already, in another club.")
    empty = None if club["demo"] else clubs.untouched()
    made = added(Club(**club, removed_at=None))
    if empty is not None:  # in whose place it comes: an empty club beside it would be taken for it
        rights.move(empty.id, made.id)
        db.session.delete(empty)
    links.ensure_standing(made.id, made.founded_at)
    for player in whole.players.values():
        db.session.add(Player(**{**player, "club": club["id"], "merged_into": None}))
    db.session.flush()
    for player in whole.players.values():
        db.session.get_one(Player, player["id"]).merged_into = player["merged_into"]
    db.session.add_all(PlayerName(club=club["id"], key=key, player=player) for key, player in whole.keys.items())
    db.session.add_all(Season(**data, club=club["id"], rule=to_data(rule)) for data, rule in whole.seasons.values())
    db.session.add_all(OwnRulebook(**data, club=club["id"]) for data in whole.own_books.values())
    db.session.flush()
    for game in whole.games.values():
        _write_game(club["id"], game)
    _check_results(whole)
    return made


def _write_game(club: str, game: GameLine) -> None:
    log.add_game(game.code, game.state, WRITE_ID)
    db.session.add(GameClub(game=game.code, club=club, season=game.season, removed_at=game.removed_at))
    db.session.add_all(
        Seat(game=game.code, seat=seat, player=player, name=name, stands_in_for=absent)
        for seat, player, name, absent in game.seats
    )
    db.session.flush()
    results.project(game.code, game.state)


def _check_results(whole: Whole) -> None:
    """The season must be able to read every result."""
    people = clubs.people(whole.club["id"])
    for game in results.games_of_club(whole.club["id"], people):
        try:
            check(game)
        except GameError as wrong:
            raise BadLine(whole.games[game.id].line, f"The result cannot be: {wrong}.") from None
