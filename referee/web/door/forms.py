"""What opens the door to somebody who has no invitation."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import InputRequired, Length

from referee.messages import lazy_gettext
from referee.services.phones.phones import MOST_PASSWORD
from referee.web.shell.forms import Sent


class Key(Sent):
    """The organiser's password, or the code of a recovery card. Sent twice it opens once: nothing is counted by it."""

    key = PasswordField(
        validators=[
            InputRequired(lazy_gettext("Type the password, or the code on the card.")),
            Length(max=MOST_PASSWORD, message=lazy_gettext("Too long.")),
        ]
    )
