"""The forms of the counting of a round."""

from __future__ import annotations

from collections.abc import Mapping

from wtforms import StringField
from wtforms.validators import Length

from referee.game import commands as cmd
from referee.game.state import GameState
from referee.rules.speech.hands import LONGEST, Hand, read_hand
from referee.web.forms import SeatField, Write, at_most, positive_number


class WentOut(Write):
    round = positive_number()
    seat = SeatField()

    def command(self) -> cmd.SayWentOut:
        return cmd.SayWentOut(self.whole("round"), self.seat.data, self.yes)


class CardsLeft(Write):
    """One seat's line, as text for the one parser."""

    cards = StringField(validators=[Length(max=LONGEST, message=at_most(LONGEST))])

    def hand(self, points: Mapping[str, int]) -> Hand:
        """Raises HandError with the words that were not understood."""
        return read_hand(self.text("cards"), points)


class SeatLine(CardsLeft):
    round = positive_number()
    seat = positive_number()

    def command(self, state: GameState) -> cmd.EnterCardsLeft:
        """Raises HandError."""
        return cmd.EnterCardsLeft(self.whole("round"), self.whole("seat"), self.hand(state.book.prices), self.yes)


class Round(Write):
    round = positive_number()

    def close(self) -> cmd.CloseRound:
        return cmd.CloseRound(self.whole("round"), confirmed=self.yes)


class NotTheirs(Round):
    """A line that was entered for the wrong seat."""

    seat = positive_number()

    def command(self) -> cmd.ClearCardsLeft:
        return cmd.ClearCardsLeft(self.whole("round"), self.whole("seat"), self.yes)
