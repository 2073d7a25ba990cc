"""What the forms of a round in play may carry; nothing here knows what it means for the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, RadioField, StringField
from wtforms.fields.core import Field as FormField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from referee.game import commands as cmd
from referee.game.judges.irregular import REMEDIES
from referee.game.names import LONGEST_NOTE
from referee.game.rulings import plays
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.question import Field, Kind
from referee.rules.questions import kinds
from referee.rules.rulebook.model import Rulebook
from referee.rules.schema import LONGEST_TEXT
from referee.web.shell.forms import (
    LARGEST,
    PointsField,
    WholeField,
    Write,
    note_field,
    one_of,
    positive_number,
    small_number,
    tidied,
)

LAY_OFF, SWAP, NEW = "lay_off", "swap", "new"
"""What is done with a meld."""
PLAY_OF = {LAY_OFF: "lay_off", SWAP: "swap", NEW: "new_meld"}
"""The play that this is."""


def seats_in(text: str) -> tuple[int, ...]:
    """Seat numbers written one after the other, as ``"3,1"``; anything else is left out."""
    numbers = (small_number(piece, digits=6) for piece in re.split(r"[\s,]+", text))
    return tuple(seat for seat in numbers if seat is not None)


def _maybe() -> WholeField:
    why = lazy_gettext("That is no longer on this page.")
    return WholeField(validators=[Optional(), NumberRange(1, 10**9, why)])


def _answer(*values: str) -> RadioField:
    """What may stay unsaid."""
    return one_of(values, lazy_gettext("Choose one of the answers."), or_none=True)


def _cards() -> StringField:
    return StringField(validators=[Length(max=LONGEST_TEXT, message=lazy_gettext("That is more than any hand holds."))])


class InRound(Write):
    """What happened in a round, by its number."""

    round = positive_number(lazy_gettext("Which round?"))

    @property
    def number(self) -> int:
        return self.whole("round")

    @property
    def texts(self) -> dict[str, str]:
        """What was told, as an address holds it."""
        return {field.name: str(field.data or "") for field in self}

    def shuffle(self) -> cmd.ShuffleStock:
        return cmd.ShuffleStock(self.number, self.yes)


class Skip(InRound):
    by = positive_number(lazy_gettext("Who played the skip?"))
    seat = positive_number(lazy_gettext("Who loses a turn?"))
    passed = BooleanField()

    def command(self) -> cmd.LoseTurn:
        return cmd.LoseTurn(self.number, self.whole("seat"), self.whole("by"), self.passed.data, self.yes)


class PlayForm(InRound):
    """What is told of a play, by the fields that it declares."""

    question: ClassVar[str]

    def command(self, question: str = "") -> cmd.RecordPlay:
        """What is recorded; of another play with the same fields, its ``question``."""
        return recorded(self.number, question or self.question, self.texts, self.yes)


def recorded(number: int, question: str, texts: Mapping[str, str], confirmed: bool = False) -> cmd.RecordPlay:
    """A play as a form or an address tells it; what was not told is empty there."""
    typed = {name: text for name in plays.names_of(question) if (text := texts.get(name, "")).strip()}
    return cmd.RecordPlay(number, question, typed, confirmed)


def play_form(question: str, *ways: str) -> type[PlayForm]:
    """The form of a play; ``ways`` are others that its page offers."""
    fields: dict[str, Any] = {field.name: _FIELDS[type(field.kind)](field) for field in plays.PLAYS[question]}
    if ways:
        fields["way"] = _answer(question, *ways)
    return type(question, (PlayForm,), {"question": question, **fields})


def _seat(field: Field) -> FormField:
    return _maybe() if field.optional else positive_number(field.label)


def _seats(_: Field) -> StringField:
    several = Regexp(r"^[0-9]{1,6}(,[0-9]{1,6}){0,15}$", message=lazy_gettext("Who asked for it?"))
    return StringField(validators=[Optional(), several])


def _choice(field: Field) -> RadioField:
    return _answer(*(option.value for option in field.kind.options))


_FIELDS: Mapping[type[Kind], Callable[[Field], FormField]] = {
    kinds.Seat: _seat,
    kinds.Seats: _seats,
    kinds.Flag: _choice,
    kinds.Choice: _choice,
    plays.Number: lambda _: _maybe(),
    **dict.fromkeys((kinds.Card, kinds.PlacedCard, kinds.Meld, kinds.Melds, plays.Reading), lambda _: _cards()),
}
"""By the kind of a fact, how the form of a play takes it."""


Take = play_form("may_i")
Down = play_form("contract")
Onto = play_form("lay_off", SWAP)
NewMeld = play_form("new_meld")
Screw = play_form("screw")
Shanghai = play_form("shanghai")


class Irregular(InRound):
    """Something that went wrong; ``seat`` 0 is the whole table."""

    kind = StringField(validators=[InputRequired(lazy_gettext("What went wrong?")), Length(max=80)])
    seat = WholeField(validators=[InputRequired(lazy_gettext("Who did it?")), NumberRange(0, LARGEST)])
    remedy = one_of(REMEDIES, lazy_gettext("What does the table do about it?"), or_none=True)
    points = PointsField(
        validators=[Optional(), NumberRange(-500, 500, lazy_gettext("Enter a whole number up to 500."))]
    )
    words = note_field()
    note = _maybe()

    def validate_points(self, field: FormField) -> None:
        if field.data and self.remedy.data in {*REMEDIES} - {"points"}:
            raise ValidationError(
                _(
                    "%(points)s points are entered. Choose Add points to count them, or clear this field.",
                    points=field.data,
                )
            )

    def command(self) -> cmd.NoteIrregularity:
        remedy: Any = self.remedy.data or "note"
        return cmd.NoteIrregularity(
            round=self.number,
            seat=self.whole("seat") or None,
            kind=self.text("kind"),
            remedy=remedy,
            points=self.points.data or 0,
            text=self.text("words"),
            completes=self.note.data,
            confirmed=self.yes,
        )


class Decide(Write):
    """A decision on a clause, whose values are fields beside these. ``stands``: it stays as it reads."""

    keep = BooleanField()
    stands = BooleanField()
    since = one_of(("now", "first"), lazy_gettext("From which round does it count?"), or_none=True)
    wording = StringField(validators=[tidied(LONGEST_NOTE)])


class Agree(Write):
    """Answers to the questions before the first deal, which are fields beside this."""

    keep = BooleanField()


class Revoke(Write):
    target = positive_number(lazy_gettext("Which decision?"))
    topic = StringField(validators=[Length(max=40)])

    def command(self) -> cmd.RevokeRule:
        return cmd.RevokeRule(self.whole("target"), self.text("topic"), self.yes)


class Change(Write):
    """Another rulebook for a game."""

    rulebook = StringField(validators=[InputRequired(lazy_gettext("Choose a rulebook.")), Length(max=60)])
    since = one_of(("now", "first"), lazy_gettext("From which round does it count?"))
    keep = BooleanField()

    def command(self, book: Rulebook) -> cmd.ChangeRulebook:
        since: Any = self.since.data
        return cmd.ChangeRulebook(book, since, bool(self.keep.data), self.yes)


class Keep(Write):
    """A name for the rulebook of a game."""

    kept = StringField(name="name", validators=[InputRequired(lazy_gettext("Give it a name.")), Length(max=240)])
    over = WholeField(validators=[Optional()], default=0)
