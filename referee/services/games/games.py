"""One function per intent; each opens one transaction, and only here is anything committed.

A write carries a tag: an id made on the phone, the number of the log that the phone saw, and who
it is. The same id again gets the first answer again and writes nothing (``services.deliveries``).
The game is judged inside the transaction, on the state at the head.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from referee import errors
from referee.days import at_the_table, day_of, hours_since, now, today, tomorrow
from referee.game import events as ev
from referee.game.commands import Command, OpenGame
from referee.game.events import Recorded
from referee.game.fold import advance, as_seen, fold
from referee.game.judges import decide
from referee.game.judges.decide import Conflict, Problem, Query
from referee.game.state import GameState
from referee.messages import lazy_gettext
from referee.services import deliveries
from referee.services.deliveries import WriteTag, check_tag, twice
from referee.services.games import permits, taking_back
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import clubs, evenings, precedents, results, seasons
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.games.log import GameSummary
from referee.storage.tables.clubs import Club
from referee.storage.tables.deliveries import Delivery
from referee.storage.tables.evenings import EveningTable

_A_NIGHT = 12
"""Hours: an evening goes on after midnight."""


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
    """Nothing was written yet: the same command with ``confirmed`` answers yes. ``state`` is what was judged."""

    state: GameState
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was written: somebody else changed the same thing. Sent again with the number of
    ``state``, which is what was judged, the command counts."""

    state: GameState
    conflicts: tuple[Conflict, ...]


Answer = Done | Refused | Confirm | Stale


def open_game(command: OpenGame, tag: WriteTag, club: str | None = None) -> Done | Refused:
    """Open a game in a club, or in the first one. A random first dealer is drawn here.

    Raises IdReused, NotAllowed, Busy, Full, UnknownClub, UnknownSeason.
    """
    check_tag(tag)
    return twice(lambda: _open_game(command, tag, club))


def _open_game(command: OpenGame, tag: WriteTag, club: str | None) -> Done | Refused:
    sent = [club or "", command]
    with writing():
        if (delivery := deliveries.earlier(tag, sent)) is not None and delivery.game is not None:
            return _done_again(delivery, log.load_state(delivery.game))
        if delivery is not None:
            raise errors.IdReused
        home = _club(club)
        access.demand(tag, Role.HOST, home.id)
        table = _table(command.table, home.id)
        if command.evening:
            _evening(command.evening, home.id)
        if table is not None and table.game is not None and not _is_removed(table.game):
            # another phone was faster: both play the game that was opened first
            state = log.load_state(table.game)
            return Done(table.game, state, (), state.number, repeated=True)
        if command.dealer_how == "random" and command.players:
            command = dataclasses.replace(command, dealer=secrets.randbelow(len(command.players)))
        at = now()
        decision = decide.decide_opening(dataclasses.replace(command, day=at_the_table(at, command.day)))
        if isinstance(decision, decide.Refused):
            return Refused(None, decision.problems)
        recorded = (Recorded(1, at, tag.by, decision.events[0]),)
        state = fold(recorded)
        code = log.new_code()
        log.add_game(code, state, tag.id, tag.phone)
        _place(code, home, command.season)
        if table is not None:
            evenings.begin(table, code)
        elif command.evening:
            evenings.place(code, command.evening)
        deliveries.accepted(tag, sent, code, 1, state.number)
        _follow(code, home.id, state, recorded, "")
    return Done(code, state, decision.events, state.number)


REMOVED = lazy_gettext("Not saved: this game has been removed. Bring it back to continue it.")


def act(code: str, command: Command, tag: WriteTag) -> Answer:
    """Do one thing in a game; raises UnknownGame, IdReused, NotAllowed, Busy, Full."""
    check_tag(tag)
    return twice(lambda: _act(code, command, tag))


def _act(code: str, command: Command, tag: WriteTag) -> Answer:
    sent = [code, command]
    with writing(code):
        game = log.lock_game(code)
        state = log.state_at(code, game)
        delivery = deliveries.earlier(tag, sent)
        if delivery is not None and not delivery.refused:
            if delivery.game != code:
                raise errors.IdReused
            return _done_again(delivery, state)
        # what is asked for once more gets the answer of the first time: judged on the game as it stood then
        then = state if delivery is None else as_seen(state, delivery.last or 0)
        if not permits.may(tag, command, state, game.club, code):
            raise errors.NotAllowed
        if (game.removed_at is not None) if delivery is None else delivery.answer:
            decision: decide.Decision = decide.Refused((decide.Problem("game", REMOVED),))
        else:
            decision = _judged(code, tag, then, command)
            if isinstance(decision, decide.Accepted) and then is not state:  # an older version refused it
                then, decision = state, _judged(code, tag, state, command)
        if not isinstance(decision, decide.Accepted):
            if delivery is None:
                answer = {"removed": True} if game.removed_at is not None else None
                deliveries.refused(tag, sent, code, state.number, answer)
            return _not_written(decision, state, then)
        after, warnings = _write(code, game.club, state, decision, tag)
        deliveries.accepted(tag, sent, code, state.number + 1, after.number, delivery)
    return Done(code, after, decision.events, after.number, warnings=warnings)


def _judged(code: str, tag: WriteTag, state: GameState, command: Command) -> decide.Decision:
    """What the game says to it, with the question that comes before taking back what others told."""
    return taking_back.asked_first(code, tag, state, command, decide.decide(state, command, tag.seen, tag.stamp))


