"""What the rulebooks say, for people: the merged book, and what differs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.rules.rulebook.house_rules import with_cards_of
from referee.rules.rulebook.model import KINDS, VALUE_TOPICS, VALUES, Clause, Rulebook

WIDTH = 100


def show(book: Rulebook) -> str:
    """The merged rulebook as text: what it is, then every clause with its basis, source and values."""
    lines = [f"{book.name} ({book.id})", book.special, ""]
    if book.also_called:
        lines.append(f"Also called: {', '.join(book.also_called)}")
    if book.shelf:
        lines.append(f"Shelf: from {book.shelf}")
    if book.builds_on:
        lines.append(f"Builds on: {book.builds_on}")
    lines += [f"Source: {source.name}" for source in book.sources]
    for option in book.options:
        lines += textwrap.wrap(f"Option: {option}", WIDTH, subsequent_indent="    ")
    for note in book.notes:
        lines += textwrap.wrap(f"Note: {note}", WIDTH, subsequent_indent="    ")
    lines.append(f"Digest: {book.digest}")
    for number, clause in enumerate(book.printed, 1):
        lines += ["", *_clause_lines(number, clause, values_of(book, clause.topic))]
    return "\n".join(lines) + "\n"


def values_of(book: Rulebook, topic: str) -> dict[str, Any]:
    """The rule values that a clause decides, by name, as JSON writes them."""
    return {name: book.in_json(name) for name, its_topic in VALUE_TOPICS.items() if its_topic == topic}


def _clause_lines(number: int, clause: Clause, values: dict[str, Any]) -> Iterator[str]:
    yield f"{number:2}. {clause.address}  {clause.title}"
    yield from _indented(clause.text)
    origin = f", from {clause.inherited_from}" if clause.inherited_from else ""
    yield from _indented(f"[{clause.status}{origin}; {clause.source}]")
    if silence := clause.silence:
        decision = f" ({silence.decision})" if silence.decision else ""
        if silence.passages:
            yield from _indented(f"Two ways{decision}: {silence.question}")
            yield from _indented(f"The source says: {silence.passage}")
            yield from _indented(f"Then again: {silence.other}")
            yield from _indented(f"Played here: {silence.reading} {silence.why}")
        else:
            yield from _indented(f"Open{decision}: {silence.question} {silence.reading} {silence.why}")
    for name, value in values.items():
        yield from _value_lines(name, value)


def _value_lines(name: str, value: Any) -> Iterator[str]:
    """``name = value`` as JSON writes it; what is longer than a line, one element a line."""
    whole = f"    {name} = {json.dumps(value, ensure_ascii=False)}"
    if len(whole) <= WIDTH:
        yield whole
        return
    elements = [json.dumps(element, ensure_ascii=False) for element in value]
    if isinstance(value, dict):
        elements = [f"{key}: {json.dumps(value[json.loads(key)])}" for key in elements]
    yield f"    {name} = {whole[whole.index('= ') + 2]}"
    yield from (f"      {element}," for element in elements[:-1])
    yield from (f"      {elements[-1]}", f"    {whole[-1]}")


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


class ValueDifference(NamedTuple):
    """A rule value that is not the same in two rulebooks, as the rulebooks hold it."""

    name: str
    doc: str
    base: Any
    here: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """A clause that says something else in two rulebooks; None where one of them lacks it."""

    topic: str
    base: Clause | None
    here: Clause | None
    values: tuple[ValueDifference, ...] = ()
    """Empty where only the words differ."""


def differences(book: Rulebook, base: Rulebook) -> list[Difference]:
    """How ``book`` differs from ``base``: other values, other words, clauses that only one has.

    In the order of ``book``'s clauses, then those that only ``base`` has. A clause with the
    same words and values on another basis is no difference. Nor is one value for all rounds
    if only the number of rounds differs, nor a wild card of another pack in place of a joker.
    """
    differing = []
    base_words = with_cards_of(book.pack, base.pack, base.clauses)
    for topic in [*book.clauses, *(other for other in base.clauses if other not in book.clauses)]:
        here, there = book.clauses.get(topic), base.clauses.get(topic)
        values = tuple(
            ValueDifference(name, VALUES[name]["doc"], getattr(base, name), getattr(book, name))
            for name, its_topic in VALUE_TOPICS.items()
            if its_topic == topic and not KINDS[name].same(getattr(base, name), getattr(book, name))
        )
        same_words = here is not None and there is not None and here.text == base_words[topic].text
        if topic in book.moot | base.moot and not values:
            continue
        if values or not same_words:
            differing.append(Difference(topic, there, here, values))
    return differing
