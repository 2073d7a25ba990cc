"""What the forms of a club may carry, and what those of its seasons and players share with them."""

from __future__ import annotations

from wtforms import BooleanField, StringField
from wtforms.validators import Length

from referee.game.names import LONGEST_NAME
from referee.messages import lazy_gettext
from referee.web.shell.forms import Write, name_field

NOT_LONG = Length(max=LONGEST_NAME, message=lazy_gettext("That is too long."))


def short_field(label: str | None = None, hint: str = "") -> StringField:
    return StringField(label, validators=[NOT_LONG], description=hint)


class Name(Write):
    """What a club or a player is called."""

    name = name_field()
    before = short_field()
    """What the page showed."""


class Sure(Write):
    """What is asked twice: the second time by a box to be ticked."""

    sure = BooleanField()


class Choice(Write):
    """One of several; empty for none of them."""

    choice = short_field()
    before = short_field()
    """What the page showed."""
