"""The kinds of rule values: how a value of each is read, written, described, and typed into a form.

A kind is one class here and one row in the table of form fields (``web/parts/rule_values.py``). It knows its own value
alone: what several values may not say together stands in ``checks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal

from referee.rules.cards import (
    JOKER_NAME,
    RANK_NAMES,
    RANK_OF_CARD,
    RANKS,
    SUIT_WORDS,
    SUITS,
    CardError,
    format_card,
    parse_card,
)
from referee.rules.rulebook.slots import Slot, contract_line, parse_slot, slots_of
from referee.rules.schema import Schema, by_seat, many, text

NO_LIMIT = "no limit"
Limit = int | Literal["no limit"]
NO_RANK = "none"
EVERY_WILD = "wild"
"""Among the points: what every wild card counts, whatever its rank; where it is left out, each counts as its rank."""
LOWEST = "lowest"
"""The total that wins where the cards left count on their holder's own."""
SINGLE = "cards"
"""Among the fields of the points: the one for single cards."""
MOST_ROUNDS = 24
PLAYERS = range(2, 13)
_MANY = 12
"""Of so many numbers not each is tried."""
LONGEST = 4_000
"""How much of a text in a form is read."""
_BEATEN = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
MOST_PAYMENTS = len(_BEATEN)


class RulebookError(ValueError):
    """Something a rulebook cannot say; ``key`` names the value or the place in the file."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message


class Payments(tuple[int, ...]):
    """What the second pays at the end, the third and so on, in pennies; the winner receives the sum."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(f"the {place} pays {pennies}" for place, pennies in zip(_BEATEN, self, strict=False))


class Kind:
    """What a rule value may be. This one says what holds for most: JSON and a form have the value as it stands.

    No dataclasses: each would take a third of a millisecond whenever ``referee rule`` starts.
    """

    def __repr__(self) -> str:
        details = ", ".join(f"{name}={detail!r}" for name, detail in vars(self).items())
        return f"{type(self).__name__}({details})"

    def read(self, key: str, raw: object, rounds: int) -> Any:
        """The typed form of what JSON or TOML says, in a rulebook of ``rounds`` rounds.

        Raises RulebookError, which names ``key`` or a place in it.
        """
        raise NotImplementedError

    def schema(self) -> Schema:
        """JSON Schema of what ``read`` takes."""
        raise NotImplementedError

    def in_json(self, value: Any) -> Any:
        """The value as JSON and TOML write it."""
        return value

    def short(self, value: Any) -> Any:
        """The same with one value instead of a row of equal ones, where a file may say so."""
        return self.in_json(value)

    def same(self, value: Any, other: Any) -> bool:
        """Whether two values say the same, each in a rulebook of its own."""
        return bool(value == other)

    def with_rounds(self, key: str, value: Any, rounds: int) -> Any:
        """The value where there are so many rounds. Raises RulebookError where it must be given anew."""
        return value

    def with_players(self, value: Any, players: range) -> Any:
        """The value where so many may play."""
        return value

    def others(self, value: Any) -> Iterator[Any]:
        """The other values that a table may choose, those next to it and the utmost ones where they are many."""
        yield from ()

    def in_form(self, value: Any) -> Any:
        """What the field of a form holds: a text, or what belongs to each part of the field."""
        return str(value)

    def from_form(self, typed: Any) -> object:
        """What was typed, as JSON would say it. What makes no sense stays text, for ``read`` to refuse."""
        return self.from_text(str(typed or "").strip()[:LONGEST])

    def from_text(self, words: str) -> object:
        return _number(words)


