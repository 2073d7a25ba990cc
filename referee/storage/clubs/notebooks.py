"""Files of old games: kept while they are looked at, and which games came in with each; the only queries there are."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from referee import errors
from referee.days import day_after
from referee.game.state import GameState
from referee.storage.clubs import clubs, results
from referee.storage.games import log
from referee.storage.tables.clubs import GameClub, Notebook, Player, Season, Seat
from referee.storage.tables.database import Base, added, chunks, db, new_id
from referee.storage.tables.evenings import Evening, EveningPlayer
from referee.storage.tables.games import Game
from referee.storage.tables.money import MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook, versions

MOST_OPEN = 5
"""So many files of a club are kept to be looked at."""
NEVER = "1970-01-02T00:00:00Z"
"""When somebody sat down last who is in no game."""
BOOKS, ENTRIES = "own_rulebook", "money_entry"
"""Under which a file keeps the ids of the rulebooks and the entries of money that it brought: neither has a bin."""
GONE = " rows"
"""Behind that, what stood there once they have gone again."""
WRITE_ID = "brought in"
"""Stands in the log in place of the id of a phone's write."""


def keep(club: str, name: str, content: bytes, at: str) -> Notebook:
    """A file to be looked at; the oldest of many makes room. What nobody brings in goes with what was removed, when the
    clock may be believed: by one that has leapt ahead they would all be old. What it dated counts as the oldest, until
    a start dates it anew.
    """
    open_ = select(Notebook.id).where(Notebook.club == club, Notebook.content.is_not(None))
    is_of_the_future = Notebook.at > day_after(at)
    old = [*db.session.scalars(open_.order_by(is_of_the_future, Notebook.at.desc(), Notebook.id))][MOST_OPEN - 1 :]
    db.session.execute(delete(Notebook).where(Notebook.id.in_(old)))
    packed = zlib.compress(content, 6)
    return added(
        Notebook(
            id=new_id(), club=club, name=name, at=at, content=packed, games=0, removed_at=None, players=[], others={}
        )
    )


def content_of(notebook: Notebook) -> bytes:
    """Raises BrokenData for a file that was brought in: then it is not kept."""
    if notebook.content is None:
        raise errors.BrokenData
    return zlib.decompress(notebook.content)


def notebook(id_: str) -> Notebook | None:
    return db.session.get(Notebook, id_)


def brought_in(club: str) -> Sequence[Notebook]:
    """The files whose games are there, the latest first."""
    there = Notebook.content.is_(None) & Notebook.removed_at.is_(None)
    return db.session.scalars(select(Notebook).where(Notebook.club == club, there).order_by(Notebook.at.desc())).all()


def codes_of_club(club: str) -> frozenset[str]:
    """Of the games that are there."""
    return frozenset(
        db.session.scalars(select(GameClub.game).where(GameClub.club == club, GameClub.removed_at.is_(None)))
    )


class Coming(NamedTuple):
    """One game of a file."""

    state: GameState
    seats: Mapping[int, str]
    """By seat the id of the player."""
    absent: Mapping[int, str]
    """By seat the id of the player in whose place they sat."""
    season: str | None


def write_games(notebook: Notebook, games: Sequence[Coming]) -> None:
    """The games of a file, within the caller's transaction."""
    coming = dict(zip(log.new_codes(len(games)), games, strict=True))
    states = {code: game.state for code, game in coming.items()}
    log.add_games(states, WRITE_ID)
    results.add(states)
    of_file = {"club": notebook.club, "notebook": notebook.id, "removed_at": None}
    db.session.execute(
        insert(GameClub), [{"game": code, "season": game.season, **of_file} for code, game in coming.items()]
    )
    names = {code: {seat.id: seat.player for seat in game.state.all_seats} for code, game in coming.items()}
    seats = [
        {
            "game": code,
            "seat": seat,
            "player": player,
            "name": names[code][seat],
            "stands_in_for": game.absent.get(seat),
        }
        for code, game in coming.items()
        for seat, player in game.seats.items()
    ]
    db.session.execute(insert(Seat), seats)
    clubs.changed(notebook.club)


