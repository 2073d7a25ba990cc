"""What tables quarrel about most, as questions to agree on before the first deal.

Only what the rulebook has, and what its sources leave open: at most ten, the most disputed first. The order is that of
the values on which most of the built-in rulebooks and of the house rules read on public pages differ; what comes up in
nearly every round comes before what comes up once an evening.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.rules.rulebook.checks import sound
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.in_words import rule_in_words
from referee.rules.rulebook.kinds import NO_LIMIT, RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_TOPICS, Clause, Rulebook

MOST = 10
"""Questions: what a table answers in a minute."""
_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "may_i_limit": (2, 3, NO_LIMIT),
    "final_discard": ("required", "optional"),
    "wilds_most": (1, 2, NO_LIMIT),
    "wilds_side_by_side": (True, False),
    "discard_wild": (True, False),
    "sets_of_one_rank": (True, False),
    "joker_moves": (True, False),
    "naturals_least": (0, 1, 2),
    "may_i_down": (True, False),
    "only_down_goes_out": (True, False),
    "swap_when": ("earlier", "down"),
    "draw_down": (True, False),
    "runs_that_meet": ("two", "one"),
    "may_i_changed_mind": ("until asked", "until taken", "final"),
    "discard_taken": (True, False),
    "may_i_own": (True, False),
    "take_back": (True, False),
    "shanghai_call": (True, False),
    "wild_place": ("as named", "any place"),
}
"""Between what is chosen, by rule value (as JSON), the most disputed value first."""
_READ_TWO_WAYS = frozenset({"may_i_limit", "final_discard", "wilds_most", "swap_when", "may_i_changed_mind"})
"""Those that are also asked where the source can be read two ways: there its question is about just this value."""


class Answer(NamedTuple):
    """What a table may say: the value as JSON, and what is played then, in a sentence."""

    value: Any
    words: str


class Question(NamedTuple):
    """A clause that the sources leave open, and what a table may say to it."""

    name: str
    """The rule value."""
    clause: Clause
    """As the rulebook had it when the game was opened: what the sources say, what is played where no table decides."""
    answers: tuple[Answer, ...]
    now: int
    """The place of the answer by which it is played."""
    is_settled: bool
    """Whether the table has decided it in this game."""


def questions(opened: Rulebook, book: Rulebook) -> tuple[Question, ...]:
    """Of the rulebook by which a game was opened, with the answers of the one by which it is played now."""
    fitting = (question for name, clause in _left_open(opened) if (question := _question(book, name, clause)))
    return tuple(itertools.islice(fitting, MOST))


def has_questions(book: Rulebook) -> bool:
    """Whether there may be something to agree on that no table has agreed on yet for this rulebook."""
    topics = {VALUE_TOPICS[name] for name in _CHOICES}
    is_agreed = any(clause.topic in topics and clause.basis == "house rule" for clause in book.clauses.values())
    return not is_agreed and next(_left_open(book), None) is not None


def _left_open(book: Rulebook) -> Iterator[tuple[str, Clause]]:
    printed = {clause.topic: clause for clause in book.printed}
    for name in _CHOICES:
        clause = printed.get(VALUE_TOPICS[name])
        if clause and clause.silence and (clause.status == "house default" or name in _READ_TWO_WAYS):
            yield name, clause


def _question(book: Rulebook, name: str, clause: Clause) -> Question | None:
    played = Answer(KINDS[name].short(getattr(book, name)), rule_in_words(name, book.values()))
    answers = list(_answers(book, name))
    if played not in answers:
        answers.insert(0, played)
    if len(answers) == 1:
        return None
    is_settled = book.clauses[clause.topic].basis == "house rule"
    return Question(name, clause, tuple(answers), answers.index(played), is_settled)


def _answers(book: Rulebook, name: str) -> Iterator[Answer]:
    for value in _CHOICES[name]:
        try:
            values = sound(dataclasses.replace(book, **fitted(book.values(), {name: value}))).values()
        except RulebookError:  # no table can choose that, as long as the rest is as it is
            continue
        yield Answer(value, rule_in_words(name, values))
