"""The form of a season: made of its rule, and read into one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Field, RadioField, SelectField

from referee import errors
from referee.days import is_day
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.season.measures import MEASURES
from referee.season.rules import LAST, LEAVERS, NOT_COUNTED, SUBSTITUTES, TIES, SeasonRule
from referee.services.clubs.clubs import LEAVE, STAY, SeasonForm, rule_from
from referee.services.clubs.season_views import SeasonView
from referee.web.parts.club_fields import NOT_LONG, short_field
from referee.web.shell.forms import Write, name_field, offered, small_number
from referee.web.shell.words import begun

NOTHING_MORE = "nothing more"
_COUNTED = {
    "minimum": lazy_gettext("Games to be ranked"),
    "best_of": lazy_gettext("Best games that count"),
    "planned": lazy_gettext("Games of the season"),
}
_TIES = ("tie_1", "tie_2", "tie_3", "tie_4")
"""The rules for ties that the form offers, one after the other."""


def _tie(label: str) -> SelectField:
    return SelectField(label, choices=_tie_choices, validators=[NOT_LONG], validate_choice=False)


def _tie_choices() -> list[Any]:
    """In the language at hand: asked for by each form anew."""
    return offered([*((name, begun(words)) for name, words in TIES.items()), (NOTHING_MORE, _("None"))])


def _ways() -> list[Any]:
    return offered(
        (name, measure.title, f"{measure.explanation} {measure.fairness}") for name, measure in MEASURES.items()
    )


class Season(Write):
    """A season as it is made or changed. What is no choice of a field is refused by the services."""

    name = name_field()
    starts = short_field(lazy_gettext("Starts"))
    ends = short_field(lazy_gettext("Ends (optional)"))
    way = RadioField(
        lazy_gettext("What ranks the players?"),
        choices=_ways,
        validators=[NOT_LONG],
        validate_choice=False,
    )
    minimum = short_field(lazy_gettext("How many games does it take to be ranked?"))
    best_of = short_field(
        lazy_gettext("How many of each player’s best games count?"), lazy_gettext("Leave it empty to count all games.")
    )
    planned = short_field(
        lazy_gettext("How many games will the season have?"),
        lazy_gettext(
            "Towards the end the page then shows what each player still needs. Leave it empty if you don’t know yet."
        ),
    )
    tie_1 = _tie(lazy_gettext("First"))
    tie_2 = _tie(lazy_gettext("Then"))
    tie_3 = _tie(lazy_gettext("After that"))
    tie_4 = _tie(lazy_gettext("And last"))
    substitutes = RadioField(
        lazy_gettext("When someone sits in for an absent player"),
        choices=offered(SUBSTITUTES.items()),
        validators=[NOT_LONG],
        validate_choice=False,
    )
    leavers = RadioField(
        lazy_gettext("When someone leaves before the end"),
        choices=offered(LEAVERS.items()),
        validators=[NOT_LONG],
        validate_choice=False,
    )
    sheets = BooleanField(lazy_gettext("Count games without a rulebook as well"))
    take_in = BooleanField()
    outside = RadioField(
        lazy_gettext("What happens to them?"),
        choices=offered(
            (
                (STAY, lazy_gettext("They stay in this season and still count")),
                (LEAVE, lazy_gettext("They leave this season and don’t belong to any")),
            )
        ),
        validators=[NOT_LONG],
        validate_choice=False,
    )
    before = short_field()
    """The digest of the season that the page showed."""

    @property
    def ties(self) -> list[Field]:
        return [self[name] for name in _TIES]

    def season(self) -> SeasonForm:
        """Raises Rejected with the field at fault."""
        minimum = self._number("minimum")
        rule = rule_from(
            way=self.text("way"),
            best_of=self._number("best_of"),
            minimum=1 if minimum is None else minimum,
            planned=self._number("planned"),
            ties=tuple(dict.fromkeys(tie.data for tie in self.ties if tie.data and tie.data != NOTHING_MORE)),
            substitutes=self.text("substitutes"),
            leavers=self.text("leavers") or NOT_COUNTED,  # a page from before one could choose
            sheets=bool(self.sheets.data),
        )
        return SeasonForm(self.text("name"), self.text("starts").strip(), self.text("ends").strip() or None, rule)

    @property
    def days(self) -> tuple[str, str | None] | None:
        """First and last day as they stand in the form; None where they are none."""
        starts, ends = self.text("starts").strip(), self.text("ends").strip()
        return (starts, ends or None) if is_day(starts) and (not ends or is_day(ends)) else None

    def _number(self, name: str) -> int | None:
        text = self.text(name).strip()
        if not text:
            return None
        if (number := small_number(text)) is None:
            raise errors.Rejected(name, _("%(field)s: enter a whole number, or leave it empty.", field=_COUNTED[name]))
        return number


def filled(season: SeasonView | None, today: str) -> Mapping[str, Any]:
    """What the fields hold at first: a season as it is, or one that begins with this year."""
    rule = season.rule if season else SeasonRule(leavers=LAST)
    ties = (*rule.ties, *(NOTHING_MORE,) * len(_TIES))
    return {
        "name": season.name if season else _("Season %(year)s", year=today[:4]),
        "starts": season.starts if season else f"{today[:4]}-01-01",
        "ends": season.ends if season else None,
        "way": rule.way,
        "best_of": rule.best_of,
        "minimum": rule.minimum,
        "planned": rule.planned,
        "substitutes": rule.substitutes,
        "leavers": rule.leavers,
        "sheets": rule.sheets,
        "take_in": season is None,
        "before": season.digest if season else "",
        **dict(zip(_TIES, ties, strict=False)),
    }
