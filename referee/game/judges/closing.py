"""Judges of closing a round and of correcting a closed one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import as_seen
from referee.game.judges.hands import check_line, check_out, check_pack, facts, read_lines, told_out
from referee.game.judges.met import check_met, check_through, with_met
from referee.game.judges.outcome import (
    Accepted,
    Conflict,
    Decision,
    Findings,
    Refused,
    Stale,
    conflict,
    decides,
    refused,
)
from referee.game.judges.reached import check_reached, ends_by_points
from referee.game.judges.stale import (
    closed_meanwhile,
    line_conflict,
    line_of,
    not_closed,
    not_playing,
    not_this_round,
    out_conflict,
    round_of,
    running_as_seen,
    told_by,
    who,
)
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.game.values import NO_CARDS, Line, Out
from referee.rules.rulings import phrase

_NOT_THERE = phrase("out_not_there")


@decides(cmd.CloseRound)
def _close(state: GameState, command: cmd.CloseRound, seen: int) -> Decision:
    closed = 1 <= command.round <= len(state.rounds)  # the last one may have finished the game
    if stop := (None if closed else not_playing(state)) or not_this_round(state, command):
        return stop
    if command.went_out is not None and command.went_out not in state.by_id:
        return refused("went_out", _NOT_THERE)
    read = read_lines(state.book_in(command.round), command.cards)
    if isinstance(read, Refused):
        return read
    at_hand = round_of(state, command.round)
    assert at_hand is not None, "it was looked for above"
    out_by_now = command.went_out if command.says_went_out else at_hand.out.seat if at_hand.out else None
    given = with_met(state, at_hand, read, command.met, out_by_now)
    if isinstance(given, Refused):
        return given
    if closed:
        return _close_again(state, command, given, seen)
    running = state.running
    assert running is not None
    if conflicts := _close_conflicts(state, running, command, given, seen):
        return Stale(conflicts)
    findings = Findings()
    out, lines = _final_lines(findings, state, running, command, given)
    round_facts = facts(state, running.number, len(running.seats), out)
    entered = running.lines
    for seat, line in given.items():
        if seat in lines and seat != out and entered.get(seat) != line:
            check_line(findings, round_facts, seat, state.name(seat), line)
            check_met(findings, state, running, seat, line)
    check_pack(findings, round_facts, lines, state.name)
    # what the closing brings is said first: then it is there again when the closing is undone
    brought: list[ev.Event] = []
    one_turn = told_out(state, out, command).one_turn if command.says_went_out else running.one_turn
    if state.book.has_contracts and running.out != (out, one_turn):
        check_out(findings, state, running.play, out)
        brought.append(ev.WentOutSaid(command.round, out, one_turn))
    brought += [
        ev.CardsLeftEntered(command.round, seat, *line)
        for seat, line in lines.items()
        if seat != out and entered.get(seat) != line
    ]
    finishes = command.round == state.planned or _somebody_is_through(state, lines, out)
    closing = ev.RoundClosed(command.round, running.dealer, out, lines, finishes, one_turn)
    if not findings.problems and ends_by_points(state, *brought, closing):
        closing = replace(closing, finishes=True)
    return findings.otherwise(command.confirmed, *brought, closing)


def _somebody_is_through(state: GameState, lines: Mapping[int, Line], out: int | None) -> bool:
    """Whether somebody meets the last contract of their own in the round that is closed with these lines."""
    if not state.book.own_contracts:
        return False
    moves_on = [seat for seat, line in lines.items() if seat == out or line.met]
    return any(state.met(seat) + 1 >= state.book.rounds for seat in moves_on)


def _close_conflicts(
    state: GameState, running: RunningRound, command: cmd.CloseRound, given: Mapping[int, Line], seen: int
) -> tuple[Conflict, ...]:
    """Closing confirms what was read back: nothing of it may have changed meanwhile."""
    if seen >= state.number:
        return ()
    then = running_as_seen(state, running.number, seen)
    before = then.lines if then is not None else {}
    conflicts = [
        (line_conflict(state, running, seat, given.get(seat, before.get(seat)), seen), seat not in given)
        for seat in running.seats
        if not (running.went_out_said and seat == running.went_out)
    ]
    seen_out = then.out if then is not None else None
    mine = told_out(state, command.went_out, command) if command.says_went_out else seen_out or Out(None)
    if command.says_went_out or running.out is not None:  # else it is asked who went out
        conflicts.append((out_conflict(state, running, mine, seen), not command.says_went_out))
    return tuple(replace(changed, confirms=confirms) for changed, confirms in conflicts if changed is not None)


def _final_lines(
    findings: Findings, state: GameState, running: RunningRound, command: cmd.CloseRound, given: Mapping[int, Line]
) -> tuple[int | None, dict[int, Line]]:
    """Who went out and everybody's line, in table order; finds what is missing."""
    out = command.went_out if command.says_went_out else running.went_out
    has_cards = state.book.has_contracts
    if has_cards and not command.says_went_out and not running.went_out_said:
        findings.problem("went_out", phrase("say_who_went_out"))
    if out is not None and out not in running.seats:
        findings.problem("went_out", _NOT_THERE)
    lines: dict[int, Line] = {}
    for seat in running.seats:
        name = state.name(seat)
        line = given.get(seat) or running.lines.get(seat)
        if seat == out:
            lines[seat] = NO_CARDS
            if line is None or line.is_empty:
                continue
            if seat in given:
                findings.problem("cards", phrase("out_holds_no_cards", name=name), seat=seat)
            else:
                findings.query("cards", phrase("out_with_cards", name=name, line=line), seat)
        elif line is None:
            cards = phrase("line_missing", name=name)
            findings.problem("cards", cards if has_cards else phrase("points_missing", name=name), seat=seat)
        else:
            lines[seat] = line
    for seat in given:
        if seat not in running.seats:
            findings.problem("cards", phrase("seat_not_this_round"), seat=seat)
    return out, lines


