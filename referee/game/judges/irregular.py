"""Judges of what goes wrong at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import as_seen
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    Problem,
    Refused,
    conflict,
    decides,
    refused,
)
from referee.game.judges.reached import check_reached
from referee.game.judges.stale import not_playing, not_this_round, round_of
from referee.game.names import LONGEST_NOTE, tidy
from referee.game.replay import FEWEST
from referee.game.state import GameState
from referee.rules.judges.irregular import KINDS, STOCK_RAN_OUT
from referee.rules.rulings import phrase

REMEDIES: tuple[str, ...] = get_args(cmd.Remedy)
MOST_EXTRA = 500


@decides(cmd.NoteIrregularity, not_playing, not_this_round)
def _irregular(state: GameState, command: cmd.NoteIrregularity, seen: int) -> Decision:
    at_hand = round_of(state, command.round)
    assert at_hand is not None, "the round is running or closed"
    if problems := tuple(_wrong(command, at_hand.seats)):
        return Refused(problems)
    if command.remedy == "owed" and command.round <= len(state.rounds):
        return refused("remedy", phrase("owed_running_only", round=command.round))
    about = (command.seat, command.kind)
    light = {noted.seq for noted in at_hand.play.irregularities if noted.is_light and about == (noted.seat, noted.kind)}
    then = round_of(as_seen(state, seen), command.round)
    seqs_seen = {noted.seq for noted in (then or at_hand).play.irregularities}
    for noted in at_hand.play.irregularities:
        if noted.seq not in seqs_seen and (noted.seat, noted.kind) == (command.seat, command.kind):
            changed = phrase("irregularity_of", round=command.round, kind=noted.kind)
            now = phrase("remedied", remedy=noted.remedy, points=noted.points)
            wanted = phrase("remedied", remedy=command.remedy, points=command.points)
            return conflict(changed, now, wanted, (noted.by, noted.at), noted.seat, adds=True)
    if command.completes is not None and command.completes not in light:
        return refused("kind", phrase("note_gone"))
    if command.remedy == "void":
        return _void(state, command)
    points = command.points if command.remedy == "points" else 0
    facts = (command.round, command.seat, command.kind, command.remedy, points, tidy(command.text), command.completes)
    noting = ev.IrregularityNoted(*facts)
    findings = Findings()
    check_reached(findings, state, noting)
    return findings.otherwise(command.confirmed, noting)


def _void(state: GameState, command: cmd.NoteIrregularity) -> Decision:
    running = state.running
    if running is None or running.number != command.round:
        return refused("remedy", phrase("void_running_only", round=command.round))
    if len(running.there) < FEWEST:
        return refused("remedy", phrase("too_few_left", fewest=FEWEST, round=command.round))
    facts = (command.round, command.seat, command.kind, tidy(command.text), command.completes)
    return Accepted((ev.RoundVoided(*facts),))


def _wrong(command: cmd.NoteIrregularity, seats: Sequence[int]) -> Iterator[Problem]:
    if command.seat is not None and command.seat not in seats:
        yield Problem("seat", phrase("seat_did_not_play"))
    if command.kind not in KINDS and (command.kind, command.remedy) != (STOCK_RAN_OUT, "void"):
        yield Problem("kind", phrase("kind_of_irregularity", kinds=KINDS))
    if command.remedy not in REMEDIES:
        yield Problem("remedy", phrase("remedy"))
    if command.remedy == "owed" and command.seat is None:
        yield Problem("seat", phrase("whose_cards"))
    if command.remedy == "points":
        if command.seat is None:
            yield Problem("seat", phrase("whose_points"))
        if not 1 <= abs(command.points) <= MOST_EXTRA:
            yield Problem("points", phrase("points_not_zero", most=MOST_EXTRA))
    if len(tidy(command.text)) > LONGEST_NOTE:
        yield Problem("text", phrase("longest", most=LONGEST_NOTE))
