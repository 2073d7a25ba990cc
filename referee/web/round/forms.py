"""The forms of the counting of a round."""

from __future__ import annotations

from wtforms import BooleanField, StringField
from wtforms.validators import Length, NumberRange, Optional

from referee.game import commands as cmd
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.cards import RANKS
from referee.rules.speech.hands import LONGEST, MOST_POINTS
from referee.rules.speech.points import read_points
from referee.web.parts.own_contracts import as_said
from referee.web.shell.forms import (
    LARGEST,
    SeatField,
    TextsByKey,
    WholeField,
    Write,
    at_most,
    positive_number,
    small_number,
)

_NO_SEAT = lazy_gettext("That isn’t a seat.")


class WentOut(Write):
    round = positive_number()
    seat = SeatField()
    one_turn = BooleanField()

    def command(self) -> cmd.SayWentOut:
        return cmd.SayWentOut(self.whole("round"), self.seat.data, self.yes, bool(self.one_turn.data))


class CardsLeft(Write):
    """One seat's line, as text for the one parser."""

    cards = StringField(validators=[Length(max=LONGEST, message=at_most(LONGEST))])
    minus = BooleanField()
    pad = BooleanField()
    """Whether it comes from the keys of cards, where a number alone is a card even where points are told."""

    @property
    def hand(self) -> str:
        """What is left, as the one parser reads it."""
        text = self.text("cards")
        if self.pad.data and text.strip() in RANKS:
            return f"{text.strip()} x1"
        return with_minus(text) if self.minus.data else text


class MetLine(CardsLeft):
    """The same, and whether the contract was met, where each player has one of their own."""

    met = StringField()

    @property
    def says_met(self) -> bool | None:
        return as_said(self.text("met"))


class SeatLine(MetLine):
    round = positive_number()
    seat = positive_number()

    def command(self) -> cmd.EnterCardsLeft:
        return cmd.EnterCardsLeft(self.whole("round"), self.whole("seat"), self.hand, self.yes, met=self.says_met)


class Points(Write):
    """The points of a whole round as they are called out: one field for each seat, and who went out."""

    round = positive_number()
    seat = SeatField(validators=[Optional()])
    one_turn = BooleanField()
    points = TextsByKey()
    below_zero = BooleanField()
    """Whether the page lets them be below zero; what a round can bring is judged in any case."""
    minus = TextsByKey()
    """By seat, where they are: a telephone’s keys of digits often lack the sign."""
    met = TextsByKey()
    shown = TextsByKey()
    """By seat, where the page has shown a line: left empty, it is removed."""

    def faults(self) -> dict[str, str]:
        below = bool(self.below_zero.data)
        wrong = {f"points.{key}": _wrong_points(text, below_zero=below) for key, text in self.points.data.items()}
        faults = super().faults()
        if not (self.seat.answered or self.shown.data or any(text.strip() for text in self.points.data.values())):
            faults["points"] = _("No points entered yet. No points? Enter 0.")
        return {**faults, **{name: why for name, why in wrong.items() if why}}

    def typed(self) -> dict[str, str]:
        by_seat = {"points": self.points.data, "minus": self.minus.data, "met": self.met.data}
        texts = {f"{name}.{key}": text for name, each in by_seat.items() for key, text in each.items()}
        return {**super().typed(), **texts}

    def command(self) -> cmd.CountRound:
        return cmd.CountRound(
            self.whole("round"),
            {
                seat: f"{read_points(with_minus(text) if key in self.minus.data else text)} points"
                for key, text in self.points.data.items()
                if text.strip() and (seat := small_number(key)) is not None
            },
            self.seat.data if self.seat.answered else None,
            self.seat.answered,
            self.yes,
            bool(self.one_turn.data),
            met={
                seat: is_met
                for key, text in self.met.data.items()
                if (seat := small_number(key)) is not None and (is_met := as_said(text)) is not None
            },
            cleared=tuple(
                seat
                for key in self.shown.data
                if not self.points.data.get(key, "-").strip() and (seat := small_number(key)) is not None
            ),
        )


def _wrong_points(text: str, *, below_zero: bool) -> str:
    """What is wrong with the points of a hand; empty where they can be read, or nothing is said yet."""
    points = read_points(text)
    if not text.strip() or (points is not None and (below_zero or 0 <= points <= MOST_POINTS)):
        return ""
    if points is None:
        return _("“%(text)s”: enter a whole number, or a sum like 12+5.", text=text.strip())
    return _("“%(text)s”: enter points from 0 to %(most)s.", text=text.strip(), most=MOST_POINTS)


def with_minus(text: str) -> str:
    """The points of a text with a minus; the text itself where it is no number."""
    points = read_points(text)
    return text if points is None else f"-{abs(points)}"


class Round(Write):
    round = positive_number()

    def close(self) -> cmd.CloseRound:
        return cmd.CloseRound(self.whole("round"), confirmed=self.yes)


class Tap(Round):
    """One more for the seat of one key, or one less for that of the other."""

    plus = WholeField(validators=[Optional(), NumberRange(1, LARGEST, _NO_SEAT)])
    minus = WholeField(validators=[Optional(), NumberRange(1, LARGEST, _NO_SEAT)])

    def faults(self) -> dict[str, str]:
        faults = super().faults()
        return faults if faults or self.plus.data or self.minus.data else {"plus": str(_NO_SEAT)}

    def command(self) -> cmd.Count:
        seat, by = self.plus.data or self.minus.data or 0, 1 if self.plus.data else -1
        return cmd.Count(self.whole("round"), seat, by, self.yes, bool(self.instead.data))


class NotTheirs(Round):
    """A line that was entered for the wrong seat."""

    seat = positive_number()

    def command(self) -> cmd.ClearCardsLeft:
        return cmd.ClearCardsLeft(self.whole("round"), self.whole("seat"), self.yes)
