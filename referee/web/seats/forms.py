"""The forms of the seats: who joins, leaves, moves, deals; and what the table notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wtforms import BooleanField, StringField
from wtforms.validators import NumberRange, Optional, Regexp

from referee.game import commands as cmd
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.speech.points import read_points
from referee.web.shell.forms import (
    PointsField,
    TextsByKey,
    Write,
    name_field,
    note_field,
    one_of,
    positive_number,
    small_number,
)


class Seat(Write):
    seat = positive_number()

    def come_back(self) -> cmd.ReturnSeat:
        return cmd.ReturnSeat(self.whole("seat"), confirmed=self.yes)

    def deal(self) -> cmd.ChangeDealer:
        return cmd.ChangeDealer(self.whole("seat"))


class Leave(Seat):
    """``when``: before this round is dealt, now, or after it; without a word as the game stands."""

    when = one_of(("before", "now", "after"), lazy_gettext("When do they leave?"), or_none=True)

    def command(self) -> cmd.DropSeat:
        return cmd.DropSeat(self.whole("seat"), self.when.data or None, self.yes)


class Rename(Seat):
    player = name_field()

    def command(self) -> cmd.RenameSeat:
        return cmd.RenameSeat(self.whole("seat"), self.text("player"))


class Join(Write):
    player = name_field()
    how = one_of(("average", "highest", "zero", "said"), lazy_gettext("Choose the total to start with."))
    opening = PointsField(validators=[Optional(), NumberRange(-99999, 99999, lazy_gettext("Enter a whole number."))])
    after = StringField(validators=[Optional(), Regexp("^[0-9]{1,5}$", message=lazy_gettext("That isn’t a seat."))])

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


class Handicap(Write):
    """``points-SEAT``: what helps the player is above zero; ``was-SEAT``: what is agreed where the page comes from;
    ``none`` takes all of it away."""

    points = TextsByKey("-")
    was = TextsByKey("-")
    none = BooleanField()

    def faults(self) -> dict[str, str]:
        wrong = {f"points-{key}": says for key, text in self.points.data.items() if (says := _wrong(text))}
        return super().faults() | ({} if self.none.data else wrong)

    def typed(self) -> dict[str, str]:
        return {f"{field.name}-{key}": text for field in (self.points, self.was) for key, text in field.data.items()}

    def command(self, turned: Callable[[int], int]) -> cmd.AgreeHandicap:
        """``turned``: what somebody begins with, of points that help."""
        if self.none.data:
            return cmd.AgreeHandicap({})
        points, shown = (
            {seat: turned(read_points(text) or 0) for key, text in field.data.items() if (seat := small_number(key))}
            for field in (self.points, self.was)
        )
        return cmd.AgreeHandicap(points, shown)


def _wrong(text: str) -> str:
    if not text.strip() or read_points(text) is not None:
        return ""
    return _("Enter a whole number, or a sum like 12+5.")


class Move(Seat):
    """A seat one place towards the first or the last."""

    step = one_of(("up", "down"), lazy_gettext("Up or down?"))


class Note(Write):
    words = note_field()

    def command(self) -> cmd.AddNote:
        return cmd.AddNote(self.text("words"))
