"""The kinds of fields: a class each. What is said in several fields of a page stands in ``parts``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from referee.rules import requests
from referee.rules.cards import Placed, parse_card, parse_placed
from referee.rules.packs import in_letters
from referee.rules.question import Facts, Kind, Option
from referee.rules.requests import items, kind_of, pieces
from referee.rules.rulings import NotOneCard, RequestError
from referee.rules.schema import CARDS_TEXT, LARGEST_NUMBER, MELD_TEXT, Schema, by_seat, flag, many, one_of, text, whole
from referee.rules.speech.typed import NONE, lines, number, tidy

_card, _placed = partial(parse_card, suits=False), partial(parse_placed, suits=False)


class Several(Kind):
    """A list, each of the same kind."""

    each: Kind
    of = ""
    """What a fault calls them."""
    between = " "

    def read(self, field: str, raw: object, players: int = 0) -> list[Any]:
        return [self.each.read(field, item, players) for item in items(field, raw, self.of)]

    def none(self) -> Any:
        return []

    def text(self, raw: Any, _: Iterable[str]) -> str:
        return in_letters(raw) if isinstance(raw, str) else self.between.join(map(in_letters, map(str, raw))) or NONE


class Cards(Kind):
    """Cards that stand for nothing but themselves, with their suits or without."""

    names_cards = True
    tapped = "cards"
    may_be_empty = True
    schema = staticmethod(text)
    typed = staticmethod(tidy)

    def text(self, raw: Any, _: Iterable[str]) -> Any:
        return in_letters(raw)

    def read(self, field: str, raw: object, _: int = 0) -> list[Any]:
        return pieces(field, raw, _card)

    def rows(self, value: Any) -> Sequence[Sequence[int]]:
        return (value,)

    def filled(self, _: Any, rows: Sequence[list[int]]) -> Any:
        return rows[0]


class Meld(Cards):
    """Cards of a meld, wild cards assigned or not."""

    melds = True
    tapped = "meld"

    def read(self, field: str, raw: object, _: int = 0) -> list[Placed]:
        return pieces(field, raw, _placed)

    def rows(self, value: Sequence[Placed]) -> Sequence[Sequence[int]]:
        return ([placed.card for placed in value],)

    def filled(self, value: Sequence[Placed], rows: Sequence[list[int]]) -> list[Placed]:
        return [placed._replace(card=card) for placed, card in zip(value, rows[0], strict=True)]


class Card(Cards):
    """The only one of them."""

    several: Cards = Cards()
    tapped = "card"
    may_be_empty = False

    def read(self, field: str, raw: object, _: int = 0) -> Any:
        parsed = self.several.read(field, raw)
        if len(parsed) != 1:
            raise NotOneCard(field)
        return parsed[0]

    def rows(self, value: Any) -> Sequence[Sequence[int]]:
        return self.several.rows([value])

    def filled(self, value: Any, rows: Sequence[list[int]]) -> Any:
        return self.several.filled([value], rows)[0]


class PlacedCard(Card):
    """One of a meld, which may say what it stands for."""

    several = Meld()


class CardList(Several, Cards):
    """A list of cards; a text of cards will do too."""

    each, of = Card(), "cards"
    may_be_empty = False

    def read(self, field: str, raw: object, _: int = 0) -> list[int]:
        return CARDS.read(field, raw) if isinstance(raw, str) else super().read(field, raw)

    def schema(self, description: str) -> Schema:
        return {"description": description, "anyOf": [many(text("A card."), "One by one."), text(f"{CARDS_TEXT}.")]}


class Melds(Several):
    each, of, between = Meld(), "melds, each a text of cards", "\n"
    names_cards = melds = lines = True
    tapped = "melds"

    def schema(self, about: str) -> Schema:
        return many(MELD_TEXT, about)

    def typed(self, text: str) -> list[str]:
        return [tidy(line) for line in lines(text)]

    def rows(self, value: Sequence[Sequence[Placed]]) -> Sequence[Sequence[int]]:
        return [[placed.card for placed in meld] for meld in value]

    def filled(self, value: Sequence[Sequence[Placed]], rows: Sequence[list[int]]) -> list[list[Placed]]:
        return [MELD.filled(meld, [row]) for meld, row in zip(value, rows, strict=True)]


class OwnMelds(Melds):
    """Melds of the player's own, told among all melds on the table or beside them."""

    def counted(self, value: Sequence[Sequence[Placed]], facts: Facts) -> list[int]:
        """Those of melds that are not told among all."""
        lying = [Counter(meld) for meld in facts.get("table") or ()]
        named = []
        for meld in value:
            if Counter(meld) in lying:
                lying.remove(Counter(meld))
            else:
                named += [placed.card for placed in meld]
        return named


