"""What the events of counting do: going out, cards left, closing a round, corrections."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, effect_of
from referee.game.events import Recorded
from referee.game.replay import Replay, Senseless
from referee.game.state import CardsLeft, Cell, ClosedRound
from referee.game.values import Line, Out
from referee.rules.rulings import phrase


@effect_of(ev.CutRecorded, AgainstUndo.NOTHING)
def _cut(replay: Replay, event: ev.CutRecorded, recorded: Recorded) -> None:
    replay.cuts[event.round] = (replay.seat(event.seat).id, event.exact)
    if event.round <= len(replay.rounds):
        replay.recut(event.round)


@effect_of(ev.WentOutSaid, AgainstUndo.DRAFT)
def _went_out(replay: Replay, event: ev.WentOutSaid, recorded: Recorded) -> None:
    replay.out_said[event.round] = Out(event.seat, event.one_turn)
    if event.seat is not None:
        replay.entered.pop((event.round, event.seat), None)


@effect_of(ev.CardsLeftEntered, AgainstUndo.DRAFT)
def _entered(replay: Replay, event: ev.CardsLeftEntered, recorded: Recorded) -> None:
    line = event.line
    replay.entered[event.round, event.seat] = CardsLeft(line, recorded.at, recorded.by)


@effect_of(ev.CardsLeftCleared, AgainstUndo.DRAFT)
def _cleared(replay: Replay, event: ev.CardsLeftCleared, recorded: Recorded) -> None:
    replay.entered.pop((event.round, event.seat), None)


@effect_of(ev.Counted, AgainstUndo.DRAFT)
def _counted(replay: Replay, event: ev.Counted, recorded: Recorded) -> None:
    if not replay.book.counts(event.by):
        raise Senseless(phrase("not_counted_so", rulebook=replay.book.name))
    before = replay.entered.get((event.round, event.seat))
    points = (before.points if before else 0) + event.by
    replay.entered[event.round, event.seat] = CardsLeft(Line(None, points), recorded.at, recorded.by)


@effect_of(ev.RoundClosed, AgainstUndo.CLOSING)
def _closed(replay: Replay, event: ev.RoundClosed, recorded: Recorded) -> None:
    number = len(replay.rounds) + 1
    if replay.status != "playing" or event.round != number or number > replay.planned:
        raise Senseless(phrase("round_closed_after", round=event.round))
    seats = replay.playing(number)
    if set(seats) != set(event.lines):
        raise Senseless(phrase("played_by_others", round=number))
    if event.dealer != replay.dealer:
        raise Senseless(phrase("dealt_by_another", round=number))
    plays = replay.book.round_of(number)
    bonus = {event.went_out: replay.book.reward(replay.book.off_for_going_out(plays, event.one_turn))}
    cells = {
        seat: Cell(
            event.lines[seat],
            seat == event.went_out,
            out_bonus=bonus.get(seat, 0),
            extras=replay.extras.get((number, seat), ()),
            times=replay.book.times_left(event.one_turn),
        )
        for seat in seats
    }
    replay.rounds.append(
        ClosedRound(
            number=number,
            plays=plays,
            contract=() if replay.book.own_contracts else replay.book.contracts[plays - 1],
            dealer=event.dealer,
            cutter=replay.before(event.dealer, number),
            cut_exact=None,
            went_out=event.went_out,
            cells=replay.counted(number, cells, event.went_out),
            seq=recorded.seq,
            at=recorded.at,
            by=recorded.by,
            play=replay.play(number),
            one_turn=event.one_turn,
        )
    )
    if number in replay.cuts:
        replay.recut(number)
    replay.dealer = replay.next_dealer(number + 1)
    replay.settle()
    if event.finishes:
        replay.status = "finished"


@effect_of(ev.CellCorrected, AgainstUndo.TRIED)
def _cell(replay: Replay, event: ev.CellCorrected, recorded: Recorded) -> None:
    line = event.line
    played = replay.closed(event.round)
    cell = played.cells.get(event.seat)
    if cell is None:
        raise Senseless(phrase("did_not_play", name=replay.name(event.seat), round=event.round))
    if cell.went_out and not line.is_empty:
        raise Senseless(phrase("out_would_hold_cards", name=replay.name(event.seat), round=event.round))
    replay.set_cells(event.round, {event.seat: line}, played.went_out, played.one_turn, recorded)


@effect_of(ev.WinnerCorrected, AgainstUndo.TRIED)
def _winner(replay: Replay, event: ev.WinnerCorrected, recorded: Recorded) -> None:
    played = replay.closed(event.round)
    if event.went_out is not None:
        after = event.lines.get(event.went_out)
        if event.went_out not in played.cells or after is None or not after.is_empty:
            raise Senseless(phrase("winner_would_hold_cards", round=event.round))
    if not set(event.lines) <= set(played.cells):
        raise Senseless(phrase("played_by_others", round=event.round))
    replay.set_cells(event.round, event.lines, event.went_out, event.one_turn, recorded)