def used(at: Mapping[str, str]) -> None:
    """When each of these players sat down last, as far as these games say."""
    for player, moment in at.items():
        row = db.session.get_one(Player, player)
        row.used_at = max(row.used_at, moment)


def _seen_in(codes: Sequence[str]) -> dict[str, str]:
    """By player when they sat down last in these games."""
    seen: dict[str, str] = {}
    for some in chunks(list(codes)):
        rows = select(Seat.player, func.max(Game.opened_at)).join(Game, Game.code == Seat.game)
        for player, at in db.session.execute(rows.where(Seat.game.in_(some)).group_by(Seat.player)):
            seen[player] = max(at, seen.get(player, at))
    return seen


def _seen_before(raised: Mapping[str, str]) -> None:
    """Whoever was seen last in games that have gone was seen last in those that are there."""
    by_these = [player for player, at in raised.items() if db.session.get_one(Player, player).used_at == at]
    for some in chunks(by_these):
        rows = select(Seat.player, func.max(Game.opened_at)).join(Game, Game.code == Seat.game)
        rows = rows.join(GameClub, GameClub.game == Game.code).where(GameClub.removed_at.is_(None))
        seen = db.session.execute(rows.where(Seat.player.in_(some)).group_by(Seat.player))
        still = {player: at for player, at in seen}  # noqa: C416 - dict() takes a result for a mapping
        for player in some:
            db.session.get_one(Player, player).used_at = still.get(player, NEVER)
    db.session.flush()


def _remove_others(notebook: Notebook, at: str) -> None:
    """The seasons and evenings that it brought, those that are of no other game."""
    for kind, of_game in ((Season, GameClub.season), (Evening, GameClub.evening)):
        brought = notebook.others.get(kind.__tablename__, [])
        its = select(of_game).where(of_game.in_(brought), GameClub.removed_at.is_(None))
        gone = [id_ for id_ in brought if id_ not in {*db.session.scalars(its)}]
        there = kind.id.in_(gone) & kind.removed_at.is_(None)
        db.session.execute(update(kind).where(there).values(removed_at=at))


def _restore_others(notebook: Notebook, at: str | None) -> None:
    for kind in (Season, Evening):
        went = kind.id.in_(notebook.others.get(kind.__tablename__, [])) & (kind.removed_at == at)
        db.session.execute(update(kind).where(went).values(removed_at=None))


def _remove_books(notebook: Notebook) -> None:
    """The rulebooks that it brought, with all their versions: those that no game is played by and none builds on, and
    that nobody has changed since. A rulebook has no bin, so the file keeps what they said."""
    gone = []
    for id_ in notebook.others.get(BOOKS, []):
        rows = versions(notebook.club, id_)
        games = select(Game.code).join(GameClub, GameClub.game == Game.code).where(GameClub.club == notebook.club)
        played = games.where(GameClub.removed_at.is_(None), Game.rulebook_id == id_)
        built_on = select(OwnRulebook.id).where(
            OwnRulebook.club == notebook.club, OwnRulebook.builds_on == id_, OwnRulebook.id != id_
        )
        changed = any(row.saved_at > notebook.at for row in rows)
        if not changed and not any(db.session.scalars(query.limit(1)).first() for query in (played, built_on)):
            gone += rows
    _take_out(notebook, BOOKS, gone)


def _take_out(notebook: Notebook, what: str, rows: Sequence[Base]) -> None:
    """These rows are deleted, and the file keeps what they said."""
    content = [json.dumps({each.name: getattr(row, each.name) for each in row.__table__.columns}) for row in rows]
    notebook.others = {**notebook.others, what + GONE: content}
    for row in rows:
        db.session.delete(row)
    db.session.flush()


def entries_gone(club: str) -> list[dict[str, Any]]:
    """The entries of money that went with a file, and come back with it."""
    notebooks = db.session.scalars(select(Notebook).where(Notebook.club == club, Notebook.removed_at.is_not(None)))
    return [json.loads(row) for notebook in notebooks for row in notebook.others.get(ENTRIES + GONE, [])]


