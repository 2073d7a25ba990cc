"""What is known of the deck as a whole."""

from __future__ import annotations

from referee.triples.cards import Card

TWENTY: tuple[Card, ...] = tuple(
    Card(*(int(way) for way in ways))
    for ways in (
        "0001 0002 0010 0020 0100 0200 0111 0222 1000 2000 1011 2022 1102 2201 1120 2210 1212 2121 1221 2112".split()
    )
)
"""Twenty cards without a SET. There are no twenty-one: ``python -m tests.triples.twenty_one`` proves it."""
