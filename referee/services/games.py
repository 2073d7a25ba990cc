"""One function per intent; each opens one transaction, and only here is anything committed.

A write carries a tag: an id made on the phone, the number of the log that the phone saw, and who
it is. The same id again gets the first answer again and writes nothing; with other content it is
refused (``errors.IdReused``). The game is judged inside the transaction, on the state at the head.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from referee import errors
from referee.days import day_of
from referee.game import events as ev
from referee.game.commands import Command, OpenGame
from referee.game.events import Recorded
from referee.game.fold import advance, fold
from referee.game.judges import decide as judge
from referee.game.judges.decide import Conflict, Problem, Query
from referee.game.state import GameState
from referee.rules.rulebook.model import Rulebook
from referee.storage import clubs, log, models, precedents, results, seasons
from referee.storage.club_models import GameClub
from referee.storage.log import GameSummary
from referee.storage.transactions import Collision, reading, writing

LONGEST_ID = 64
LONGEST_BY = 80


@dataclass(frozen=True, slots=True)
class WriteTag:
    """What every write carries. ``seen`` is 0 for a new game."""

    id: str
    seen: int
    by: str


@dataclass(frozen=True, slots=True)
class Done:
    """It is written, now or (``repeated``) when the same was sent before. ``state`` is the head."""

    code: str
    state: GameState
    events: tuple[ev.Event, ...]
    """What this write brought; none where everything was as wanted already."""
    number: int
    """The number of the log after this write."""
    repeated: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written. ``state`` is None where there is no game yet."""

    state: GameState | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Confirm:
    """Nothing was written yet: the same command with ``confirmed`` answers yes."""

    state: GameState
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was written: somebody changed the same thing meanwhile. Sent again with the number of
    ``state``, the command counts."""

    state: GameState
    conflicts: tuple[Conflict, ...]


Answer = Done | Refused | Confirm | Stale


def may(by: str, command: Command | OpenGame, state: GameState | None) -> bool:  # noqa: ARG001
    """The one place where a right is asked. For now whoever reaches the address is the host."""
    return True


def now() -> str:
    """The time as the log keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def today() -> str:
    return day_of(now())


T = TypeVar("T")


def twice(job: Callable[[], T]) -> T:
    """Where two processes write the same id at once, the slower one finds it there the second time."""
    try:
        return job()
    except Collision:
        return job()


def open_game(command: OpenGame, tag: WriteTag, club: str | None = None) -> Done | Refused:
    """Open a game in a club, or in the first one. A random first dealer is drawn here.

    Raises IdReused, NotAllowed, Busy, Full, UnknownClub, UnknownSeason.
    """
    check_tag(tag)
    return twice(lambda: _open_game(command, tag, club))


def _open_game(command: OpenGame, tag: WriteTag, club: str | None) -> Done | Refused:
    digest = _digest(club or "", command)
    with writing():
        if (known := log.known_write(tag.id)) is not None:
            return _again(known, known.game, digest)
        if not may(tag.by, command, None):
            raise errors.NotAllowed
        if command.dealer_how == "random" and command.players:
            command = dataclasses.replace(command, dealer=secrets.randbelow(len(command.players)))
        decision = judge.decide_opening(command)
        if isinstance(decision, judge.Refused):
            return Refused(None, decision.problems)
        at = now()
        recorded = (Recorded(1, at, tag.by, decision.events[0]),)
        state = fold(recorded)
        code = log.new_code()
        log.add_game(code, state, tag.id)
        place = _place(code, club, command.season)
        log.remember_write(tag.id, code, digest, 1, state.number)
        _follow(place, state, recorded, "")
    return Done(code, state, decision.events, state.number)


REMOVED = "Nothing is written: this game was removed meanwhile. Bring it back to go on with it."


Intent = Command | Callable[[GameState], Command]
"""What is to be done: a command, or what makes one of the game as it stands (cards are read by its rulebook)."""


def act(code: str, intent: Intent, tag: WriteTag) -> Answer:
    """Do one thing in a game; raises UnknownGame, IdReused, NotAllowed, Busy, Full, and what ``intent`` raises."""
    check_tag(tag)
    return twice(lambda: _act(log.normal_code(code), intent, tag))