def _write(
    code: str, club: str, state: GameState, decision: decide.Accepted, tag: WriteTag
) -> tuple[GameState, tuple[str, ...]]:
    """Write what happened, with what follows of it for the club; returns the game after that, and the warnings."""
    if not decision.events:
        return state, decision.warnings
    at = max(now(), state.log[-1].at)  # a clock that was set back must not turn the history round
    recorded = tuple(
        Recorded(state.number + offset, at, tag.by, event) for offset, event in enumerate(decision.events, start=1)
    )
    after = advance(state, recorded)
    log.write(code, state, after, tag.id, tag.phone)
    _follow(code, club, after, recorded, state.status)
    if after.decisions == state.decisions:
        return after, decision.warnings
    return after, decision.warnings + precedents.follow(club, state, after, at, tag.by)


def _not_written(
    decision: decide.Refused | decide.NeedsConfirmation | decide.Stale, state: GameState, then: GameState
) -> Answer:
    """A refusal stands beside the game as it is. What is asked counts for the game as it was judged: nobody overrules
    what came after that without having seen it."""
    match decision:
        case decide.Refused():
            return Refused(state, decision.problems)
        case decide.NeedsConfirmation():
            return Confirm(then, decision.queries)
        case decide.Stale():
            return Stale(then, decision.conflicts)


_SEATING = (ev.GameOpened, ev.SeatAdded, ev.SeatRenamed, ev.Undone)
"""Events after which somebody else may sit on a seat."""


def _follow(code: str, club: str, state: GameState, recorded: tuple[Recorded, ...], was: str) -> None:
    """Bring the club up to what was just written: who sits where, and the result of a finished game."""
    if any(isinstance(entry.event, _SEATING) for entry in recorded):
        clubs.seat_players(code, club, state, state.log[-1].at)
    if "finished" in (state.status, was):
        results.project(code, state)


def _club_or_first(club: str | None) -> Club | None:
    return clubs.club(club) if club is not None else clubs.first_club()


def _club(club: str | None) -> Club:
    """The club of a new game; raises UnknownClub."""
    row = _club_or_first(club)
    if row is None or row.removed_at is not None:
        raise errors.UnknownClub
    return row


def _table(table: str, club: str) -> EveningTable | None:
    """The table of an evening at which a new game is played; raises UnknownEvening."""
    if not table:
        return None
    row = evenings.table(table)
    if row is None:
        raise errors.UnknownEvening
    _evening(row.evening, club)
    return row


def _evening(evening: str, club: str) -> None:
    """Raises UnknownEvening for one that is not there, or is another club's."""
    row = evenings.evening(evening)
    if row is None or row.removed_at is not None or row.club != club:
        raise errors.UnknownEvening


def _is_removed(code: str) -> bool:
    place = seasons.place_of(code)
    return place is None or place.removed_at is not None


def _place(code: str, club: Club, season: str | None) -> None:
    """Put a new game into a club and a season; raises UnknownSeason."""
    if season is not None:
        row = seasons.season(season)
        if row is None or row.removed_at is not None or row.club != club.id:
            raise errors.UnknownSeason
    seasons.place_game(code, club.id, season)


def _done_again(delivery: Delivery, state: GameState) -> Done:
    """What the same delivery wrote the first time, with the head."""
    first, last = delivery.first or 0, delivery.last or 0
    brought = tuple(entry.event for entry in state.log[first - 1 : last])
    return Done(delivery.game or "", state, brought, last, repeated=True)


def game(code: str) -> GameState:
    """A game as it stands; raises UnknownGame."""
    with reading():
        return log.load_state(code)


def game_as_seen(code: str, seen: int) -> GameState:
    """A game as it stood on a page that had seen so much of its log: of that its form speaks, whenever it comes."""
    return as_seen(game(code), seen)


def games_in_progress(limit: int = 50, club: str | None = None) -> list[GameSummary]:
    """Games being played, the most recently changed first; of one club, or of all but demos."""
    with reading():
        return clubs.as_called(log.summaries("playing", limit, club))


def is_left(game: GameSummary) -> bool:
    """Whether nobody has entered anything in a game today, or in the night that goes on: it was left open."""
    return hours_since(game.changed_at) > _A_NIGHT and day_of(game.changed_at) != today()


def of_tonight(playing: Iterable[GameSummary]) -> list[GameSummary]:
    """Those of some games in progress that are played just now; all of them where none is."""
    every = list(playing)
    return [game for game in every if not is_left(game)] or every


def recent_games(limit: int = 20, club: str | None = None) -> list[GameSummary]:
    """Games of every status, the most recently changed first; of one club, or of all but demos."""
    with reading():
        return clubs.as_called(log.summaries(None, limit, club))


def remembered_players(limit: int = 100, club: str | None = None) -> list[str]:
    """Names of a club's players, or of the first club's, the most recent first."""
    with reading():
        row = _club_or_first(club)
        return clubs.names_used(row.id, limit) if row is not None else []


def last_game(club: str | None = None, *, by_rulebook: bool = False) -> GameSummary | None:
    """The game opened last, for *same players again*; ``by_rulebook``: of those that have one."""
    with reading():
        last = log.latest_opened(tomorrow(), club, by_rulebook=by_rulebook)
        if last is None:
            return None
        called = clubs.as_called([last])[0]
        # who was removed sits down in no new game: neither by their name nor by what stands in its place
        players = tuple(name for name in called.players if name != clubs.REMOVED)
        return dataclasses.replace(called, players=players)


def last_sheets(club: str | None = None, limit: int = 4) -> list[GameSummary]:
    """Games without a rulebook, the last one of each name, to be played again."""
    with reading():
        return log.latest_sheets(limit, club)
