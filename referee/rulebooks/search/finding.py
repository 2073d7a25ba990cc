"""What a search finds: clauses by their words or by other words for the same, and games that are only named.

Everything is compared by stems, so that "steal" finds "stealing"; the other words stand in ``words.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from referee.rules.rulebook.model import Clause, Rulebook

_WORD = re.compile(r"\w+")
_OWNER = re.compile(r"['’]s\b")
_LONGEST_PHRASE = 4
_TITLE, _TOPIC, _TEXT, _SILENCE, _BOOK = 10, 6, 4, 2, 1
"""How much it says that a word stands there."""
_SAID, _ALIKE = 4, 3
"""How much it says that it is the word itself, or another for it."""
_SHORTEST_BEGUN = 3
"""From how many letters the beginning of a word will do for it."""


class Named(NamedTuple):
    """A game that the sources name without giving its rules."""

    name: str
    summary: str
    """What they say of it."""
    own: str
    """Whether it can be made as a rulebook of one's own."""


class Term(NamedTuple):
    """One thing that is searched for: the stems as they were typed, and those that mean the same."""

    stems: str
    alike: frozenset[str] = frozenset()


class _Words(NamedTuple):
    passed_over: frozenset[str]
    alike: dict[str, frozenset[str]]
    named: tuple[tuple[tuple[str, ...], Named], ...]


@cache
def _words() -> _Words:
    data = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    alike: dict[str, frozenset[str]] = {}
    for line in data["alike"]:
        group = frozenset(map(stems_of, line))
        for stems in group:
            alike[stems] = alike.get(stems, frozenset()) | group
    named = [
        (tuple(map(stems_of, game["keys"])), Named(game["name"], game["summary"], game["own"]))
        for game in data["named"]
    ]
    return _Words(frozenset(stems_of(data["passed_over"]).split()), alike, tuple(named))


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@cache
def _stemmer():  # type: ignore[no-untyped-def] # the package has no types
    """Loaded by the first search: the package brings the stemmers of thirty languages along."""
    from snowballstemmer import stemmer

    return stemmer("english")


def stems_of(text: str) -> str:
    """The stems of a text, a space between them: ``"Taking a joker's card"`` gives ``"take a joker card"``."""
    return " ".join(map(_stem, _WORD.findall(_OWNER.sub("", text.casefold()))))


def terms(query: str) -> tuple[Term, ...]:
    """What is searched for, each once: a known phrase as a whole, everything else word by word.

    What is typed without a space, such as Q-K-A, is one thing.
    """
    words = _words()
    pieces = [stems for piece in query.split() if (stems := stems_of(piece))]
    all_terms: list[Term] = []
    while pieces:
        phrase, used = _longest(pieces, words.alike)
        del pieces[:used]
        all_terms.append(Term(phrase, words.alike.get(phrase, frozenset()) - {phrase}))
    telling = [term for term in all_terms if term.stems not in words.passed_over]
    return tuple(dict.fromkeys(telling or all_terms))


def _longest(pieces: list[str], alike: dict[str, frozenset[str]]) -> tuple[str, int]:
    for count in range(min(_LONGEST_PHRASE, len(pieces)), 1, -1):
        phrase = " ".join(pieces[:count])
        if phrase in alike:
            return phrase, count
    return pieces[0], 1


def named(query: str) -> tuple[Named, ...]:
    """The games of these words that the sources only name."""
    typed = f" {stems_of(query)} "
    return tuple(game for keys, game in _words().named if any(f" {key} " in typed for key in keys))


def is_called(wanted: Iterable[Term], *names: str) -> bool:
    """Whether all of it stands in the names; another word for the same is another name."""
    text = f" {stems_of(' '.join(names))} "
    return all(_stands(term.stems, text) for term in wanted)


def _stands(stems: str, text: str) -> bool:
    return f" {stems} " in text or (len(stems) >= _SHORTEST_BEGUN and f" {stems}" in text)


def score(wanted: tuple[Term, ...], book: Rulebook, clause: Clause) -> tuple[int, int]:
    """How many of the terms a clause says, and how well; title and text count more than what it leaves open.

    The name of its rulebook is a word of it as well, but alone it finds nothing: every clause there would have it.
    """
    own = [_weight(term, _fields(clause)) for term in wanted]
    if not any(own):
        return 0, 0
    called = ((_BOOK, _stems_of_name(f"{book.id} {book.name}")),)
    weights = [weight or _weight(term, called) for term, weight in zip(wanted, own, strict=True)]
    return sum(map(bool, weights)), sum(weights)


def _weight(term: Term, fields: Iterable[tuple[int, str]]) -> int:
    """Where the term stands at its best; 0 where it stands nowhere."""
    return max(
        weight * (_SAID if _stands(term.stems, text) else _ALIKE * any(f" {stems} " in text for stems in term.alike))
        for weight, text in fields
    )


@lru_cache(maxsize=4096)
def _fields(clause: Clause) -> tuple[tuple[int, str], ...]:
    silence = clause.silence
    opened = (silence.question, silence.reading, *silence.passages) if silence else ()
    texts = ((_TITLE, clause.title), (_TOPIC, clause.topic), (_TEXT, clause.text), (_SILENCE, " ".join(opened)))
    return tuple((weight, f" {stems_of(text)} ") for weight, text in texts)


@lru_cache(maxsize=256)
def _stems_of_name(name: str) -> str:
    return f" {stems_of(name)} "