class Whole(Kind):
    """A whole number."""

    __match_args__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def read(self, key: str, raw: object, rounds: int) -> Any:
        return self.number(key, raw)

    def others(self, value: Any) -> Iterator[Any]:
        near = range(self.least, self.most + 1) if self.most - self.least < _MANY else ()
        each = near or {self.least, max(value - 1, self.least), min(value + 1, self.most), self.most}
        yield from (number for number in each if number != value)

    def number(self, key: str, raw: object, or_else: str = "") -> int:
        # bool is an int in Python; a rulebook that says "true" where a number belongs is wrong
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise RulebookError(key, f"must be a whole number{or_else}, not {raw!r}")
        if not self.least <= raw <= self.most:
            raise RulebookError(key, f"must be from {self.least} to {self.most}{or_else}, not {raw}")
        return raw

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class WholeOrNoLimit(Whole):
    """A whole number or ``"no limit"``."""

    def read(self, key: str, raw: object, rounds: int) -> Any:
        return NO_LIMIT if raw == NO_LIMIT else self.number(key, raw, f" or {NO_LIMIT!r}")

    def others(self, value: Any) -> Iterator[Any]:
        few = {*range(self.least, min(self.least + 4, self.most + 1))}  # what tables set is small
        near = set() if value == NO_LIMIT else {max(value - 1, self.least), min(value + 1, self.most), NO_LIMIT}
        yield from (other for other in sorted(few | near, key=str) if other != value)

    def schema(self) -> Schema:
        return {"anyOf": [super().schema(), {"const": NO_LIMIT}]}


class ByPlayers(Whole):
    """A whole number for each number of players; one alone is that for all of them."""

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if not isinstance(raw, Mapping):
            return dict.fromkeys(PLAYERS, self.number(key, raw, " or a table by number of players"))
        table: dict[int, int] = {}
        for name, number in raw.items():
            players = int(name) if isinstance(name, str) and name.isdecimal() else name
            if isinstance(players, bool) or players not in PLAYERS:
                keys = f"the keys are numbers of players, {min(PLAYERS)} to {max(PLAYERS)}"
                raise RulebookError(f"{key}.{name}", keys)
            if players in table:
                raise RulebookError(f"{key}.{name}", "this number of players stands twice")
            table[players] = self.number(f"{key}.{name}", number)
        return dict(sorted(table.items()))

    def schema(self) -> Schema:
        return {"anyOf": [super().schema(), by_seat(super().schema(), "By number of players.")]}

    def in_json(self, value: Any) -> Any:
        return {str(players): number for players, number in value.items()}

    def others(self, value: Any) -> Iterator[Any]:
        for step in (-1, 1):
            yield {players: min(max(count + step, self.least), self.most) for players, count in value.items()}

    def short(self, value: Any) -> Any:
        return next(iter(value.values())) if _is_one([*value.values()]) else self.in_json(value)

    def with_players(self, value: Any, players: range) -> Any:
        return {count: number for count, number in value.items() if count in players}

    def in_form(self, value: Any) -> Any:
        return {str(players): str(number) for players, number in value.items()}

    def from_form(self, typed: Any) -> object:
        return _numbers(typed)


def by_round(words: str) -> list[str]:
    """What was typed for the rounds, piece by piece: ``"10 11 12"`` and ``"no limit, 2"``; one piece is for all."""
    pieces = [piece.strip() for piece in re.split(r"[,;\n]+", words) if piece.strip()]
    return pieces[0].split() if len(pieces) == 1 and re.fullmatch(r"[\d\s]+", pieces[0]) else pieces


class ByRound(Kind):
    """A value of another kind for each round; one alone is that for all of them.

    How many a list has is not looked at here: that is a matter of the whole rulebook.
    """

    __match_args__ = ("of",)

    def __init__(self, of: Kind) -> None:
        self.of = of

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if isinstance(raw, (list, tuple)):
            return tuple(self.of.read(f"{key}[{number}]", each, rounds) for number, each in enumerate(raw, 1))
        return (self.of.read(key, raw, rounds),) * rounds

    def others(self, value: Any) -> Iterator[Any]:
        each = dict.fromkeys(other for played in dict.fromkeys(value) for other in self.of.others(played))
        yield from ((other,) * len(value) for other in each)

    def schema(self) -> Schema:
        each = self.of.schema()
        return {"anyOf": [each, {"type": "array", "items": each, "description": "Round by round."}]}

    def in_json(self, value: Any) -> Any:
        return [self.of.in_json(each) for each in value]

    def short(self, value: Any) -> Any:
        return self.of.in_json(value[0]) if _is_one(value) else self.in_json(value)

    def same(self, value: Any, other: Any) -> bool:
        """What is the same in every round follows the number of rounds by itself."""
        return set(value) == set(other) if len(set(other)) == 1 else bool(value == other)

    def with_rounds(self, key: str, value: Any, rounds: int) -> Any:
        if len(value) == rounds:
            return value
        if len(set(value)) != 1:
            raise RulebookError(key, f"differs from round to round, so it must be given for all {rounds} rounds")
        return value[:1] * rounds

    def in_form(self, value: Any) -> Any:
        each = [self.of.in_form(detail) for detail in value]
        return each[0] if len(set(each)) == 1 else ", ".join(each)

    def from_text(self, words: str) -> object:
        each = [self.of.from_text(piece) for piece in by_round(words)]
        return each[0] if len(each) == 1 else each


