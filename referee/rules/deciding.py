"""Which clauses decide: the engine asks itself what it would rule if another table had chosen otherwise."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any

from referee.rules.judges.may_i import LIMITS
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_TOPICS, VALUES, Rulebook
from referee.rules.rulings import Citation, RequestError, Ruling

Judge = Callable[[Rulebook], Ruling]
"""The same question under another rulebook; raises RequestError where it cannot be asked there."""
_SEARCHES = frozenset({"best_turn", "go_down"})
"""Questions that search: asked under a dozen rulebooks they would take too long."""


def weighed(question: str, book: Rulebook, ruling: Ruling, judge: Judge) -> Ruling:
    """The ruling with what decides first among its clauses.

    A clause that no source settles stands first only where another value of it would make the answer another one. Where
    its source does speak, what nobody disputes is cited as stated; what no source says follows after the others.
    """
    if not is_up_to_the_table(question, book, ruling):
        return ruling
    reasons = {finding.topic for finding in ruling.findings}
    turns = {cited.topic: _turns(question, book, ruling, cited.topic, judge) for cited in ruling.because}
    decides = {topic for topic, what in turns.items() if what}
    first: list[Citation] = []
    later: list[Citation] = []
    for cited in ruling.because:
        if cited.topic in decides or not _is_open(book, cited.topic):
            first.append(cited)
            continue
        undisputed = cited._replace(basis="stated", passages=(), undisputed=True) if cited.passages else cited
        # what decides nothing leads only where it is the reason, or where its source speaks and nothing else decides
        leads = cited.topic in reasons or (undisputed.undisputed and not decides)
        (first if first or leads else later).append(undisputed)
    # what makes a yes of a no stands before what only makes another meld of it
    if first and turns[first[0].topic] is Turns.ANSWER:
        first.sort(key=lambda cited: turns[cited.topic] is not Turns.VERDICT or cited.topic in LIMITS)
    return ruling._replace(because=(*first, *later))


def is_up_to_the_table(question: str, book: Rulebook, ruling: Ruling) -> bool:
    """Whether a ruling cites what another table could have chosen, and can be asked of."""
    can_be_asked = question not in _SEARCHES and not ruling.needs
    return can_be_asked and any(_is_open(book, cited.topic) for cited in ruling.because)


def _is_open(book: Rulebook, topic: str) -> bool:
    """Whether no source settles it, and a value says what is played; of what is stated only a side point is open."""
    return book.clauses[topic].basis == "house default" and topic in VALUE_TOPICS.values()


class Turns(IntEnum):
    """What another value of a clause would change."""

    NOTHING = 0
    ANSWER = 1
    VERDICT = 2


def _turns(question: str, book: Rulebook, ruling: Ruling, topic: str, judge: Judge) -> Turns:
    """What would be another one with some other value of an open clause."""
    if not _is_open(book, topic):
        return Turns.NOTHING
    answer = answer_of(question, ruling)
    turned = Turns.NOTHING
    for other in other_books(book, topic):
        try:
            there = judge(other)
        except RequestError:
            if question == "deal":  # so many cannot be dealt to there
                return Turns.VERDICT
            continue
        if there.legal is not ruling.legal:
            return Turns.VERDICT
        if answer_of(question, there) != answer:
            turned = Turns.ANSWER
    return turned


def answer_of(question: str, ruling: Ruling) -> tuple[Any, ...]:
    """What a ruling answers: the verdict, what it adds, and why not.

    How a contract may be read decides nothing, nor what a discard costs, nor a reward of which nobody asked.
    """
    beside = BESIDE.get(question)
    adds: Mapping[str, Any] = {} if question == "contract" else ruling.adds
    if beside:
        adds = {name: value for name, value in adds.items() if name != beside}
    why = (ruling.findings[0].reason, ruling.findings[0].topic) if ruling.findings else None
    return ruling.legal, adds, why


BESIDE = {"may_i": "price", "deal": "cut"}
"""By question, what its ruling adds that is no answer to it."""


class _Same:
    """A rulebook as a key: itself, whatever it says."""

    __slots__ = ("book",)

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def __hash__(self) -> int:
        return id(self.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.book is other.book


def other_books(book: Rulebook, topic: str) -> tuple[Rulebook, ...]:
    """The rulebook with every other value that a clause may have."""
    return _others(_Same(book), topic)


@lru_cache(maxsize=128)
def _others(same: _Same, topic: str) -> tuple[Rulebook, ...]:
    """The rulebook with every other value that a clause may have."""
    return tuple(_other_books(same.book, [name for name, its in VALUE_TOPICS.items() if its == topic]))


def _other_books(book: Rulebook, names: Iterable[str]) -> Iterator[Rulebook]:
    for name in names:
        for choice in _choices(book, name):
            with contextlib.suppress(RulebookError):  # no table can choose that, as long as the rest is as it is
                yield dataclasses.replace(book, **fitted(book.values(), choice))


def _choices(book: Rulebook, name: str) -> Iterable[Mapping[str, Any]]:
    """What a table could choose in the place of a value, as JSON; that value itself among it changes nothing."""
    disputed: tuple[Mapping[str, Any], ...] | None = VALUES[name]["disputed"]
    if disputed is not None:
        return disputed
    kind = KINDS[name]
    return ({name: kind.in_json(other)} for other in kind.others(getattr(book, name)))
