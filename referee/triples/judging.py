"""Whether three cards are a SET, and which of many cards are: each feature all alike, or all different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.triples.cards import FEATURES, Card

Three = tuple[Card, Card, Card]


class Fault(NamedTuple):
    """A feature in which two of three cards are alike and the third is not."""

    feature: str
    alike: tuple[Card, Card]
    other: Card


def faults(three: Three) -> tuple[Fault, ...]:
    """Why three cards are no SET; empty where they are one."""
    return tuple(_faults(three))


def _faults(three: Three) -> Iterator[Fault]:
    for place, feature in enumerate(FEATURES):
        ways = [card[place] for card in three]
        if len(set(ways)) == 2:
            odd = next(at for at, way in enumerate(ways) if ways.count(way) == 1)
            first, second = (card for at, card in enumerate(three) if at != odd)
            yield Fault(feature, (first, second), three[odd])


def third(first: Card, second: Card) -> Card:
    """The one card that makes a SET of two."""
    return Card(*[-(way + other) % 3 for way, other in zip(first, second, strict=True)])


def triples(cards: Sequence[Card]) -> tuple[Three, ...]:
    """Every SET among the cards, each once, in the order in which they lie."""
    places = {card: at for at, card in enumerate(cards)}
    return tuple(
        (first, second, last)
        for at, first in enumerate(cards)
        for second in cards[at + 1 :]
        if places.get(last := third(first, second), -1) > places[second]
    )