def _act(code: str, intent: Intent, tag: WriteTag) -> Answer:
    with writing():
        game, place = log.lock_game(code)
        state = log.state_at(code, log.head_read(code))
        command = intent(state) if callable(intent) else intent
        digest = _digest(code, command)
        if (known := log.known_write(tag.id)) is not None:
            return _again(known, code, digest)
        if not may(tag.by, command, state):
            raise errors.NotAllowed
        if place.removed_at is not None:
            return Refused(state, (judge.Problem("game", REMOVED),))
        decision = judge.decide(state, command, tag.seen)
        if isinstance(decision, judge.Refused):
            return Refused(state, decision.problems)
        if isinstance(decision, judge.NeedsConfirmation):
            return Confirm(state, decision.queries)
        if isinstance(decision, judge.Stale):
            return Stale(state, decision.conflicts)
        at = max(now(), state.log[-1].at)  # a clock that was set back must not turn the history round
        recorded = tuple(
            Recorded(state.number + offset, at, tag.by, event) for offset, event in enumerate(decision.events, start=1)
        )
        before, warnings = state, decision.warnings
        if recorded:
            state = advance(state, recorded)
            log.write(game, state, recorded, tag.id)
            _follow(place, state, recorded, before.status)
            if state.decisions != before.decisions:
                warnings += precedents.follow(place.club, before, state, at, tag.by)
        log.remember_write(tag.id, code, digest, before.number + 1, state.number)
    return Done(code, state, decision.events, state.number, warnings=warnings)


def check_tag(tag: WriteTag) -> None:
    """Raises RefereeError for an id or a name that no page sends."""
    if len(tag.by) > LONGEST_BY:
        raise errors.RefereeError("This phone sent no proper name. Load the page again.")
    if not 8 <= len(tag.id) <= LONGEST_ID or not tag.id.isascii() or not tag.id.isprintable():
        raise errors.RefereeError("This page sent no proper id. Load it again.")


_SEATING = (ev.GameOpened, ev.SeatAdded, ev.SeatRenamed, ev.Undone)
"""Events after which somebody else may sit on a seat."""


def _follow(place: GameClub, state: GameState, recorded: tuple[Recorded, ...], was: str) -> None:
    """Bring the club up to what was just written: who sits where, and the result of a finished game."""
    if any(isinstance(entry.event, _SEATING) for entry in recorded):
        clubs.seat_players(place, state, state.log[-1].at)
    if "finished" in (state.status, was):
        results.project(place.game, state)


def _place(code: str, club: str | None, season: str | None) -> GameClub:
    """To which club and season a new game belongs; raises UnknownClub, UnknownSeason."""
    found = clubs.club(club) if club is not None else clubs.first_club()
    if found is None or found.removed_at is not None:
        raise errors.UnknownClub
    if season is not None:
        row = seasons.season(season)
        if row is None or row.removed_at is not None or row.club != found.id:
            raise errors.UnknownSeason
    return seasons.place_game(code, found.id, season)


def _again(known: models.Write, code: str, digest: str) -> Done:
    """The answer that the same delivery got the first time."""
    if known.digest != digest or known.game != code:
        raise errors.IdReused
    state = log.load_state(code)
    brought = tuple(entry.event for entry in state.log[known.first - 1 : known.last])
    return Done(code, state, brought, known.last, repeated=True)


def _digest(code: str, command: Command | OpenGame) -> str:
    text = json.dumps([code, _plain(command)], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    """A command as JSON values, for its digest."""
    if isinstance(value, Rulebook):
        return value.id  # what the phone sent; a club's own may have got a new version since
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return [type(value).__name__, fields]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(item) for item in value]
    return value


def game(code: str) -> GameState:
    """A game as it stands; raises UnknownGame."""
    with reading():
        return log.load_state(log.normal_code(code))


def number(code: str) -> int:
    """The number of the last thing that happened in a game, without its log; raises UnknownGame."""
    with reading():
        return log.head(log.normal_code(code)).number


def games_in_progress(limit: int = 50, club: str | None = None) -> list[GameSummary]:
    """Games being played, the most recently changed first; of one club, or of all but demos."""
    with reading():
        return log.summaries("playing", limit, club)


def recent_games(limit: int = 20, club: str | None = None) -> list[GameSummary]:
    """Games of every status, the most recently changed first; of one club, or of all but demos."""
    with reading():
        return log.summaries(None, limit, club)


def remembered_players(limit: int = 100, club: str | None = None) -> list[str]:
    """Names of a club's players, or of the first club's, the most recent first."""
    with reading():
        found = clubs.club(club) if club is not None else clubs.first_club()
        return clubs.names_used(found.id, limit) if found is not None else []


def last_game(club: str | None = None) -> GameSummary | None:
    """The game opened last, for *same players again*."""
    with reading():
        return log.latest_opened(club)
