"""Which entry of the history is undone, or brought back."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import NumberRange, Optional

from referee.game import commands as cmd
from referee.web.forms import LARGEST, WholeField, Write


class Target(Write):
    """An entry of the history; without one, the last."""

    target = WholeField(validators=[Optional(), NumberRange(1, LARGEST)])
    page = StringField(name="from")
    """The endpoint of the page on which it was tapped."""
    upto = WholeField(validators=[Optional(), NumberRange(1, LARGEST)])
    """Which part of the history that page showed, where it was not the latest."""

    def undo(self) -> cmd.Undo:
        return cmd.Undo(self.target.data)

    def redo(self) -> cmd.Redo:
        return cmd.Redo(self.target.data)
