"""Judges of what the table decides on its rules: before the first deal, in mid-game, and taken back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import advance, as_seen
from referee.game.history import why_fixed
from referee.game.house_decisions import Changes, HouseDecision, answered, applied, changes, is_changed, is_open
from referee.game.judges.outcome import Accepted, Conflict, Decision, Refused, Stale, conflict, decides, refused
from referee.game.judges.stale import not_playing
from referee.game.names import LONGEST_NOTE, tidy
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import clause_of
from referee.rules.rulings import phrase


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


@decides(cmd.AgreeRules, not_playing)
def _agree(state: GameState, command: cmd.AgreeRules, seen: int) -> Decision:
    """One decision after the other, each on the rulebook as those before it have left it; all of them or none."""
    now = state
    events: list[ev.Event] = []
    conflicts: list[Conflict] = []
    for name, value in command.answers.items():
        try:
            topic, house = answered(now.book, name, value)
        except RulebookError as wrong:
            return refused(wrong.key, phrase("rulebook_fault", why=wrong.message))
        decision = cmd.DecideRule(topic, house, keep=command.keep, stands=True)
        outcome = _decide_rule(now, decision, seen)
        if isinstance(outcome, Stale):
            conflicts += outcome.conflicts
        elif not isinstance(outcome, Accepted):
            return outcome
        for decided in outcome.events if isinstance(outcome, Accepted) else ():
            assert isinstance(decided, ev.RuleDecided)
            kept = own.kept_as(state.opened_book)[0] if command.keep else ""
            events.append(dataclasses.replace(decided, kept=kept))
            now = advance(now, [ev.Recorded(now.number + 1, now.log[-1].at, "", events[-1])])
    return Stale(tuple(conflicts)) if conflicts else Accepted(tuple(events))


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