def nobody_wrote(club: str, forget: Callable[[str], str]) -> None:
    """Other words for who wrote what went with a file."""
    for notebook in db.session.scalars(select(Notebook).where(Notebook.club == club)):
        for what in (BOOKS + GONE, ENTRIES + GONE):
            if rows := [json.loads(row) for row in notebook.others.get(what, [])]:
                others = [
                    row | {name: forget(row[name]) for name in ("by", "back_by") if row.get(name)} for row in rows
                ]
                notebook.others = {**notebook.others, what: [json.dumps(row) for row in others]}


def _restore_rows(notebook: Notebook) -> None:
    """Rulebooks as they were, where nobody has made another one of that name in between; entries of money as well."""
    there = {id_ for id_ in notebook.others.get(BOOKS, []) if versions(notebook.club, id_)}
    for row in map(json.loads, notebook.others.get(BOOKS + GONE, [])):
        if row["id"] not in there:
            db.session.add(OwnRulebook(**row))
    here = {entry.id for entry in db.session.scalars(select(MoneyEntry).where(MoneyEntry.club == notebook.club))}
    rows = map(json.loads, notebook.others.get(ENTRIES + GONE, []))
    db.session.add_all(MoneyEntry(**row) for row in rows if row["id"] not in here)
    notebook.others = {**notebook.others, BOOKS + GONE: [], ENTRIES + GONE: []}
    db.session.flush()


def remove(notebook: Notebook, at: str) -> int:
    """Its games go together, and the players it brought who sit in no other game and have to do with no evening; how
    many games that were."""
    its = (GameClub.notebook == notebook.id) & GameClub.removed_at.is_(None)
    codes = [*db.session.scalars(select(GameClub.game).where(its))]
    db.session.execute(update(GameClub).where(its).values(removed_at=at))
    _remove_others(notebook, at)
    _remove_books(notebook)
    entries = select(MoneyEntry).where(MoneyEntry.id.in_(notebook.others.get(ENTRIES, [])))
    _take_out(notebook, ENTRIES, db.session.scalars(entries.order_by(MoneyEntry.id)).all())
    _seen_before(_seen_in(codes))
    for some in chunks(list(notebook.players)):
        elsewhere = select(Seat.player).join(GameClub, GameClub.game == Seat.game)
        elsewhere = elsewhere.where(Seat.player.in_(some), GameClub.removed_at.is_(None))
        evenings = select(EveningPlayer.player).join(Evening, Evening.id == EveningPlayer.evening)
        evenings = evenings.where(EveningPlayer.player.in_(some), Evening.removed_at.is_distinct_from(at))
        still = {*db.session.scalars(elsewhere), *db.session.scalars(evenings)}
        alone = [player for player in some if player not in still]
        there = Player.id.in_(alone) & Player.removed_at.is_(None) & Player.merged_into.is_(None)
        db.session.execute(update(Player).where(there).values(removed_at=at))
    notebook.removed_at = at
    db.session.flush()
    clubs.changed(notebook.club)
    return len(codes)


def restore(notebook: Notebook) -> int:
    """What went with it is there again; how many games that are."""
    at = notebook.removed_at
    its = (GameClub.notebook == notebook.id) & (GameClub.removed_at == at)
    codes = [*db.session.scalars(select(GameClub.game).where(its))]
    db.session.execute(update(GameClub).where(its).values(removed_at=None))
    _restore_others(notebook, at)
    _restore_rows(notebook)
    notebook.removed_at = None
    db.session.flush()
    used(_seen_in(codes))
    for some in chunks(list(notebook.players)):
        for player in db.session.scalars(select(Player).where(Player.id.in_(some), Player.removed_at == at)).all():
            player.removed_at = None
            if clubs.known_as(player.club, player.name) is None:
                clubs.give_name(player, player.name)
    db.session.flush()
    clubs.changed(notebook.club)
    return len(codes)


def forget(notebook: Notebook) -> None:
    db.session.delete(notebook)
    db.session.flush()