class Flag(Kind):
    """Yes or no."""

    def others(self, value: Any) -> Iterator[Any]:
        yield not value

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if not isinstance(raw, bool):
            raise RulebookError(key, f"must be true or false, not {raw!r}")
        return raw

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def in_form(self, value: Any) -> Any:
        return "yes" if value else "no"

    def from_text(self, words: str) -> object:
        return {"yes": True, "no": False}.get(words, words)


class Choice(Kind):
    """One of these words."""

    __match_args__ = ("words",)

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def others(self, value: Any) -> Iterator[Any]:
        yield from (word for word in self.words if word != value)

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if raw not in self.words:
            raise RulebookError(key, f"must be one of {self._listed()}, not {raw!r}")
        return raw

    def _listed(self) -> str:
        return ", ".join(map(repr, self.words))

    def schema(self) -> Schema:
        return {"type": "string", "enum": [*self.words]}

    def from_text(self, words: str) -> object:
        return words


class Rank(Choice):
    """A rank, or ``"none"``."""

    __match_args__ = ()

    def __init__(self) -> None:
        super().__init__((NO_RANK, *RANKS))

    def from_text(self, words: str) -> object:
        return words.upper() if words.upper() in RANKS else words.casefold()


class ChoiceOrPayments(Choice):
    """One of these words, or what each place from the second pays."""

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if raw in self.words:
            return raw
        if not isinstance(raw, (list, tuple)):
            raise RulebookError(
                key, f"must be one of {self._listed()} or what each place from the second pays, not {raw!r}"
            )
        if not 1 <= len(raw) <= MOST_PAYMENTS:
            raise RulebookError(key, f"must say from 1 to {MOST_PAYMENTS} payments, the second place's first")
        return Payments(_PENNIES.number(f"{key}[{place}]", pennies) for place, pennies in enumerate(raw, 1))

    def schema(self) -> Schema:
        return {"anyOf": [super().schema(), many(_PENNIES.schema(), "What the second pays, the third and so on.")]}

    def in_json(self, value: Any) -> Any:
        return [*value] if isinstance(value, Payments) else value

    def in_form(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, Payments) else value

    def from_text(self, words: str) -> object:
        return words.casefold() if words.casefold() in self.words else _listed_numbers(words)


class Contracts(Kind):
    """What each round asks for: a list such as ``["set of 3", "run of 4"]``, with an ``"or"`` between two ways."""

    def read(self, key: str, raw: object, rounds: int) -> Any:
        return tuple(
            self._contract(f"{key}[{number}]", contract)
            for number, contract in enumerate(_list(key, raw, "contracts, one for each round"), 1)
        )

    def _contract(self, key: str, raw: object) -> tuple[Slot, ...]:
        slots = []
        for piece in _list(key, raw, "melds such as 'set of 3'"):
            try:
                slots.append(piece if isinstance(piece, Slot) else parse_slot(piece if isinstance(piece, str) else ""))
            except ValueError as wrong:
                raise RulebookError(key, f"{piece!r}: {wrong}" if not isinstance(piece, str) else str(wrong)) from None
        return tuple(slots)

    def schema(self) -> Schema:
        meld = text(
            "`set of 3`, `run of 4`, `pair`, `run of 7 in any suits`, `7 of one colour` or `5 of one suit`, of a named "
            "rank `pair of aces` or `set of 3 kings`, or `or` "
            "between two ways to meet it. Alone in its way: `any melds`, `melds worth at least 40` or `melds worth at "
            "least 51 with a pure run`."
        )
        return many(many(meld, "One round."), "Round by round.")

    def in_json(self, value: Any) -> Any:
        return [[str(slot) for slot in contract] for contract in value]

    def in_form(self, value: Any) -> Any:
        return "\n".join(map(contract_line, value))

    def from_text(self, words: str) -> object:
        return [slots_of(line) for line in re.split(r"[\n;]+", words) if line.strip()]


