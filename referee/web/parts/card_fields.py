"""Cards as they are typed: what a field takes, and how it reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from wtforms import StringField
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from referee.messages import gettext as _
from referee.messages import translated
from referee.rules.cards import JOKER_NAME, JOKER_SPELLINGS, CardError, parse_placed, split_cards, suitless
from referee.rules.requests import (
    CARD,
    CARD_LIST,
    CARDS,
    COUNT,
    MELD,
    MELDS,
    PLACED_CARD,
    SEATS,
    STEPS,
    Field,
    Option,
)
from referee.rules.speech.hands import Wrong, cards_said
from referee.rules.speech.points import read_points
from referee.web.parts.setting import Setting
from referee.web.shell.frame import Marked, mark

LONGEST = 2_000


LONGEST_SHOWN = 4_000


NONE = "none"
"""Typed where there is nothing: no card, no meld, nobody."""


NONE_WORDS = frozenset({NONE, "nothing", "nobody", "no cards", "no", "-", "–", "0", "zero"})


_TYPED_CARDS = {CARDS: CARDS, MELD: CARDS, MELDS: MELDS, CARD: CARD, PLACED_CARD: CARD, CARD_LIST: CARDS, STEPS: CARD}
"""How cards are tapped in, by the kind of field: several, one, or melds in lines."""


_PIECE = re.compile(r"[^\s,;]+")


def number(text: str) -> int | str:
    """A whole number or a sum; other text stays, so that the referee says what is wrong with it."""
    points = read_points(text)
    return text if points is None else points


def tidy(text: str) -> str:
    """Cards as the referee reads them: jokers by any name, cards without spaces between them, with their suits or
    without, or in words."""
    pieces = split_cards(_SPACED_PLACE.sub("=", text))
    if not all(map(_is_card, pieces)) and (named := cards_said(text)):
        pieces = named
    return " ".join(JOKER_NAME + piece[len(name) :] if (name := _joker(piece)) else piece for piece in pieces)


class Answer:
    """What the fields of a question have in common; ``data`` is the text that was typed."""

    asks: Field
    needed = ""
    """What the referee asks the table, where this fact decides."""
    data: Any

    @property
    def kind(self) -> str:
        """How it is answered: ``cards``, ``meld`` (one on the table), ``melds``, ``card``, else as the table has it."""
        return MELD if self.asks.lies else _TYPED_CARDS.get(self.asks.kind, self.asks.kind)

    @property
    def text(self) -> str:
        text = str(self.data or "")
        return text if text.strip() else ""

    @property
    def inputs(self) -> dict[str, str]:
        """What was typed, by the name of the input."""
        return {self.asks.name: self.text}

    @property
    def taps_cards(self) -> bool:
        return self.asks.kind in _TYPED_CARDS

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = valuelist[0][:LONGEST_SHOWN]


class TypedField(Answer, StringField):
    """Cards or seats, as they are written."""

    def __init__(
        self, asks: Field, setting: Setting | None = None, seats: Iterable[Option] = (), **kwargs: Any
    ) -> None:
        super().__init__(translated(asks.label), description=translated(asks.hint), **kwargs)
        self.asks, self.seats = asks, tuple(seats)
        self.named = bool(setting and setting.code)
        """Whether the seats have names."""
        self.too_many: int | None = None
        """A card that is there more often than the pack has it."""
        self.suggested = setting.melds if setting and asks.lies else ()
        """Melds on the table, to be chosen with a tap."""

    @property
    def marked(self) -> tuple[Marked, ...]:
        """What was typed, where some of it is at fault."""
        if not self.errors or self.asks.kind in (COUNT, SEATS):
            return ()
        return marked(self.text, str(self.errors[0]), self.too_many)

    @property
    def value(self) -> Any:
        """Its value in a request; None where nothing was typed, and ``NONE`` for a null that means something."""
        text = self.text.strip()[:LONGEST]
        if not text:
            return None
        if self.asks.none and text.casefold() in NONE_WORDS:
            return {CARDS: "", CARD_LIST: [], MELDS: [], SEATS: []}.get(self.asks.kind, NONE)
        if self.asks.kind == COUNT:
            return number(text)
        if self.asks.kind == SEATS:
            return [number(piece) for piece in re.split(r"[\s,]+", text)]
        if self.asks.kind == MELDS:
            return [tidy(line) for line in re.split(r"[\n;]+", text) if line.strip()]
        return tidy(text)


def cards_field(name: str, label: str, kind: str = CARDS, value: str = "", checking: bool = False) -> TypedField:
    """A field for cards, as the key pad types into it. While ``checking``, an empty one says that it is needed."""
    form = BaseForm({name: UnboundField(TypedField, Field(name, kind, label, "", lies=kind == MELD))})
    form.process(data={name: value})
    field = form[name]
    assert isinstance(field, TypedField)
    field.needed = _("Enter it first.") if checking and not value.strip() else ""
    return field


def marked(text: str, message: str, too_many: int | None) -> tuple[Marked, ...]:
    """What was typed, with the words marked that name no card, or the card of which there are too many."""
    pieces = list(_PIECE.finditer(text))
    wrong = [piece for piece in pieces if not is_cards(tidy(piece[0]))]
    if not wrong and too_many is not None:
        wrong = [piece for piece in pieces if _is_one_of(tidy(piece[0]), too_many)][-1:]
    places = tuple(Wrong(piece.start(), piece.end(), piece[0], message) for piece in wrong)
    return mark(text, places) if places else ()


def _is_one_of(text: str, too_many: int) -> bool:
    """Whether a text is the card of which there are too many, or a card of its rank where the rank alone is meant."""
    card = parse_placed(text, suits=False).card if len(text.split()) == 1 else None
    return card is not None and too_many in (card, suitless(card))


def is_cards(text: str) -> bool:
    return all(map(_is_card, text.split()))


_SPACED_PLACE = re.compile(r"\s*=\s*")


def _joker(piece: str) -> str:
    """How a joker is called there; empty for any other card."""
    name = piece.partition("=")[0]
    return name if name.lower() in JOKER_SPELLINGS else ""


def _is_card(piece: str) -> bool:
    try:
        return parse_placed(piece, suits=False) is not None
    except CardError:
        return False