class Choice(Kind):
    """One of several answers."""

    def __init__(self, *options: Option) -> None:
        self.options = options
        self._values = [option.value for option in options]

    def read(self, field: str, raw: object, _: int = 0) -> str:
        return requests.choice(field, raw, self._values)

    def schema(self, about: str) -> Schema:
        return one_of(about, *self._values)


class Flag(Kind):
    options = (Option("yes", "Yes"), Option("no", "No"))
    schema = staticmethod(flag)

    def read(self, field: str, raw: object, _: int = 0) -> bool:
        if not isinstance(raw, bool):
            raise RequestError(field, f"must be true or false, not {kind_of(raw)}")
        return raw

    def typed(self, text: str) -> bool | str:
        return {"yes": True, "no": False}.get(text, text)

    def text(self, raw: bool, _: Iterable[str]) -> str:
        return "yes" if raw else "no"


class Count(Kind):
    """How many there are."""

    typed = staticmethod(number)

    def read(self, field: str, raw: object, _: int = 0) -> int:
        return requests.whole(field, raw, 0, LARGEST_NUMBER)

    def schema(self, about: str) -> Schema:
        return whole(about, 0)


class Seat(Kind):
    """A seat by its number, from 1; those to choose from are the table's."""

    schema = staticmethod(whole)
    typed = staticmethod(number)

    def read(self, field: str, raw: object, players: int = 0) -> int:
        return requests.whole(field, raw, 1, players)


class Seats(Several):
    """Seats in an order."""

    each, of = Seat(), "seats"

    def schema(self, about: str) -> Schema:
        return many(whole("A seat."), about)

    def typed(self, text: str) -> list[int | str]:
        return [number(piece) for piece in re.split(r"[\s,]+", text)]


class Players(Kind):
    """The number of players; ``referee`` reads it with that of every request."""

    is_players = True
    schema = staticmethod(whole)


class Times(Kind):
    """How often, for each seat; it is typed at each."""

    each = "Times."
    least = 0

    def read(self, field: str, raw: object, players: int = 0) -> Any:
        numbers = [self._number(field, item) for item in items(field, raw, "numbers, one for each seat")]
        if len(numbers) != players:
            raise RequestError(field, f"must have one number for each of the {players} players, not {len(numbers)}")
        return numbers

    def _number(self, field: str, raw: object) -> int:
        return requests.whole(field, raw, self.least, LARGEST_NUMBER)

    def schema(self, about: str) -> Schema:
        return many(whole(self.each, self.least), about)

    def typed(self, texts: Mapping[str, str]) -> Any:
        """Of a text for each seat, some of them empty."""
        return [number(text) for text in texts.values()]

    def text(self, raw: Any, _: Iterable[str]) -> dict[str, str]:
        return {str(seat): str(times) for seat, times in enumerate(raw, 1)}


class Points(Times):
    each = "Points."
    least = -LARGEST_NUMBER


class TimesBySeat(Times):
    """How often, as an object by seat; seats that are not named have none."""

    def read(self, field: str, raw: object, players: int = 0) -> dict[int, int]:
        if not isinstance(raw, Mapping):
            raise RequestError(field, f"must be an object from seats to numbers, not {kind_of(raw)}")
        times = {}
        for key, value in raw.items():
            seat = key if isinstance(key, int) and not isinstance(key, bool) else None
            if isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 3:
                seat = int(key)
            if seat is None or not 1 <= seat <= players:
                raise RequestError(field, f"has a key that is no seat from 1 to {players}")
            times[seat] = self._number(field, value)
        return times

    def schema(self, about: str) -> Schema:
        return by_seat(whole(self.each, self.least), about)

    def typed(self, texts: Mapping[str, str]) -> dict[str, int | str]:
        return {seat: number(text) for seat, text in texts.items() if text}

    def text(self, raw: Mapping[str, int], seats: Iterable[str]) -> dict[str, str]:
        return super().text([raw.get(seat, 0) for seat in seats], seats)


CARDS, CARD, CARD_LIST, MELD, MELDS, PLACED_CARD = Cards(), Card(), CardList(), Meld(), Melds(), PlacedCard()
OWN_MELDS = OwnMelds()
FLAG, COUNT, SEAT, SEATS, PLAYERS = Flag(), Count(), Seat(), Seats(), Players()
TIMES, POINTS, TIMES_BY_SEAT = Times(), Points(), TimesBySeat()
