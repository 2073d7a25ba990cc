"""What decisions on rules do."""

from __future__ import annotations

from referee.days import day_of
from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, effect_of
from referee.game.events import Recorded
from referee.game.house_decisions import HouseDecision
from referee.game.replay import Replay, Senseless, book_of
from referee.rules.rulings import phrase


@effect_of(ev.RuleDecided, AgainstUndo.TRIED)
def _rule_decided(replay: Replay, event: ev.RuleDecided, recorded: Recorded) -> None:
    before = replay.book
    _decide(replay, event, recorded)
    if event.since:
        replay.count_anew(event.since, before, event.repriced, recorded)


@effect_of(ev.RulesAgreed, AgainstUndo.TRIED)
def _rules_agreed(replay: Replay, event: ev.RulesAgreed, recorded: Recorded) -> None:
    for decision in event.decisions:
        _decide(replay, decision, recorded)


def _decide(replay: Replay, event: ev.RuleDecided, recorded: Recorded) -> None:
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
    rest = tuple(decision for decision in replay.decisions if not decision.is_of(event.target, event.topic))
    if len(rest) == len(replay.decisions):
        raise Senseless(phrase("decision_not_there"))
    replay.decide(rest)


@effect_of(ev.RulebookChanged, AgainstUndo.TRIED)
def _rulebook_changed(replay: Replay, event: ev.RulebookChanged, recorded: Recorded) -> None:
    before = replay.book
    replay.change_rulebook(book_of(event))
    replay.count_anew(event.since, before, event.repriced, recorded)
