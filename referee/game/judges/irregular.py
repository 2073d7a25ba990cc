"""Judges of what goes wrong at the table, and of what the table decides on its rules in mid-game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import as_seen
from referee.game.history import why_fixed
from referee.game.house_decisions import Changes, HouseDecision, applied, changes, is_changed, is_open
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    Problem,
    Refused,
    Stale,
    conflict,
    decides,
    refused,
)
from referee.game.judges.reached import check_reached
from referee.game.judges.stale import not_playing, not_this_round, round_of
from referee.game.names import LONGEST_NOTE, tidy
from referee.game.replay import FEWEST
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.judges.irregular import KINDS
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import clause_of
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
    if command.kind not in KINDS:
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


@decides(cmd.DecideRule, not_playing)
def _decide_rule(state: GameState, command: cmd.DecideRule, seen: int) -> Decision:
    if stop := _too_late(state, command.house):
        return stop
    wording = tidy(command.wording)
    if len(wording) > LONGEST_NOTE:
        return refused("wording", phrase("longest", most=LONGEST_NOTE))
    try:
        change = changes(state.book, command.topic, command.house, wording)
    except RulebookError as wrong:
        return refused(wrong.key, phrase("rulebook_fault", why=wrong.message))
    is_told = command.house or wording or command.stands
    if not is_told or not (change.clauses or change.values):
        return Accepted()
    if conflict := _decided_meanwhile(state, command, change, seen):
        return conflict
    silent = is_open(state.book.clauses[command.topic])
    kept = own.kept_as(state.opened_book)[0] if command.keep and is_changed(state.book, change) else ""
    return Accepted((ev.RuleDecided(command.topic, change.values, change.clauses, change.after, silent, kept),))


def _too_late(state: GameState, values: Mapping[str, object]) -> Refused | None:
    """What rounds were counted by, or pennies paid by, stays as it is in this game."""
    fixed = why_fixed(state, values)
    return refused(*fixed) if fixed else None


def _decided_meanwhile(state: GameState, command: cmd.DecideRule, change: Changes, seen: int) -> Stale | None:
    then = {decision.seq for decision in as_seen(state, seen).decisions}
    for decision in state.decisions:
        if decision.topic == command.topic and decision.seq not in then:
            clause = state.book.clauses[decision.topic]
            changed, now = phrase("as_written", words=clause.title), phrase("as_written", words=clause.text)
            texts = [data["text"] for data in change.clauses if clause_of(data).topic == command.topic]
            wanted = phrase("as_written", words=texts[0]) if texts else now
            return conflict(changed, now, wanted, (decision.by, decision.at))
    return None


@decides(cmd.RevokeRule, not_playing)
def _revoke(state: GameState, command: cmd.RevokeRule, seen: int) -> Decision:
    revoked = next((decision for decision in state.decisions if decision.seq == command.target), None)
    if revoked is None:
        was_there = any(decision.seq == command.target for decision in as_seen(state, seen).decisions)
        return Accepted() if was_there else refused("target", phrase("not_decided"))
    if stop := _too_late(state, revoked.values):
        return stop
    rest: tuple[HouseDecision, ...] = tuple(decision for decision in state.decisions if decision is not revoked)
    try:
        applied(state.opened_book, rest)
    except RulebookError as wrong:
        return refused("target", phrase("decision_rests_on_it", why=wrong.message))
    return Accepted((ev.RuleRevoked(command.target),))
