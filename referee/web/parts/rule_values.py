"""Values of rules in a form: how they are shown, sent and read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from wtforms import Field, Form, FormField, RadioField, SelectMultipleField, StringField, TextAreaField

from referee.messages import gettext, translated
from referee.messages import lazy_gettext as _
from referee.rules.cards import JOKER_NAME, RANKS
from referee.rules.packs import STANDARD, in_force
from referee.rules.rulebook import kinds
from referee.rules.rulebook.in_words import of_the_pack
from referee.rules.rulebook.kinds import EVERY_WILD, NO_LIMIT, PLAYERS, SINGLE, RulebookError
from referee.rules.rulebook.labels import offers
from referee.rules.rulebook.model import KINDS, Rulebook
from referee.rules.rulebook.values import read_value
from referee.web.shell.forms import Write, offered
from referee.web.shell.words import PAD_ORDER

F = TypeVar("F", bound=Write)

_ANY_WILD = _("Any wild: what every wild card costs, whatever its rank. Leave it empty if each counts as its rank.")
_YES_NO = (("yes", _("Yes")), ("no", _("No")))


class Ranks(SelectMultipleField):
    """Ranks to be ticked; ``NAME.shown`` tells a form without a tick from one without the field."""

    def process(self, formdata: Any, *data: Any, **more: Any) -> None:
        super().process(formdata, *data, **more)
        if formdata and not self.raw_data and f"{self.name}.shown" in formdata:
            self.data, self.raw_data = [], [""]


class SingleCards(StringField):
    """Single cards and whole suits with points of their own, as a text."""


class Numbers(FormField):  # type: ignore[type-arg] # generic in its stubs alone
    """A number for each of several things."""

    @property
    def shown(self) -> Iterator[tuple[Field, str]]:
        """The numbers that are asked for, each with what stands beside it."""
        return ((number, number.label.text) for number in self)


class Prices(Numbers):
    """What each card costs; of a pack of its own cards, those alone."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if in_force.get() is not STANDARD:
            self.description = ""

    @property
    def shown(self) -> Iterator[tuple[Field, str]]:
        pack = in_force.get()
        if pack is STANDARD:
            return super().shown
        names = dict(zip(RANKS, pack.names, strict=True)) | {JOKER_NAME: pack.joker_said}
        if pack.in_colours:
            return ((self.form[key], names[key]) for key in pack.keys)
        return ((self.form[key], self.form[key].label.text) for key in (*pack.keys, EVERY_WILD))


class Contracts(TextAreaField):
    """The contracts of all rounds, one in a line."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if in_force.get().in_colours:
            self.description = gettext(
                "One round per line: set of 3 + run of 4. Also: run of 7 in any colours, 7 of one colour, any melds, "
                "40 points."
            )


@cache
def _numbers(keys: tuple[str, ...]) -> type[Form]:
    """A number for each key, sent as ``NAME.KEY``."""
    named = {JOKER_NAME: _("joker"), EVERY_WILD: _("any wild")}
    return type("Numbers", (Form,), {key: StringField(named.get(key, key)) for key in keys})


def _prices() -> type[Form]:
    numbers = _numbers((*PAD_ORDER, EVERY_WILD))  # first: a form shows its fields in the order in which they were made
    single = SingleCards(_("Single cards or suits, like QS 40, hearts double"))
    return type("Prices", (numbers,), {SINGLE: single})


def _text(hint: str = "") -> Callable[[str], Field]:
    return lambda _name: StringField(description=hint)


def _choice(name: str) -> Field:
    words = offers(name).items()
    spoken = str if name == "pack" else of_the_pack  # which pack is meant does not hang on the one in force
    return RadioField(
        choices=lambda: offered((word, spoken(translated(answer))) for word, answer in words),
        validate_choice=False,
    )


FIELDS: Mapping[type[kinds.Kind], Callable[[str], Field]] = {
    kinds.Whole: _text(),
    kinds.WholeOrNoLimit: _text(_("A number or “%(word)s”.", word=NO_LIMIT)),
    kinds.ByPlayers: lambda _name: Numbers(
        _numbers(tuple(map(str, PLAYERS))),
        separator=".",
        description=_("By number of players. Leave a number empty if you never play with that many."),
    ),
    kinds.ByRound: _text(_("One number for all rounds, or one for each with commas between.")),
    kinds.Flag: lambda _name: RadioField(choices=offered(_YES_NO), validate_choice=False),
    kinds.Choice: _choice,
    kinds.ChoiceOrPayments: _text(
        _("Enter none; by place for 2, 4, 6 and so on; or what second, third and each next place pays, like 1, 2, 5.")
    ),
    kinds.Contracts: lambda _name: Contracts(
        description=_(
            "One round per line: set of 3 + run of 4. Also: pair of aces, run of 7 in any suits, 7 of one colour, any "
            "melds, 40 points."
        )
    ),
    kinds.Rounds: _text(_("Round numbers, or none.")),
    kinds.Ranks: lambda _name: Ranks(
        choices=offered((rank, rank) for rank in PAD_ORDER if rank != JOKER_NAME),
        validate_choice=False,
        description=_("Jokers are always wild. To play without them, set their number to 0."),
    ),
    kinds.Cards: _text(_("Cards with their suits, like AH, AD for the red aces, or none.")),
    kinds.Points: lambda _name: Prices(_prices(), separator=".", description=_ANY_WILD),
}
"""The field of a rule value, from its name, by its kind; ``templates/own/_value.html`` shows each type of field."""


@cache
def with_values(form: type[F], names: tuple[str, ...]) -> type[F]:
    """A form with the fields of these rule values besides its own."""
    return type(form.__name__, (form,), {name: FIELDS[type(KINDS[name])](name) for name in names})


def as_typed(book: Rulebook, name: str) -> Any:
    """What the field of a rule value holds where nothing is changed."""
    return KINDS[name].in_form(getattr(book, name))


def is_sent(field: Field) -> bool:
    """Whether the form had the field, or one of its numbers."""
    return any(number.raw_data for number in field) if isinstance(field, FormField) else bool(field.raw_data)


def value_in(form: Form, name: str) -> object:
    """What a field says, as JSON would say it; what makes no sense stays text."""
    return KINDS[name].from_form(form[name].data)


def differs(base: Rulebook, name: str, raw: object) -> bool:
    """Whether what was typed is another value than the rulebook's own, or none at all."""
    try:
        value = read_value(name, raw, base.rounds)
    except RulebookError:
        return True  # the services say what is wrong with it
    return not KINDS[name].same(value, getattr(base, name))
