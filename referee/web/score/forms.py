"""What is corrected on the score sheet."""

from __future__ import annotations

from wtforms import BooleanField

from referee.game import commands as cmd
from referee.web.round.forms import MetLine
from referee.web.shell.forms import SeatField


class Cell(MetLine):
    """What a seat held at the end of a closed round."""

    def command(self, number: int, seat: int) -> cmd.CorrectCell:
        return cmd.CorrectCell(number, seat, self.text("cards"), self.yes, met=self.says_met)


class Winner(MetLine):
    """Who really went out, and what the former winner held."""

    seat = SeatField()
    one_turn = BooleanField()

    def command(self, number: int) -> cmd.CorrectWinner:
        one_turn = bool(self.one_turn.data)
        return cmd.CorrectWinner(number, self.seat.data, self.text("cards"), self.yes, one_turn, self.says_met)
