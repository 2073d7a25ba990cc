"""Judges of what the table decides on its rules: before the first deal, in mid-game, and taken back."""

from __future__ import annotations

import dataclasses

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.counting_anew import after, repriced, why_not
from referee.game.fold import as_seen
from referee.game.history import why_fixed
from referee.game.house_decisions import Changes, answered, applied, changes, is_changed, is_open
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
from referee.game.judges.seats import check_number, most_handicap
from referee.game.judges.stale import TAKEN_BACK, not_playing, told_by
from referee.game.names import LONGEST_NOTE, tidy
from referee.game.replay import Senseless
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook, clause_of, to_data
from referee.rules.rulings import phrase


@decides(cmd.DecideRule, not_playing)
def _decide_rule(state: GameState, command: cmd.DecideRule, seen: int) -> Decision:
    if (stop := why_fixed(state, command.house)) and not _may_count_anew(state, command):
        return refused(*stop)
    wording = tidy(command.wording)
    if len(wording) > LONGEST_NOTE:
        return refused("wording", phrase("longest", most=LONGEST_NOTE))
    of_all_rounds = command.since == "first"
    try:
        change = changes(state.book, command.topic, command.house, wording, of_all_rounds=of_all_rounds)
    except RulebookError as wrong:
        return refused(wrong.key, phrase("rulebook_fault", why=wrong.message))
    is_told = command.house or wording or command.stands
    if not is_told or not (change.clauses or change.values):
        return Accepted()
    if conflict := _decided_meanwhile(state, command, change, seen):
        return conflict
    silent = is_open(state.book.clauses[command.topic])
    kept = own.kept_as(state.opened_book)[0] if command.keep and is_changed(state.book, change) else ""
    decided = ev.RuleDecided(command.topic, change.values, change.clauses, change.after, silent, kept)
    return _counted_anew(state, command, decided) if command.since else Accepted((decided,))


def _may_count_anew(state: GameState, command: cmd.DecideRule) -> bool:
    """Whether it is said from which round on it counts, so that nothing keeps it as it is."""
    return command.since == "first" or (command.since == "now" and not any(state.buys.values()))


def _counted_anew(state: GameState, command: cmd.DecideRule, decided: ev.RuleDecided) -> Decision:
    """A decision for all rounds, or for those from now on; the points that it changes are asked about."""
    since = _since(state, command.since)
    try:
        book = after(state, decided).book
    except Senseless as wrong:
        return refused("", wrong.why)
    if why := why_not(state, book, since):
        return refused("", why)
    if state.rounds and (since == 1 or why_fixed(state, decided.values)):
        decided = dataclasses.replace(decided, since=since, repriced=repriced(state, book) if since == 1 else {})
    return _asked_first(state, book, decided, command.confirmed)


@decides(cmd.ChangeRulebook, not_playing)
def _change_rulebook(state: GameState, command: cmd.ChangeRulebook, seen: int) -> Decision:
    book, since = command.book, _since(state, command.since)
    is_so = book.digest == state.opened_book.digest and not state.decisions
    if is_so and (since > 1 or not state.earlier):
        return Accepted()
    if conflict := _rules_changed_meanwhile(state, book, seen):
        return conflict
    if why := why_not(state, book, since):
        return refused("rulebook", why)
    changed = ev.RulebookChanged(
        to_data(book), book.digest, since, repriced(state, book) if since == 1 else {}, command.keep
    )
    return _asked_first(state, book, changed, command.confirmed)


def _since(state: GameState, since: cmd.Since) -> int:
    return 1 if since == "first" else len(state.rounds) + 1


def _asked_first(
    state: GameState, book: Rulebook, event: ev.RuleDecided | ev.RulebookChanged, confirmed: bool
) -> Decision:
    """What other rules change of a round that has begun, and of the totals, is asked about."""
    if stop := _is_over(state, book, event):
        return stop
    findings, then = Findings(), after(state, event)
    running = state.running
    if isinstance(event, ev.RulebookChanged):
        check_number(findings, book, len(running.seats) if running is not None else len(state.seats))
        if running is not None and running.recorded:
            findings.query("rulebook", phrase("round_goes_on", round=running.number, rulebook=book.name))
    elif moved := _moved(state, then):  # the page of another rulebook has shown them
        findings.query("since", phrase("totals_move", totals=moved))
    return findings.otherwise(confirmed, event)


def _is_over(state: GameState, book: Rulebook, event: ev.Event) -> Refused | None:
    """A game is not over by other rules before anyone knows it."""
    if after(state, event).last_round_closed and not state.last_round_closed:
        return refused("rulebook", phrase("over_by_points", rulebook=book.name, points=book.until))
    most = most_handicap(book)
    if state.can_agree_handicap and any(abs(points) > most for points in state.handicaps.values()):
        return refused("rulebook", phrase("handicap_above", rulebook=book.name, most=most))
    return None


def _moved(state: GameState, then: GameState) -> tuple[tuple[str, int, int], ...]:
    """Whose total is another one, with both."""
    return tuple(
        (state.name(seat), total, then.totals[seat])
        for seat, total in state.totals.items()
        if then.totals[seat] != total
    )


def _rules_changed_meanwhile(state: GameState, book: Rulebook, seen: int) -> Stale | None:
    """What a page showed of the change no longer holds: the rules are others by now, or another round is closed."""
    then = as_seen(state, seen)
    wanted = phrase("as_written", words=book.name)
    if (then.opened_book, then.decisions) != (state.opened_book, state.decisions):
        by = told_by(state, ev.RulebookChanged, ev.RuleDecided, ev.RulesAgreed, ev.RuleRevoked)
        return conflict(phrase("the_rulebook"), phrase("as_written", words=state.book.name), wanted, by)
    if len(then.rounds) != len(state.rounds):
        number = max(len(then.rounds), len(state.rounds))
        now = phrase("closed") if len(state.rounds) == number else TAKEN_BACK
        return conflict(phrase("round", round=number), now, wanted, told_by(state, ev.RoundClosed, round=number))
    return None


@decides(cmd.AgreeRules, not_playing)
def _agree(state: GameState, command: cmd.AgreeRules, seen: int) -> Decision:
    """One decision after the other, each on the rulebook as those before it have left it; all of them or none."""
    now = state
    decisions: list[ev.RuleDecided] = []
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
            decisions.append(dataclasses.replace(decided, kept=kept))
            now = after(now, decisions[-1])
    if conflicts:
        return Stale(tuple(conflicts))
    return Accepted((ev.RulesAgreed(tuple(decisions)),) if decisions else ())


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
    revoked = [decision for decision in state.decisions if decision.is_of(command.target, command.topic)]
    if not revoked:
        shown = as_seen(state, seen).decisions
        was_there = any(decision.is_of(command.target, command.topic) for decision in shown)
        return Accepted() if was_there else refused("target", phrase("not_decided"))
    if stop := why_fixed(state, {name: raw for decision in revoked for name, raw in decision.values.items()}):
        return refused(*stop)
    rest = tuple(decision for decision in state.decisions if decision not in revoked)
    try:
        book = applied(state.opened_book, rest)
    except RulebookError as wrong:
        return refused("target", phrase("decision_rests_on_it", why=wrong.message))
    if why := why_not(state, book, _since(state, "now")):
        return refused("target", why)
    event = ev.RuleRevoked(command.target, command.topic)
    return _is_over(state, book, event) or Accepted((event,))
