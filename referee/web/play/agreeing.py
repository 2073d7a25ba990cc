"""What is agreed on before the first deal: the questions that tables quarrel about, each with its either-or keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wtforms import RadioField

from referee.game.commands import AgreeRules
from referee.game.events import RulesAgreed
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext, translated
from referee.rulebooks import own
from referee.rulebooks.agreeing import Answer, Question, questions
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.labels import answer as in_words
from referee.rules.rulebook.labels import label
from referee.services.games.games import Done
from referee.web.parts.clauses import ClauseView, clause_view, names_built_in
from referee.web.play.forms import Agree
from referee.web.shell.bar import Bar, bar
from referee.web.shell.forms import offered

_IN_A_ROW = 14
"""Letters of an answer that has room beside others."""


class Asked(NamedTuple):
    """One question: the clause it is about, and its field, unanswered until the table has said something."""

    question: Question
    clause: ClauseView
    field: RadioField

    @property
    def are_short(self) -> bool:
        """Whether its answers have room beside each other."""
        return all(len(str(words)) <= _IN_A_ROW for _sent, words, *_ in self.field.iter_choices())


@dataclass(frozen=True)
class AgreePage:
    bar: Bar
    questions: tuple[Asked, ...]
    form: Agree
    book: str
    """The rulebook of the game."""
    kept_in: str
    """The club's rulebook that has the answers from then on."""


def questions_of(state: GameState) -> tuple[Question, ...]:
    """The questions of a game, with what its table has settled."""
    return questions(state.opened_book, state.book)


def agree_form(there: Sequence[Question]) -> type[Agree]:
    """A form with a field for each question."""
    return type(Agree.__name__, (Agree,), {question.name: _field(question) for question in there})


def _field(question: Question) -> RadioField:
    choices = offered((_sent(answer), _on_a_key(question.name, answer)) for answer in question.answers)
    return RadioField(label(question.name), choices=choices, validate_choice=False)


def _on_a_key(name: str, answer: Answer) -> str:
    """The answer in a word or two; where it is no single word or number, in a sentence."""
    match answer.value:
        case bool(is_so):
            return _("Yes") if is_so else _("No")
        case int(number):
            return str(number)
        case str(word):
            return _("No limit") if word == NO_LIMIT else translated(in_words(name, word))
    return answer.words


def _sent(answer: Answer) -> str:
    """How the page sends an answer: two phones may have it from two versions of the page."""
    return json.dumps(answer.value)


def agree_page(code: str, state: GameState, *, sent: bool) -> AgreePage:
    """``sent``: with what this request typed."""
    numbers, names = state.opened_book.numbers, names_built_in()
    there = questions_of(state)
    form_of, stands = agree_form(there), {**_settled(there), "keep": True}
    form = form_of(data=stands) if sent else form_of(None, data=stands)
    return AgreePage(
        bar=bar(code, state),
        questions=tuple(
            Asked(question, clause_view(question.clause, numbers[question.clause.topic], names), form[question.name])
            for question in there
        ),
        form=form,
        book=state.book.name,
        kept_in=own.kept_as(state.opened_book)[1],
    )


def agreement(there: Sequence[Question], form: Agree) -> AgreeRules:
    """What a form agrees on: each answer that its page, with these questions, did not show as settled already."""
    settled = _settled(there)
    sent = {question.name: form[question.name].data or "" for question in there}
    given = {name: answer for name, answer in sent.items() if answer and answer != settled.get(name)}
    return AgreeRules({name: _value(answer) for name, answer in given.items()}, bool(form.keep.data))


def _settled(there: Sequence[Question]) -> dict[str, str]:
    """The answers that the table has given already, as the page sends them."""
    return {question.name: _sent(question.answers[question.now]) for question in there if question.is_settled}


def _value(sent: str) -> object:
    """What was sent, where it is an answer at all; the judge of the game says what it is not."""
    try:
        return json.loads(sent)
    except ValueError:
        return sent


def agreed(done: Done) -> str:
    """What is said once it is written, or that it was the rule already."""
    count = sum(len(event.decisions) for event in done.events if isinstance(event, RulesAgreed))
    if not count:
        return _("That’s already the rule here.")
    return ngettext("Agreed: %(count)s rule.", "Agreed: %(count)s rules.", count, count=count)
