"""What a form may carry, read from one request; nothing here knows what it means for the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, IntegerField, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from referee.game import commands as cmd
from referee.game.names import LONGEST_NAME, LONGEST_NOTE
from referee.game.replay import MOST
from referee.game.state import GameState
from referee.rules.speech.hands import LONGEST, Hand, read_hand
from referee.services.deliveries import WriteTag
from referee.web import frame

_LARGEST = 10**6
_NOBODY = "nobody"
OWN = frozenset({"csrf_token", "write_id", "seen", "confirmed"})
"""What a form carries for itself and nobody typed."""


def small_number(text: str, digits: int = 5) -> int | None:
    """A number without a sign, as addresses and forms write it; None for anything else, and where it is too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


class WholeField(IntegerField):
    """A whole number of at most nine digits: NumberRange breaks on one that no float can hold."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist and not re.fullmatch(r"[+-]?[0-9]{1,9}", valuelist[0].strip()):
            self.data = None
            raise ValueError("A whole number, please.")
        super().process_formdata(valuelist)


class Write(FlaskForm):  # type: ignore[misc]
    """Every write: its id, made on the phone, and the number of the log that its page showed."""

    write_id = StringField(
        validators=[InputRequired("This page sent no id. Load it again."), Length(8, 64), Regexp(r"^[\w-]+$")]
    )
    seen = WholeField(validators=[Optional(), NumberRange(0, _LARGEST)], default=0)
    confirmed = BooleanField()

    def tag(self) -> WriteTag:
        return WriteTag(id=str(self.write_id.data), seen=self.seen.data or 0, by=frame.phone())

    @property
    def yes(self) -> bool:
        """Whether what was asked back is answered yes."""
        return bool(self.confirmed.data)

    def whole(self, name: str) -> int:
        """A number that the form was found to have."""
        return int(self[name].data)

    def text(self, name: str) -> str:
        return str(self[name].data or "")

    def faults(self) -> dict[str, str]:
        """By field, the first thing that is wrong with it; empty where the form can be read."""
        self.validate_on_submit()
        return {name or "form": str(next(iter(faults))) for name, faults in self.errors.items()}

    def typed(self) -> dict[str, str]:
        """What was typed, to be shown again."""
        return {field.name: field.raw_data[0] for field in self if field.raw_data and field.name not in OWN}


class SeatField(Field):
    """A seat's number, or nobody."""

    data: int | None
    said = False

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        if valuelist[0] == _NOBODY:
            self.data, self.said = None, True
        elif (seat := small_number(valuelist[0])) is not None:
            self.data, self.said = seat, True
        else:
            raise ValueError("That is no seat.")

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - as WTForms calls it
        if not self.said:
            # no ValueError: of this step WTForms takes only its own
            raise ValidationError("Choose a seat.")


def _whole(least: int = 0, most: int = _LARGEST) -> WholeField:
    said = f"A whole number from {least} to {most}, please."
    return WholeField(validators=[InputRequired(said), NumberRange(least, most, said)])


def offered(choices: Iterable[Sequence[str]]) -> list[Any]:
    """The choices of a field: value, label and, where it has one, a hint."""
    return [SelectChoice(value, label, {"hint": hint[0]} if hint else {}) for value, label, *hint in choices]


def one_of(values: Sequence[str], sentence: str) -> RadioField:
    """One of these values; ``sentence`` is the fault of a form that sends anything else."""
    choices = offered((value, value) for value in values)
    return RadioField(choices=choices, validate_choice=False, validators=[AnyOf(values, message=sentence)])


def name_field() -> StringField:
    # longer than a name may be: what is tidied away does not count
    return StringField(validators=[Length(max=4 * LONGEST_NAME, message=f"At most {LONGEST_NAME} characters, please.")])


class Cut(Write):
    round = _whole(1)
    exact = StringField(validators=[Regexp("^(yes|no)$", message="Exact or not?")])

    def command(self) -> cmd.RecordCut:
        return cmd.RecordCut(self.whole("round"), self.exact.data == "yes")


class WentOut(Write):
    round = _whole(1)
    seat = SeatField()

    def command(self) -> cmd.SayWentOut:
        return cmd.SayWentOut(self.whole("round"), self.seat.data, self.yes)


class CardsLeft(Write):
    """One seat's line, as text for the one parser."""

    cards = StringField(validators=[Length(max=LONGEST, message=f"At most {LONGEST} characters, please.")])

    def hand(self, points: Mapping[str, int]) -> Hand:
        """Raises HandError with the words that were not understood."""
        return read_hand(self.text("cards"), points)


