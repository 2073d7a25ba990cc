"""Games and their logs in the database: the only queries there are."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Select, select

from referee import errors
from referee.game.events import Event, EventError, GameOpened, Recorded, from_data, to_data
from referee.game.fold import fold
from referee.game.state import GameState
from referee.storage import models
from referee.storage.club_models import Club, GameClub
from referee.storage.database import db

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
    changed_at: str
    rounds_closed: int
    rounds: int
    leaders: tuple[str, ...]

    @property
    def round(self) -> int:
        """The round that is running, or the last one."""
        return min(self.rounds_closed + 1, self.rounds)

    @property
    def leader(self) -> str:
        """Who leads, in words; empty before a round is closed."""
        return " and ".join(self.leaders)


def normal_code(text: str) -> str:
    """A code as it was made, from one that somebody typed."""
    return text.strip().upper()


def new_code() -> str:
    """A code that no game has."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if db.session.get(models.Game, code) is None:
            return code


def lock_game(code: str) -> models.Game:
    """The row of a game, held against other writers until the transaction ends; raises UnknownGame."""
    game = db.session.scalars(select(models.Game).where(models.Game.code == code).with_for_update()).one_or_none()
    if game is None:
        raise errors.UnknownGame
    return game


def known_write(write_id: str) -> models.Write | None:
    return db.session.get(models.Write, write_id)


def remember_write(write_id: str, code: str, digest: str, first: int, last: int) -> None:
    db.session.add(models.Write(id=write_id, game=code, digest=digest, first=first, last=last))


def load_log(code: str) -> tuple[Recorded, ...]:
    """The log of a game; raises UnknownGame, or BrokenData for one that cannot be read."""
    table = models.Event
    rows = db.session.execute(
        select(table.seq, table.at, table.by, table.type, table.data).where(table.game == code).order_by(table.seq)
    ).all()
    if not rows:
        raise errors.UnknownGame
    try:
        log = tuple(
            Recorded(seq, at, by, _read_opening(data) if kind == GameOpened.__name__ else event(data))
            for seq, at, by, kind, data in rows
        )
    except (EventError, ValueError) as damaged:
        raise errors.BrokenData from damaged
    if [recorded.seq for recorded in log] != list(range(1, len(log) + 1)):
        raise errors.BrokenData
    return log


def load_state(code: str) -> GameState:
    """A game as it stands; raises UnknownGame or BrokenData."""
    log = load_log(code)
    try:
        return fold(log)
    except (LookupError, TypeError, ValueError) as damaged:  # Senseless, and wherever a damaged log may break the fold
        raise errors.BrokenData from damaged


@lru_cache(maxsize=16384)
def event(data: str) -> Event:
    """One stored event; the same text is the same event, and most of a log was read a moment ago."""
    return from_data(json.loads(data))


@lru_cache(maxsize=64)
def _read_opening(data: str) -> Event:
    """Openings carry a whole rulebook and are few."""
    return from_data(json.loads(data))


def text(event: Event) -> str:
    """An event as it is stored."""
    return json.dumps(to_data(event), ensure_ascii=False, separators=(",", ":"))


def append(code: str, recorded: Iterable[Recorded], write_id: str) -> None:
    """Add events to a log."""
    db.session.add_all(
        models.Event(
            game=code,
            seq=entry.seq,
            write_id=write_id,
            at=entry.at,
            by=entry.by,
            type=type(entry.event).__name__,
            data=text(entry.event),
        )
        for entry in recorded
    )


def add_game(code: str, state: GameState) -> None:
    """The row of a new game."""
    game = models.Game(code=code, opened_at=state.opened_at)
    summarize(game, state)
    db.session.add(game)
    db.session.flush()  # its events refer to it


def summarize(game: models.Game, state: GameState) -> None:
    """Bring the row of a game up to its state."""
    game.changed_at = state.log[-1].at
    game.status = state.status
    game.number = state.number
    game.rulebook_id = state.book.id
    game.rulebook_name = state.book.name
    game.players = _names(seat.player for seat in state.seats)
    game.rounds_closed = len(state.rounds)
    game.rounds_planned = state.planned
    game.leaders = _names(state.name(seat) for seat in state.leaders)


def _names(names: Iterable[str]) -> str:
    return json.dumps(list(names), ensure_ascii=False)


def summaries(status: str | None, limit: int, club: str | None = None) -> list[GameSummary]:
    """Games, of one status or of all, the most recently changed first; of one club, or of all but demos."""
    query = _listed(club).order_by(models.Game.changed_at.desc(), models.Game.code).limit(limit)
    return _summaries(db.session.scalars(query.where(models.Game.status == status) if status else query).all())


def latest_opened(club: str | None = None) -> GameSummary | None:
    table = models.Game
    query = _listed(club).order_by(table.opened_at.desc(), table.changed_at.desc()).limit(1)
    found = db.session.scalars(query).all()
    return _summaries(found)[0] if found else None


def _listed(club: str | None) -> Select[models.Game]:
    """Games that lists show: nothing removed, and no demo where no club is asked for."""
    query = (
        select(models.Game)
        .join(GameClub, GameClub.game == models.Game.code)
        .join(Club, Club.id == GameClub.club)
        .where(GameClub.removed_at.is_(None), Club.removed_at.is_(None))
    )
    return query.where(Club.demo.is_(False)) if club is None else query.where(Club.id == club)


def all_codes() -> list[str]:
    """Every game there is, in the order in which they began."""
    return list(db.session.scalars(select(models.Game.code).order_by(models.Game.opened_at, models.Game.code)))


def _summaries(games: Sequence[models.Game]) -> list[GameSummary]:
    return [
        GameSummary(
            code=game.code,
            rulebook_id=game.rulebook_id,
            rulebook=game.rulebook_name,
            players=tuple(json.loads(game.players)),
            status=game.status,
            opened_at=game.opened_at,
            changed_at=game.changed_at,
            rounds_closed=game.rounds_closed,
            rounds=game.rounds_planned,
            leaders=tuple(json.loads(game.leaders)),
        )
        for game in games
    ]
