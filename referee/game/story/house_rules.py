"""The sentences of decisions on rules."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import Told, tells
from referee.messages import N_, ngettext
from referee.messages import gettext as _
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.in_words import rule_in_words, sentence
from referee.rules.rulebook.kinds import RulebookError


@tells(ev.RuleDecided, N_("The house rule"))
def _rule_decided(replay: Replay, event: ev.RuleDecided) -> str:
    where, title = _rule(replay, event)
    return Told(_anew(replay, event, _from_now_on(event, where)), _from_now_on(event, title))


def _rule(replay: Replay, event: ev.RuleDecided) -> tuple[str, str]:
    """What a decision says, and its name."""
    clause = next((clause for clause in event.clauses if clause["address"].endswith(f"/{event.topic}")), None)
    title = clause["title"] if clause else event.topic
    where = f"{title}: {clause['text']}" if clause else title
    values = [
        _value(replay, event, name, raw) for name, raw in event.values.items() if not _is_in(replay, event, name, where)
    ]
    more = [value for value in values if value not in where]
    in_brackets = f" ({'; '.join(more)})" if more else ""
    return f"{where}{in_brackets}", title


def _anew(replay: Replay, event: ev.RuleDecided | ev.RulebookChanged, sentence: str) -> str:
    """The sentence with the round from which it counts, where that is said, and how many results are others by it."""
    if not event.since or not replay.rounds:
        return sentence
    if event.since > 1:
        return _("%(change)s, from round %(round)s on", change=sentence, round=event.since)
    return ngettext(
        "%(change)s, from the first round (%(num)s result counted again)",
        "%(change)s, from the first round (%(num)s results counted again)",
        sum(map(len, event.repriced.values())),
        change=sentence,
    )


@tells(ev.RulesAgreed, N_("What we agreed"))
def _rules_agreed(replay: Replay, event: ev.RulesAgreed) -> str:
    count = len(event.decisions)
    if count == 1:
        return _rule_decided(replay, event.decisions[0])
    rules = "; ".join(_rule(replay, decision)[0].rstrip(".") for decision in event.decisions)
    brief = ngettext("Agreed on %(num)s rule", "Agreed on %(num)s rules", count)
    if any(decision.kept for decision in event.decisions):
        return Told(_("%(agreed)s, also for the next games: %(rules)s", agreed=brief, rules=rules), brief)
    return Told(_("%(agreed)s: %(rules)s", agreed=brief, rules=rules), brief)


@tells(ev.RulebookChanged, N_("New rulebook"))
def _rulebook_changed(replay: Replay, event: ev.RulebookChanged) -> str:
    name = _("Rulebook changed to %(rulebook)s", rulebook=event.rulebook.get("name", ""))
    was = _("%(name)s, before that %(old)s", name=name, old=replay.book.name)
    return Told(_anew(replay, event, was), name)


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


@tells(ev.RuleRevoked, N_("Rule dropped"))
def _rule_revoked(replay: Replay, event: ev.RuleRevoked) -> str:
    dropped = [each for each in replay.decisions if each.is_of(event.target, event.topic)]
    if not dropped:
        return _("Rule dropped")
    if len(dropped) > 1:
        return ngettext("Dropped: %(num)s rule of ours", "Dropped: %(num)s rules of ours", len(dropped))
    decision = dropped[0]
    clause = replay.book.clauses.get(decision.topic)
    return _("Dropped: our rule on %(title)s", title=clause.title if clause else decision.topic)