def _close_again(state: GameState, command: cmd.CloseRound, given: dict[int, Line], seen: int) -> Decision:
    """Two phones close the same round: fine where both confirmed the same lines."""
    played = state.rounds[command.round - 1]
    then = running_as_seen(state, command.round, seen)
    mine = (then.lines if then is not None else {}) | given
    out = told_out(state, command.went_out, command) if command.says_went_out else then.out if then else None
    same = all(cell.line == mine.get(seat, NO_CARDS) for seat, cell in played.cells.items())
    if then is not None and same and out == played.out:
        return Accepted()
    return closed_meanwhile(state, played, phrase("to_be_closed"))


@decides(cmd.CorrectCell, not_playing, not_closed)
def correct_cell(state: GameState, command: cmd.CorrectCell, seen: int) -> Decision:
    read = read_lines(state.book_in(command.round), {command.seat: command.cards})
    if isinstance(read, Refused):
        return read
    played = state.rounds[command.round - 1]
    if command.seat not in played.cells:
        return refused("seat", phrase("seat_did_not_play"))
    given = with_met(state, played, read, {command.seat: command.met}, played.went_out)
    if isinstance(given, Refused):
        return given
    line = given[command.seat]
    cell = played.cells[command.seat]
    if cell.line == line:
        return Accepted()
    then = round_of(as_seen(state, seen), command.round)
    if isinstance(then, ClosedRound) and then.cells.get(command.seat) != cell and seen < state.number:
        changed = line_of(state, command.round, command.seat)
        now, wanted = phrase("line", line=cell.line), phrase("line", line=line)
        by = told_by(state, ev.CellCorrected, ev.WinnerCorrected, round=command.round, seat=command.seat)
        return conflict(changed, now, wanted, by, command.seat)
    findings = Findings()
    lines = played.lines | {command.seat: line}
    round_facts = facts(state, command.round, len(played.cells), played.went_out)
    check_line(findings, round_facts, command.seat, state.name(command.seat), line)
    check_met(findings, state, played, command.seat, line)
    check_through(findings, state, played, {command.seat: line}, played.went_out)
    check_pack(findings, round_facts, lines, state.name)
    corrected = ev.CellCorrected(command.round, command.seat, *line)
    check_reached(findings, state, corrected)
    return findings.otherwise(command.confirmed, corrected)


@decides(cmd.CorrectWinner, not_playing, not_closed)
def _correct_winner(state: GameState, command: cmd.CorrectWinner, seen: int) -> Decision:
    played = state.rounds[command.round - 1]
    if command.went_out is not None and command.went_out not in played.cells:
        return refused("went_out", phrase("seat_did_not_play"))
    out = told_out(state, command.went_out, command)
    then = round_of(as_seen(state, seen), command.round)
    if isinstance(then, ClosedRound) and played.out not in (then.out, out):
        changed = phrase("who_went_out", round=command.round)
        now, wanted = who(state, played.out), who(state, out)
        return conflict(changed, now, wanted, told_by(state, ev.WinnerCorrected, round=command.round))
    findings = Findings()
    lines = _corrected_lines(findings, state, played, command)
    if isinstance(lines, Refused):
        return lines
    round_facts = facts(state, command.round, len(played.cells), command.went_out)
    if command.went_out != played.went_out:
        check_out(findings, state, played.play, command.went_out)
    for seat, line in lines.items():
        if seat != command.went_out:
            check_line(findings, round_facts, seat, state.name(seat), line)
    check_through(findings, state, played, lines, command.went_out)
    check_pack(findings, round_facts, played.lines | lines, state.name)
    if not findings.problems and played.out == out and lines.items() <= played.lines.items():
        return Accepted()
    corrected = ev.WinnerCorrected(command.round, command.went_out, lines, out.one_turn)
    check_reached(findings, state, corrected)
    return findings.otherwise(command.confirmed, corrected)


def _corrected_lines(
    findings: Findings, state: GameState, played: ClosedRound, command: cmd.CorrectWinner
) -> dict[int, Line] | Refused:
    """The lines that another winner changes: theirs, and that of the former one."""
    out, former = command.went_out, played.went_out
    lines = {} if out is None else {out: NO_CARDS}
    if former is None or former == out:
        return lines
    if not command.cards.strip():
        findings.problem("cards", phrase("what_did_they_hold", name=state.name(former)), seat=former)
        return lines
    read = read_lines(state.book_in(command.round), {former: command.cards})
    held = read if isinstance(read, Refused) else with_met(state, played, read, {former: command.met}, out)
    return held if isinstance(held, Refused) else lines | held
