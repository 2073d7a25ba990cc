"""Judges of what is said about the running round: the cut, who went out, cards left."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import as_seen
from referee.game.judges.closing import correct_cell
from referee.game.judges.hands import check_line, check_out, check_pack, facts, read_lines, told_out
from referee.game.judges.met import check_met, with_met
from referee.game.judges.outcome import Accepted, Decision, Findings, Refused, Stale, conflict, decides, refused
from referee.game.judges.reached import check_reached
from referee.game.judges.stale import (
    TAKEN_BACK,
    closed_meanwhile,
    line_conflict,
    not_playing,
    not_this_round,
    out_conflict,
    round_of,
    told_by,
)
from referee.game.state import CardsLeft, ClosedRound, GameState, RunningRound
from referee.game.values import NO_CARDS, Line
from referee.rules.rulings import phrase
from referee.rules.speech.hands import MOST_POINTS


@decides(cmd.RecordCut, not_playing, not_this_round)
def _cut(state: GameState, command: cmd.RecordCut, seen: int) -> Decision:
    if not state.counted_by(command.round).cut_bonus:
        return refused("exact", phrase("no_exact_cut", rulebook=state.book.name))
    at_hand = _round(state, command.round)
    if at_hand.cut_exact == command.exact:
        return Accepted()
    before = round_of(as_seen(state, seen), command.round)
    if before is not None and before.cut_exact != at_hand.cut_exact:
        now, wanted = phrase("cut", exact=at_hand.cut_exact), phrase("cut", exact=command.exact)
        by = told_by(state, ev.CutRecorded, round=command.round)
        return conflict(phrase("cut_before", round=command.round), now, wanted, by)
    cut = ev.CutRecorded(command.round, at_hand.cutter, command.exact)
    findings = Findings()
    check_reached(findings, state, cut)
    return findings.otherwise(command.confirmed, cut)


def _round(state: GameState, number: int) -> RunningRound | ClosedRound:
    at_hand = round_of(state, number)
    assert at_hand is not None, "the caller has checked that there is such a round"
    return at_hand


@decides(cmd.SayWentOut, not_playing, not_this_round)
def _went_out(state: GameState, command: cmd.SayWentOut, seen: int) -> Decision:
    out = told_out(state, command.seat, command)
    if command.round <= len(state.rounds):
        played = state.rounds[command.round - 1]
        if command.seat is not None and command.seat not in played.cells:
            return refused("seat", phrase("seat_did_not_play"))
        if played.out == out:
            return Accepted()
        name = None if command.seat is None else state.name(command.seat)
        return closed_meanwhile(state, played, phrase("went_out", name=name))
    running = state.running
    assert running is not None
    if command.seat is not None and command.seat not in running.seats:
        return refused("seat", phrase("seat_not_this_round"))
    if conflict := out_conflict(state, running, out, seen):
        return Stale((conflict,))
    if running.out == out:
        return Accepted()
    findings = Findings()
    if command.seat is not None and (entered := running.entered.get(command.seat)) and not entered.line.is_empty:
        asks = phrase("out_with_cards", name=state.name(command.seat), line=entered.line)
        findings.query("seat", asks, command.seat)
    check_out(findings, state, running.play, command.seat)
    return findings.otherwise(command.confirmed, ev.WentOutSaid(command.round, *out))


@decides(cmd.EnterCardsLeft, not_playing, not_this_round)
def _enter(state: GameState, command: cmd.EnterCardsLeft, seen: int) -> Decision:
    read = read_lines(state.book_in(command.round), {command.seat: command.cards})
    if isinstance(read, Refused):
        return read
    at_hand = _round(state, command.round)
    out = at_hand.out.seat if at_hand.out else None
    given = with_met(state, at_hand, read, {command.seat: command.met}, out)
    if isinstance(given, Refused):
        return given
    line = given[command.seat]
    if command.round <= len(state.rounds):
        played = state.rounds[command.round - 1]
        if command.seat not in played.cells:
            return refused("seat", phrase("seat_did_not_play"))
        if played.cells[command.seat].line == line:
            return Accepted()
        return closed_meanwhile(state, played, phrase("line", line=line), command.seat)
    running = state.running
    assert running is not None
    if command.seat not in running.seats:
        return refused("seat", phrase("seat_not_this_round"))
    if conflict := line_conflict(state, running, command.seat, line, seen):
        return Stale((conflict,))
    entered = running.entered.get(command.seat)
    if (entered is not None and entered.line == line) or (out == command.seat and line.is_empty):
        return Accepted()
    findings = Findings()
    round_facts = facts(state, running.number, len(running.seats), out)
    check_line(findings, round_facts, command.seat, state.name(command.seat), line)
    check_met(findings, state, running, command.seat, line)
    lines = running.lines | {command.seat: line}
    check_pack(findings, round_facts, lines, state.name)
    event = ev.CardsLeftEntered(command.round, command.seat, *line)
    return findings.otherwise(command.confirmed, event)


@decides(cmd.Count, not_playing, not_this_round)
def _tapped(state: GameState, command: cmd.Count, seen: int) -> Decision:
    """Taps add up: whatever was tapped meanwhile, nothing is replaced by it."""
    if not state.book.counts(command.by):
        return refused("by", phrase("not_counted_so", rulebook=state.book.name))
    if command.round <= len(state.rounds):
        return _tapped_late(state, command, seen)
    running = state.running
    assert running is not None
    if command.seat not in running.seats:
        return refused("seat", phrase("seat_not_this_round"))
    if abs(running.lines[command.seat].points + command.by) > MOST_POINTS:
        return refused("by", phrase("points_below_range", most=MOST_POINTS))
    return Accepted((ev.Counted(command.round, command.seat, command.by),))


def _tapped_late(state: GameState, command: cmd.Count, seen: int) -> Decision:
    """One more or one less than the round was closed with, as it stands by now: it adds up there as well."""
    played = state.rounds[command.round - 1]
    if command.seat not in played.cells:
        return refused("seat", phrase("seat_did_not_play"))
    line = Line(None, played.cells[command.seat].points + command.by)
    then = round_of(as_seen(state, seen), command.round)
    is_as_seen = isinstance(then, ClosedRound) and then.cells.get(command.seat) == played.cells[command.seat]
    if command.corrects and is_as_seen:
        return correct_cell(
            state, cmd.CorrectCell(command.round, command.seat, str(line.points), command.confirmed), state.number
        )
    wanted = phrase("one_more", line=line) if command.by > 0 else phrase("one_less", line=line)
    return closed_meanwhile(state, played, wanted, command.seat)


@decides(cmd.CountRound, not_playing, not_this_round)
def _count(state: GameState, command: cmd.CountRound, seen: int) -> Decision:
    read = read_lines(state.book_in(command.round), command.cards, "points")
    if isinstance(read, Refused):
        return read
    at_hand = _round(state, command.round)
    out_by_now = command.went_out if command.says_went_out else at_hand.out.seat if at_hand.out else None
    given = with_met(state, at_hand, read, command.met, out_by_now)
    if isinstance(given, Refused):
        return given
    if command.round <= len(state.rounds):
        return _counted_already(state, command, given)
    running = state.running
    assert running is not None
    given = told_anew(running, given)
    out = command.went_out if command.says_went_out else running.went_out
    if not {*given, *((out,) if out is not None else ())} <= {*running.seats}:
        return refused("seat", phrase("seat_not_this_round"))
    conflicts = [line_conflict(state, running, seat, line, seen) for seat, line in given.items()]
    emptied = [seat for seat in command.cleared if seat in running.entered and seat not in given]
    conflicts += [line_conflict(state, running, seat, None, seen) for seat in emptied]
    meant = told_out(state, out, command)
    conflicts += [out_conflict(state, running, meant, seen)] if command.says_went_out else []
    if there := tuple(conflict for conflict in conflicts if conflict is not None):
        return Stale(there)
    findings = Findings()
    brought: list[ev.Event] = []
    if out is not None and not given.pop(out, NO_CARDS).is_empty:
        findings.problem("points", phrase("out_holds_no_cards", name=state.name(out)), seat=out)
    if command.says_went_out and running.out != meant:
        if out is not None and (entered := running.entered.get(out)) and not entered.line.is_empty:
            findings.query("seat", phrase("out_with_cards", name=state.name(out), line=entered.line), out)
        check_out(findings, state, running.play, out)
        brought.append(ev.WentOutSaid(command.round, *meant))
    new = {seat: line for seat, line in given.items() if running.lines.get(seat) != line}
    round_facts = facts(state, running.number, len(running.seats), out)
    for seat, line in new.items():
        check_line(findings, round_facts, seat, state.name(seat), line)
        check_met(findings, state, running, seat, line)
    check_pack(findings, round_facts, running.lines | new, state.name)
    brought += [ev.CardsLeftEntered(command.round, seat, *line) for seat, line in new.items()]
    brought += [ev.CardsLeftCleared(command.round, seat) for seat in emptied]
    return findings.otherwise(command.confirmed, *brought)


def told_anew(running: RunningRound, given: Mapping[int, Line]) -> dict[int, Line]:
    """The lines of these that are not there yet."""
    each = {seat: _kept(line, running.entered.get(seat)) for seat, line in given.items()}
    return {seat: line for seat, line in each.items() if seat not in running.lines or running.lines[seat] != line}


def _kept(line: Line, entered: CardsLeft | None) -> Line:
    """With the cards that were told before, if they make the points that are called out; nought is no cards, too."""
    stands = not line.cards and entered is not None and entered.points == line.points
    return entered.line._replace(met=line.met) if stands and entered is not None else line


def _counted_already(state: GameState, command: cmd.CountRound, given: Mapping[int, Line]) -> Decision:
    played = state.rounds[command.round - 1]
    if not given.keys() <= played.cells.keys():
        return refused("seat", phrase("seat_did_not_play"))
    others = {seat: line for seat, line in given.items() if played.cells[seat].line != line}
    if not command.says_went_out or played.out == told_out(state, command.went_out, command):
        if not others:
            return Accepted()
        if len(others) == 1:
            [(seat, line)] = others.items()
            return closed_meanwhile(state, played, phrase("line", line=line), seat)
    return closed_meanwhile(state, played, phrase("to_be_closed"))


@decides(cmd.ClearCardsLeft, not_playing, not_this_round)
def _clear(state: GameState, command: cmd.ClearCardsLeft, seen: int) -> Decision:
    running = state.running
    if running is None or command.round != running.number:
        return closed_meanwhile(state, state.rounds[command.round - 1], TAKEN_BACK)
    if command.seat not in running.entered:
        return Accepted()
    if conflict := line_conflict(state, running, command.seat, None, seen):
        return Stale((conflict,))
    return Accepted((ev.CardsLeftCleared(command.round, command.seat),))
