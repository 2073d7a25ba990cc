"""The values of requests: each is checked and parsed, or one error names its field.

What every kind of field reads with. Nothing here knows a question or a rule of play; what a rulebook forbids is
answered with "no", not with an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.rules.cards import CardError, split_cards
from referee.rules.packs import in_force
from referee.rules.rulings import RequestError as RequestError
from referee.rules.schema import LONGEST_LIST, LONGEST_TEXT

T = TypeVar("T")


def kind_of(raw: object) -> str:
    """What JSON calls a value's type."""
    if isinstance(raw, bool):
        return "true or false"
    names = {str: "text", int: "a number", float: "a number with a fraction", list: "a list", dict: "an object"}
    return names.get(type(raw), "a value of another type")


def items(field: str, raw: object, what: str) -> list[object]:
    """A list of ``what``."""
    if not isinstance(raw, (list, tuple)):
        raise RequestError(field, f"must be a list of {what}, not {kind_of(raw)}")
    if len(raw) > LONGEST_LIST:
        raise RequestError(field, "is too long")
    return list(raw)


def whole(field: str, raw: object, least: int, most: int) -> int:
    # a bool is an int in Python, but true is no number of players
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise RequestError(field, f"must be a whole number, not {kind_of(raw)}")
    if not least <= raw <= most:
        raise RequestError(field, f"must be from {least} to {most}")
    return raw


def choice(field: str, raw: object, words: Sequence[str]) -> str:
    if not isinstance(raw, str) or raw not in words:
        raise RequestError(field, f"must be one of {', '.join(words)}")
    return raw


def pieces(field: str, raw: object, parse: Callable[[str], T]) -> list[T]:
    """The cards of a text, each parsed."""
    if not isinstance(raw, str):
        raise RequestError(field, f"must be text, not {kind_of(raw)}")
    if len(raw) > LONGEST_TEXT:
        raise RequestError(field, "is too long")
    try:
        return [parse(piece) for piece in split_cards(raw)]
    except CardError as wrong:
        example = in_force.get().example
        says = str(wrong) if len(wrong.word) <= 20 else f"I don’t know this card. Try {example}."
        raise RequestError(field, says) from None