class SeatLine(CardsLeft):
    round = _whole(1)
    seat = _whole(1)

    def command(self, state: GameState) -> cmd.EnterCardsLeft:
        """Raises HandError."""
        return cmd.EnterCardsLeft(self.whole("round"), self.whole("seat"), self.hand(state.book.points), self.yes)


class Round(Write):
    round = _whole(1)

    def close(self) -> cmd.CloseRound:
        return cmd.CloseRound(self.whole("round"), confirmed=self.yes)


class NotTheirs(Round):
    """A line that was entered for the wrong seat."""

    seat = _whole(1)

    def command(self) -> cmd.ClearCardsLeft:
        return cmd.ClearCardsLeft(self.whole("round"), self.whole("seat"))


class Winner(CardsLeft):
    """Who really went out, and what the former winner held."""

    seat = SeatField()

    def command(self, number: int, former: int | None, points: Mapping[str, int]) -> cmd.CorrectWinner:
        """Raises HandError where what the former winner held cannot be read."""
        hands = {}
        if former is not None and former != self.seat.data and self.text("cards").strip():
            hands[former] = self.hand(points)
        return cmd.CorrectWinner(number, self.seat.data, hands, self.yes)


class Target(Write):
    """An entry of the history; without one, the last."""

    target = WholeField(validators=[Optional(), NumberRange(1, _LARGEST)])

    def undo(self) -> cmd.Undo:
        return cmd.Undo(self.target.data)

    def redo(self) -> cmd.Redo:
        return cmd.Redo(self.target.data)


class Seat(Write):
    seat = _whole(1)

    def leave(self) -> cmd.DropSeat:
        return cmd.DropSeat(self.whole("seat"), confirmed=self.yes)

    def deal(self) -> cmd.ChangeDealer:
        return cmd.ChangeDealer(self.whole("seat"))


class Rename(Seat):
    player = name_field()

    def command(self) -> cmd.RenameSeat:
        return cmd.RenameSeat(self.whole("seat"), self.text("player"))


class Join(Write):
    player = name_field()
    how = StringField(validators=[Regexp("^(average|highest|zero|said)$", message="Choose the total to begin with.")])
    opening = WholeField(validators=[Optional(), NumberRange(-99999, 99999, "A whole number, please.")])
    after = StringField(validators=[Optional(), Regexp("^[0-9]{1,5}$", message="That is no seat.")])

    def command(self) -> cmd.AddSeat:
        """``after`` 0 is the first seat; without it, the last."""
        after = int(self.text("after") or 0)
        how: Any = self.how.data
        return cmd.AddSeat(
            player=self.text("player"),
            after=after or None,
            at_end=not self.after.data,
            how=how,
            opening=self.opening.data or 0,
            confirmed=self.yes,
        )


class Move(Seat):
    """A seat one place towards the first or the last."""

    step = StringField(validators=[Regexp("^(up|down)$", message="Up or down?")])


class Note(Write):
    words = StringField(
        name="text", validators=[Length(max=4 * LONGEST_NOTE, message=f"At most {LONGEST_NOTE} characters, please.")]
    )

    def command(self) -> cmd.AddNote:
        return cmd.AddNote(self.text("words"))


class Course(Write):
    """Something that concerns the game as a whole."""

    def finish(self) -> cmd.Finish:
        return cmd.Finish(self.yes)


class NewGame(Write):
    """A rulebook, names in table order (empty rows do not count) and the first dealer."""

    rulebook = StringField(validators=[InputRequired("Choose a rulebook."), Length(max=60)])
    how = StringField(validators=[Regexp("^(random|low card|chosen)$", message="How is the first dealer found?")])
    dealer = WholeField(validators=[Optional(), NumberRange(1, MOST, "That is no seat.")])

    def rows(self) -> list[str]:
        """The names as they stand in the form, empty ones too."""
        return [name[: 4 * LONGEST_NAME] for name in request.form.getlist("player")[:MOST]]

    def players(self) -> list[str]:
        return [name for name in self.rows() if name.strip()]

    def dealer_index(self) -> int:
        """The first dealer's place among the players, from 0; -1 where nobody sits in the row chosen."""
        if self.how.data == "random":
            return 0
        row = (self.dealer.data or 0) - 1
        rows = self.rows()
        return sum(1 for name in rows[:row] if name.strip()) if 0 <= row < len(rows) and rows[row].strip() else -1
