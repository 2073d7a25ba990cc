"""What is corrected on the score sheet."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.game.state import GameState
from referee.web.round.forms import CardsLeft
from referee.web.shell.forms import SeatField


class Cell(CardsLeft):
    """What a seat held at the end of a closed round."""

    def command(self, state: GameState, number: int, seat: int) -> cmd.CorrectCell:
        """Raises HandError."""
        return cmd.CorrectCell(number, seat, self.hand(state.book.prices), self.yes)


class Winner(CardsLeft):
    """Who really went out, and what the former winner held."""

    seat = SeatField()

    def command(self, state: GameState, number: int) -> cmd.CorrectWinner:
        """Raises HandError where what the former winner held cannot be read."""
        former = state.rounds[number - 1].went_out if number <= len(state.rounds) else None
        hands = {}
        if former is not None and former != self.seat.data and self.text("cards").strip():
            hands[former] = self.hand(state.book.prices)
        return cmd.CorrectWinner(number, self.seat.data, hands, self.yes)
