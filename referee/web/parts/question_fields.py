"""The fields of a question's form: by the kind of a fact, how a page takes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from wtforms import FieldList, RadioField, StringField
from wtforms.fields.core import Field as FormField
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.utils import unset_value

from referee.messages import gettext as _
from referee.messages import translated
from referee.rules.cards import parse_placed, suitless
from referee.rules.question import Field, Kind, Option
from referee.rules.questions import kinds
from referee.rules.questions.kinds import CARDS
from referee.rules.questions.parts import Steps, UseOfCard
from referee.rules.rulebook.in_words import of_the_pack
from referee.rules.rulebook.slots import OR, Slot, is_free
from referee.rules.speech.hands import Wrong
from referee.rules.speech.typed import NONE, is_cards, tidy
from referee.web.parts.setting import Setting
from referee.web.shell import words
from referee.web.shell.forms import offered
from referee.web.shell.frame import Marked, mark

LONGEST_SHOWN = 4_000
_LONGEST_NUMBER = 12
_PIECE = re.compile(r"[^\s,;]+")


def slots_of(contract: Sequence[Slot]) -> str:
    """The melds of a contract as the keys fill them: ``"s3 r4"``; none where there are several ways to meet it, or any
    melds do."""
    return "" if OR in contract or is_free(contract) else " ".join(map(_slot, words.melds(contract)))


def _slot(meld: words.MeldView) -> str:
    """A slot as the script draws it: ``"r4"`` in one suit, ``"s4"`` in all four."""
    return f"{'s' if meld.suits else 'r'}{meld.size}"


class Answer(FormField):
    """What the fields of a question have in common; ``data`` is the text that was typed."""

    part = ""
    """How ``ask/_fields.html`` draws it."""
    taps_cards = False
    asks: Field
    needed = ""
    """What the referee asks the table, where this fact decides."""
    data: Any

    def __init__(self, asks: Field, setting: Setting | None = None, seats: Iterable[Option] = (), **more: Any) -> None:
        label, hint = of_the_pack(translated(asks.label)), of_the_pack(translated(asks.hint))
        super().__init__(label=label, description=hint, **more)
        self.asks, self.setting, self.seats = asks, setting, tuple(seats)

    @property
    def text(self) -> str:
        text = str(self.data or "")
        return text if text.strip() else ""

    @property
    def inputs(self) -> dict[str, str]:
        """What was typed, by the name of the input."""
        return {self.asks.name: self.text}

    @property
    def value(self) -> Any:
        """Its value in a request; None where nothing was typed, and ``NONE`` for a null that means something."""
        return self.asks.typed(self.text)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = valuelist[0][:LONGEST_SHOWN]


class CardsField(Answer, StringField):
    """Cards, as they are written or tapped in."""

    part = "cards"
    taps_cards = True
    too_many: int | None = None
    """A card that is there more often than the pack has it."""
    meets_contract = False
    """Whether the cards are to meet the contract of the round: that is drawn over them, and the keys fill it."""
    asked_for: tuple[Slot, ...] = ()
    """The contract, where the round is clear."""

    @property
    def contract(self) -> tuple[words.MeldView, ...]:
        """Its melds, to be drawn."""
        return words.melds(self.asked_for)

    @property
    def slots(self) -> str:
        return slots_of(self.asked_for)

    @property
    def suggested(self) -> tuple[Option, ...]:
        """Melds on the table, to be chosen with a tap."""
        return self.setting.melds if self.setting and self.asks.lies else ()

    @property
    def marked(self) -> tuple[Marked, ...]:
        """What was typed, where some of it is at fault."""
        return marked(self.text, str(self.errors[0]), self.too_many) if self.errors else ()


class NumberField(Answer, StringField):
    part = "number"


class SeatsField(Answer, StringField):
    """Seats by their numbers, in an order."""

    part = "seats"


class ChoiceField(Answer, RadioField):
    """One of several answers; the referee refuses one that is not there."""

    part = "choices"

    def __init__(self, asks: Field, setting: Setting, seats: Iterable[Option], **more: Any) -> None:
        super().__init__(asks, setting, seats, validate_choice=False, **more)
        self.choices = offered((value, of_the_pack(translated(label))) for value, label in self._options)

    @property
    def _options(self) -> Iterable[Option]:
        return self.asks.kind.options


class SeatField(ChoiceField):
    """One of the seats; that of whoever asks is first."""

    @property
    def _options(self) -> Iterable[Option]:
        own = str(self.setting.asker) if self.setting else ""
        nobody = [Option(NONE, _("No one"))] if self.asks.none else []
        return [*nobody, *sorted(self.seats, key=lambda seat: seat.value != own)]


class BySeatField(Answer, FieldList):  # type: ignore[type-arg] # only the stubs are generic
    """One number for each seat; the seats count from 1."""

    part = "by_seat"

    def __init__(self, asks: Field, setting: Setting, seats: Iterable[Option], **more: Any) -> None:
        super().__init__(asks, setting, seats, unbound_field=StringField(), separator=".", **more)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:  # noqa: ARG002
        numbers = dict(data or {})
        self.entries, self.process_errors, self.object_data = [], [], numbers
        for place, seat in enumerate(self.seats, 1):
            entry = self.unbound_field.bind(None, f"{self.name}.{place}", _meta=self.meta)  # type: ignore[arg-type]
            entry.label.text = seat.label
            entry.process(formdata, numbers.get(seat.value, ""))
            self.entries.append(entry)

    @property
    def inputs(self) -> dict[str, str]:
        texts = {entry.name: (entry.data or "")[:LONGEST_SHOWN] for entry in self.entries}
        return {name: text if text.strip() else "" for name, text in texts.items()}

    @property
    def text(self) -> str:
        return " ".join(self.inputs.values()).strip()

    @property
    def value(self) -> Any:
        texts = [text.strip()[:_LONGEST_NUMBER] for text in self.inputs.values()]
        by_seat = {seat.value: text for seat, text in zip(self.seats, texts, strict=True)}
        return self.asks.kind.typed(by_seat) if any(texts) else None


FIELDS: dict[type[Kind], type[Answer]] = {
    kinds.Cards: CardsField,
    kinds.Card: CardsField,
    kinds.CardList: CardsField,
    kinds.Meld: CardsField,
    kinds.Melds: CardsField,
    kinds.OwnMelds: CardsField,
    kinds.PlacedCard: CardsField,
    Steps: CardsField,
    kinds.Choice: ChoiceField,
    kinds.Flag: ChoiceField,
    UseOfCard: ChoiceField,
    kinds.Seat: SeatField,
    kinds.Seats: SeatsField,
    kinds.Count: NumberField,
    kinds.Times: BySeatField,
    kinds.TimesBySeat: BySeatField,
    kinds.Points: BySeatField,
}
"""A new kind of fact is one row here."""


def cards_field(name: str, label: str, kind: Kind = CARDS, value: str = "", checking: bool = False) -> CardsField:
    """A field for cards, as the key pad types into it. While ``checking``, an empty one says that it is needed."""
    asks = Field(name, kind, label, "", lies=kind.melds and not kind.lines)
    form = BaseForm({name: UnboundField(CardsField, asks)})
    form.process(data={name: value})
    field = form[name]
    assert isinstance(field, CardsField)
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
