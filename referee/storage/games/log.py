"""Games and their logs in the database: the only queries there are."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Executable, Select, bindparam, insert, select, update

from referee import errors
from referee.days import first_day, is_year
from referee.game.events import GameOpened, Recorded
from referee.game.fold import advance, fold
from referee.game.state import GameState
from referee.rules import packs
from referee.rules.rulebook.model import SHEET
from referee.storage.engine import news
from referee.storage.engine.kept import KeptGame
from referee.storage.engine.transactions import HEADS, keep, kept_games
from referee.storage.games import frozen
from referee.storage.tables.clubs import Club, GameClub
from referee.storage.tables.database import added, chunks, db, rows
from referee.storage.tables.games import Event, Game

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789"
"""28 characters that nobody mistakes for another one, read aloud or off a screen."""
CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of a list of games, in table order."""

    code: str
    rulebook_id: str
    rulebook: str
    players: tuple[str, ...]
    status: str
    opened_at: str
    day: str
    changed_at: str
    rounds_closed: int
    rounds: int
    """To be played; 0 while nobody can say how many that will be."""
    leaders: tuple[str, ...]

    @property
    def round(self) -> int:
        """The round that is running, or the last one."""
        return min(self.rounds_closed + 1, self.rounds) if self.rounds else self.rounds_closed + 1


def normal_code(text: str) -> str:
    """A code as it was made, from one that somebody typed."""
    return text.strip().upper()


def plain_code(text: str) -> str:
    """A code that somebody typed, without what people put between its letters."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def random_letters(length: int = CODE_LENGTH) -> str:
    """A code that nobody can guess, or a part of one."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def new_code() -> str:
    """A code that no game has."""
    while db.session.get(Game, code := random_letters()) is not None:
        pass
    return code


class Head(NamedTuple):
    """What is known of a game without its log: how far that has come, and where the game belongs."""

    number: int
    stamp: str
    club: str
    season: str | None
    removed_at: str | None
    people: int
    """How often what is not in the log has changed, such as who holds which seat."""

    @property
    def version(self) -> str:
        """Another one after every change of the game."""
        return news.game_version(self.number, self.people, self.stamp)


_HEAD = (
    select(
        Game.number,
        Game.stamp,
        GameClub.club,
        GameClub.season,
        GameClub.removed_at,
        GameClub.people,
    )
    .join(GameClub, GameClub.game == Game.code)
    .where(Game.code == bindparam("code"))
)
_LOCKED = _HEAD.with_for_update(of=Game)


def head(code: str) -> Head:
    """One row by its key; raises UnknownGame."""
    return _head(_HEAD, code)


def _head(query: Executable, code: str) -> Head:
    row = rows(query, {"code": code}).one_or_none()
    if row is None:
        raise errors.UnknownGame
    heads: dict[str, Head] = db.session().info.setdefault(HEADS, {})
    heads[code] = Head(*row)
    return heads[code]


def head_read(code: str) -> Head:
    """The same, as it was read in this request already; what a write may have changed is read again."""
    already_read: Head | None = db.session().info.get(HEADS, {}).get(code)
    return already_read or head(code)


def lock_game(code: str) -> Head:
    """The same, and the game is held against other writers until the transaction ends."""
    return _head(_LOCKED, code)


def load_log(code: str) -> tuple[Recorded, ...]:
    """The log of a game; raises UnknownGame, or BrokenData for one that is damaged."""
    return tuple(recorded for recorded, _ in _read(code))


def _read(code: str, after: int = 0, last: int | None = None) -> list[tuple[Recorded, str]]:
    """Events, those ``after`` a number up to the ``last``, with the ids of the writes that brought them."""
    table = Event
    query = select(table.seq, table.at, table.by, table.data, table.write_id).where(table.game == code)
    if after:
        query = query.where(table.seq > after)
    if last is not None:
        query = query.where(table.seq <= last)
    try:
        entries = db.session.execute(query.order_by(table.seq)).all()
        log = [(Recorded(seq, at, by, frozen.event_of(data)), write_id) for seq, at, by, data, write_id in entries]
    except ValueError as damaged:
        raise errors.BrokenData from damaged
    if not log:
        raise errors.BrokenData if after else errors.UnknownGame
    if [recorded.seq for recorded, _ in log] != list(range(after + 1, after + len(log) + 1)):
        raise errors.BrokenData
    return log


def load_state(code: str) -> GameState:
    """A game as it stands: kept, or kept and brought up to date, or read whole. Raises UnknownGame or BrokenData."""
    return state_at(code, head(code))


def state_at(code: str, head: Head) -> GameState:
    """The same for one whose head was read just now, in the same transaction. What is said next is of its cards."""
    state = _state_at(code, head)
    packs.use(state.book.pack)
    return state


