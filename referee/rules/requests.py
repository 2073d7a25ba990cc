"""Reading the values of a request: each is checked and parsed, or one error names its field.

Nothing here knows a question or a rule of play; what a rulebook forbids is answered with "no", not with an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.rules.cards import CardError, Placed, parse_card, parse_placed, split_cards
from referee.rules.rulings import RequestError as RequestError

LONGEST_TEXT = 2_000
LONGEST_LIST = 100
LARGEST_NUMBER = 1_000_000

Parser = Callable[[str, object, int], Any]
"""From the field's name, its raw value and the number of players to the value that judges take."""


def _text(field: str, raw: object) -> str:
    if not isinstance(raw, str):
        raise RequestError(field, f"must be text, not {kind_of(raw)}")
    if len(raw) > LONGEST_TEXT:
        raise RequestError(field, "is too long")
    return raw


def kind_of(raw: object) -> str:
    """What JSON calls a value's type."""
    if isinstance(raw, bool):
        return "true or false"
    names = {str: "text", int: "a number", float: "a number with a fraction", list: "a list", dict: "an object"}
    return names.get(type(raw), "a value of another type")


def _list(field: str, raw: object, what: str) -> list[object]:
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


def flag(field: str, raw: object, _players: int = 0) -> bool:
    if not isinstance(raw, bool):
        raise RequestError(field, f"must be true or false, not {kind_of(raw)}")
    return raw


def choice(field: str, raw: object, words: Sequence[str]) -> str:
    if not isinstance(raw, str) or raw not in words:
        raise RequestError(field, f"must be one of {', '.join(words)}")
    return raw


def seat(field: str, raw: object, players: int) -> int:
    return whole(field, raw, 1, players)


def cards(field: str, raw: object, _players: int = 0) -> list[int]:
    """Cards that stand for nothing but themselves."""
    return [_card(field, piece) for piece in split_cards(_text(field, raw))]


def _card(field: str, piece: str) -> int:
    try:
        return parse_card(piece)
    except CardError as wrong:
        raise RequestError(field, _shortened(wrong)) from None


def _placed(field: str, piece: str) -> Placed:
    try:
        return parse_placed(piece)
    except CardError as wrong:
        raise RequestError(field, _shortened(wrong)) from None


def _shortened(wrong: CardError) -> str:
    return str(wrong) if len(wrong.word) <= 20 else "that is no card; write 5H, 10S, QD or JK for a joker"


def meld(field: str, raw: object, _players: int = 0) -> list[Placed]:
    """Cards of a meld, wild cards assigned or not."""
    return [_placed(field, piece) for piece in split_cards(_text(field, raw))]


def melds(field: str, raw: object, _players: int = 0) -> list[list[Placed]]:
    return [meld(field, cards) for cards in _list(field, raw, "melds, each a text of cards")]


def card(field: str, raw: object, _players: int = 0) -> int:
    parsed = cards(field, raw)
    if len(parsed) != 1:
        raise RequestError(field, "must be one card")
    return parsed[0]


def placed_card(field: str, raw: object, _players: int = 0) -> Placed:
    parsed = meld(field, raw)
    if len(parsed) != 1:
        raise RequestError(field, "must be one card")
    return parsed[0]


def card_list(field: str, raw: object, _players: int = 0) -> list[int]:
    """A list of cards; a text of cards will do too."""
    if isinstance(raw, str):
        return cards(field, raw)
    return [card(field, piece) for piece in _list(field, raw, "cards")]


def seats(field: str, raw: object, players: int) -> list[int]:
    return [seat(field, number, players) for number in _list(field, raw, "seats")]


def numbers(least: int) -> Parser:
    def parse(field: str, raw: object, players: int) -> list[int]:
        pieces = _list(field, raw, "numbers, one for each seat")
        parsed = [whole(field, number, least, LARGEST_NUMBER) for number in pieces]
        if len(parsed) != players:
            raise RequestError(field, f"must have one number for each of the {players} players, not {len(parsed)}")
        return parsed

    return parse


def counts_by_seat(field: str, raw: object, players: int) -> dict[int, int]:
    if not isinstance(raw, Mapping):
        raise RequestError(field, f"must be an object from seats to numbers, not {kind_of(raw)}")
    counts = {}
    for key, count in raw.items():
        place = key if isinstance(key, int) and not isinstance(key, bool) else None
        if isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 3:
            place = int(key)
        if place is None or not 1 <= place <= players:
            raise RequestError(field, f"has a key that is no seat from 1 to {players}")
        counts[place] = whole(field, count, 0, LARGEST_NUMBER)
    return counts
