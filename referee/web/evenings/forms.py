"""The forms of an evening: when it is, who is here, who sits where."""

from __future__ import annotations

from typing import Any

from wtforms import StringField
from wtforms.validators import Length, NumberRange, Optional, Regexp

from referee.game.names import LONGEST_NAME
from referee.messages import lazy_gettext
from referee.services.clubs.evening_views import EveningForm, EveningView
from referee.web.parts.club_fields import short_field
from referee.web.shell.forms import NamesField, WholeField, Write, one_of, tidied

MOST_TABLES = 99
MOST_NEWCOMERS = 12
_TIME = r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$"


class When(Write):
    """A new evening, or what is changed of one; ``before`` is the digest of what the page showed."""

    day = short_field(lazy_gettext("Day"))
    begins = StringField(
        lazy_gettext("Begins"), validators=[Regexp(_TIME, message=lazy_gettext("Enter a time, like 19:30."))]
    )
    name = StringField(
        lazy_gettext("Name"),
        validators=[tidied(LONGEST_NAME)],
        description=lazy_gettext("Optional, like “Final night”"),
    )
    place = StringField(
        lazy_gettext("Place"), validators=[tidied(LONGEST_NAME)], description=lazy_gettext("Optional, like “at home”")
    )
    season = short_field()
    before = short_field()

    def evening(self) -> EveningForm:
        texts = {name: self.text(name) for name in ("day", "begins", "name", "place")}
        return EveningForm(**texts, season=self.text("season") or None)


def filled(evening: EveningView | None, today: str, season: str | None) -> dict[str, Any]:
    """What the fields hold at first: ``season`` is the one that is on."""
    if evening is None:
        return {"day": today, "begins": "", "name": "", "place": "", "season": season or ""}
    texts = {name: getattr(evening, name) for name in ("day", "begins", "name", "place")}
    return texts | {"season": evening.season or "", "before": evening.digest}


class Here(Write):
    """Who is here: the ids of those who are ticked, and of those who were when the page was shown."""

    here = NamesField()
    shown = NamesField()
    newcomers = StringField(validators=[Length(max=4 * LONGEST_NAME * MOST_NEWCOMERS)])

    def typed(self) -> dict[str, str]:
        return super().typed() | {"here": " ".join(self.here.data or ()), "ticked": "yes"}


class Tables(Write):
    """Everybody who is here is seated; ``before`` is the digest of the tables that the page showed."""

    tables = WholeField(validators=[Optional(), NumberRange(1, MOST_TABLES, lazy_gettext("That is too many."))])
    before = short_field()


class Move(Write):
    """One of those who are here changes places."""

    player = short_field()
    to = short_field()
    before = short_field()


class Start(Write):
    """The game of a table begins."""

    table = short_field()
    rulebook = StringField(validators=[Length(max=60)])


class Player(Write):
    """One of the players of the club."""

    player = short_field()


YES, NO, UNSURE = "yes", "no", "unsure"


class Answer(Write):
    """Whether somebody comes: a player of the club, or (empty) whose name was typed."""

    player = short_field()
    name = StringField(validators=[tidied(LONGEST_NAME)])
    coming = one_of((YES, NO, UNSURE), lazy_gettext("Say whether you are coming."))

    @property
    def is_coming(self) -> bool | None:
        return {YES: True, NO: False}.get(self.text("coming"))