def _state_at(code: str, head: Head) -> GameState:
    kept = kept_games().get(code)
    if kept is None or kept.state.number > head.number:
        return _read_whole(code, head)
    if kept.state.number == head.number:
        return kept.state if kept.stamp == head.stamp else _read_whole(code, head)
    new = _read(code, kept.state.number, head.number)
    if reduce(chained, (write for write, _ in groupby(write for _, write in new)), kept.stamp) != head.stamp:
        return _read_whole(code, head)  # another log by now: restored, brought in again, or a name was forgotten
    with _damage():
        state = advance(kept.state, [recorded for recorded, _ in new])
    keep(code, KeptGame(head.stamp, state))
    return state


def read_state(code: str) -> GameState:
    """A game read from its log, whatever is kept in memory; raises UnknownGame or BrokenData."""
    log = load_log(code)
    with _damage():
        return fold(log)


def _read_whole(code: str, head: Head) -> GameState:
    state = read_state(code)
    if state.number == head.number:  # another process may have written since the head was read
        keep(code, KeptGame(head.stamp, state))
    return state


@contextmanager
def _damage() -> Iterator[None]:
    """Senseless, and wherever a damaged log may break the fold."""
    try:
        yield
    except (LookupError, TypeError, ValueError) as damaged:
        raise errors.BrokenData from damaged


def chained(stamp: str, write_id: str) -> str:
    """The stamp of a log to which a write has added events."""
    return hashlib.sha256(f"{stamp} {write_id}".encode()).hexdigest()[:16]


def new_stamp() -> str:
    """For a log that is new, or was rewritten."""
    return secrets.token_hex(8)


def new_codes(count: int) -> list[str]:
    """So many codes that no game has."""
    codes: dict[str, None] = {}
    while len(codes) < count:
        drawn = dict.fromkeys(random_letters() for _ in range(count - len(codes)))
        taken = {
            code
            for some in chunks([*drawn])
            for code in db.session.scalars(select(Game.code).where(Game.code.in_(some)))
        }
        codes |= {code: None for code in drawn if code not in taken}
    return [*codes]


def add_game(code: str, state: GameState, write_id: str, phone: str = "") -> None:
    """A new game with its log; ``phone`` is the id of the one that opened it."""
    _hold(state.log)
    added(Game(code=code, stamp=new_stamp(), **_first(state), **summary(state)))
    _append(code, state.log, write_id, phone)


def add_games(games: Mapping[str, GameState], write_id: str) -> None:
    """Many new games at once, by code: each takes a tenth of the time that it takes by itself."""
    opened = [state.log[0] for state in games.values()]
    held = {entry.event.digest: entry for entry in opened if isinstance(entry.event, GameOpened)}
    _hold(held.values())
    values = [{"code": code, "stamp": new_stamp(), **_first(state), **summary(state)} for code, state in games.items()]
    rows(_GAMES, values)
    for code, state in games.items():
        _append(code, state.log, write_id, "")


def _first(state: GameState) -> dict[str, Any]:
    """What the row of a game says of its opening, by column."""
    opened = state.log[0].event
    assert isinstance(opened, GameOpened)
    return {
        "opened_at": state.opened_at,
        "day": first_day(state.day),
        "only_year": is_year(state.day),
        "rulebook_digest": opened.digest,
    }


def _hold(log: Iterable[Recorded]) -> None:
    """See to it that the rulebooks stand here that a log names."""
    for digest, rulebook in frozen.named(log).items():
        frozen.hold(digest, rulebook)


_WRITTEN = update(Game).where(Game.code == bindparam("of"))


def write(code: str, before: GameState, state: GameState, write_id: str, phone: str = "") -> None:
    """Add to the log of a game that is held what took it from ``before`` to ``state``; ``phone`` is the phone's id."""
    head, was, values = head_read(code), summary(before), summary(state)
    recorded = state.log[before.number :]
    _hold(recorded)
    _append(code, recorded, write_id, phone)
    stamp = chained(head.stamp, write_id)
    rows(_WRITTEN, {"of": code, "stamp": stamp, **values})
    news.announce(news.game_key(code))
    if any(values[name] != was[name] for name in _LISTED):
        news.club_changes(head.club, (code,))
    keep(code, KeptGame(stamp, state))


_EVENTS, _GAMES = insert(Event), insert(Game)


def _append(code: str, recorded: Iterable[Recorded], write_id: str, phone: str) -> None:
    entries = [
        {
            "game": code,
            "seq": entry.seq,
            "write_id": write_id,
            "at": entry.at,
            "by": entry.by,
            "type": type(entry.event).__name__,
            "data": frozen.data_of(entry.event),
            "phone": phone or None,
        }
        for entry in recorded
    ]
    rows(_EVENTS, entries)


