"""Which entry of the history is undone, or brought back."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import NumberRange, Optional

from referee.game import commands as cmd
from referee.web.shell.forms import LARGEST, WholeField, Write, positive_number


class FromPage(Write):
    """Which page comes back."""

    page = StringField(name="from")
    """The endpoint of the page on which it was tapped."""
    upto = WholeField(validators=[Optional(), NumberRange(1, LARGEST)])
    """Which part of the history that page showed, where it was not the latest."""


class Heard(FromPage):
    """Up to which number of the log somebody has heard what others took back."""

    until = positive_number()


class Target(FromPage):
    """An entry of the history; without one, the last."""

    target = WholeField(validators=[Optional(), NumberRange(1, LARGEST)])

    def undo(self) -> cmd.Undo:
        return cmd.Undo(self.target.data, self.yes)

    def redo(self) -> cmd.Redo:
        return cmd.Redo(self.target.data, self.yes)
