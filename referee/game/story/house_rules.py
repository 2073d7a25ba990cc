"""The sentences of decisions on rules."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import Told, tells
from referee.messages import gettext as _
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.in_words import rule_in_words, sentence
from referee.rules.rulebook.kinds import RulebookError


@tells(ev.RuleDecided)
def _rule_decided(replay: Replay, event: ev.RuleDecided) -> str:
    clause = next((clause for clause in event.clauses if clause["address"].endswith(f"/{event.topic}")), None)
    title = clause["title"] if clause else event.topic
    where = f"{title}: {clause['text']}" if clause else title
    values = [
        _value(replay, event, name, raw) for name, raw in event.values.items() if not _is_in(replay, event, name, where)
    ]
    more = [value for value in values if value not in where]
    in_brackets = f" ({'; '.join(more)})" if more else ""
    return Told(_from_now_on(event, f"{where}{in_brackets}"), _from_now_on(event, title))


def _from_now_on(event: ev.RuleDecided, rule: str) -> str:
    if event.precedent and event.kept:
        return _("Decided at this table, also for the next games: %(rule)s", rule=rule)
    if event.precedent:
        return _("Decided at this table: %(rule)s", rule=rule)
    if event.kept:
        return _("New house rule, also for the next games: %(rule)s", rule=rule)
    return _("New house rule: %(rule)s", rule=rule)


def _is_in(replay: Replay, event: ev.RuleDecided, name: str, words: str) -> bool:
    """Whether the words of the clause are those that the value has by itself."""
    try:
        values = fitted(replay.book.values(), event.values)
        return sentence(name, values) in words
    except (KeyError, RulebookError):  # told as it was written
        return False


def _value(replay: Replay, event: ev.RuleDecided, name: str, raw: object) -> str:
    try:
        return rule_in_words(name, fitted(replay.book.values(), event.values)).rstrip(".")
    except (KeyError, RulebookError):  # a value that this version no longer has is told as it was written
        return f"{name}: {raw}"


@tells(ev.RuleRevoked)
def _rule_revoked(replay: Replay, event: ev.RuleRevoked) -> str:
    decision = next((each for each in replay.decisions if each.seq == event.target), None)
    clause = replay.book.clauses.get(decision.topic) if decision else None
    if decision is None:
        return _("Rule dropped")
    return _("Dropped: our rule on %(title)s", title=clause.title if clause else decision.topic)
