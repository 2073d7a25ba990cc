"""Whether a player met the contract of their own: told with their cards left, where each has such a contract."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game.judges.outcome import Findings, Problem, Refused
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.game.values import Line
from referee.rules.rulings import phrase


def with_met(
    state: GameState,
    at_hand: RunningRound | ClosedRound,
    lines: Mapping[int, Line],
    met: Mapping[int, bool | None],
    out: int | None,
) -> dict[int, Line] | Refused:
    """Lines with whether their players met their contracts: as it is told, as it was told before, or as the log knows.

    Nothing where the contract belongs to the round; whoever went out did.
    """
    if not state.book.own_contracts:
        return dict(lines)
    lines_before = {seat: line.met for seat, line in at_hand.lines.items() if line.met is not None}
    before = {**dict.fromkeys(at_hand.play.down, True), **lines_before}
    whole: dict[int, Line] = {}
    problems = []
    for seat, line in lines.items():
        if seat == out or seat not in at_hand.seats:
            whole[seat] = line
            continue
        is_met = met.get(seat)
        is_met = before.get(seat) if is_met is None else is_met
        if is_met is None:
            contract = state.own_contract(seat, at_hand.number)
            says = phrase("say_whether_met", name=state.name(seat), contract=contract)
            problems.append(Problem("met", says, seat=seat))
        whole[seat] = line._replace(met=is_met)
    return Refused(tuple(problems)) if problems else whole


def check_met(findings: Findings, state: GameState, at_hand: RunningRound | ClosedRound, seat: int, line: Line) -> None:
    """Whoever went down has met it, as far as the log knows."""
    if line.met is False and seat in at_hand.play.down:
        findings.query("met", phrase("down_and_not_met", name=state.name(seat)), seat)


def check_through(
    findings: Findings, state: GameState, played: ClosedRound, lines: Mapping[int, Line], out: int | None
) -> None:
    """A correction by which a player is through ends the game: what is entered of the running round would be lost."""
    running = state.running
    if not state.book.own_contracts or running is None or not running.recorded:
        return
    for seat, line in lines.items():
        moves_on = (seat == out or line.met) and not played.cells[seat].moves_on
        if moves_on and state.met(seat) + 1 >= state.book.rounds:
            asks = phrase("correction_ends_it", name=state.name(seat), round=running.number)
            findings.query("met", asks, seat)
