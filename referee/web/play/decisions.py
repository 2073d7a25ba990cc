"""What the table decides on its rules in mid-game: one clause to decide on, and the list of what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.commands import DecideRule
from referee.game.state import GameState
from referee.rulebooks import library, own
from referee.rules.rulebook.house_rules import spoken
from referee.rules.rulebook.model import VALUE_TOPICS, VALUES
from referee.web import words
from referee.web.frame import Trouble
from referee.web.game.bar import Bar, bar
from referee.web.own.changes import differs
from referee.web.own.values import Filled, filled, read
from referee.web.rulebooks.page import ClauseView, clause_view


@dataclass(frozen=True)
class RuleValue:
    name: str
    doc: str
    now: str
    filled: Filled


@dataclass(frozen=True)
class RulePage:
    bar: Bar
    clause: ClauseView
    values: tuple[RuleValue, ...]
    wording: str
    open: bool
    """Whether the sources leave it open: then the decision is a precedent."""
    judged: bool
    """Whether rulings turn on it."""
    book: str
    """The club's rulebook to which the decision may belong from now on."""
    keep: bool


@dataclass(frozen=True)
class DecisionLine:
    seq: int
    topic: str
    title: str
    text: str
    by: str
    when: words.Moment
    precedent: bool
    kept: bool
    """Whether it belongs to the club's rulebook too."""


@dataclass(frozen=True)
class RulesPage:
    bar: Bar
    decisions: tuple[DecisionLine, ...]
    open_questions: tuple[tuple[str, str, str], ...]
    """Clauses on which the sources are silent and nobody has decided: topic, title, question."""
    book: str
    kept_in: str
    """The club's rulebook that has what was decided for the next games."""
    name: str


def values_of(topic: str) -> tuple[str, ...]:
    """The rule values that a clause decides."""
    return tuple(name for name, one in VALUE_TOPICS.items() if one == topic)


def rule_page(code: str, state: GameState, topic: str, trouble: Trouble, typed: Mapping[str, str]) -> RulePage:
    """For a clause that the rulebook has; ``typed`` is what a refused form said."""
    book = state.book
    clause = book.clauses[topic]
    number = list(book.clauses).index(topic) + 1
    said = typed if trouble else None
    return RulePage(
        bar=bar(code, state),
        clause=clause_view(clause, number, {one.id: one.name for one in library.all_rulebooks()}),
        values=tuple(
            RuleValue(name, VALUES[name]["doc"], spoken(getattr(book, name)), filled(name, getattr(book, name), said))
            for name in values_of(topic)
        ),
        wording=typed.get("wording", ""),
        open=clause.silence is not None or clause.basis == "house default",
        judged=clause.judged,
        book=own.kept_as(state.opened_book)[1],
        keep=not trouble or "keep" in typed,
    )


def decision(state: GameState, topic: str, typed: Mapping[str, str]) -> DecideRule:
    """What a form decides: the values that differ, or, with none, the reading as it stands."""
    wording, keep = typed.get("wording", "").strip(), "keep" in typed
    if "stands" in typed:
        return DecideRule(topic, {}, wording, keep)
    said = {name: read(name, typed) for name in values_of(topic) if _is_said(name, typed)}
    house = {name: raw for name, raw in said.items() if differs(state.book, name, raw)}
    return DecideRule(topic, house, wording, keep)


def _is_said(name: str, typed: Mapping[str, str]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for key in typed)


def rules_page(code: str, state: GameState, name: str = "") -> RulesPage:
    book = state.book
    return RulesPage(
        bar=bar(code, state),
        decisions=tuple(
            DecisionLine(
                seq=one.seq,
                topic=one.topic,
                title=book.clauses[one.topic].title,
                text=book.clauses[one.topic].text,
                by=one.by,
                when=words.moment(one.at),
                precedent=one.precedent,
                kept=bool(one.kept),
            )
            for one in reversed(state.decisions)
        ),
        open_questions=tuple(
            (clause.topic, clause.title, clause.silence.question) for clause in book.open_clauses if clause.silence
        ),
        book=book.name,
        kept_in=own.kept_as(state.opened_book)[1],
        name=name,
    )
