"""Decisions of the table on a rule in mid-game: what each changes, and the rulebook that comes of them.

A decision is kept complete in itself (values and clauses), so that a later version of the rulebooks
changes no game, and one may be revoked or undone while another stands.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.report import values_of
from referee.rules.rulebook.checks import sound
from referee.rules.rulebook.house_rules import HOUSE_SOURCE, put_after
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import VALUE_TOPICS, Clause, Rulebook, clause_of
from referee.rules.rulebook.values import read_value, rounds_in


@dataclass(frozen=True, slots=True)
class HouseDecision:
    """A decision that holds; ``seq`` is its number in the history, ``at`` its moment."""

    seq: int
    at: str
    by: str
    day: str
    """That of the game, which its clauses bear."""
    topic: str
    values: Mapping[str, Any]
    """Rule values as JSON writes them."""
    clauses: Sequence[Mapping[str, Any]]
    after: Sequence[str]
    precedent: bool
    kept: str = ""
    """The id of the club's rulebook that has it too; empty where it holds in this game only."""

    def is_of(self, seq: int, topic: str) -> bool:
        """Whether it was told by that entry; where several were agreed together, on that topic, or on any."""
        return self.seq == seq and topic in ("", self.topic)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a decision would change; the fields of ``events.RuleDecided``."""

    values: dict[str, Any]
    clauses: tuple[dict[str, Any], ...]
    after: tuple[str, ...]


_APPLIED: dict[str, Rulebook] = {}


def applied(book: Rulebook, decisions: Sequence[HouseDecision]) -> Rulebook:
    """The rulebook with these decisions, each dated in its clauses; RulebookError if they contradict each other."""
    if not decisions:
        return book
    content = [
        [decision.day, dict(decision.values), list(decision.clauses), list(decision.after)] for decision in decisions
    ]
    key = book.digest + json.dumps(content, sort_keys=True)
    applied_book = _APPLIED.get(key)
    if applied_book is None:
        applied_book = _apply(book, decisions)
        if len(_APPLIED) >= 200:
            _APPLIED.clear()
        _APPLIED[key] = applied_book
    return applied_book


def _apply(book: Rulebook, decisions: Sequence[HouseDecision]) -> Rulebook:
    values: dict[str, Any] = {}
    clauses = dict(book.clauses)
    rounds = book.rounds
    for decision in decisions:
        if "contracts" in decision.values:
            rounds = rounds_in(decision.values["contracts"])
        for name, raw in decision.values.items():
            values[name] = read_value(name, raw, rounds)
        for data, after in zip(decision.clauses, decision.after, strict=True):
            clause = _clause(data, decision.day)
            if clause.topic not in clauses and after in clauses:
                clauses = put_after(clauses, after, {clause.topic: clause})
            else:
                clauses[clause.topic] = clause
    return sound(dataclasses.replace(book, **values, clauses=clauses))


def taken_up(book: Rulebook, decision: HouseDecision) -> Rulebook:
    """Another rulebook of the family with a decision; raises RulebookError where it does not fit."""
    return applied(book, (decision,))


def taken_out(book: Rulebook, decision: HouseDecision, opened: Rulebook) -> Rulebook:
    """A rulebook without one decision: where nobody has changed it since, it says again what ``opened`` says.

    Raises RulebookError where something else rests on it.
    """
    clauses = dict(book.clauses)
    decided = [_clause(data, decision.day) for data in decision.clauses]
    replaced = set()
    for clause in decided:
        here = clauses.get(clause.topic)
        if here is None or (here.text, here.source) != (clause.text, clause.source):
            continue
        if clause.topic in opened.clauses:
            clauses[clause.topic] = opened.clauses[clause.topic]
        else:
            del clauses[clause.topic]
        replaced.add(clause.topic)
    along = set(map(VALUE_TOPICS.get, decision.values)) - {clause.topic for clause in decided} if replaced else set()
    values = {
        name: getattr(opened, name)
        for name, raw in decision.values.items()
        if (topic := VALUE_TOPICS.get(name)) in replaced
        or (topic in along and getattr(book, name) == read_value(name, raw, book.rounds))
    }
    return sound(dataclasses.replace(book, **values, clauses=clauses))


def _clause(data: Mapping[str, Any], date: str) -> Clause:
    clause = clause_of(data)
    if clause.source == HOUSE_SOURCE:
        return dataclasses.replace(clause, source=f"{HOUSE_SOURCE}, {date}")
    return clause


def is_open(clause: Clause) -> bool:
    """Whether its sources are silent or can be read two ways, and no table has decided it."""
    return clause.silence is not None or clause.basis == "house default"


def _is_new(book: Rulebook, after: Rulebook, topic: str, is_worded: bool) -> bool:
    """Whether a rulebook says something else than before: by its values, or by the words of a table."""
    if after.values() != book.values():
        return True
    return is_worded and after.clauses[topic].text != book.clauses[topic].text


def is_changed(book: Rulebook, change: Changes) -> bool:
    """Whether another rule is played from then on, or the same in other words: more than a reading confirmed."""
    if any(raw != book.in_json(name) for name, raw in change.values.items()):
        return True
    return any(_text_of(book, clause) != clause["text"] for clause in change.clauses)


def _text_of(book: Rulebook, data: Mapping[str, Any]) -> str:
    clause = book.clauses.get(clause_of(data).topic)
    return clause.text if clause else ""


AS_OPENED = ("own_contracts", "rounds_most", "play_until", "contracts_again", "winning_total")
"""The values by which a game is won and ends: they change for all of its rounds or not at all."""


_ONLY_OF_ALL = "stays as it was when the game began, unless it is changed from the first round"


def answered(book: Rulebook, name: str, raw: object) -> tuple[str, dict[str, object]]:
    """The clause that a rule value (as JSON) is of, and what deciding on it takes: nothing where it is so already.

    Raises RulebookError for what is no value of a rulebook.
    """
    if name not in VALUE_TOPICS:
        raise RulebookError(name, f"{book.name} has no rule of this name")
    is_other = read_value(name, raw, book.rounds) != getattr(book, name)
    return VALUE_TOPICS[name], {name: raw} if is_other else {}


def changes(
    book: Rulebook, topic: str, house: Mapping[str, object], wording: str, *, of_all_rounds: bool = False
) -> Changes:
    """What deciding on a clause changes; raises RulebookError for what cannot be decided so.

    Without values the reading as it stands becomes the table's own. Nothing where the table plays by just this already.
    ``of_all_rounds``: it counts as if the game had been opened with it.
    """
    if topic not in book.clauses:
        raise RulebookError("topic", f"{book.name} has no clause of this name")
    if strange := [name for name in house if VALUE_TOPICS.get(name) != topic]:
        raise RulebookError(strange[0], "does not belong to this clause")
    given = set(house)
    if wording.strip() and not house:  # words alone confirm the values as they are
        house = values_of(book, topic)
    if house:
        after = library.with_house_rules(book, house, {next(iter(house)): wording})
    elif wording.strip():
        after = library.with_house_rules(book, {}, {topic: wording})
    else:
        own = dataclasses.replace(
            book.clauses[topic], basis="house rule", source=HOUSE_SOURCE, silence=None, inherited_from=""
        )
        after = dataclasses.replace(book, clauses={**book.clauses, topic: own})
    if not of_all_rounds and after.rounds != book.rounds:
        raise RulebookError("contracts", f"the number of rounds {_ONLY_OF_ALL}")
    for name in AS_OPENED:
        if not of_all_rounds and getattr(after, name) != getattr(book, name):
            raise RulebookError(name, _ONLY_OF_ALL)
    if not is_open(book.clauses[topic]) and not _is_new(book, after, topic, bool(wording.strip())):
        return Changes({}, (), ())
    changed = [topic for topic, clause in after.clauses.items() if book.clauses.get(topic) != clause]
    order = list(after.clauses)
    return Changes(
        values={
            name: after.in_json(name)
            for name, value in after.values().items()
            if name in given or value != getattr(book, name)
        },
        clauses=tuple(dataclasses.asdict(after.clauses[topic]) for topic in changed),
        after=tuple(order[max(order.index(topic) - 1, 0)] for topic in changed),
    )
