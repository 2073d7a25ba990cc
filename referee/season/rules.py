"""The rule of a season: how games become a place, in data and in the words printed under the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.rules.speech.words import listed
from referee.season.measures import MEASURES

BEST_GAME = "best game"
TIES: Mapping[str, str] = {
    **{name: measure.as_tie for name, measure in MEASURES.items()},
    BEST_GAME: lazy_gettext("the better best game"),
}
"""What may break a tie, in words. Results against each other are not among them on purpose: a
third player who draws level would turn such an order round, and a worse result could lift a place."""
TIE_VALUES: Mapping[str, str] = {
    "place points": lazy_gettext("place points"),
    "table average": lazy_gettext("share of the table’s average"),
    "points per round": lazy_gettext("average points per round"),
    "total points": lazy_gettext("points in all"),
    "wins": lazy_gettext("games won"),
    BEST_GAME: lazy_gettext("best game"),
}
"""What each of them compares, before its value."""
SUBSTITUTES: Mapping[str, str] = {
    "for nobody": lazy_gettext("A substitute’s game doesn’t count for anyone."),
    "for the absent player": lazy_gettext("A substitute’s game counts for the player they stand in for."),
}
NOT_COUNTED, LAST = "not counted", "last"
LEAVERS: Mapping[str, str] = {
    LAST: lazy_gettext("A player who leaves before the end comes last in that game."),
    NOT_COUNTED: lazy_gettext("A game doesn’t count for a player who left before the end."),
}
DEFAULT_TIES = ("wins", "table average", BEST_GAME)
MOST_GAMES = 1000


class RuleError(ValueError):
    """A rule that makes no sense; ``field`` is where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """How a season is counted. Raises RuleError for a rule that makes no sense."""

    way: str = "place points"
    """A name of ``MEASURES``."""
    best_of: int | None = None
    """How many of a player's games count, the best ones; None for all."""
    minimum: int = 1
    """Games to play before one is ranked."""
    ties: tuple[str, ...] = DEFAULT_TIES
    """Names of ``TIES``, in the order in which they are asked."""
    substitutes: str = "for nobody"
    planned: int | None = None
    """How many games the season will have, where that is settled."""
    sheets: bool = False
    """Whether games without a rulebook count as well."""
    leavers: str = NOT_COUNTED
    """What a game is to a player who left before its end, a name of ``LEAVERS``. Seasons from before one could choose
    keep this one; a new one takes ``LAST``: otherwise whoever is last does better by leaving."""

    def __post_init__(self) -> None:
        if self.way not in MEASURES:
            raise RuleError("way", _("A season is ranked by %(measures)s.", measures=listed(MEASURES)))
        if self.best_of is not None and not 1 <= self.best_of <= MOST_GAMES:
            raise RuleError("best_of", _("Enter from 1 to %(most)s best games to count.", most=MOST_GAMES))
        if not 1 <= self.minimum <= MOST_GAMES:
            raise RuleError("minimum", _("Enter from 1 to %(most)s games to be ranked.", most=MOST_GAMES))
        if self.planned is not None and not 1 <= self.planned <= MOST_GAMES:
            raise RuleError("planned", _("A season has from 1 to %(most)s games.", most=MOST_GAMES))
        if self.planned is not None and self.minimum > self.planned:
            raise RuleError(
                "minimum",
                _(
                    "You can’t ask for %(minimum)s games when only %(planned)s are planned.",
                    minimum=self.minimum,
                    planned=self.planned,
                ),
            )
        if unknown := [name for name in self.ties if name not in TIES]:
            raise RuleError("ties", f"No rule for ties is called {listed(unknown)}.")
        if len(set(self.ties)) < len(self.ties):
            raise RuleError("ties", _("Use each rule for ties only once."))
        if self.substitutes not in SUBSTITUTES:
            raise RuleError("substitutes", f"A substitute's game counts {listed(SUBSTITUTES)}.")
        if self.leavers not in LEAVERS:
            raise RuleError("leavers", f"What leaving does is {listed(LEAVERS)}.")
        if self.way == "total points" and (self.best_of is None or self.minimum < self.best_of):
            raise RuleError(
                "best_of",
                _(
                    "With total points, set how many best games count, and ask for at least that many games to be "
                    "ranked. Otherwise missing a night would help."
                ),
            )

    @property
    def asked_ties(self) -> tuple[str, ...]:
        """The ties' rules without the season's own way, which is level already."""
        return tuple(name for name in self.ties if name != self.way)


def to_data(rule: SeasonRule) -> dict[str, Any]:
    """Plain JSON values; ``storage.clubs.seasons`` reads the rule again. One that counts no sheets says no more than
    before there were any."""
    values = {field.name: getattr(rule, field.name) for field in fields(rule)}
    if not rule.sheets:
        del values["sheets"]
    if rule.leavers == NOT_COUNTED:
        del values["leavers"]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def explain(rule: SeasonRule) -> tuple[str, ...]:
    """The sentences printed under the table, in order."""
    measure = MEASURES[rule.way]
    sentences = [str(measure.explanation), str(measure.fairness)]
    if rule.best_of is not None:
        sentences.append(
            ngettext(
                "Each player’s best %(num)s game counts; the others are left out.",
                "Each player’s best %(num)s games count; the others are left out.",
                rule.best_of,
            )
        )
    if rule.sheets:
        sentences.append(_("Games without a rulebook count as well, by their places."))
    sentences.append(_("Missing a night neither helps nor costs."))
    if rule.minimum > 1:
        sentences.append(
            _(
                "You are ranked once you have played %(number)s games; until then the table shows how many you have.",
                number=rule.minimum,
            )
        )
    sentences.append(explain_ties(rule))
    sentences.append(
        _(
            "Guests play and take their place in a game, but aren’t in these standings. %(substitutes)s %(leavers)s",
            substitutes=SUBSTITUTES[rule.substitutes],
            leavers=LEAVERS[rule.leavers],
        )
    )
    return tuple(sentences)


def explain_ties(rule: SeasonRule) -> str:
    """The sentence of them that says how ties are broken."""
    if not rule.asked_ties:
        return _("Players who are level share the place, and the next place is skipped.")
    order = "; ".join(f"{number}. {TIES[name]}" for number, name in enumerate(rule.asked_ties, start=1))
    return _(
        "Players who are level are separated by, in this order: %(order)s. "
        "Players who are still level share the place, and the next place is skipped.",
        order=order,
    )
