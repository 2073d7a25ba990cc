"""Reading a request: every field checked and parsed, or one error that names the field.

Nothing here knows a rule of play; what a rulebook forbids is answered with "no", not with an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.rules.cards import JOKER, CardError, Placed, parse_card, parse_placed, split_cards
from referee.rules.judges.screw import Use
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.words import copies

LONGEST_TEXT = 2_000
LONGEST_LIST = 100
LARGEST_NUMBER = 1_000_000
DEFAULT_PLAYERS = 4

Parsed = dict[str, Any]
Parser = Callable[[str, object, int], Any]
"""From the field's name, its raw value and the number of players to the value the judges take."""


class RequestError(ValueError):
    """A request that makes no sense, and the field by which it makes none."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


def _text(field: str, raw: object) -> str:
    if not isinstance(raw, str):
        raise RequestError(field, f"must be text, not {_kind(raw)}")
    if len(raw) > LONGEST_TEXT:
        raise RequestError(field, "is too long")
    return raw


def _kind(raw: object) -> str:
    """What JSON calls a value's type."""
    if isinstance(raw, bool):
        return "true or false"
    names = {str: "text", int: "a number", float: "a number with a fraction", list: "a list", dict: "an object"}
    return names.get(type(raw), "a value of another type")


def _list(field: str, raw: object, what: str) -> list[object]:
    if not isinstance(raw, (list, tuple)):
        raise RequestError(field, f"must be a list of {what}, not {_kind(raw)}")
    if len(raw) > LONGEST_LIST:
        raise RequestError(field, "is too long")
    return list(raw)


def whole(field: str, raw: object, least: int, most: int) -> int:
    # a bool is an int in Python, but true is no number of players
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise RequestError(field, f"must be a whole number, not {_kind(raw)}")
    if not least <= raw <= most:
        raise RequestError(field, f"must be from {least} to {most}")
    return raw


def flag(field: str, raw: object, _players: int = 0) -> bool:
    if not isinstance(raw, bool):
        raise RequestError(field, f"must be true or false, not {_kind(raw)}")
    return raw


def choice(*words: str) -> Parser:
    def parse(field: str, raw: object, _players: int) -> str:
        if not isinstance(raw, str) or raw not in words:
            raise RequestError(field, f"must be one of {', '.join(words)}")
        return raw

    return parse


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
    return [meld(field, one) for one in _list(field, raw, "melds, each a text of cards")]


def card(field: str, raw: object, _players: int = 0) -> int:
    found = cards(field, raw)
    if len(found) != 1:
        raise RequestError(field, "must be one card")
    return found[0]


def placed_card(field: str, raw: object, _players: int = 0) -> Placed:
    found = meld(field, raw)
    if len(found) != 1:
        raise RequestError(field, "must be one card")
    return found[0]


def card_list(field: str, raw: object, _players: int = 0) -> list[int]:
    """A list of cards; a text of cards will do too."""
    if isinstance(raw, str):
        return cards(field, raw)
    return [card(field, one) for one in _list(field, raw, "cards")]


def seats(field: str, raw: object, players: int) -> list[int]:
    return [seat(field, one, players) for one in _list(field, raw, "seats")]


def numbers(least: int) -> Parser:
    def parse(field: str, raw: object, players: int) -> list[int]:
        found = [whole(field, one, least, LARGEST_NUMBER) for one in _list(field, raw, "numbers, one for each seat")]
        if len(found) != players:
            raise RequestError(field, f"must have one number for each of the {players} players, not {len(found)}")
        return found

    return parse


def counts_by_seat(field: str, raw: object, players: int) -> dict[int, int]:
    if not isinstance(raw, Mapping):
        raise RequestError(field, f"must be an object from seats to numbers, not {_kind(raw)}")
    found = {}
    for key, count in raw.items():
        name = key if isinstance(key, int) and not isinstance(key, bool) else None
        if isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 3:
            name = int(key)
        if name is None or not 1 <= name <= players:
            raise RequestError(field, f"has a key that is no seat from 1 to {players}")
        found[name] = whole(field, count, 0, LARGEST_NUMBER)
    return found


def use(field: str, raw: object, _players: int = 0) -> Use:
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


KIND = choice("set", "run", "pair")
DOWN = choice("no", "this turn", "earlier")
OWNER = choice("self", "other")

