"""Values of rules in a form: how they are shown, sent and read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from wtforms import (
    Field,
    Form,
    FormField,
    RadioField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)

from referee.messages import lazy_gettext as _
from referee.messages import translated
from referee.rules.cards import (
    JOKER_NAME,
    RANK_OF_CARD,
    RANKS,
    SUIT_WORDS,
    SUITS,
    CardError,
    format_card,
    parse_card,
)
from referee.rules.rulebook.in_words import doubled_suits
from referee.rules.rulebook.model import EVERY_WILD, NO_LIMIT, VALUES, Rulebook, jsonable
from referee.rules.rulebook.slots import Slot, ways_to_meet
from referee.rules.rulebook.values import PLAYERS, RulebookError, read_value
from referee.web.shell.forms import Write, offered, small_number
from referee.web.shell.words import PAD_ORDER, begun

F = TypeVar("F", bound=Write)


SINGLE = "cards"
"""Among the fields of the points: the one for single cards."""


LONGEST = 4_000
"""How much of a text is read."""


_COUNTED = re.compile(r"(\d+|one|two|three|four|five)\s+(set|run|pair)s?(\s+of\s+\d+)?", re.I)


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


_SUITS = dict(zip(SUIT_WORDS, SUITS, strict=True))


_ANY_WILD = _(
    "Any wild: what every wild card costs, whatever its rank. Leave it empty if each costs what its rank does."
)


_YES_NO = (("yes", _("Yes")), ("no", _("No")))


class Ranks(SelectMultipleField):
    """Ranks to be ticked; ``NAME.shown`` tells a form without a tick from one without the field."""

    def process(self, formdata: Any, *data: Any, **more: Any) -> None:
        super().process(formdata, *data, **more)
        if formdata and not self.raw_data and f"{self.name}.shown" in formdata:
            self.data, self.raw_data = [], [""]


class SingleCards(StringField):
    """Single cards and whole suits with points of their own, as a text."""


@cache
def _numbers(keys: tuple[str, ...]) -> type[Form]:
    """A number for each key, sent as ``NAME.KEY``."""
    named = {JOKER_NAME: _("joker"), EVERY_WILD: _("any wild")}
    return type("Numbers", (Form,), {key: StringField(named.get(key, key)) for key in keys})


def shape_of(name: str) -> str:
    return str(next(iter(VALUES[name]["shape"])))


def _field(name: str) -> Field:
    """The field of a rule value, by its shape."""
    match shape_of(name):
        case "flag":
            return RadioField(choices=offered(_YES_NO), validate_choice=False)
        case "choice":
            words = VALUES[name]["shape"]["choice"]
            return RadioField(choices=lambda: offered((w, translated(begun(w))) for w in words), validate_choice=False)
        case "payments":
            hint = _("none; by place: 2, 4, 6 and so on; or what the second pays, the third, the next: 1, 2, 5.")
            return StringField(description=hint)
        case "ranks":
            hint = _("Jokers are always wild. To play without, set their number to 0.")
            ranks = offered((rank, rank) for rank in PAD_ORDER if rank != JOKER_NAME)
            return Ranks(choices=ranks, validate_choice=False, description=hint)
        case "by_players":
            hint = _("By number of players. Leave a number empty if you never play with so many.")
            return FormField(_numbers(tuple(map(str, PLAYERS))), separator=".", description=hint)
        case "points":
            numbers = _numbers((*PAD_ORDER, EVERY_WILD))
            single = SingleCards(_("Single cards or suits, such as QS 40, hearts double"))
            prices = type("Prices", (numbers,), {SINGLE: single})
            return FormField(prices, separator=".", description=_ANY_WILD)
        case "contracts":
            return TextAreaField(description=_("One round per line: set of 3 + run of 4."))
        case "by_round":
            return StringField(description=_("One for all rounds, or one for each, with commas."))
        case "rounds":
            return StringField(description=_("Round numbers, or none."))
        case "limit":
            return StringField(description=_("A number, or “%(word)s”.", word=NO_LIMIT))
    return StringField()


@cache
def with_values(form: type[F], names: tuple[str, ...]) -> type[F]:
    """A form with the fields of these rule values besides its own."""
    return type(form.__name__, (form,), {name: _field(name) for name in names})


def as_typed(book: Rulebook, name: str) -> Any:
    """What the field of a rule value holds where nothing is changed."""
    value = getattr(book, name)
    match shape_of(name):
        case "flag":
            return "yes" if value else "no"
        case "payments":
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        case "ranks":
            return list(value)
        case "by_players":
            return {str(key): str(number) for key, number in value.items()}
        case "points":
            ranks = {key: str(number) for key, number in value.items() if key not in RANK_OF_CARD}
            return {**ranks, SINGLE: _single_typed(value)}
        case "contracts":
            return "\n".join(map(contract_typed, value))
        case "by_round":
            numbers = [str(number) for number in value]
            return numbers[0] if len(set(numbers)) == 1 else ", ".join(numbers)
        case "rounds":
            return ", ".join(str(number) for number in sorted(value)) or "none"
    return str(value)


def is_sent(field: Field) -> bool:
    """Whether the form had the field, or one of its numbers."""
    return any(number.raw_data for number in field) if isinstance(field, FormField) else bool(field.raw_data)


def value_in(form: Form, name: str) -> object:
    """What a field says, as ``read`` has it."""
    return read(name, form[name].data)


def read(name: str, typed: Any) -> object:
    """What was typed for a rule value, as JSON would say it; what makes no sense stays text."""
    match shape_of(name):
        case "ranks":
            return [rank for rank in typed or () if rank in PAD_ORDER]
        case "by_players" | "points":
            texts = {key: (text or "").strip() for key, text in typed.items()}
            single = texts.pop(SINGLE, "")[:LONGEST]
            prices = {key: _number(text) for key, text in texts.items() if text}
            return prices | _single(single, prices)
    text = str(typed or "").strip()[:LONGEST]
    match shape_of(name):
        case "flag":
            return {"yes": True, "no": False}.get(text, text)
        case "contracts":
            return [_contract(line) for line in re.split(r"[\n;]+", text) if line.strip()]
        case "by_round":
            pieces = [piece.strip() for piece in re.split(r"[,;\n]+", text) if piece.strip()]
            if len(pieces) == 1 and re.fullmatch(r"[\d\s]+", pieces[0]):
                pieces = pieces[0].split()
            numbers = [_number(piece) for piece in pieces]
            return numbers[0] if len(numbers) == 1 else numbers
        case "rounds":
            return [] if text.casefold() in ("", "none") else [_number(part) for part in re.split(r"[\s,;]+", text)]
        case "choice":
            return text
        case "payments":
            words = VALUES[name]["shape"]["payments"]
            return (
                text.casefold() if text.casefold() in words else [_number(part) for part in re.split(r"[\s,;]+", text)]
            )
    return _number(text)


def _number(text: str) -> object:
    number = small_number(text.strip(), digits=6)
    return text.strip() if number is None else number


def _single(text: str, numbers: Mapping[str, object]) -> dict[str, object]:
    """``"QS QC 40, hearts double"`` as points by card; what names no card stays, for the reader to refuse."""
    prices: dict[str, object] = {}
    for piece in filter(str.strip, re.split(r"[,;\n]+", text)):
        *named, cost = re.split(r"[\s:=]+", piece.strip())
        for name in named or [piece]:
            suit = _SUITS.get(name.lower())
            for card in [rank + suit for rank in RANKS] if suit else [_card(name)]:
                twice = numbers.get(RANK_OF_CARD.get(card, ""))
                prices[card] = 2 * twice if cost.lower() == "double" and isinstance(twice, int) else _number(cost)
    return prices


def _card(name: str) -> str:
    try:
        return format_card(parse_card(name))
    except CardError:
        return name


def _single_typed(points: Mapping[str, int]) -> str:
    """The points of single cards as ``_single`` reads them."""
    doubled = doubled_suits(points)
    single = [f"{card} {cost}" for card, cost in points.items() if card in RANK_OF_CARD and card[-1] not in doubled]
    return ", ".join([*single, *(f"{SUIT_WORDS[SUITS.index(suit)]} double" for suit in doubled)])


def contract_typed(contract: Sequence[Slot]) -> str:
    """``"set of 3 + run of 4 or set of 6"``, as ``_contract`` reads it."""
    return " or ".join(" + ".join(map(str, way)) for way in ways_to_meet(tuple(contract)))


def _contract(line: str) -> list[str]:
    """``"2 sets of 3 and a run of 4"`` as three melds, with an ``or`` between two ways."""
    melds = []
    for piece in re.split(r"\s*(?:\+|,|&|\band\b)\s*|\s+(?=or\b)|(?<=\bor)\s+", line.strip()):
        piece = re.sub(r"^an?\s+", "", piece, flags=re.I)
        if counted := _COUNTED.fullmatch(piece):
            count = _NUMBERS.get(counted[1].lower()) or int(counted[1])
            melds += [f"{counted[2].lower()}{(counted[3] or '').lower()}"] * min(count, 9)
        elif piece:
            melds.append(piece)
    return melds


def differs(base: Rulebook, name: str, raw: object) -> bool:
    """Whether what was typed is another value than the rulebook's own, or none at all.

    A value that is the same in every round follows the number of rounds by itself.
    """
    try:
        value = read_value(name, raw, base.rounds)
    except RulebookError:
        return True  # the services say what is wrong with it
    old = getattr(base, name)
    if "by_round" in VALUES[name]["shape"] and len(set(old)) == 1:
        return set(value) != set(old)
    return bool(jsonable(value) != jsonable(old))