class Rounds(Kind):
    """A list of round numbers."""

    def others(self, value: Any) -> Iterator[Any]:
        yield from (other for other in (frozenset[int](), frozenset(range(1, MOST_ROUNDS + 1))) if other != value)

    def read(self, key: str, raw: object, rounds: int) -> Any:
        numbers = _list(key, raw, "round numbers")
        return frozenset(_ROUND.number(f"{key}[{place}]", number) for place, number in enumerate(numbers, 1))

    def schema(self) -> Schema:
        return {"type": "array", "items": _ROUND.schema()}

    def in_json(self, value: Any) -> Any:
        return sorted(value)

    def in_form(self, value: Any) -> Any:
        return ", ".join(map(str, sorted(value))) or "none"

    def from_text(self, words: str) -> object:
        return [] if words.casefold() in ("", "none") else _listed_numbers(words)


class Ranks(Kind):
    """Ranks of cards, the joker always among them: it is added where a list leaves it out."""

    def others(self, value: Any) -> Iterator[Any]:
        yield from (other for other in (frozenset({"JK"}), frozenset({"JK", "2"})) if other != value)

    def read(self, key: str, raw: object, rounds: int) -> Any:
        ranks = _list(key, raw, "card names")
        for rank in ranks:
            if rank not in RANK_NAMES:
                raise RulebookError(key, f"{rank!r} is no rank; write {', '.join(RANKS)} or {JOKER_NAME}")
        return frozenset(map(str, ranks)) | {JOKER_NAME}

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": [*RANK_NAMES]}}

    def in_json(self, value: Any) -> Any:
        return sorted(value)

    def in_form(self, value: Any) -> Any:
        return list(value)

    def from_form(self, typed: Any) -> object:
        return [rank for rank in typed or () if rank in RANK_NAMES]


class Cards(Kind):
    """Single cards such as ``AH``; none is an empty list."""

    def others(self, value: Any) -> Iterator[Any]:
        yield from (other for other in (frozenset[str](), frozenset({"AD", "AH"})) if other != value)

    def read(self, key: str, raw: object, rounds: int) -> Any:
        cards = _list(key, raw, "cards such as AH")
        for card in cards:
            if not isinstance(card, str) or card not in RANK_OF_CARD:
                raise RulebookError(key, f"{card!r} is no card with a suit; write AH, 10S or QD")
        return frozenset(map(str, cards))

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": [*RANK_OF_CARD]}}

    def in_json(self, value: Any) -> Any:
        return sorted(value)

    def in_form(self, value: Any) -> Any:
        return ", ".join(sorted(value)) or NO_RANK

    def from_text(self, words: str) -> object:
        if words.casefold() in ("", NO_RANK):
            return []
        return [card for piece in re.split(r"[\s,;]+", words) if piece for card in _cards(piece)]


NAMES_OF_NUMBERS = {"A": "1", "J": "11", "Q": "12", "K": "skip", JOKER_NAME: "wild card"}
"""What files call the cards of a pack of numbers that are written otherwise inside; no other pack has such names."""
_INSIDE = {name: inside for inside, name in NAMES_OF_NUMBERS.items()}


