"""The forms of joining: an invitation, a short code, a seat, somebody new."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import InputRequired, Length

from referee.game import commands as cmd
from referee.messages import lazy_gettext
from referee.web.shell.forms import Write, name_field, positive_number

LONGEST_SECRET = 80


class Link(Write):
    """What stood behind the # of an invitation."""

    secret = StringField(
        validators=[InputRequired(lazy_gettext("This isn’t an invitation.")), Length(max=LONGEST_SECRET)]
    )
    game = StringField(validators=[Length(max=12)])
    seat = StringField(validators=[Length(max=12)])
    """Whose code it was; empty for one that anybody may scan."""


class Code(Write):
    """A short code, with the name of whoever types it."""

    short = StringField(validators=[InputRequired(lazy_gettext("Type the six letters and digits.")), Length(max=20)])
    player = name_field()


class Seat(Write):
    seat = positive_number(lazy_gettext("Choose a seat."))


class Guest(Write):
    """Somebody who joins the game, on this phone."""

    player = name_field()

    def command(self) -> cmd.AddSeat:
        """Last in the order, with the average of the others, as most tables do."""
        return cmd.AddSeat(player=self.text("player"), after=None, at_end=True, how="average", confirmed=self.yes)
