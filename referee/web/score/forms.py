"""What is corrected on the score sheet; the cut is also told before its round."""

from __future__ import annotations

from wtforms import BooleanField

from referee.game import commands as cmd
from referee.messages import lazy_gettext
from referee.web.round.forms import MetLine
from referee.web.shell.forms import SeatField, Write, one_of, positive_number


class Cell(MetLine):
    """What a seat held at the end of a closed round."""

    def command(self, number: int, seat: int) -> cmd.CorrectCell:
        return cmd.CorrectCell(number, seat, self.hand, self.yes, met=self.says_met)


class Winner(MetLine):
    """Who really went out, and what the former winner held."""

    seat = SeatField()
    one_turn = BooleanField()

    def command(self, number: int) -> cmd.CorrectWinner:
        one_turn = bool(self.one_turn.data)
        return cmd.CorrectWinner(number, self.seat.data, self.hand, self.yes, one_turn, self.says_met)


class Cut(Write):
    """Whether the cut was exact."""

    round = positive_number()
    exact = one_of(("yes", "no"), lazy_gettext("Exact or not?"))

    def command(self) -> cmd.RecordCut:
        return cmd.RecordCut(self.whole("round"), self.exact.data == "yes", self.yes)
