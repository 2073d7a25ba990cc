"""The forms of an invitation: a short code, another kind of invitation, who is let in."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import InputRequired, Length, Regexp

from referee.messages import lazy_gettext
from referee.web.invite.page import KINDS
from referee.web.shell.forms import Write, one_of

_ID = Regexp("^[0-9a-f]{1,16}$", message=lazy_gettext("Invitation not found."))


class Short(Write):
    """A short code for an invitation."""

    link = StringField(validators=[InputRequired(), _ID])


class Make(Write):
    kind = one_of(tuple(KINDS), lazy_gettext("Choose what the invitation allows."))


class Asking(Write):
    """A phone that waits for an answer."""

    phone = StringField(validators=[InputRequired(), Length(max=16)])


class Decide(Asking):
    admit = one_of(("yes", "no"), lazy_gettext("Let it in or not?"))
