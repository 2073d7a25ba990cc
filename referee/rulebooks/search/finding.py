"""What a search finds: clauses by their words or by other words for the same, and games that are not here.

Everything is compared by stems and without accents, so that "steal" finds "stealing"; the other words stand in
``words.toml``, the games that people look for in vain in ``not_here.toml``.
"""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

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
_ALMOST = 0.74
"""How much of a name must be there for a word that is misspelt."""
_MOST_GUESSED = 3
TRIPLES = "SET"
"""The name of a game that has a referee of its own, and is what a meld is called here."""


class NotHere(NamedTuple):
    """A game that people look for, and that no rulebook here has."""

    name: str
    keys: tuple[str, ...]
    """What it is called besides, and how that is misspelt."""
    summary: str
    """What is known of it."""
    source: str
    """Where that was read; empty for the sources of the rulebooks here."""
    near: tuple[str, ...]
    """The ids of the rulebooks that are most like it."""
    starts: tuple[str, ...]
    """The ids of starts of an own rulebook."""
    own: str
    """What a rulebook of one's own can have of it."""

    @property
    def called(self) -> tuple[str, ...]:
        return (self.name, *self.keys)


class Term(NamedTuple):
    """One thing that is searched for: the stems as they were typed, and those that mean the same."""

    stems: str
    alike: frozenset[str] = frozenset()


class _Words(NamedTuple):
    passed_over: frozenset[str]
    alike: dict[str, frozenset[str]]
    of_any_game: frozenset[str]


@cache
def _words() -> _Words:
    data = _data("words")
    alike: dict[str, frozenset[str]] = {}
    for line in data["alike"]:
        group = frozenset(map(stems_of, line))
        for stems in group:
            alike[stems] = alike.get(stems, frozenset()) | group
    passed_over, of_any_game = (frozenset(stems_of(data[name]).split()) for name in ("passed_over", "of_any_game"))
    return _Words(passed_over, alike, of_any_game)


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def games_not_here() -> tuple[NotHere, ...]:
    """Every game that is known here by name alone."""
    return tuple(
        NotHere(
            name=game["name"],
            keys=tuple(game.get("keys", ())),
            summary=game["summary"],
            source=game.get("source", ""),
            near=tuple(game.get("near", ())),
            starts=tuple(game.get("starts", ())),
            own=game["own"],
        )
        for game in _data("not_here")["game"]
    )


def plain(text: str) -> str:
    """In small letters without accents, as a person may type it: ``"Rommé"`` is ``"romme"``."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter)
    )


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
    return " ".join(map(_stem, _WORD.findall(_OWNER.sub("", plain(text)))))


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


def not_here(query: str) -> tuple[NotHere, ...]:
    """The games of these words, or that begin so, that no rulebook here has."""
    typed, bare = f" {stems_of(query)} ", _bare(query)
    begins = bare if len(bare) > _SHORTEST_BEGUN else "\n"
    return tuple(
        game
        for game, names in _names_not_here()
        if any(f" {name} " in typed or name.startswith(begins) for name in names)
    )


def means_triples(query: str) -> bool:
    """Whether the card game SET may be meant: its name, and maybe words that any game has."""
    rest = {*stems_of(query).split()} - _words().of_any_game - _words().passed_over
    return rest == {stems_of(TRIPLES)}


def guessed(query: str, books: Iterable[Rulebook]) -> tuple[tuple[Rulebook, ...], tuple[NotHere, ...]]:
    """What may have been meant by a name that is misspelt: rulebooks, and games that are not here."""
    bare, books = _bare(query), tuple(books)
    of_books: dict[str, Rulebook] = {}
    for book in books:
        for called in (book.name, *book.also_called):
            of_books.setdefault(_bare(called), book)
    for book in books:  # a table does not type what stands in brackets after the name
        of_books.setdefault(_bare(book.name.partition(" (")[0]), book)
    of_games = {name: game for game, names in _names_not_here() for name in names}
    names = [name for name in dict.fromkeys((*of_books, *of_games)) if name]
    close = difflib.get_close_matches(bare, names, _MOST_GUESSED, _ALMOST) if bare else []
    meant = [book for book in books if any(of_books.get(name) is book for name in close)]
    return tuple(meant), tuple(dict.fromkeys(of_games[name] for name in close if name in of_games))


@cache
def _names_not_here() -> Sequence[tuple[NotHere, tuple[str, ...]]]:
    """The stems by which each of them is found: with what any game is called, and without it."""
    return [
        (
            game,
            tuple(
                dict.fromkeys(stems for called in game.called for stems in (stems_of(called), _bare(called)) if stems)
            ),
        )
        for game in games_not_here()
    ]


def _bare(text: str) -> str:
    """The stems of a name without the words that any game may have in it."""
    return " ".join(stems for stems in stems_of(text).split() if stems not in _words().of_any_game)


def is_called(wanted: Iterable[Term], *names: str) -> bool:
    """Whether all of it stands in the names; another word for the same is another name."""
    text = f" {stems_of(' '.join(names))} "
    return all(_stands(term.stems, text) for term in wanted)


def is_name(query: str, *names: str) -> bool:
    """Whether one of the names is what was typed, no more and no less."""
    return stems_of(query) in map(stems_of, names)


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
