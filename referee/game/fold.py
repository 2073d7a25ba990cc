"""The log folded into a state.

``fold(log)`` is the state after a whole log. ``advance(state, events)`` is the state after some more
events and folds only those: a state keeps with it, unseen, what it was folded to. Sentences that were
told once are carried along; ``history`` makes entries of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.game import events as ev
from referee.game.effects import EFFECTS
from referee.game.events import Recorded
from referee.game.replay import Replay, Senseless
from referee.game.stamps import going_on, stamps
from referee.game.state import GameState
from referee.game.story.events import Told, tell
from referee.game.story.seats import with_openings
from referee.game.values import FOLLOWS
from referee.rules.rulings import phrase


def undone_seqs(log: Sequence[Recorded]) -> frozenset[int]:
    """The numbers of all events that do not count, those of undone undos included."""
    undone: set[int] = set()
    for recorded in reversed(log):  # an undo stands behind its target, so the last word is read first
        if isinstance(recorded.event, ev.Undone) and recorded.seq not in undone:
            undone.add(recorded.event.target)
    return frozenset(undone)


class _Folded(NamedTuple):
    """What a fold leaves behind with its state, so that another one goes on from there. Nobody changes it."""

    replay: Replay
    undone: frozenset[int]
    marks: tuple[Replay, ...] = ()
    """As it was after some of the last events, oldest first."""
    sentences: tuple[Told, ...] | None = None
    """What each event says; None until somebody asks."""


_MARK_EVERY, _MOST_MARKS = 32, 8
_MOST_SEEN = 16
"""As many phones look at a table at once, each at an older state."""


def fold(log: Iterable[Recorded]) -> GameState:
    """The state after a log, which begins with GameOpened; raises Senseless."""
    log = tuple(log)
    return _replayed(log, _Folded(_opened(log), undone_seqs(log)))


def advance(state: GameState, events: Sequence[Recorded]) -> GameState:
    """The state once these events are appended to its log; raises Senseless.

    The same as a fold of the whole log, at the cost of the new events; after an undo, at the cost of
    the events since what it undoes (or brings back). ``state`` stays as it is.
    """
    if not events:
        return state
    after = _refolded(state, (*state.log, *events), _undone_with(state, events))
    if (chain := state.made(stamps)) is not None:
        after.keep(stamps, going_on(chain, events))
    return after


def as_seen(state: GameState, number: int) -> GameState:
    """The state after the first ``number`` events (at least the opening): what a phone knows that has seen so many."""
    if number >= state.number:
        return state
    number = max(number, 1)
    seen = state.once(_seen)
    if (then := seen.get(number)) is None:
        log, since = state.log[:number], state.log[number:]
        undid = any(isinstance(recorded.event, ev.Undone) for recorded in since)
        then = _refolded(state, log, undone_seqs(log) if undid else undone_in(state), with_sentences=False)
        if len(seen) >= _MOST_SEEN:  # a game that stays in memory must not fill it
            seen.clear()
        seen[number] = then
    return then


def without(state: GameState, target: int) -> GameState:
    """The state if the event of that number were undone; raises Senseless."""
    last = Recorded(state.number + 1, state.log[-1].at, "", ev.Undone(target))
    return _refolded(state, (*state.log, last), _undone_with(state, [last]), with_sentences=False)


def undone_in(state: GameState) -> frozenset[int]:
    """The numbers of all events that do not count, those of undone undos included."""
    return state.once(_folded).undone


def openings_beside(state: GameState, first: int) -> dict[str, int]:
    """What somebody would begin with as things stand, playing from that round on, each way it can follow."""
    replay = state.once(_folded).replay
    others, openings = replay.others(first), replay.openings()
    return {how: replay.opening_beside(how, others, first, openings) for how in FOLLOWS}


def sentences(state: GameState) -> tuple[Told, ...]:
    """What each event says, told as things stood then; what is undone by now never stood."""
    folded = state.once(_folded)
    if folded.sentences is None:
        begun = _Folded(_opened(state.log), folded.undone, sentences=())
        folded = _replayed(state.log, begun).once(_folded)
        state.keep(_folded, folded)
    assert folded.sentences is not None
    return folded.sentences


def _seen(_: GameState) -> dict[int, GameState]:
    return {}


def _folded(state: GameState) -> _Folded:
    """What the fold of a state left behind; made again for a state that was made in another way."""
    return fold(state.log).once(_folded)


def _opened(log: Sequence[Recorded]) -> Replay:
    if not log or not isinstance(log[0].event, ev.GameOpened):
        raise Senseless(phrase("no_opening"))
    return Replay.opened(log[0].event)


def _undone_with(state: GameState, events: Sequence[Recorded]) -> frozenset[int]:
    """What does not count once these events are appended."""
    undos = [recorded.event for recorded in events if isinstance(recorded.event, ev.Undone)]
    if any(not 1 < undo.target <= state.number for undo in undos):
        return undone_seqs((*state.log, *events))
    if any(isinstance(state.log[undo.target - 1].event, ev.Undone) for undo in undos):  # what it undid counts again
        return undone_seqs((*state.log, *events))
    return undone_in(state).union(undo.target for undo in undos)


def _refolded(
    state: GameState, log: tuple[Recorded, ...], undone: frozenset[int], *, with_sentences: bool = True
) -> GameState:
    """The state after another log that begins as this state's does, from the last place where both are the same.

    What ``undone`` names does not count in it. ``with_sentences`` says whether its history is told, if this state's is.
    """
    before = state.once(_folded)
    alike = min(min(undone ^ before.undone, default=len(log) + 1) - 1, len(log))
    marks = tuple(mark for mark in before.marks if mark.number <= alike)
    replays = [*marks, before.replay] if before.replay.number <= alike else marks
    replay = replays[-1] if replays else _opened(log)
    sentences = before.sentences[: replay.number] if with_sentences and before.sentences is not None else None
    return _replayed(log, _Folded(replay, undone, marks, sentences))


def _replayed(log: tuple[Recorded, ...], before: _Folded) -> GameState:
    """The state after a log, of which ``before`` knows the beginning."""
    replay, undone, marks = before.replay.copy(), before.undone, list(before.marks)
    sentences = None if before.sentences is None else list(before.sentences)
    for recorded in log[replay.number :]:
        event, seq = recorded.event, recorded.seq
        try:
            if isinstance(event, ev.Undone) and not 1 < event.target < seq:
                raise Senseless(phrase("undo_of_later"))
            if sentences is None:
                _step(replay, recorded, undone)
            else:
                sentence, openings = tell(replay, event, log, sentences), replay.openings()
                _step(replay, recorded, undone)
                sentences.append(with_openings(sentence, replay, openings))
        except Senseless as senseless:
            senseless.at = seq
            raise
        if not seq % _MARK_EVERY and seq > len(log) - _MARK_EVERY * _MOST_MARKS:
            marks.append(replay.copy())
    state = replay.state(log)
    written = None if sentences is None else tuple(sentences)
    state.keep(_folded, _Folded(replay, undone, tuple(marks[-_MOST_MARKS:]), written))
    return state


def _step(replay: Replay, recorded: Recorded, undone: frozenset[int]) -> None:
    if recorded.seq not in undone:
        EFFECTS[type(recorded.event)](replay, recorded.event, recorded)
    replay.number = recorded.seq
