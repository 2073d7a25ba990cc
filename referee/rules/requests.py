"""The fields of requests by kind: each value is checked and parsed, or one error names its field.

Nothing here knows a question or a rule of play; what a rulebook forbids is answered with "no", not with an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from referee.rules.cards import CardError, Placed, parse_card, parse_placed, split_cards
from referee.rules.judges.screw import Use
from referee.rules.judges.turn import WAYS, Step
from referee.rules.rulings import RequestError as RequestError
from referee.rules.schema import LARGEST_NUMBER as LARGEST_NUMBER
from referee.rules.schema import LONGEST_LIST
from referee.rules.schema import LONGEST_TEXT as LONGEST_TEXT

T = TypeVar("T")
Parser = Callable[[str, object, int], Any]
"""From the field's name, its raw value and the number of players to the value that judges take."""


CARDS, MELD, MELDS, CARD, PLACED_CARD, CARD_LIST = "cards", "meld", "melds", "card", "placed card", "card list"
CHOICE, FLAG, SEAT, SEATS, USE, STEPS = "choice", "flag", "seat", "seats", "use", "steps"
COUNT, TIMES_BY_SEAT, TIMES, POINTS, PLAYERS = "count", "times by seat", "times", "points", "players"


class Option(NamedTuple):
    """One answer to choose: its value in a request, and what a page calls it."""

    value: str
    label: str


class Field(NamedTuple):
    """One thing to say in a question."""

    name: str
    kind: str
    label: str
    """Above it on a page; empty for what only programs say."""
    about: str
    """For whoever writes a program."""
    hint: str = ""
    options: tuple[Option, ...] = ()
    optional: bool = False
    """Whether it stands further down on the page: it is asked for only where it decides."""
    none: bool = False
    """Whether "none" is an answer of its own: no card, no meld, nobody."""
    null_means: str = ""
    """What null means, where it is not as good as leaving the field out."""
    within: str = ""
    """The field that names these cards too. They are counted there."""
    lies: bool = False
    """Whether the meld is one that lies on the table already."""
    ask: str = ""
    """The phrase that asks the table for it, where nothing can be answered without it."""
    only_with: str = ""
    """The rulebook's value without which nobody needs to be asked."""
    parts: tuple[Field, ...] = ()
    """The fields of a page that say the rest of it."""


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
    """Cards that stand for nothing but themselves, with their suits or without."""
    return _pieces(field, raw, partial(parse_card, suits=False))


def _pieces(field: str, raw: object, parse: Callable[[str], T]) -> list[T]:
    try:
        return [parse(piece) for piece in split_cards(_text(field, raw))]
    except CardError as wrong:
        says = str(wrong) if len(wrong.word) <= 20 else "I don't know this card. Try 5H, 10S, QD or JK."
        raise RequestError(field, says) from None


def meld(field: str, raw: object, _players: int = 0) -> list[Placed]:
    """Cards of a meld, wild cards assigned or not."""
    return _pieces(field, raw, partial(parse_placed, suits=False))


def melds(field: str, raw: object, _players: int = 0) -> list[list[Placed]]:
    return [meld(field, cards) for cards in _list(field, raw, "melds, each a text of cards")]


def card(field: str, raw: object, _players: int = 0) -> int:
    return _the_only(field, cards(field, raw))


def placed_card(field: str, raw: object, _players: int = 0) -> Placed:
    return _the_only(field, meld(field, raw))


def _the_only(field: str, parsed: list[T]) -> T:
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


def count(field: str, raw: object, _players: int = 0) -> int:
    return whole(field, raw, 0, LARGEST_NUMBER)


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


def _use(field: str, raw: object, _players: int) -> Use:
    """What a screw-over's taker does with the card: an object with one key."""
    if not isinstance(raw, Mapping) or len(raw) != 1:
        raise RequestError(field, "must be an object with one of contract, lay_off and new_meld")
    ((way, what),) = raw.items()
    if way == "contract":
        return Use("contract", melds(field, what))
    if way == "new_meld":
        return Use("new_meld", [meld(field, what)])
    if way == "lay_off":
        if not isinstance(what, Mapping) or set(what) != {"meld", "cards"}:
            raise RequestError(field, "lay_off must be an object with meld and cards")
        return Use("lay_off", [meld(field, what["cards"])], meld(field, what["meld"]))
    raise RequestError(field, "must be an object with one of contract, lay_off and new_meld")


def _steps(field: str, raw: object, _players: int) -> list[Step]:
    """What is done in a turn, in order: objects with one key each."""
    return [_step(field, step) for step in _list(field, raw, "steps, each an object with one key")]


def _step(field: str, raw: object) -> Step:
    if not isinstance(raw, Mapping) or len(raw) != 1 or not set(raw) <= set(WAYS):
        raise RequestError(field, f"each step must be an object with one of {', '.join(WAYS)}")
    ((way, what),) = raw.items()
    match way:
        case "draw":
            return Step(way, [meld(field, what)])
        case "contract":
            return Step(way, melds(field, what))
        case "new_meld":
            return Step(way, [_some(field, way, meld(field, what))])
        case "discard":
            return Step(way, [] if what is None else [[placed_card(field, what)] if what else []])
    name = "card" if way == "swap" else "cards"
    if not isinstance(what, Mapping) or not {"meld", name} <= set(what) <= {"meld", name, "owner"}:
        raise RequestError(field, f"{way} must be an object with meld and {name}, and perhaps owner")
    cards = [placed_card(field, what[name])] if way == "swap" else _some(field, way, meld(field, what[name]))
    owner = what.get("owner")
    whose = None if owner is None else choice(field, owner, ("self", "other"))
    return Step(way, [cards], meld(field, what["meld"]) or None, whose)


def _some(field: str, way: str, named: list[Placed]) -> list[Placed]:
    if not named:
        raise RequestError(field, f"{way} must name a card")
    return named


_PARSERS: dict[str, Parser] = {
    CARDS: cards,
    MELD: meld,
    MELDS: melds,
    CARD: card,
    PLACED_CARD: placed_card,
    CARD_LIST: card_list,
    FLAG: flag,
    SEAT: seat,
    SEATS: seats,
    USE: _use,
    STEPS: _steps,
    COUNT: count,
    TIMES_BY_SEAT: counts_by_seat,
    TIMES: numbers(0),
    POINTS: numbers(-LARGEST_NUMBER),
}


def read(field: Field, raw: object, players: int) -> Any:
    """The value of a field as the judges take it. Raises RequestError."""
    if field.kind == CHOICE:
        return choice(field.name, raw, [option.value for option in field.options])
    return _PARSERS[field.kind](field.name, raw, players)
