"""What people type into the fields of a question: lenient about how cards are written, never about which."""

from __future__ import annotations

import re

from referee.rules.cards import JOKER_NAME, JOKER_SPELLINGS, CardError, parse_placed, split_cards
from referee.rules.packs import STANDARD, in_force, inside

NONE = "none"
"""Typed where there is nothing: no card, no meld, nobody."""
NONE_WORDS = frozenset({NONE, "nothing", "nobody", "no cards", "no", "-", "–", "0", "zero"})


def number(text: str) -> int | str:
    """A whole number or a sum; other text stays, so that the referee says what is wrong with it."""
    from referee.rules.speech.points import read_points  # rulings of programs wait for no patterns

    points = read_points(text)
    return text if points is None else points


def lines(text: str) -> list[str]:
    """Melds, one in a line."""
    return [line for line in re.split(r"[\n;]+", text) if line.strip()]


def tidy(text: str) -> str:
    """Cards as the referee reads them: jokers by any name, cards without spaces between them, with their suits or
    without, or in words."""
    from referee.rules.speech.hands import cards_said

    text = re.sub(r"\s*=\s*", "=", text)
    if in_force.get() is not STANDARD:
        cards = " ".join([inside(card, typed=True) for card in split_cards(text)])
        return cards if is_cards(cards) else " ".join(cards_said(text)) or cards
    pieces = split_cards(text)
    if not all(map(_is_card, pieces)) and (named := cards_said(text)):
        pieces = named
    return " ".join(JOKER_NAME + piece[len(name) :] if (name := _joker(piece)) else piece for piece in pieces)


def is_cards(text: str) -> bool:
    return all(map(_is_card, text.split()))


def _joker(piece: str) -> str:
    """How a joker is called there; empty for any other card."""
    name = piece.partition("=")[0]
    return name if name.lower() in JOKER_SPELLINGS else ""


def _is_card(piece: str) -> bool:
    try:
        return parse_placed(piece, suits=False) is not None
    except CardError:
        return False
