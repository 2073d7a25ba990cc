"""Judges of a discard taken out of turn: who gets it, and who gets it when it turns out that others asked too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.game import events as ev
from referee.game.fold import without
from referee.game.history import decided_anew
from referee.game.judges.melds import forgets, records, unread, why_not
from referee.game.judges.outcome import Accepted, Decision, Findings, Refused, conflict, refused
from referee.game.judges.reached import check_reached
from referee.game.judges.stale import not_closed, not_playing, running_as_seen, told_by, told_since
from referee.game.rulings import inside, plays
from referee.game.rulings.may_i import Claimed, Discard, ask_forgotten, ask_may_i
from referee.game.rulings.plays import Play
from referee.game.state import GameState, RunningRound
from referee.rules.judges.may_i import NOT_WHILE_DOWN
from referee.rules.rulings import RequestError, phrase


@records("may_i", phrase("a_discard_taken"))
def _take(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    if (also := play.get("also")) is not None:
        return _claimed_too(state, running, play, also)
    claims: Sequence[int] = play.get("claims") or ()
    then = running if seen >= state.number else running_as_seen(state, play.round, seen)
    takes_seen = running.play.takes if then is None else then.play.takes
    answer = _out_of_turn(state, running, play, claims[0] if len(claims) == 1 else None)
    against = isinstance(answer, Refused) and any(problem.clause for problem in answer.problems)
    if (later := [take for take in running.play.takes if take not in takes_seen]) and not against:
        taken = phrase("discards_taken", counts=Counter(state.name(take.seat) for take in later))
        wanted = phrase("took_one", names=[state.name(seat) for seat in claims if seat in state.by_id])
        by = told_by(state, ev.MayITaken, round=play.round)
        return conflict(phrase("discard_out_of_turn"), taken, wanted, by, adds=True, also=last_taken(running))
    return answer if isinstance(answer, Refused) else Accepted((_taken(state, running, play, answer),))


def _out_of_turn(state: GameState, running: RunningRound, play: Play, seat: int | None) -> Discard | Refused:
    """Who gets it; else why nobody does, or what must be said first."""
    try:
        answer = inside.out_of_turn(state, running, plays.request_of(state, running, play))
    except RequestError as wrong:
        return unread(wrong, seat)
    return Refused(problems) if (problems := why_not(state, running, answer.ruling, seat)) else answer


@forgets("may_i")
def _forgotten(state: GameState, play: Play, seen: int) -> Decision:
    """A discard taken in a round that is closed: it counts for the limit of that round and for the kitty."""
    if stop := not_playing(state) or not_closed(state, play):
        return stop
    played = state.rounds[play.round - 1]
    claims: Sequence[int] = play.get("claims") or ()
    if len(claims) != 1 or claims[0] not in played.cells:
        return refused("claims", phrase("seat_not_this_round"))
    seat = claims[0]
    if earlier := told_since(state, seen, ev.MayITaken, round=play.round, seat=seat):
        taken = phrase("discards_taken", counts=Counter([state.name(seat)]))
        return conflict(phrase("discard_out_of_turn"), taken, taken, earlier, adds=True)
    ruling = ask_forgotten(state, played, seat)
    if problems := why_not(state, played, ruling, seat):
        return Refused(problems)
    adds = ruling.adds
    costs = (adds["penalty"], adds["price"])
    event = ev.MayITaken(play.round, seat, None, False, *costs, (seat,), {}, adds["points"])
    findings = Findings()
    check_reached(findings, state, event)
    return findings.otherwise(play.confirmed, event)


def last_taken(running: RunningRound) -> int | None:
    """The entry of the discard taken last, while nobody has acted on it: others may have asked for it too."""
    play = running.play
    return play.takes[-1].seq if play.takes and play.chain is not None else None


def _claimed_too(state: GameState, running: RunningRound, play: Play, also: int) -> Decision:
    """The same discard decided anew: the first entry is undone and another one says who gets it."""
    seq = decided_anew(state.log, also)
    if seq is None or seq != last_taken(running):
        return refused("claims", phrase("discard_gone"))
    event = state.log[seq - 1].event
    assert isinstance(event, ev.MayITaken)
    more, gets, takes = play.get("claims") or (), play.get("gets"), play.get("active_takes")
    new = not set(more) <= set(event.claims)
    if not new and gets in (None, event.seat) and not takes:
        return Accepted()
    before = without(state, seq)
    assert before.running is not None
    claims = tuple(dict.fromkeys((*event.claims, *more)))
    active_before = event.active if event.active not in claims or state.book.may_i_active else None
    anew = play.but(
        also=None,
        claims=claims,
        active=active_before if play.get("active") is None else play.get("active"),
        same=play.get("same") if event.same else False,
        # another phone may have said since who comes first: whoever is added says nothing against that
        gets=event.seat if new and gets is not None else gets,
    )
    answer = _out_of_turn(before, before.running, anew, None)
    if isinstance(answer, Refused):
        against = [problem for problem in answer.problems if problem.clause]
        warns = tuple(phrase("by_clause", says=problem.says, clause=problem.clause) for problem in against)
        return Accepted((ev.Undone(seq),), warns) if takes and warns else answer
    if takes:  # somebody else gets it all the same: the player on turn is down, and may not take it
        barred = answer.ruling._replace(legal=False, findings=(NOT_WHILE_DOWN,))
        return Refused(why_not(before, before.running, barred, None))
    return Accepted((ev.Undone(seq), _taken(before, before.running, anew, answer)))


def _taken(state: GameState, running: RunningRound, play: Play, answer: Discard) -> ev.MayITaken:
    adds = answer.ruling.adds
    losers = [running.seats[int(place) - 1] for place in adds["refused"]]
    return ev.MayITaken(
        round=play.round,
        seat=running.seats[adds["winner"] - 1],
        active=answer.active,
        same=answer.same,
        penalty=adds["penalty"],
        price=adds["price"],
        claims=tuple(dict.fromkeys(play.get("claims") or ())),
        refused={seat: _clause_against(state, running, play, answer, seat) for seat in losers},
        points=adds["points"],
    )


def _clause_against(state: GameState, running: RunningRound, play: Play, answer: Discard, seat: int) -> str:
    """The clause by which a seat did not get the discard: the one against it alone, else who comes first."""
    alone = ask_may_i(state, running, Claimed((seat,), play.get("active"), answer.same)).ruling
    return alone.because[0].clause if alone.legal is False else state.book.clause("may-i").address
