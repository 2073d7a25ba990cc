"""What the forms of clubs, seasons and players may carry, read from one request."""

from __future__ import annotations

from wtforms import BooleanField, StringField
from wtforms.validators import Length, Regexp

from referee import errors
from referee.services.clubs import SeasonForm, rule_from
from referee.web.forms import Write, name_field, small_number

TIES_ASKED = 4
"""How many rules for ties the form offers, one after the other."""
NOTHING_MORE = "nothing more"
_COUNTED = {
    "minimum": "Games to be ranked",
    "best_of": "Best games that count",
    "planned": "Games of the season",
}


def _short() -> StringField:
    return StringField(validators=[Length(max=40, message="That is too long.")])


class Name(Write):
    """What a club or a player is called."""

    name = name_field()
    before = _short()
    """What the page showed."""


class Sure(Write):
    """What is asked twice: the second time by a box to be ticked."""

    sure = BooleanField()


class Guest(Write):
    guest = StringField(validators=[Regexp("^(yes|no)$", message="A guest or not?")])

    @property
    def is_guest(self) -> bool:
        return self.text("guest") == "yes"


class Merge(Sure):
    double = _short()


class Choice(Write):
    """One of several; empty for none of them."""

    choice = _short()
    before = _short()
    """What the page showed."""


class Season(Write):
    """A season as it is made or changed."""

    name = name_field()
    starts = _short()
    ends = _short()
    way = _short()
    best_of = _short()
    minimum = _short()
    planned = _short()
    tie_1 = _short()
    tie_2 = _short()
    tie_3 = _short()
    tie_4 = _short()
    substitutes = _short()
    take_in = BooleanField()
    before = _short()
    """The digest of the season that the page showed."""

    def season(self) -> SeasonForm:
        """Raises Rejected with the field at fault."""
        ties = [self.text(f"tie_{number}") for number in range(1, TIES_ASKED + 1)]
        minimum = self._number("minimum")
        rule = rule_from(
            way=self.text("way"),
            best_of=self._number("best_of"),
            minimum=1 if minimum is None else minimum,
            planned=self._number("planned"),
            ties=tuple(dict.fromkeys(tie for tie in ties if tie and tie != NOTHING_MORE)),
            substitutes=self.text("substitutes"),
        )
        return SeasonForm(self.text("name"), self.text("starts").strip(), self.text("ends").strip() or None, rule)

    def _number(self, name: str) -> int | None:
        text = self.text(name).strip()
        if not text:
            return None
        if (number := small_number(text)) is None:
            raise errors.Rejected(name, f"{_COUNTED[name]}: a whole number, please, or nothing.")
        return number
