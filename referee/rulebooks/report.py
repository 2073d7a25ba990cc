"""What the rulebooks say, for people and for the checks: faults of files, the merged book, what differs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from referee.rulebooks.library import folder, ids, merged
from referee.rulebooks.reading import Unreadable
from referee.rules.rulebook.model import VALUE_TOPICS, VALUES, Clause, Payments, Rulebook, jsonable
from referee.rules.rulebook.values import RulebookError

WIDTH = 100


class FileProblem(NamedTuple):
    """One thing wrong with a rulebook file: its name, the key and what is wrong there."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}"


def check_all(paths: Iterable[Path] | None = None) -> list[FileProblem]:
    """Everything wrong with these rulebook files, or with the library's own; empty if all are sound.

    Every problem is an error. A file of its own may build on any rulebook of the library.
    """
    if paths is not None:
        return [problem for path in paths for problem in _check(path)]
    own = {path.stem: path for path in sorted(folder().glob("*.toml"))}
    problems = [FileProblem(f"{missing}.toml", "file", "is missing") for missing in ids() if missing not in own]
    for stem, path in own.items():
        if stem not in ids():
            problems.append(FileProblem(path.name, "id", f"{stem!r} is not listed in the library"))
        else:
            problems += _check(path, stem)
    return problems


def _check(path: Path, expected_id: str = "") -> Iterator[FileProblem]:
    try:
        book = merged(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        yield FileProblem(path.name, "file", f"cannot be read: {wrong.strerror}")
    except UnicodeDecodeError as wrong:
        yield FileProblem(path.name, "file", f"is no TOML: {wrong}")
    except Unreadable as wrong:
        yield from (FileProblem(path.name, *problem) for problem in wrong.problems)
    except RulebookError as wrong:
        yield FileProblem(path.name, "builds_on", f"cannot be built on: {wrong}")
    else:
        if expected_id and book.id != expected_id:
            yield FileProblem(path.name, "id", f"must be {expected_id!r}, the name of the file, not {book.id!r}")


def show(book: Rulebook) -> str:
    """The merged rulebook as text: what it is, then every clause with its basis, source and values."""
    lines = [f"{book.name} ({book.id})", book.special, ""]
    if book.also_called:
        lines.append(f"Also called: {', '.join(book.also_called)}")
    if book.builds_on:
        lines.append(f"Builds on: {book.builds_on}")
    lines += [f"Source: {source.name}" for source in book.sources]
    for option in book.options:
        lines += textwrap.wrap(f"Option: {option}", WIDTH, subsequent_indent="    ")
    for note in book.notes:
        lines += textwrap.wrap(f"Note: {note}", WIDTH, subsequent_indent="    ")
    lines.append(f"Digest: {book.digest}")
    for number, clause in enumerate(book.clauses.values(), 1):
        lines += ["", *_clause_lines(number, clause, values_of(book, clause.topic))]
    return "\n".join(lines) + "\n"


def values_of(book: Rulebook, topic: str) -> dict[str, Any]:
    """The rule values that a clause decides, by name, as JSON writes them."""
    return {name: jsonable(getattr(book, name)) for name, its_topic in VALUE_TOPICS.items() if its_topic == topic}


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
    if only the number of rounds differs.
    """
    differing = []
    for topic in [*book.clauses, *(other for other in base.clauses if other not in book.clauses)]:
        here, there = book.clauses.get(topic), base.clauses.get(topic)
        values = tuple(
            ValueDifference(name, VALUES[name]["doc"], getattr(base, name), getattr(book, name))
            for name, its_topic in VALUE_TOPICS.items()
            if its_topic == topic and _alike(getattr(base, name)) != _alike(getattr(book, name))
        )
        same_words = here is not None and there is not None and here.text == there.text
        if values or not same_words:
            differing.append(Difference(topic, there, here, values))
    return differing


def _alike(value: Any) -> Any:
    """A value that is the same in every round counts once."""
    if isinstance(value, tuple) and not isinstance(value, Payments) and len(set(value)) == 1:
        return value[0]
    return value
