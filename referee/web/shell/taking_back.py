"""What Undo undoes on the phone of a request, and what others have taken back of what it told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Flask, session

from referee.game import history
from referee.game.events import RulebookChanged, RuleDecided, RulesAgreed
from referee.game.fold import sentences
from referee.game.story.answers import sentence
from referee.game.story.told_to import to_you
from referee.game.taking_back import undoings
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.games.taking_back import Changed, ToTell, changed_rules, to_tell
from referee.web.shell import access, words
from referee.web.shell.bar import Bar, Step, own_undo
from referee.web.shell.live_parts import HEARD

_GAMES = 6
"""So many games does a phone keep in mind, the last ones."""


def init_app(app: Flask) -> None:
    app.add_template_global(undo_here)
    app.add_template_global(taken_back_here)


def undo_here(bar: Bar) -> Step | None:
    """What Undo in the bar undoes on this phone: the host's the last thing, anyone else's their own last."""
    if bar.undo is None or access.may_undo(bar.code, bar.undo.seq):
        return bar.undo
    return own_undo(bar, access.wrote_here(bar.code)) if access.may("player") else None


class TakenBackHere(NamedTuple):
    """The last thing that another phone took back of what this one told, or of what was told of its seats; or what it
    changed of the rules."""

    sentence: str
    endpoint: str
    """Which brings it back; empty where it cannot be brought back here."""
    target: int
    why_not: str
    until: int
    """The number of the log up to which the phone has heard everything once this is put away."""
    earlier: int
    """How many others there are, which the history has."""


def taken_back_here(bar: Bar) -> TakenBackHere | None:
    """What the phone of this request is to hear; None for nothing."""
    if not bar.evening:
        return None
    since = access.held_here(bar.code).since or {}
    rules = changed_rules(bar.code, access.this_phone().id, bar.state, since, _heard(bar.code))
    if not rules and not undoings(bar.state):
        return None
    to_hear = to_tell(bar.code, access.this_phone().id, bar.state, since, _heard(bar.code))
    if rules:
        return _of_rules(rules, bar, sum(each.undoing.seq < rules.seq for each in to_hear))
    if not to_hear:
        return None
    last = to_hear[0]
    undoing, state = last.undoing, bar.state
    endpoint = "history.undo" if undoing.removed else "history.redo"
    target = undoing.seq if undoing.removed else undoing.target
    why = history.why_no_undo(state, target) if undoing.removed else history.why_no_redo(state, target)
    why_not = sentence(why) if why else ""
    if not why_not and undoing.anew is not None:
        why_not = _("Entered again since: %(entry)s.", entry=sentences(state)[undoing.anew - 1].brief)
    if not why_not and not access.may("host"):
        why_not = _("Only a host can bring it back.")
    return TakenBackHere(
        _in_words(last, bar), "" if why_not else endpoint, target, why_not, undoing.seq, len(to_hear) - 1
    )


def _of_rules(change: Changed, bar: Bar, earlier: int) -> TakenBackHere:
    """The rules come first: whoever enters something is to know by which they play and count."""
    state, by = bar.state, words.writer(change.by, "") or _("Another phone")
    entry, event = sentences(state)[change.target - 1].brief, state.log[change.target - 1].event
    why = (history.why_no_redo if change.is_back else history.why_no_undo)(state, change.target)
    if change.is_back:
        tells = _("%(name)s undid: %(entry)s", name=by, entry=entry)
    elif isinstance(event, RulebookChanged):
        tells = _rulebook_in_words(event, by)
    elif isinstance(event, RulesAgreed) and (count := len(event.decisions)) > 1:
        tells = ngettext(
            "%(name)s saved what we agreed: %(num)s rule",
            "%(name)s saved what we agreed: %(num)s rules",
            count,
            name=by,
        )
    elif isinstance(event, RuleDecided | RulesAgreed):
        tells = _rule_in_words(event if isinstance(event, RuleDecided) else event.decisions[0], by, entry)
    else:
        tells = _("%(name)s changed a rule: %(entry)s", name=by, entry=entry)
    why_not = sentence(why) if why else "" if access.may("host") else _("Only a host can bring it back.")
    endpoint = "history.redo" if change.is_back else "history.undo"
    return TakenBackHere(tells, "" if why_not else endpoint, change.target, why_not, change.seq, earlier)


def _rule_in_words(event: RuleDecided, by: str, entry: str) -> str:
    """With what it says now: its name alone would send every phone to the rules."""
    rule = next((_in_full(clause) for clause in event.clauses if clause["address"].endswith(f"/{event.topic}")), entry)
    if event.precedent:
        return _("%(name)s decided for this table: %(rule)s", name=by, rule=rule)
    return _("%(name)s changed a rule: %(rule)s", name=by, rule=rule)


def _in_full(clause: Mapping[str, Any]) -> str:
    return f"{clause['title']}: {clause['text'].rstrip('.')}"


def _rulebook_in_words(event: RulebookChanged, by: str) -> str:
    at = {"name": by, "rulebook": event.rulebook["name"]}
    if event.since == 1:
        return _("%(name)s changed the rulebook: %(rulebook)s, from the first round", **at)
    return _("%(name)s changed the rulebook: %(rulebook)s, from round %(number)s on", **at, number=event.since)


def _in_words(news: ToTell, bar: Bar) -> str:
    undoing, state = news.undoing, bar.state
    own = min(news.seats, default=None)
    entry = to_you(state.log[undoing.target - 1].event, own) or sentences(state)[undoing.target - 1].brief
    by = words.writer(undoing.by, "")
    if undoing.removed:
        if by:
            return _("%(name)s removed: %(entry)s", name=by, entry=entry)
        return _("Another phone removed: %(entry)s", entry=entry)
    if by:
        return _("%(name)s undid: %(entry)s", name=by, entry=entry)
    return _("Another phone undid: %(entry)s", entry=entry)


def _heard(code: str) -> int:
    heard = session.get(HEARD)
    number = heard.get(code) if isinstance(heard, dict) else None
    return number if isinstance(number, int) else 0


def keep_heard(code: str, until: int) -> None:
    """This phone has heard everything up to that number of the log of a game."""
    before = {game: number for game, number in dict(session.get(HEARD) or {}).items() if game != code}
    kept = [*before.items()][-(_GAMES - 1) :]
    session[HEARD] = {**dict(kept), code: max(until, _heard(code))}
    session.permanent = True