class Points(Kind):
    """Points for each rank, for the joker, and maybe for every wild card or for single cards."""

    def others(self, value: Any) -> Iterator[Any]:
        yield {name: points + 1 for name, points in value.items()}

    def read(self, key: str, raw: object, rounds: int) -> Any:
        if not isinstance(raw, Mapping):
            raise RulebookError(key, f"must be a table of points for each of {', '.join(RANK_NAMES)}, not {raw!r}")
        raw = {_INSIDE.get(name, name): points for name, points in raw.items()}
        for name in raw:
            if name not in (*RANK_NAMES, EVERY_WILD) and name not in RANK_OF_CARD:
                ranks = f"the ranks are {', '.join(RANK_NAMES)}"
                raise RulebookError(f"{key}.{name}", f"{name!r} is no rank and no card such as QS; {ranks}")
        for rank in RANK_NAMES:
            if rank not in raw:
                raise RulebookError(f"{key}.{rank}", "the points of this card are missing")
        others = [name for name in (EVERY_WILD, *RANK_OF_CARD) if name in raw]
        return {name: _POINTS.number(f"{key}.{name}", raw[name]) for name in (*RANK_NAMES, *others)}

    def schema(self) -> Schema:
        names = dict.fromkeys((*RANK_NAMES, EVERY_WILD, *RANK_OF_CARD), _POINTS.schema())
        return {"type": "object", "required": [*RANK_NAMES], "properties": names, "additionalProperties": False}

    def in_json(self, value: Any) -> Any:
        return dict(value)

    def in_form(self, value: Any) -> Any:
        doubled = doubled_suits(value)
        ranks = {name: str(points) for name, points in value.items() if name not in RANK_OF_CARD}
        single = [f"{name} {cost}" for name, cost in value.items() if name in RANK_OF_CARD and name[-1] not in doubled]
        suits = [f"{SUIT_WORDS[SUITS.index(suit)]} double" for suit in doubled]
        return {**ranks, SINGLE: ", ".join([*single, *suits])}

    def from_form(self, typed: Any) -> object:
        """Single cards are typed as in ``"QS QC 40, hearts double"``."""
        prices = _numbers({name: words for name, words in typed.items() if name != SINGLE})
        single: dict[str, object] = {}
        for piece in filter(str.strip, re.split(r"[,;\n]+", (typed.get(SINGLE) or "").strip()[:LONGEST])):
            *names, cost = re.split(r"[\s:=]+", piece.strip())
            for card in chain.from_iterable(map(_cards, names or [piece])):
                twice = prices.get(RANK_OF_CARD.get(card, ""))
                single[card] = 2 * twice if cost.lower() == "double" and isinstance(twice, int) else _number(cost)
        return prices | single


_PENNIES, _ROUND, _POINTS = Whole(0, 1000), Whole(1, MOST_ROUNDS), Whole(0, 200)


def doubled_suits(points: Mapping[str, int]) -> list[str]:
    """The suits of which every card counts twice the points of its rank."""
    return [suit for suit in SUITS if all(points.get(rank + suit) == 2 * points[rank] for rank in RANKS)]


def _is_one(row: Sequence[object]) -> bool:
    """Whether one value stands for a row of them."""
    return len(row) > 1 and len(set(row)) == 1


def _list(key: str, raw: object, of_what: str) -> list[object]:
    if isinstance(raw, (frozenset, set)):
        return sorted(raw, key=str)
    if not isinstance(raw, (list, tuple)):
        raise RulebookError(key, f"must be a list of {of_what}, not {raw!r}")
    return list(raw)


def _number(words: str) -> object:
    words = words.strip()
    return int(words) if words.isascii() and words.isdigit() and len(words) <= 6 else words


def _listed_numbers(words: str) -> list[object]:
    return [_number(piece) for piece in re.split(r"[\s,;]+", words)]


def _numbers(typed: Mapping[str, str | None]) -> dict[str, object]:
    """What was typed below each key, but for what was left empty."""
    return {key: _number(words) for key, words in typed.items() if words and words.strip()}


def _cards(name: str) -> list[str]:
    """The cards of a suit, or the one of this name; what names none stays, for ``read`` to refuse."""
    if name.lower() in SUIT_WORDS:
        return [rank + SUITS[SUIT_WORDS.index(name.lower())] for rank in RANKS]
    try:
        return [format_card(parse_card(name))]
    except CardError:
        return [name]
