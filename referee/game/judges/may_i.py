"""Judges of a discard taken out of turn: who gets it, and who gets it when it turns out that others asked too."""

from __future__ import annotations

from collections import Counter

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import without
from referee.game.history import decided_anew
from referee.game.judges.melds import in_play, judge, why_not
from referee.game.judges.outcome import Accepted, Decision, Refused, conflict, decides, refused
from referee.game.judges.stale import not_closed, not_playing, running_as_seen, told_by, told_since
from referee.game.rulings.ask import Asked, ask
from referee.game.rulings.may_i import ask_forgotten
from referee.game.state import GameState, RunningRound
from referee.rules.rulings import phrase


@decides(cmd.TakeDiscard)
def _take(state: GameState, command: cmd.TakeDiscard, seen: int) -> Decision:
    if command.forgotten:
        return _forgotten(state, command, seen)
    running = in_play(state, command, phrase("a_discard_taken"))
    if not isinstance(running, RunningRound):
        return running
    if command.also is not None:
        return _asked_too(state, running, command, command.also)
    then = running_as_seen(state, command.round, seen)
    takes_seen = running.play.takes if then is None else then.play.takes
    answer = judge(state, running, command, command.claims[0] if len(command.claims) == 1 else None)
    against = isinstance(answer, Refused) and any(problem.clause for problem in answer.problems)
    if (later := [take for take in running.play.takes if take not in takes_seen]) and not against:
        taken = phrase("discards_taken", counts=Counter(state.name(take.seat) for take in later))
        wanted = phrase("took_one", names=[state.name(seat) for seat in command.claims if seat in state.by_id])
        also = last_taken(running)
        by = told_by(state, ev.MayITaken, round=command.round)
        return conflict(phrase("discard_out_of_turn"), taken, wanted, by, adds=True, also=also)
    return answer if isinstance(answer, Refused) else Accepted((_taken(state, running, command, answer),))


def _forgotten(state: GameState, command: cmd.TakeDiscard, seen: int) -> Decision:
    """A discard taken in a round that is closed: it counts for the limit of that round and for the kitty."""
    if stop := not_playing(state) or not_closed(state, command):
        return stop
    played = state.rounds[command.round - 1]
    if len(command.claims) != 1 or command.claims[0] not in played.cells:
        return refused("claims", phrase("seat_not_this_round"))
    seat = command.claims[0]
    if earlier := told_since(state, seen, ev.MayITaken, round=command.round, seat=seat):
        taken = phrase("discards_taken", counts=Counter([state.name(seat)]))
        return conflict(phrase("discard_out_of_turn"), taken, taken, earlier, adds=True)
    ruling = ask_forgotten(state, played, seat)
    if problems := why_not(state, played, ruling, seat, command):
        return Refused(problems)
    adds = ruling.adds
    return Accepted((ev.MayITaken(command.round, seat, None, False, adds["penalty"], adds["price"], (seat,), {}),))


def last_taken(running: RunningRound) -> int | None:
    """The entry of the discard taken last, while nobody has acted on it: others may have asked for it too."""
    play = running.play
    return play.takes[-1].seq if play.takes and play.chain is not None else None


def _asked_too(state: GameState, running: RunningRound, command: cmd.TakeDiscard, also: int) -> Decision:
    """The same discard decided anew: the first entry is undone and another one says who gets it."""
    seq = decided_anew(state.log, also)
    if seq is None or seq != last_taken(running):
        return refused("claims", phrase("discard_gone"))
    event = state.log[seq - 1].event
    assert isinstance(event, ev.MayITaken)
    new = not set(command.claims) <= set(event.claims)
    if not new and command.gets in (None, event.seat) and not command.active_takes:
        return Accepted()
    # another phone may have said since who comes first: whoever is added says nothing against that
    gets = event.seat if new and command.gets is not None else command.gets
    before = without(state, seq)
    assert before.running is not None
    claims = tuple(dict.fromkeys((*event.claims, *command.claims)))
    active_before = event.active if event.active not in claims or state.book.may_i_active else None
    active = active_before if command.active is None else command.active
    same = command.same if event.same else False
    anew = cmd.TakeDiscard(command.round, claims, active, same, command.active_takes, gets=gets)
    answer = judge(before, before.running, anew, None)
    if isinstance(answer, Refused):
        against = [problem for problem in answer.problems if problem.clause]
        warns = tuple(phrase("by_clause", says=problem.says, clause=problem.clause) for problem in against)
        return Accepted((ev.Undone(seq),), warns) if command.active_takes and warns else answer
    return Accepted((ev.Undone(seq), _taken(before, before.running, anew, answer)))


def _taken(state: GameState, running: RunningRound, command: cmd.TakeDiscard, answer: Asked) -> ev.MayITaken:
    adds = answer.ruling.adds
    losers = [running.seats[int(place) - 1] for place in adds["refused"]]
    return ev.MayITaken(
        round=command.round,
        seat=running.seats[adds["winner"] - 1],
        active=answer.active,
        same=answer.same,
        penalty=adds["penalty"],
        price=adds["price"],
        claims=tuple(dict.fromkeys(command.claims)),
        refused={seat: _clause_against(state, running, command, answer, seat) for seat in losers},
    )


def _clause_against(state: GameState, running: RunningRound, command: cmd.TakeDiscard, answer: Asked, seat: int) -> str:
    """The clause by which a seat did not get the discard: the one against it alone, else who comes first."""
    alone = ask(state, running, cmd.TakeDiscard(command.round, (seat,), command.active, answer.same)).ruling
    return alone.because[0].clause if alone.legal is False else state.book.clause("may-i").address
