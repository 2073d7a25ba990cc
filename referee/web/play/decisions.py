"""What the table decides on its rules in mid-game: one clause to decide on, and the list of what was decided."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wtforms import Field

from referee.game.commands import DecideRule, Since
from referee.game.history import why_fixed
from referee.game.house_decisions import AS_OPENED, HouseDecision, is_open
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rulebooks import own
from referee.rulebooks.agreeing import questions
from referee.rules.rulebook.in_words import rule_in_words
from referee.rules.rulebook.labels import label
from referee.rules.rulebook.model import VALUE_TOPICS, Clause, Rulebook
from referee.web.parts.clauses import ClauseView, clause_view, names_built_in
from referee.web.parts.rule_values import as_typed, differs, is_sent, value_in, with_values
from referee.web.play.forms import Decide
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar


@dataclass(frozen=True)
class RuleValue:
    name: str
    doc: str
    now: str
    field: Field


@dataclass(frozen=True)
class RulePage:
    bar: Bar
    clause: ClauseView
    values: tuple[RuleValue, ...]
    decided_by_cards: bool
    """Whether it can’t be otherwise with the cards that are played with."""
    form: Decide
    since: tuple[tuple[str, str], ...]
    """From which round it may count, where that is to be said: what is sent, and its words."""
    judged: bool
    """Whether rulings turn on it."""
    book: str
    """The club's rulebook to which the decision may belong from now on."""


@dataclass(frozen=True)
class DecisionLine:
    decision: HouseDecision
    clause: Clause
    when: words.Moment


USUAL = ("points", "may_i_limit", "jokers", "wild_ranks", "swap", "players_max")
"""The values that most tables change, in the order in which they are offered."""


@dataclass(frozen=True)
class RulesPage:
    bar: Bar
    decisions: tuple[DecisionLine, ...]
    usual: tuple[tuple[str, str, str], ...]
    """The clauses that most tables change: topic, title, what is played."""
    disputed: tuple[tuple[str, str, str], ...]
    """Clauses on which the sources are silent and nobody has decided: topic, title, question. First those that tables
    quarrel about, the most disputed first."""
    open_questions: tuple[tuple[str, str, str], ...]
    """The rest of them."""
    younger: tuple[tuple[str, str, str], ...]
    """The same of clauses that are newer than the rulebook of this game."""
    book: str
    kept_in: str
    """The club's rulebook that has what was decided for the next games."""
    name: str


def values_of(topic: str) -> tuple[str, ...]:
    """The rule values that a clause decides."""
    return tuple(name for name, at in VALUE_TOPICS.items() if at == topic)


def decided_by_cards(book: Rulebook, topic: str) -> bool:
    """Whether a clause can’t say anything else with the cards that are played with."""
    values = values_of(topic)
    return bool(values) and not any(map(book.can_choose, values))


def decide_form(topic: str) -> type[Decide]:
    """A form for the values of a clause."""
    form: type[Decide] = with_values(Decide, values_of(topic))
    return form


def rule_page(code: str, state: GameState, topic: str, *, sent: bool) -> RulePage:
    """For a clause that the rulebook has; ``sent``: with what this request typed."""
    book = state.book
    clause = book.clauses[topic]
    number = book.numbers[topic]
    as_played = {"keep": False, **{name: as_typed(book, name) for name in values_of(topic)}}
    form = decide_form(topic)(data=as_played) if sent else decide_form(topic)(None, data=as_played)
    return RulePage(
        bar=bar(code, state),
        clause=clause_view(clause, number, names_built_in()),
        values=tuple(
            RuleValue(name, label(name), rule_in_words(name, book.values()), form[name])
            for name in values_of(topic)
            if book.can_choose(name)
        ),
        decided_by_cards=decided_by_cards(book, topic),
        form=form,
        since=tuple(_since(state, values_of(topic))),
        judged=clause.judged,
        book=own.kept_as(state.opened_book)[1],
    )


def _since(state: GameState, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Rounds that were counted by one of these values, and what a game ends by, ask from which round another counts."""
    ends = {*AS_OPENED, "contracts"}.intersection(names)
    is_counted = why_fixed(state, dict.fromkeys(names)) is not None
    if state.rounds and (is_counted or "contracts" in ends) and not {*AS_OPENED, "may_i_price"}.intersection(names):
        yield "now", _("From now on")
    if is_counted or ends:
        yield "first", _("From the first round")


def decision(shown: GameState, topic: str, form: Decide) -> DecideRule:
    """What a form decides: values other than those that its page showed, or, by a key of its own, the reading."""
    wording, keep = form.text("wording").strip(), bool(form.keep.data)
    if form.stands.data:
        return DecideRule(topic, {}, wording, keep, stands=True)
    sent = {name: value_in(form, name) for name in values_of(topic) if is_sent(form[name])}
    house = {name: raw for name, raw in sent.items() if differs(shown.book, name, raw)}
    since: Since = form.since.data or ""
    return DecideRule(topic, house, wording, keep, since=since, confirmed=form.yes)


def decided_already(state: GameState, topic: str, seen: int) -> str:
    """Why nothing was decided, in a sentence: it is the rule already, maybe by what another phone has just decided."""
    decisions = [decision for decision in state.decisions if decision.topic == topic]
    if decisions and decisions[-1].seq > seen:
        who = words.writer(decisions[-1].by, "") or _("Another phone")
        return _("%(who)s has just decided that. It’s the rule here now.", who=who)
    if is_open(state.book.clauses[topic]):
        return _("That’s already the rule here. To settle it for this game, tap “Keep the rule”.")
    return _("That’s already the rule here.")


def rules_page(code: str, state: GameState, name: str = "") -> RulesPage:
    book = state.book
    left_open = {
        clause.topic: (clause.topic, clause.title, clause.silence.question)
        for clause in book.open_clauses
        if clause.silence and not decided_by_cards(book, clause.topic)
    }
    younger = {clause.topic for clause in book.open_clauses if clause.is_younger}
    unsettled = [question.clause.topic for question in questions(state.opened_book, book) if not question.is_settled]
    disputed = [topic for topic in unsettled if topic in left_open and topic not in younger]
    usual = [(name, VALUE_TOPICS[name]) for name in USUAL if VALUE_TOPICS[name] in book.clauses]
    usual = [(name, topic) for name, topic in usual if book.can_choose(name)]
    return RulesPage(
        bar=bar(code, state),
        decisions=tuple(
            DecisionLine(decision, book.clauses[decision.topic], words.moment(decision.at))
            for decision in reversed(state.decisions)
        ),
        usual=tuple((topic, book.clauses[topic].title, rule_in_words(name, book.values())) for name, topic in usual),
        disputed=tuple(left_open[topic] for topic in disputed),
        open_questions=tuple(row for topic, row in left_open.items() if topic not in younger and topic not in disputed),
        younger=tuple(row for topic, row in left_open.items() if topic in younger),
        book=book.name,
        kept_in=own.kept_as(state.opened_book)[1],
        name=name,
    )
