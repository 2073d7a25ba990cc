"""What every form is made of; the forms themselves stand with their screens."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from babel.support import NullTranslations, Translations
from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from werkzeug.formparser import FormDataParser
from wtforms import BooleanField, Field, FileField, IntegerField, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types
from wtforms.i18n import messages_path
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from referee.game.names import LONGEST_NAME, LONGEST_NOTE
from referee.game.stamps import LENGTH, stamp_of
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.speech.points import read_points
from referee.services.deliveries import WriteTag
from referee.web.shell import access, catalogue

LARGEST = 10**6
_NOBODY = "nobody"
OWN = frozenset({"csrf_token", "write_id", "seen", "confirmed", "instead"})
"""What a form carries for itself and nobody typed."""


def small_number(text: str, digits: int = 5) -> int | None:
    """A number without a sign, as addresses and forms write it; None for anything else, and where it is too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


class WholeField(IntegerField):
    """A whole number of at most nine digits: NumberRange breaks on one that no float can hold."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist and not re.fullmatch(r"[+-]?[0-9]{1,9}", valuelist[0].strip()):
            self.data = None
            raise ValueError(_("Enter a whole number."))
        super().process_formdata(valuelist)


class PointsField(IntegerField):
    """Points or a total: a number or a sum such as ``12+5``."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist or not valuelist[0].strip():
            self.data = None
            return
        self.data = read_points(valuelist[0])
        if self.data is None:
            raise ValueError(_("Enter a whole number, or a sum like 12+5."))


class Sent(FlaskForm):  # type: ignore[misc]
    """What a browser sends. A file counts in a field for files alone: every other field reads texts."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """As WTForms calls it; ``formdata`` is what a form of our own was given, if anything."""
            if formdata is None or hasattr(formdata, "getlist"):
                return formdata
            if not form.is_submitted():
                return None
            names = {field.name for field in form if isinstance(field, FileField)}
            files = [(name, file) for name, file in request.files.items(multi=True) if name in names]
            return MultiDict([*files, *request.form.items(multi=True)]) or None  # in the order of the page

        def get_translations(self, _form: Any) -> NullTranslations:
            """What WTForms itself says, read once: Flask-WTF reads the file at every form."""
            return _translations(catalogue.language())

    def faults(self) -> dict[str, str]:
        """By field, the first thing that is wrong with it; empty where the form can be read."""
        self.validate_on_submit()
        return {name or "form": str(next(iter(faults))) for name, faults in self.errors.items()}


@cache
def _translations(language: str) -> NullTranslations:
    return Translations.load(messages_path(), [language.replace("-", "_")], domain="wtforms")


class Seen(NamedTuple):
    """What a page showed of a game's log: how far it went, and its stamp; no stamp from a page of an older version."""

    number: int
    stamp: str = ""

    @classmethod
    def of(cls, state: GameState) -> Seen:
        return cls(state.number, stamp_of(state))

    def __str__(self) -> str:
        """As forms and cookies carry it: ``"57.9f86d081884c"``."""
        return f"{self.number}.{self.stamp}" if self.stamp else str(self.number)


_SEEN = re.compile(rf"(\d{{1,{len(str(LARGEST))}}})(?:\.([0-9a-f]{{{LENGTH}}}))?", re.ASCII)


def seen_in(text: str) -> Seen | None:
    """The other way round; None for anything else."""
    match = _SEEN.fullmatch(text.strip())
    return None if match is None or int(match[1]) > LARGEST else Seen(int(match[1]), match[2] or "")


class SeenField(Field):
    """What the page of a form showed; nothing for one that shows no game."""

    data: Seen

    def process_data(self, value: object) -> None:  # noqa: ARG002 - as WTForms calls it
        self.data = Seen(0)

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist or not valuelist[0].strip():
            return
        if (seen := seen_in(valuelist[0])) is None:
            raise ValueError(_("This page is out of date. Reload it."))
        self.data = seen


