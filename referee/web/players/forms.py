"""What the forms of a player may carry."""

from __future__ import annotations

from wtforms import TextAreaField
from wtforms.validators import Length

from referee.messages import lazy_gettext
from referee.web.parts.club_fields import Sure, short_field
from referee.web.shell.forms import Write, one_of


class Newcomers(Write):
    names = TextAreaField(validators=[Length(max=10_000, message=lazy_gettext("That is too long."))])


class Guest(Write):
    guest = one_of(("yes", "no"), lazy_gettext("A guest or not?"))

    @property
    def is_guest(self) -> bool:
        return self.text("guest") == "yes"


class Merge(Sure):
    double = short_field()