FIELDS: dict[str, dict[str, Parser]] = {
    "meld": {"cards": meld, "kind": KIND},
    "contract": {"melds": melds, "hand": cards},
    "go_down": {"hand": cards},
    "lay_off": {"meld": meld, "cards": meld, "down": DOWN, "owner": OWNER},
    "swap": {"meld": meld, "card": card, "down": DOWN, "owner": OWNER},
    "may_i": {
        "active": seat, "active_takes": flag, "claims": seats, "last_taker": seat, "used": counts_by_seat,
    },
    "screw": {
        "by": seat, "owner": seat, "down": DOWN, "used": flag, "meld": meld, "take": placed_card, "give": card,
        "owner_melds": melds, "stolen_from_by": card_list, "use": use,
    },
    "shanghai": {"card": card, "table": melds, "by": choice("discarder", "other")},
    "discard": {"hand": cards, "card": card, "down": DOWN, "table": melds},
    "score": {"hand": cards, "went_out": flag, "exact_cut": flag},
    "settle": {"totals": numbers(-LARGEST_NUMBER), "buys": numbers(0)},
    "deal": {"dealer": seat},
}  # fmt: skip
"""The fields of each question, besides those of every request and ``seats`` of ``may_i``."""

COMMON = ("rulebook", "question", "round", "players", "house")
NULL_MEANS_SOMETHING = {("may_i", "last_taker"), ("discard", "card")}


def question_of(request: object) -> tuple[str, Mapping[str, Any]]:
    """The question of a request, and the request; RequestError if it has none that there is, or is no object."""
    # most are plain objects, and the question whether something is a mapping is a slow one
    if type(request) is not dict and not isinstance(request, Mapping):
        raise RequestError("request", f"must be an object, not {_kind(request)}")
    asked = request.get("question")
    if not isinstance(asked, str) or asked not in FIELDS:
        raise RequestError("question", f"must be one of {', '.join(FIELDS)}")
    for field in request:
        if field not in COMMON and field not in FIELDS[asked] and (asked, field) != ("may_i", "seats"):
            raise RequestError(str(field)[:40], f"is no field of the question {asked}")
    return asked, request


def parse(book: Rulebook, request: Mapping[str, Any], asked: str) -> Parsed:
    """The fields of a request as the judges take them; what is null or absent is left out.

    ``asked``: its question, from ``question_of``. Always there: ``players``. A null that means
    something (no discard, nobody took the card before) stays None. Raises RequestError.
    """
    parsed: Parsed = {"players": _players(book, request, asked)}
    if request.get("round") is not None:
        parsed["round"] = whole("round", request["round"], 1, book.rounds)
    for field, parser in FIELDS[asked].items():
        raw = request.get(field)
        if raw is not None:
            parsed[field] = parser(field, raw, parsed["players"])
        elif field in request and (asked, field) in NULL_MEANS_SOMETHING:
            parsed[field] = None
    _check_pack(book, parsed["players"], asked, parsed)
    return parsed


def _players(book: Rulebook, request: Mapping[str, Any], asked: str) -> int:
    field = "players"
    given = request.get("players")
    if asked == "may_i" and request.get("seats") is not None:
        at_the_table = whole("seats", request["seats"], 1, LARGEST_NUMBER)
        if given is None:
            field, given = "seats", at_the_table
        elif at_the_table != given:
            raise RequestError("seats", "differs from players")
    players = DEFAULT_PLAYERS if given is None else whole(field, given, 1, LARGEST_NUMBER)
    if players not in book.decks or players not in book.jokers:
        least, most = min(book.decks, default=0), max(book.decks, default=0)
        raise RequestError(field, f"{book.name} is played by {least} to {most} players")
    return players


def _check_pack(book: Rulebook, players: int, asked: str, parsed: Parsed) -> None:
    """Every card named must be in the pack, however many fields name it."""
    decks, jokers = book.decks[players], book.jokers[players]
    seen = [0] * (JOKER + 1)
    for field, named in _named(asked, parsed):
        for one in named:
            seen[one] += 1
            if seen[one] > (jokers if one == JOKER else decks):
                raise RequestError(field, _too_many(one, jokers if one == JOKER else decks))


def _too_many(card: int, there_are: int) -> str:
    if there_are == 0:
        return "there is no joker in this pack"
    return f"there {'is' if there_are == 1 else 'are'} only {copies(card, there_are)} in this pack"


def _named(asked: str, parsed: Parsed) -> Iterable[tuple[str, list[int]]]:
    """The cards that each field of a request adds to those named before it."""
    for field, parser in FIELDS[asked].items():
        value = parsed.get(field)
        if value is None or (asked, field) == ("discard", "card"):
            continue
        if parser is cards:
            yield field, value
        elif parser is meld:
            yield field, [placed.card for placed in value]
        elif parser is melds:
            for one in value:
                yield field, [placed.card for placed in one]
        elif parser is card:
            yield field, [value]
        elif parser is use:
            yield field, _in_use(parsed, value)


def _in_use(parsed: Parsed, used: Use) -> list[int]:
    """The cards of ``use`` that are not named elsewhere: not the card taken, nor a meld of the owner's laid on."""
    if "take" not in parsed:
        # any of them may be the card taken
        return []
    named = [placed.card for one in used.melds for placed in one]
    if parsed["take"].card in named:
        named.remove(parsed["take"].card)
    if used.onto not in parsed.get("owner_melds", ()):
        named += [placed.card for placed in used.onto]
    return named
