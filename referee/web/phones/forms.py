"""The forms of the phones of a club, and of its invitations."""

from __future__ import annotations

from wtforms import StringField
from wtforms.validators import InputRequired, Regexp

from referee.messages import lazy_gettext
from referee.services.phones.access import DOORS
from referee.web.phones.page import ROLES
from referee.web.shell.forms import Write, name_field, one_of

_ID = Regexp("^[0-9a-f]{1,16}$", message=lazy_gettext("Phone or invitation not found."))


class Phone(Write):
    phone = StringField(validators=[InputRequired(), _ID])


class Rename(Phone):
    name = name_field()


class Promote(Phone):
    role = one_of(tuple(ROLES), lazy_gettext("Choose what this phone may do."))


class Organiser(Phone):
    organiser = one_of(("yes", "no"), lazy_gettext("Choose what this phone may do."))


class Asked(Write):
    organiser = one_of(("yes", "no", "knows"), lazy_gettext("Choose yes or no."))


class TakeOut(Phone):
    renew = one_of(("yes", "no"), lazy_gettext("Choose what happens to the invitations."))
    """Whether the invitations that it knows get new codes."""


class Link(Write):
    link = StringField(validators=[InputRequired(), _ID])


class TakeBack(Link):
    admitted = one_of(("yes", "no"), lazy_gettext("Choose who stays in."))
    """Whether those who came in by it go with it."""


class Door(Write):
    door = one_of(tuple(DOORS), lazy_gettext("Choose one of the three."))
