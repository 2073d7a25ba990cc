"""What decisions on rules do."""

from __future__ import annotations

from referee.days import day_of
from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, effect_of
from referee.game.events import Recorded
from referee.game.house_decisions import HouseDecision
from referee.game.replay import Replay, Senseless
from referee.rules.rulings import phrase


@effect_of(ev.RuleDecided, AgainstUndo.TRIED)
def _rule_decided(replay: Replay, event: ev.RuleDecided, recorded: Recorded) -> None:
    decision = HouseDecision(
        recorded.seq,
        recorded.at,
        recorded.by,
        replay.opening.day or day_of(recorded.at),
        event.topic,
        event.values,
        event.clauses,
        event.after,
        event.precedent,
        event.kept,
    )
    replay.decide((*replay.decisions, decision))


@effect_of(ev.RuleRevoked, AgainstUndo.TRIED)
def _rule_revoked(replay: Replay, event: ev.RuleRevoked, _: Recorded) -> None:
    if event.target not in {decision.seq for decision in replay.decisions}:
        raise Senseless(phrase("decision_not_there"))
    replay.decide(tuple(decision for decision in replay.decisions if decision.seq != event.target))