class Write(Sent):
    """Every write: its id, made on the phone, and the number of the log that its page showed."""

    write_id = StringField(
        validators=[
            InputRequired(lazy_gettext("This page didn’t send an id. Reload it.")),
            Length(8, 64),
            Regexp(r"^[\w-]+$"),
        ]
    )
    seen = SeenField()
    confirmed = BooleanField()
    instead = BooleanField()

    def tag(self) -> WriteTag:
        phone = access.writer()
        by = access.name_here(access.code_here())
        seen, instead = self.seen.data, bool(self.instead.data)
        return WriteTag(str(self.write_id.data), seen.number, by, phone.id, phone.door, seen.stamp, instead)

    @property
    def yes(self) -> bool:
        """Whether what was asked back is answered yes."""
        return bool(self.confirmed.data)

    def whole(self, name: str) -> int:
        """A number that the form was found to have."""
        return int(self[name].data)

    def text(self, name: str) -> str:
        return str(self[name].data or "")

    def typed(self) -> dict[str, str]:
        """What was typed, to be shown again."""
        return {field.name: field.raw_data[0] for field in self if field.raw_data and field.name not in OWN}


class SeatField(Field):
    """A seat's number, or nobody."""

    data: int | None
    answered = False

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        if valuelist[0] == _NOBODY:
            self.data, self.answered = None, True
        elif (seat := small_number(valuelist[0])) is not None:
            self.data, self.answered = seat, True
        else:
            raise ValueError(_("That isn’t a seat."))

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - as WTForms calls it
        if not self.answered and not self.flags.optional:
            # no ValueError: of this step WTForms takes only its own
            raise ValidationError(_("Choose a seat."))


class TextsByKey(Field):
    """Texts by key, each sent as ``NAME.KEY`` or with another separator; a key is whatever the form sends."""

    data: dict[str, str]

    def __init__(self, separator: str = ".", **more: Any) -> None:
        super().__init__(**more)
        self.separator = separator

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:  # noqa: ARG002
        """As WTForms calls it."""
        start, sent = f"{self.name}{self.separator}", formdata or {}
        self.data = {key.removeprefix(start): sent[key] for key in sent if key.startswith(start)}
        self.raw_data = [*self.data.values()]
        self.process_errors, self.errors = [], []


class NamesField(Field):
    """Names from fields of one name, in their order; empty ones too."""

    data: list[str]

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist


def positive_number(
    fault: str = lazy_gettext("Enter a whole number from 1 to %(largest)s.", largest=LARGEST),
) -> WholeField:
    """The number of a round, a seat or an entry, without which the form cannot be read."""
    return WholeField(validators=[InputRequired(fault), NumberRange(1, LARGEST, fault)])


def offered(choices: Iterable[Sequence[str]]) -> list[Any]:
    """The choices of a field: value, label and, where it has one, a hint."""
    return [SelectChoice(value, label, {"hint": hint[0]} if hint else {}) for value, label, *hint in choices]


def one_of(values: Sequence[str], sentence: str, *, or_none: bool = False) -> RadioField:
    """One of these values; ``sentence`` is the fault of a form that sends anything else. ``or_none``: may be unsaid."""
    choices = offered((value, value) for value in values)
    validators = [*([Optional()] if or_none else []), AnyOf(values, message=sentence)]
    return RadioField(choices=choices, validate_choice=False, validators=validators)


def at_most(characters: int) -> str:
    """What is said of a text that is too long."""
    return lazy_gettext("Enter at most %(number)s characters.", number=characters)


def tidied(longest: int) -> Length:
    """At most so many characters; four times as many may come, because what is tidied away does not count."""
    return Length(max=4 * longest, message=at_most(longest))


def note_field() -> StringField:
    """Anything the table wants to remember."""
    return StringField(name="text", validators=[tidied(LONGEST_NOTE)])


def name_field() -> StringField:
    return StringField(validators=[tidied(LONGEST_NAME)])


class InMemory(FormDataParser):
    """Reads a form without a file on the disk: what is larger than half a megabyte would become one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stream_factory = lambda *_args, **_kwargs: io.BytesIO()
