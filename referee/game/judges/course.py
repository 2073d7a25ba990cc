"""Judges of the course of the game: notes, buys, undo and redo, the end and what comes after it."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import history
from referee.game.fold import as_seen, sentences, undone_in
from referee.game.judges.outcome import Accepted, Decision, Findings, conflict, decides, refused
from referee.game.judges.reached import check_reached
from referee.game.judges.stale import not_playing, told_by
from referee.game.names import LONGEST_NOTE, tidy
from referee.game.replay import FEWEST
from referee.game.rulings import inside
from referee.game.state import GameState
from referee.rules.questions import QUESTIONS
from referee.rules.rulings import Phrase, RequestError, phrase
from referee.rules.speech.rulings import sentence

_MOST_BUYS = 99


@decides(cmd.AddNote)
def _note(state: GameState, command: cmd.AddNote, seen: int) -> Decision:
    text = tidy(command.text)
    if not text:
        return refused("text", phrase("empty_note"))
    if len(text) > LONGEST_NOTE:
        return refused("text", phrase("longest", most=LONGEST_NOTE))
    return Accepted((ev.NoteAdded(text),))


@decides(cmd.RecordRuling)
def _ruling(state: GameState, command: cmd.RecordRuling, seen: int) -> Decision:
    """The answer is found here and not taken from the phone, so that the history holds no other."""
    name = command.question.get("question")
    if isinstance(name, str) and name in QUESTIONS and QUESTIONS[name].hides:
        return refused("question", phrase("hand_in_play"))
    try:
        ruling = inside.explained(state, command.question)
    except RequestError as wrong:
        return refused(wrong.field, phrase("unreadable_question", why=wrong.message))
    if ruling.needs:
        return refused("question", phrase("ruling_open"))
    number = state.running.number if state.running is not None else None
    clause, basis = (ruling.because[0].clause, ruling.because[0].basis) if ruling.because else ("", "")
    # the game's own rulebook has answered: what a request says of one is no part of the question
    question = {field: value for field, value in command.question.items() if field not in ("rulebook", "house")}
    says = sentence(ruling, inside.names(state, question).get)
    return Accepted((ev.RulingRecorded(number, question, ruling.legal, says, clause, basis),))


@decides(cmd.SayBuys)
def _buys(state: GameState, command: cmd.SayBuys, seen: int) -> Decision:
    if state.status != "finished" and (stop := not_playing(state)):  # the kitty is counted at the end
        return stop
    if not state.book.may_i_price:
        return refused("buys", phrase("no_kitty", rulebook=state.book.name))
    for seat, count in command.buys.items():
        if seat not in state.by_id:
            return refused("buys", phrase("seat_not_in_game"), seat=seat)
        if not 0 <= count <= _MOST_BUYS:
            return refused("buys", phrase("buys_range", most=_MOST_BUYS), str(count), seat)
    buys = {seat.id: command.buys.get(seat.id, state.buys.get(seat.id, 0)) for seat in state.all_seats}
    if all(state.buys.get(seat, 0) == count for seat, count in buys.items()) and state.buys:
        return Accepted()
    then = as_seen(state, seen).buys
    for seat in command.buys:
        theirs = state.buys.get(seat, 0)
        if theirs not in (then.get(seat, 0), command.buys[seat]):
            changed = phrase("buys_of", name=state.name(seat))
            now, wanted = phrase("count", count=theirs), phrase("count", count=command.buys[seat])
            return conflict(changed, now, wanted, told_by(state, ev.BuysSaid), seat)
    return Accepted((ev.BuysSaid(buys),))


def _target(
    state: GameState,
    command: cmd.Undo | cmd.Redo,
    seen: int,
    last: Callable[[GameState], int | None],
    meant: Phrase,
    nothing: Phrase,
) -> int | Decision:
    """The entry to undo or to bring back: where none is named, the last thing on the page, unless the page is old."""
    if command.target is not None:
        return command.target
    if seen < state.number:
        newest, now = state.log[-1], phrase("as_written", words=sentences(state)[-1])
        return conflict(phrase("last_thing"), now, meant, (newest.by, newest.at))
    seq = last(state)
    return refused("target", nothing) if seq is None else seq


@decides(cmd.Undo)
def _undo(state: GameState, command: cmd.Undo, seen: int) -> Decision:
    none = phrase("nothing_to_undo")
    target = _target(state, command, seen, history.next_undo_seq, phrase("undo_of_before"), none)
    if not isinstance(target, int):
        return target
    if target in undone_in(state) and not _is_undo(state, target):
        return Accepted()
    if why := history.why_no_undo(state, target):
        return refused("target", why)
    return _unless_it_ends(state, command, ev.Undone(target))


def _is_undo(state: GameState, seq: int) -> bool:
    return isinstance(state.log[seq - 1].event, ev.Undone)


@decides(cmd.Redo)
def _redo(state: GameState, command: cmd.Redo, seen: int) -> Decision:
    none = phrase("nothing_to_redo")
    target = _target(state, command, seen, history.next_redo_seq, phrase("redo_of_before"), none)
    if not isinstance(target, int):
        return target
    if not 1 < target <= state.number:
        return refused("target", phrase("no_such_entry"))
    event = state.log[target - 1].event
    if isinstance(event, ev.Undone):
        target = event.target  # the page may name the undo or what it undid
        if _is_undo(state, target):
            return refused("target", phrase("already_brought_back"))
    undo = history.undo_of(state, target)
    if undo is None:
        return Accepted()
    if why := history.why_no_redo(state, target):
        return refused("target", why)
    return _unless_it_ends(state, command, ev.Undone(undo))


def _unless_it_ends(state: GameState, command: cmd.Undo | cmd.Redo, undone: ev.Undone) -> Decision:
    """What brings somebody to the points that end the game is asked back, as when they are entered."""
    findings = Findings()
    check_reached(findings, state, undone)
    return findings.otherwise(command.confirmed, undone)


@decides(cmd.Finish)
def _finish(state: GameState, command: cmd.Finish, seen: int) -> Decision:
    if state.status == "finished":
        return Accepted()
    if stop := not_playing(state):
        return stop
    if not state.rounds:
        return refused("game", phrase("no_round_played"))
    findings = Findings()
    if not state.last_round_closed and not state.ends_by_hand:
        findings.query(
            "game",
            phrase("no_one_through")
            if state.book.own_contracts
            else phrase("no_one_reached", points=state.book.until)
            if state.book.until
            else phrase("rounds_missing", closed=len(state.rounds), planned=state.planned),
        )
    return findings.otherwise(command.confirmed, ev.GameFinished())


@decides(cmd.Reopen)
def _reopen(state: GameState, command: cmd.Reopen, seen: int) -> Decision:
    if state.result is not None:
        return refused("game", phrase("no_rounds_to_reopen"))
    return Accepted() if state.status == "playing" else Accepted((ev.GameReopened(),))


@decides(cmd.Abandon)
def _abandon(state: GameState, command: cmd.Abandon, seen: int) -> Decision:
    if state.status == "abandoned":
        return Accepted()
    return not_playing(state) or Accepted((ev.GameAbandoned(),))


@decides(cmd.CarryOn)
def _carry_on(state: GameState, command: cmd.CarryOn, seen: int) -> Decision:
    if state.status != "finished" and (stop := not_playing(state)):
        return stop
    if state.book.rounds_vary:
        if state.book.until:
            return refused("game", phrase("no_carrying_on_by_points"))
        own = phrase("no_carrying_on")
        return refused("game", own if state.book.own_contracts else phrase("no_carrying_on_sheet"))
    if not state.last_round_closed:
        carried_on = as_seen(state, seen).last_round_closed  # by a second phone that wanted the same
        return Accepted() if carried_on else refused("game", phrase("last_round_open"))
    if sum(seat.plays(len(state.rounds) + 1) for seat in state.all_seats) < FEWEST:
        return refused("game", phrase("too_few_to_go_on", fewest=FEWEST))
    return Accepted((ev.CarriedOn(),))