_LISTED = ("status", "players", "rounds_closed", "rounds_planned", "leaders", "rulebook_id", "rulebook_name")
"""What lists of games show of one."""


def summary(state: GameState) -> dict[str, Any]:
    """What the row of a game says of its state, by column."""
    return {
        "changed_at": state.log[-1].at,
        "status": state.status,
        "number": state.number,
        "rulebook_id": state.book.id,
        "rulebook_name": state.book.name,
        "players": [seat.player for seat in state.seats],
        "rounds_closed": len(state.rounds),
        "rounds_planned": 0 if state.is_open_ended else state.planned,
        "leaders": [state.name(seat) for seat in state.leaders],
    }


def summaries(status: str | None, limit: int, club: str | None = None) -> list[GameSummary]:
    """Games, of one status or of all, the most recently changed first, of those that came in together the latest; of
    one club, or of all but demos."""
    query = _listed(club).order_by(Game.changed_at.desc(), Game.opened_at.desc(), Game.code).limit(limit)
    return _summaries(db.session.scalars(query.where(Game.status == status) if status else query).all())


def latest_opened(until: str, club: str | None = None, *, by_rulebook: bool = False) -> GameSummary | None:
    """The last one opened until a moment, or of all if there is none: one from later was opened by a wrong clock.

    ``by_rulebook``: of those that have one.
    """
    opened = Game.opened_at
    query = _listed(club).order_by(opened.desc(), Game.changed_at.desc()).limit(1)
    query = query.where(Game.rulebook_id != SHEET) if by_rulebook else query
    newest = db.session.scalars(query.where(opened <= until)).all() or db.session.scalars(query).all()
    return _summaries(newest)[0] if newest else None


def of_evenings(evenings: Sequence[str]) -> list[tuple[str, GameSummary]]:
    """The games of these evenings that were not removed, each behind its evening, the first one first."""
    query = select(GameClub.evening, Game).join(Game, Game.code == GameClub.game)
    there = query.where(GameClub.evening.in_(evenings), GameClub.removed_at.is_(None))
    rows = db.session.execute(there.order_by(Game.opened_at, Game.code)).all()
    return [
        (evening or "", game) for (evening, _), game in zip(rows, _summaries([row[1] for row in rows]), strict=True)
    ]


def latest_sheets(limit: int, club: str | None = None) -> list[GameSummary]:
    """Games without a rulebook, the last one opened of each name."""
    query = _listed(club).where(Game.rulebook_id == SHEET).order_by(Game.opened_at.desc(), Game.changed_at.desc())
    by_name: dict[str, GameSummary] = {}
    for game in _summaries(db.session.scalars(query.limit(_SHEETS_LOOKED_AT)).all()):
        by_name.setdefault(game.rulebook.casefold(), game)
    return [*by_name.values()][:limit]


_SHEETS_LOOKED_AT = 200


def _listed(club: str | None) -> Select[Game]:
    """Games that lists show: nothing removed, and no demo where no club is asked for."""
    query = (
        select(Game)
        .join(GameClub, GameClub.game == Game.code)
        .join(Club, Club.id == GameClub.club)
        .where(GameClub.removed_at.is_(None), Club.removed_at.is_(None))
    )
    return query.where(Club.demo.is_(False)) if club is None else query.where(Club.id == club)


def phone_of(code: str, seq: int) -> str | None:
    """Id of the phone that wrote an entry; None where that is not known."""
    return db.session.scalar(select(Event.phone).where(Event.game == code, Event.seq == seq))


def entries_of(code: str, phone: str) -> frozenset[int]:
    """The numbers of the entries that a phone wrote; without an id, of those of which no phone is known."""
    table = Event
    wrote = table.phone == phone if phone else table.phone.is_(None)
    return frozenset(db.session.scalars(select(table.seq).where(table.game == code, wrote)))


def writers(code: str, seqs: Iterable[int]) -> dict[int, str]:
    """By number the id of the phone that wrote each of these entries, where it is known."""
    table = Event
    query = select(table.seq, table.phone).where(table.game == code, table.seq.in_(list(seqs)))
    return {seq: phone for seq, phone in db.session.execute(query) if phone}


def all_codes() -> list[str]:
    """Every game there is, in the order in which they began."""
    return list(db.session.scalars(select(Game.code).order_by(Game.opened_at, Game.code)))


def _summaries(games: Sequence[Game]) -> list[GameSummary]:
    return [
        GameSummary(
            code=game.code,
            rulebook_id=game.rulebook_id,
            rulebook=game.rulebook_name,
            players=tuple(game.players),
            status=game.status,
            opened_at=game.opened_at,
            day=game.day[:4] if game.only_year else game.day,
            changed_at=game.changed_at,
            rounds_closed=game.rounds_closed,
            rounds=game.rounds_planned,
            leaders=tuple(game.leaders),
        )
        for game in games
    ]
