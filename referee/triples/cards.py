"""The 81 cards: each number, colour, shape and shading once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

FEATURES: Mapping[str, tuple[str, str, str]] = {
    "number": ("1", "2", "3"),
    "colour": ("red", "green", "purple"),
    "shape": ("diamond", "oval", "squiggle"),
    "shading": ("solid", "striped", "open"),
}
"""What a card shows, and the three ways of each."""
_LETTERS = ("123", "rgp", "dos", "fte")
"""The same as a card's code has it: ``2rdt`` is 2 red striped diamonds. Full and empty: "s" and "o" are shapes."""
_ALSO = {
    "one": "1", "two": "2", "three": "3", "violet": "purple", "rhombus": "diamond", "rhomb": "diamond",
    "ellipse": "oval", "wave": "squiggle", "full": "solid", "filled": "solid", "shaded": "striped", "stripe": "striped",
    "hatched": "striped", "empty": "open", "outlined": "open", "outline": "open",
}  # fmt: skip
"""Other words that tables have for them."""


class Card(NamedTuple):
    """One card; each feature is 0, 1 or 2, in the order of ``FEATURES``."""

    number: int
    colour: int
    shape: int
    shading: int

    @property
    def code(self) -> str:
        """
        >>> Card(1, 0, 0, 1).code
        '2rdt'
        """
        return "".join(letters[way] for letters, way in zip(_LETTERS, self, strict=True))

    def way(self, feature: str) -> str:
        """What the card shows of a feature, by its word."""
        return FEATURES[feature][self[[*FEATURES].index(feature)]]


DECK = tuple(Card(*ways) for ways in product(range(3), repeat=len(FEATURES)))
_BY_CODE = {card.code: card for card in DECK}
_WORDS = {way: (place, at) for place, ways in enumerate(FEATURES.values()) for at, way in enumerate(ways)}
_WORDS |= {word: _WORDS[way] for word, way in _ALSO.items()}
_PIECE = re.compile(r"[^\s,;+/]+")


class CardError(ValueError):
    """What was typed is no card; ``word`` is the piece at fault, ``why`` says what is wrong with it."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(f"{word}: {why}")
        self.word = word
        self.why = why


UNKNOWN, UNFINISHED, TWICE = "unknown", "unfinished", "twice"


def read(text: str) -> tuple[Card, ...]:
    """The cards of a text, as codes or in words, in any order of a card's features. Raises CardError.

    >>> read("2rdt") == read("two red striped diamonds") == read("striped diamond, red, 2")
    True
    """
    cards: list[Card] = []
    begun: dict[int, int] = {}
    words: list[str] = []
    for word in _PIECE.findall(text.casefold()):
        if not begun and word in _BY_CODE:
            cards.append(_BY_CODE[word])
            continue
        place, way = _WORDS.get(word) or _WORDS.get(word.removesuffix("s")) or (-1, 0)
        if place < 0:
            raise CardError(word, UNKNOWN)
        if place in begun:
            raise CardError(" ".join(words), UNFINISHED)
        begun[place] = way
        words.append(word)
        if len(begun) == len(FEATURES):
            cards.append(Card(*[begun[at] for at in range(len(FEATURES))]))
            begun, words = {}, []
    if begun:
        raise CardError(" ".join(words), UNFINISHED)
    for card in cards:
        if cards.count(card) > 1:
            raise CardError(card.code, TWICE)
    return tuple(cards)


def codes(cards: Iterable[Card]) -> str:
    """Cards as ``read`` takes them, short enough for an address."""
    return " ".join(card.code for card in cards)
